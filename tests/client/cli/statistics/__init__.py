"""Tests of what all games of a player tell together.  They may touch the client, the engine and `tests/support`."""
