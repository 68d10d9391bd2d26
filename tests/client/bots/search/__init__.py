"""Tests of the players that try their answers out.  They may touch what is below them, and `tests.support`."""
