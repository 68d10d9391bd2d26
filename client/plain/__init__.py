"""The plain client: the whole game as lines of text.

It may touch `net/` and what is below, and no state of the engine.
"""
