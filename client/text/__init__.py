"""What all clients say, in words: cards, names, what happened, rules, odds.  Nothing of who draws them.

It may touch the engine's words and shapes, and no other room of the client.
"""
