"""How even a set of cards is: a bot plays itself, and a table tells of the sides and of the event cards.

It may touch what is beside it in `arena/`, and what that may.
"""
