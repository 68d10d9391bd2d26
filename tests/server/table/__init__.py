"""One table: toss, answers, clocks, chat, rematch.

It may touch `table/`, and the lobby around it.
"""
