"""Making puzzles: positions of games in which one answer is much better than every other, found and judged by worlds.

`asking` says which questions make puzzles and what may be answered, `trying` tries answers in worlds, `finding` looks
through a game, `estimating` makes those about odds, `wording` puts all of it into words, `shipping` writes the files.
`solving/` has what a player of puzzles needs, and no engine.  README.md tells the method.  It
may touch what a review may.
"""
