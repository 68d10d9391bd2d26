"""A browser, a house of servers, and situations for the tests of the page."""
