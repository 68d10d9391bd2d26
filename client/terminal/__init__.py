"""The client for who lives in a terminal: the table drawn in cells, played with keys and mouse."""
