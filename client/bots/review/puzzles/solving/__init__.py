"""Puzzles as they are kept in files, chosen by rating, and told; nothing of an engine.

`puzzle` is the format and what must be true of one, `kinds` what they are about, `shelf` all that are shipped, `rating`
the law of Elo between a player and a puzzle, `progress` what a player keeps on his computer, `telling` the words.  It
may touch the words of `text/`, and what a player keeps.
"""
