"""The page in a real browser, before a real server.

It may touch the page, a real server, and what Python says of the same things.
"""
