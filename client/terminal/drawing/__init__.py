"""Cells, letters and colours: what all pictures of the terminal client are made of."""
