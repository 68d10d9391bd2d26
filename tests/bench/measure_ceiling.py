"""The ceiling of a search: its twin, which cheats and tries its answers out in the real game.

    python -m tests.bench.measure_ceiling --games 100 --against mate-1 --jobs 2

It sees every hidden card and the order of the decks; dice to come it does not see.  What the honest search wins less
than this twin is the most that better guesses at hidden cards could bring.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from importlib import import_module
from typing import cast

from rich.console import Console
from rich.progress import track

from ironbottom.catalog import card_set
from ironbottom.client.bots.registry import BotFault, NamedBot, made, maker
from ironbottom.client.bots.search import SearchSeat
from ironbottom.client.launch.arena.in_process import Series
from ironbottom.client.launch.arena.standing import Pairs, Share, information, share
from ironbottom.client.launch.arena.workers import spread
from ironbottom.events import AnyEvent
from ironbottom.flow import Game
from ironbottom.printed import CardSet
from ironbottom.questions import Question, Rng
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.views import View
from ironbottom.words import Side
from ironbottom.worlds import InformationSet, Memory, Worlds

GAMES = 100
TWIN = "the cheating twin"


class RealWorlds:
    """Where others sample what may be, this gives what is."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.question: Question | None = None

    def at(self, view: View, memory: Memory) -> InformationSet:
        """The real game at this question; its class is that of nothing else than a source of worlds."""
        self.question = view.question
        return cast("InformationSet", self)

    def sample(self, rng: Rng) -> Game:
        """The real game: the same at each call."""
        assert self.game is not None
        return self.game.clone()


class CheatingSearch(SearchSeat):
    """Knows everything but dice."""

    def __init__(self, cards: CardSet, rng: Rng, real: RealWorlds) -> None:
        super().__init__(cards, rng)
        self.worlds = cast("Worlds", real)

    def hears(self, events: Sequence[AnyEvent], view: View) -> None:
        """It needs to hear nothing."""


def wins(series: Series, n: int) -> bool:
    """The n-th game.  Nobody listens, so that the game may be cloned as cheaply as a world."""
    names, real = series.players(n), RealWorlds()
    side = Side.US if names[0] == TWIN else Side.JP
    twin = NamedBot(TWIN, CheatingSearch(series.cards, series.chance(n, side), real))
    bots = {side: twin, side.enemy: made(series.b, series.cards, series.chance(n, side.enemy))}
    real.game = game = new_game(series.cards, series.deal(n), log=False)
    while game.asked:
        asked = next(iter(game.asked))
        seen = view(game, asked)
        answer = bots[asked].choose(seen)
        if (fault := bots[asked].judged(seen, answer)) is not None:
            raise fault
        game.answer(asked, answer)
    assert game.outcome is not None
    return game.outcome.winner is side


def wins_of(won: Sequence[bool]) -> Share:
    """How many of these games, 2k and 2k + 1 from one deal, with the interval that `arena` gives."""
    deals = [sum(won[n : n + 2]) for n in range(0, len(won) - 1, 2)]
    return share(sum(won), len(won), information(Pairs(*[deals.count(n) for n in (0, 1, 2)]), len(won) % 2))


def _played(series: Series, games: int, jobs: int) -> Iterable[bool]:
    """Whether the twin wins each game; at a terminal it is seen how far they are."""
    play, console = partial(wins, series), Console(stderr=True)
    done = spread(play, range(games), jobs) if jobs > 1 else map(play, range(games))
    return track(done, "games", games, console=console, transient=True, disable=not console.is_terminal)


def main(words: list[str]) -> int:
    """Print how often the twin wins."""
    asked = _asked(words)
    series = Series(TWIN, asked.against, asked.seed, card_set("core"))
    try:
        found = wins_of([*_played(series, asked.games, asked.jobs)])
    except BotFault as fault:
        print(fault, file=sys.stderr)
        return 1
    print(f"{TWIN} wins {found.won} of {found.games} against {asked.against}: "
          f"{found.rate:.1%} ({found.low:.1%} to {found.high:.1%})")
    return 0


def _asked(words: list[str]) -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.measure_ceiling", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help=f"how many, sides swapped (default: {GAMES})")
    about = "the opponent, by its name or as MODULE:CLASS (default: mate-1)"
    parser.add_argument("--against", default="mate-1", metavar="BOT", help=about)
    parser.add_argument("--seed", default="ceiling", help="any word; the same seed plays the same games")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    asked = parser.parse_args(words)
    if asked.games < 2 or asked.jobs < 1:
        parser.error("--games begins with 2, --jobs with 1")
    try:
        maker(asked.against)
    except BotFault as fault:
        parser.error(str(fault))
    return asked


if __name__ == "__main__":
    # By its own name: other processes find `wins` there.
    sys.exit(import_module("tests.bench.measure_ceiling").main(sys.argv[1:]))
