"""Tests of advice as a server gives it: who may ask, what an adviser is told, and its end."""
