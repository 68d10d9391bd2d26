"""The plain client, at real games of the engine."""
