"""What a position is worth: the chance that the US wins, and how much of a result was luck.

    shipped_value().of_game(game)  # a number from 0 to 1

It may touch the engine's games and what is below, and no seat: every card of a position counts.  README.md has more.
"""
