"""The question's panel, and answers that are put together.

It may touch `question/`, its sheets, what is below, and the engine's rules.
"""
