"""A question in words: what may be answered, how it is typed, what it would bring.

It may touch the rest of `text/`, which does not know it.
"""
