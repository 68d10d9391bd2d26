"""A browser, a server with its page, and situations for the tests of the page."""
