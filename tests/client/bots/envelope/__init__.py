"""The admiral in the envelope: its tables, its play, and the page that is printed of it.

They may touch the engine and all of `bots/`.
"""
