"""Games that were worked out by hand, played by the engine.

It may touch the engine.
"""
