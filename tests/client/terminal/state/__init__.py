"""What the terminal client knows.

It may touch `state/`, the screens that show it, and the engine's rules.
"""
