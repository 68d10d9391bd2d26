"""The review of a finished game on a screen: its curve, luck and skill, and a list of decisions to go to.

`maker` is a program of its own that makes it; the rest draws what that says, and knows no game.  It may touch `table/`
and what is below.
"""
