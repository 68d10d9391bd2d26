"""What the terminal client knows."""
