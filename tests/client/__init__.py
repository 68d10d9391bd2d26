"""Tests of the programs that people and bots use."""
