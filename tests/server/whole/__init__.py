"""The whole server, attacked and simulated.

It may touch the server through its bytes and its clock.
"""
