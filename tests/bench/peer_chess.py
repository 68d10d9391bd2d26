"""python-chess, random moves to the end of the game; run by the peers' Python."""

from __future__ import annotations

from random import Random

import chess

from tests.bench.measuring import Time, timed
from tests.bench.serving import serve


def play(first: int, games: int) -> tuple[Time, Time]:
    """Whole games: the time of a decision and of a game."""

    def all_games() -> int:
        moves = 0
        for seed in range(first, first + games):
            random, board = Random(seed), chess.Board()
            while not board.is_game_over():
                board.push(random.choice(list(board.legal_moves)))
                moves += 1
        return moves

    took, moves = timed(all_games)
    return took.per(moves), took.per(games)


if __name__ == "__main__":
    serve({"play": play})
