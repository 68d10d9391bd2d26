"""Commands: what is typed wrongly, and what they print.

It may touch the command line and what it starts.
"""
