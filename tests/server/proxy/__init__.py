"""A browser's companion."""
