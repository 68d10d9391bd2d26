"""The journal, its faults, its folder."""
