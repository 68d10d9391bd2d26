"""What a finished game teaches: chances over time, luck and skill, and each decision judged by what its player knew.

`reading` opens a finished transcript that is sound; `seats` tells what a side saw, had heard and answered at each
question; `judging` weighs its answers in worlds that it cannot tell from its own; `truth` looks at the real position;
`making` puts all that together as the `figures` of a review, `keeping` has them beside the transcript, `wording` and
`telling` say them, and `serving` does all that for another program, as a process of its own.  It may touch every floor
of the engine, the rooms beside it but `seat`, what a player keeps and the words of `text/`; `judging` alone never comes
near a real game.
"""
