"""Bots that are ours, and that of the guide.

It may touch `bots/`, `arena/` and a real server.
"""
