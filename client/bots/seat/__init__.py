"""A bot's way to a table: the process, its seat there, and what it does when a game is over.

It may touch `net/` and what is below, and any bot by its name.
"""
