"""Who bears which name here, by his key; keys on their way to another device; whom the host does not let in.

It may touch `table/` for its refusals, and what is below; it knows no game.
"""
