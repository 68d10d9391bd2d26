"""Who meets whom on a server: challenges, players who do not want to meet, and what a player has played there.

It may touch `launch/` and what is below, as its neighbours do.
"""
