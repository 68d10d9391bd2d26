"""The question's panel: its list, its buttons, its odds, and what it marks on the board.

It may touch `battle/`, `board/` and what is below.
"""
