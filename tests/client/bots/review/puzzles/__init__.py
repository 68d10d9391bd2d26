"""How puzzles are found and judged, read, chosen and rated.  They may touch what is tested, and `tests/support/`."""
