"""What the server's tests share: a server under test, players, faults, a simulated sea of games.

It may touch all rooms of the server but the process; no test.
"""
