"""Who may know what (§22): the test of two runs, and the leaks that are planted to see whether it finds them.

It may touch the engine.
"""
