"""The cards: what is printed, what is refused, and the formula that their values follow.

It may touch the cards, their floors, and what shows them.
"""
