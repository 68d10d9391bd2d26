"""Guard, TLS, sessions.

It may touch `transport/` and what is below.
"""
