"""What every room of the server stands on: settings, log, counts, time and limits.  It imports no other room."""
