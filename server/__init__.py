"""The referee: it holds the decks and the dice, and tells each player what a player at the table could see.

It may touch the engine, and nothing of the client; each room only those below it (pyproject.toml).
"""
