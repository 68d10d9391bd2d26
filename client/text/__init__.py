"""What all clients say, in words: cards, names, what happened, rules, odds.  Nothing of who draws them.

It imports no other room.
"""
