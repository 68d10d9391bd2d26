"""Reviews of finished games.

It may touch the bots and the engine.
"""
