"""A program at a terminal: what it prints, what is typed, signals, and errors in one sentence.

It may touch `text/`.
"""
