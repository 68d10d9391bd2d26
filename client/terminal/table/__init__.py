"""The table's screen: where its parts stand, status, log and chat.

It may touch all rooms of the terminal client but `app/`.
"""
