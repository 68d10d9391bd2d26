"""The client for who lives in a terminal: the table drawn in cells, played with keys and mouse.

It may touch `plain/`, the network and what is below; each of its rooms only those below it (pyproject.toml).
"""
