"""The battle board.

It may touch `battle/`, what is below, and the engine's rules.
"""
