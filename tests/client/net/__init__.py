"""The client's side of the network: alone, against a double of a server, and as real processes.

It may touch `net/`, `storage/`, `plain/` and the lobby of a server.
"""
