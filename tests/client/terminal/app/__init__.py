"""The programs of the terminal client, and golden pictures of whole screens.

It may touch all rooms of the terminal client.
"""
