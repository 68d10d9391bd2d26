"""Tests of Iron Bottom; `python -m tests` runs them all.

They may touch everything; nothing of the program touches them.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent  # of the project
