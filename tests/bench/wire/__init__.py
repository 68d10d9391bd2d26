"""The server beside a bare Twisted echo with the same framing, codec and TLS."""
