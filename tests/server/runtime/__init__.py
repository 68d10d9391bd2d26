"""Settings, log, time and limits."""
