"""The processes of a game: a server and a bot of ours, a browser's companion, a tunnel; each ends with us.

And those of many games: a pool of them here, or the workers of a cluster.

It may touch the bots and what is below, and nothing else of `launch/`.
"""
