"""What a player asks of a server besides his games: its ladder, challenges, cups, blocked players, his name and key;
and the terms of a table, as he wishes them.

It may touch the rest of `net/`, and `storage/`, `console/` and `text/`.
"""
