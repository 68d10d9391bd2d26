"""Settings, log, time and limits.

It may touch `runtime/` and the store.
"""
