"""Real processes: kills, faults, signals, time."""
