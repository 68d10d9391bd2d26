"""Cups: schedules and standings by themselves, and cups that run on a server.

They may touch the server and its doubles.
"""
