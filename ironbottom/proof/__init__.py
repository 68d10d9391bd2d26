"""Proof that a game was fair: seeds of three parties, a signed chain of entries, and who checks them."""
