"""One table: toss, answers, clocks, chat, rematch."""
