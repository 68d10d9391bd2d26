"""Real processes: kills, faults, signals, time.

It may touch `ops/`, and the other rooms through its process.
"""
