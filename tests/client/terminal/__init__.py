"""The terminal client: its parts alone, its screens as text, and whole games by key and by mouse.

Its rooms may touch the terminal client and what it stands on.
"""
