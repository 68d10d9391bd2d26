"""Commands: what is typed wrongly, and what they print."""
