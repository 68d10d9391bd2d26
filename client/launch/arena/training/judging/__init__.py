"""How good weights are: whether what they say comes true, and what they claim of cards in the hand.

It may touch the games of `exploring`, and what is below.
"""
