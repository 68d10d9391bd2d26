"""The client's side of the network: alone, against a double of a server, and as real processes."""
