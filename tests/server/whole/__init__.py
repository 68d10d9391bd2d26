"""The whole server, attacked and simulated."""
