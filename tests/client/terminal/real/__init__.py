"""The client for a terminal in a terminal: real processes under tmux, keys typed, screens read.

It may touch the terminal client through its process, and its words.
"""
