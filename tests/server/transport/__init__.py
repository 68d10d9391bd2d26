"""Guard, TLS, sessions."""
