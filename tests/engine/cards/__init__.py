"""The cards: what is printed, what is refused, and the formula that their values follow."""
