"""Tests of what advises a seat.  They may touch the bots, the engine and the games that tests share."""
