"""What positions are worth, and what luck was.

It may touch the bots and the engine.
"""
