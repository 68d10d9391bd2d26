"""From games of `mate` with itself to the weights of the baseline (client/bots/value/baseline), for luck.

    python -m ironbottom.client.launch.arena.training.following --jobs 2 --out client/bots/value/baseline

It may touch what is beside it in `training/`, and what that may.
"""
