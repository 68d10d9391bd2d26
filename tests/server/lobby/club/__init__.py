"""Names, keys and those who are not let in.

They may touch `server/`, the wire and the doubles of `tests/server/support/`.
"""
