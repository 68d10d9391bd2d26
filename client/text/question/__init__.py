"""A question in words: what may be answered, how it is typed, what it would bring."""
