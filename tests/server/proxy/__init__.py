"""A browser's companion.

It may touch `proxy/` and `listening/`.
"""
