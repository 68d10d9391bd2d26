"""Streams, signals, terminals.

It may touch `console/` and programs that it starts.
"""
