"""Telling players who are away.

It may touch `lobby/`, what is below, and real endpoints on this machine.
"""
