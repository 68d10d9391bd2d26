"""What earlier versions left on disks, kept for ever: whatever comes later reads it, and goes on with it.

It may touch the engine, proofs and a server's store.
"""
