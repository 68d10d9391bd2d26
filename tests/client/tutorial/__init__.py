"""The tutorial: its script, the coach, and whole lessons over the real protocol.

It may touch `tutorial/`, `text/`, the bots and the command that writes the lesson.
"""
