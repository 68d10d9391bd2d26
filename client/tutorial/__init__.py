"""The first ten minutes of every player: a game whose every answer is written down, and lessons at some of them.

It may touch `console/` and `text/`, and no connection.
"""
