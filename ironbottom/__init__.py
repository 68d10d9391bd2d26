"""The rules engine of Iron Bottom & Sunset Sky: pure, deterministic, without sockets or clocks.

A module may touch the floors below its own (pyproject.toml, ARCHITECTURE.md).
"""
