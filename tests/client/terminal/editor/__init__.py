"""The editor of battles: its steps without a screen, and the screen by keys alone.

It may touch the editor, and what the other tests of the terminal have.
"""
