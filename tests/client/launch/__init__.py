"""Games as people start them, in real processes."""
