"""The table as a picture: six lines of cards, hands and piles, walked over with keys or touched.

It may touch `answer/`, `drawing/` and `state/`.
"""
