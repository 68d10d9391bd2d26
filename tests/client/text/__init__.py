"""Words that all clients share."""
