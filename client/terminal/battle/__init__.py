"""The battle board: boxes of tasks, arrows, dice.

It may touch `board/`, `answer/`, `drawing/` and `state/`.
"""
