"""The command line: one module for each command, and what reads its words.  It starts what is in `launch/`.

It may touch all rooms of the client.
"""
