"""A browser, a server with its page, and situations for the tests of the page.

It may touch the engine and a server's process; no test.
"""
