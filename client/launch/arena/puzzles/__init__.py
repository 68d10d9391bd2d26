"""The command that makes puzzles from a night's games: `python -m ironbottom.client.launch.arena.puzzles`.

It may touch `client/bots/puzzles/`, `client/puzzles/` and the workers beside it.
"""
