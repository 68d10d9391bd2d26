"""Telling players who are away: `server/notifications/`."""
