"""Cups that run by themselves: who plays whom, how they stand, and the tables of their games.

`pairings.py`, `standings.py` and `course.py` are pure: of what is stored they make what comes next.  It may touch
`table/`, the tables of the lobby and what is below; what happens in a game is told to it by its result alone.
"""
