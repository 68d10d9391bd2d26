"""The processes of a game: a server and a bot of ours, a browser's companion, a tunnel; each ends with us.

It may touch the bots and what is below, and nothing else of `launch/`.
"""
