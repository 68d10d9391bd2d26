"""The client for a terminal in a terminal: real processes under tmux, keys typed, screens read."""
