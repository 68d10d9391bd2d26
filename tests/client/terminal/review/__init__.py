"""The review on a screen, and the program that makes it.

It may touch all rooms of the terminal client, the bots' review, and the engine.
"""
