"""What a player asks of a server besides his games: its ladder, challenges, cups, blocked players, his name and key.

It may touch the rest of `net/`, and `storage/`.
"""
