"""Bots against bots.

It may touch `arena/` and the bots.
"""
