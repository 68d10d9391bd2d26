"""Bots against bots: many games, in this process or over the network, and what they tell of the bots.

It may touch `processes/`, the bots and what is below; no game of a person.
"""
