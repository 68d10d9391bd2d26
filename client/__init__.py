"""The programs of players: command line, terminal, plain lines, page, tutorial, bots, and the network below them.

They may use the engine's floors up to the views; its state, its rules and the server are closed to them.
"""
