"""The two-run test over every byte that leaves the server.

It may touch the two worlds of `secrecy/`, and the server.
"""
