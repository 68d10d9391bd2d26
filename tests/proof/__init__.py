"""Proof of fairness."""
