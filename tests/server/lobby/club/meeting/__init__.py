"""Who meets whom: challenges, and players who do not want to meet.

They may touch `server/`, the wire and the doubles of `tests/server/support/`.
"""
