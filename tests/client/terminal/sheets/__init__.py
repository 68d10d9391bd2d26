"""What lies over the table."""
