"""The server.

Its rooms may touch the server; a real client only where one must answer.
"""
