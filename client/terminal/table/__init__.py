"""The table's screen: where its parts stand, status, log and chat."""
