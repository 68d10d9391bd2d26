"""What is kept on a player's disk."""
