"""Words that all clients share.

It may touch `text/`, and the clients that say it.
"""
