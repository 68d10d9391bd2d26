"""Players that are programs; each gets what its seat may see, and nothing else.

It may touch `net/` and what is below, and no state of the engine.
"""
