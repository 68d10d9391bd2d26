"""From games of a bot with itself to the weights of a value, by one command; numpy comes with the extra `plot`.

    python -m ironbottom.client.launch.arena.training --games 4000 --battles 4000 --jobs 2 --out client/bots/value

Which cards the games have says `mixing`, what is learned from whole games and what from battles `courses`, how good the
weights are `judging`.

    python -m ironbottom.client.launch.arena.training.following --jobs 2 --out client/bots/value/baseline

The second makes those by which luck is reckoned.

    python -m ironbottom.client.launch.arena.training.puzzles --games 300 --jobs 2

The third looks through such games for puzzles (client/bots/review/puzzles/README.md).
It may touch what is beside it in `arena/`, and what that may.
"""
