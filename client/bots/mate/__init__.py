"""A player that weighs exact odds."""
