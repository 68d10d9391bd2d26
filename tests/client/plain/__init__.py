"""The plain client, at real games of the engine.

It may touch `plain/`, `text/` and the engine's rules.
"""
