"""Everybody who has logged in, and all tables: finding one, making one, sitting down, letting it go.

It may touch `table/`, `archive/` and what is below.
"""
