"""What the terminal client knows, without a widget: table, settings, what may be done, what has just happened.

It may touch the rooms below the terminal, and no other of its own.
"""
