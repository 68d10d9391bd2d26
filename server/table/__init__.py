"""One table and the game that is played at it: toss, answers, clocks, updates, and coming back after a restart.

It may touch `transport/` and what is below; it knows no other table.
"""
