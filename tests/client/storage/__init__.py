"""What is kept on a player's disk.

It may touch `storage/`, and the clients that write there.
"""
