"""The table's screen and its parts.

It may touch `table/` and what is below.
"""
