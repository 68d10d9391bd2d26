"""What earlier versions left on disks, kept for ever: whatever comes later reads it, and goes on with it."""
