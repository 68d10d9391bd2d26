"""Streams, signals, terminals."""
