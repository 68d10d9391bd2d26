"""A browser's companion: it serves the page here, and speaks with a server elsewhere whose key it checks.

It may touch `listening/`, `transport/` and what is below; it has no tables.
"""
