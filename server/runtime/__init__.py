"""What every room of the server stands on: settings, log, counts, time and limits.

It may touch the wire and what is below, and no other room of the server.
"""
