"""What all finished games of the player at this computer tell together.

`finding` knows where their transcripts lie, `reading` plays one again for its `figures`, `keeping` remembers these, so
that each file is read once, `rating` tells how strong he is by them, `summing` adds them up, `telling` says the sums,
`strength_words` his strength, and `plotting` draws them.  It may touch what a player keeps, his reviews
(`bots/review/`), the arena's model of strength, the engine and `text/`; it has no connection.
"""
