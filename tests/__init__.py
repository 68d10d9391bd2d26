"""Tests of Iron Bottom; `python -m tests` runs them all."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent  # of the project
