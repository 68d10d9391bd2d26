"""The admiral in the envelope: its tables, its play, and the page that is printed of it."""
