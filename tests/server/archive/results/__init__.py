"""How games have ended, and players' pages.

They may touch `server/`, the wire and the doubles of `tests/server/support/`.
"""
