"""The programs of the terminal client: a seat, the lobby, a replay; and what is heard from a seat.

It may touch all rooms of the terminal client.
"""
