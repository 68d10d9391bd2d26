"""What the server writes down, and where: the journal in SQLite, the heads beside it, the folder of all that.

It may touch `runtime/` and the disk, and knows neither sockets nor tables.
"""
