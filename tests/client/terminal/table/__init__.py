"""The table's screen and its parts."""
