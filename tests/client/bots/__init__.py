"""Bots that are ours, and that of the guide."""
