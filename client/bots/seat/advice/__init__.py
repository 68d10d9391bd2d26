"""Advice for one seat: what an adviser would answer, and what an answer that is thought of would lose.

`adviser` follows a seat and weighs its answers, `process` is the program that a server starts for a seat.  Neither has
anything of a game but what the client of that seat is told; README.md says how it weighs.  They may touch the rooms of
the bots besides, and no finished game.
"""
