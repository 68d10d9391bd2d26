"""catanatron with two random players; run by the peers' Python."""

from __future__ import annotations

from catanatron import Color, Game, RandomPlayer

from tests.bench.measuring import Time, each, timed
from tests.bench.serving import serve

LONGEST = 1000  # turns; catanatron's own limit
MIDDLE = 400  # ticks: about half of a game of two


def new(seed: int) -> Game:
    """A game of two random players."""
    return Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)


def play(first: int, games: int) -> tuple[Time, Time]:
    """Whole games: the time of a decision and of a game."""

    def all_games() -> int:
        ticks = 0
        for seed in range(first, first + games):
            game = new(seed)
            while game.winning_color() is None and game.state.num_turns < LONGEST:
                game.play_tick()
                ticks += 1
        return ticks

    took, ticks = timed(all_games)
    return took.per(ticks), took.per(games)


def copy(first: int, games: int) -> tuple[Time]:
    """Its own copy of a game, in the middle of several games."""
    copies = 200
    times = []
    for seed in range(first, first + games):
        game = new(seed)
        for _ in range(MIDDLE):
            if game.winning_color() is None:
                game.play_tick()
        times.append(each(game.copy, copies))
    return (Time(sum(t.cpu for t in times), sum(t.wall for t in times)).per(games),)


if __name__ == "__main__":
    serve({"play": play, "copy": copy})
