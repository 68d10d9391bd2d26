"""What positions are worth, and what luck was."""
