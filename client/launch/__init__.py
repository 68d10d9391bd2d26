"""Games from their start to their end: alone, at one's own table, at somebody else's, in the browser, or many at once.

It may touch all rooms but `cli/`.
"""
