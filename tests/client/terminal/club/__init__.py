"""The club of a server in a terminal: its lists and sheets, by keys alone, at a real server and at scripted ones.

It may touch the terminal client, and what the other tests of the terminal have.
"""
