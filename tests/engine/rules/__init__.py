"""The rules, paragraph by paragraph: a position and dice that are written down in, what must come of it out.

It may touch the engine.
"""
