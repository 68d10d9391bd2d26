"""The tutorial: its script, the coach, and whole lessons over the real protocol."""
