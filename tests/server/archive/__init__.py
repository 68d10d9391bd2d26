"""Games that are over.

It may touch `archive/` and what is below.
"""
