"""The processes of a game: a server and a bot of ours, a browser's companion, a tunnel; each ends with us."""
