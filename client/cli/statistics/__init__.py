"""What all finished games of the player at this computer tell together.

`finding` knows where their transcripts lie, `reading` plays one again for its `figures`, `keeping` remembers these, so
that each file is read once, `summing` adds them up, `telling` says the sums and `plotting` draws them.  It may touch
what a player keeps, his reviews (`bots/review/`), the engine and `text/`; it has no connection.
"""
