"""The plain client: the whole game as lines of text."""
