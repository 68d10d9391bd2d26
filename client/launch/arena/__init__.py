"""Bots against bots: many games, in this process or over the network, and what they tell of the bots."""
