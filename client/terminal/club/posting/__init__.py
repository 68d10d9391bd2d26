"""The form of a challenge: what may be chosen for it, row by row, and the list of battles and optional rules.

It may touch what `club/` may.
"""
