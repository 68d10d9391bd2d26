"""Puzzles: positions with one best answer, as they are kept in files, chosen by rating, and told; nothing of an engine.

`puzzle` is the format and its strict reader, `shelf` all that are shipped, `rating` the law of Elo between a player and
a puzzle, `progress` what a player keeps on his computer.  Who makes and judges them lives in `client/bots/puzzles/`.
"""
