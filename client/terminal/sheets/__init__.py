"""What lies over the table: rules, cards, orders, the end of a game.

It may touch `question/` and what is below.
"""
