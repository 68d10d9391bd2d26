"""A whole table of bots: everybody against everybody, kept game by game, and what it tells of their strength.

It may touch what is beside it in `arena/`, and what that may.
"""
