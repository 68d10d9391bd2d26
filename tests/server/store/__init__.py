"""The journal, its faults, its folder.

It may touch `store/`, and the tables that are written down.
"""
