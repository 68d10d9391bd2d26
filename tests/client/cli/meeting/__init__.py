"""Commands by which players meet, against a real server.

They may touch the command line, and what starts a server.
"""
