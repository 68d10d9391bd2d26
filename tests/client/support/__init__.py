"""What the tests of several rooms of the client share.

It may touch `net/`, `storage/` and the engine's rules; no test.
"""
