"""The light player: legal, honest, the same again, and at an end.

They may touch the engine and all of `bots/`.
"""
