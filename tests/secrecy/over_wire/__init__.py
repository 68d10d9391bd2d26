"""The two-run test over every byte that leaves the server."""
