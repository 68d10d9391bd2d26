"""How the games of this server have ended, and what that tells of a player: his results, and his strength over time.

It may touch what `archive/` may; it looks into no game that goes on.
"""
