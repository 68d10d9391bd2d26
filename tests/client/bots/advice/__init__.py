"""Tests of what advises a seat."""
