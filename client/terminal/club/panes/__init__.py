"""The lists of the club, one module for each.

They may touch the rest of the club, and all rooms of the terminal client but what plays a game.
"""
