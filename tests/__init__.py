"""Tests of Iron Bottom; `python -m tests` runs them all."""
