"""The review on a screen, and the program that makes it."""
