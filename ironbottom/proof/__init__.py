"""Proof that a game was fair: seeds of three parties, a signed chain of entries, and who checks them.

It may touch the whole engine, and no socket, clock or disk.
"""
