"""Cells, letters and colours: what all pictures of the terminal client are made of.

It may touch `state/`.
"""
