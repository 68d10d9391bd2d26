"""What a player keeps on his computer: key and name, seats, servers he met, his own record of each game.

It may touch `console/` and the disk, and opens no connection.
"""
