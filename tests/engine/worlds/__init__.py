"""Worlds that a seat cannot tell from the real one.

It may touch the engine, and games that are heard by memories.
"""
