"""The errors of the first mate, counted in whole games of it and of the mate of today, each against itself.

    python -m tests.bench.measure_errors --games 200 --jobs 2

`client/bots/mate/README.md` says what each of them is, and what was done about it.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib import import_module

from ironbottom.catalog import card_set
from ironbottom.client.bots.registry import made
from ironbottom.client.console.running import telling
from ironbottom.client.launch.arena.in_process import Series
from ironbottom.client.launch.arena.training.options import done
from ironbottom.client.launch.arena.workers import add_workers
from ironbottom.events import (
    ActionTaken,
    AnyEvent,
    Eliminated,
    ExpressLoaded,
    Flew,
    Played,
    ShotDown,
    TransportsEntered,
    TurnBegan,
    Turned,
    TurnSkipped,
    Withdrew,
)
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.words import SIDES, Action, CardId, Side, Token

GAMES = 200
PLAYERS = "mate-1", "mate"
FAR, FROM, TO = 6, 5, 11  # VP behind; the turns in which that is no reason to let the end come nearer
CODES = CardId("us/code-breakers")
Counts = Counter[str]


class SideTurn:
    """One turn of one side, as it is told."""

    def __init__(self, turn: int, side: Side, lead: int) -> None:
        self.turn, self.side, self.lead = turn, side, lead
        self.searched = self.found = self.broke = self.submarine = False

    def hear(self, event: AnyEvent, counts: Counts) -> None:
        """What happened next."""
        mine = getattr(event, "side", None) is self.side
        if isinstance(event, Flew) and event.rule == "15.1(1)":
            self.searched = True
            counts["searchers"] += len(event.flights)
        elif isinstance(event, Turned) and event.rule.startswith("15.2"):
            self.found = True
        elif isinstance(event, ShotDown) and event.rule.startswith("15.2") and mine:
            counts["searchers shot down"] += len(event.airplanes)
        elif isinstance(event, Played) and mine:
            self.submarine = event.half == "submarine"
            counts["submarines"] += self.submarine
            self.broke |= event.card == CODES and event.half == "event"
        elif isinstance(event, Eliminated) and not mine and self.submarine:
            counts["VP of submarines"] += event.points
        elif isinstance(event, ActionTaken):
            self.submarine = False
            self._acts(event.action == Action.RETREAT.value, event.action == Action.LANDING.value, counts)

    def _acts(self, goes_home: bool, lands: bool, counts: Counts) -> None:
        """§16.1"""
        counts["landings"] += lands
        counts["early landings"] += lands and self.turn <= len(SIDES)
        for word, true in (("searching", self.searched), ("finding", self.found), ("breaking", self.broke)):
            counts[word] += true
            counts[f"{word}, home"] += true and goes_home
        if self.lead <= -FAR and FROM <= self.turn <= TO:
            counts[f"far behind, {self.side.name}"] += 1
            counts[f"far behind, {self.side.name}, home"] += goes_home


def counted(events: Iterable[AnyEvent]) -> Counts:
    """What a game says."""
    counts, points, turn = Counts(games=1), dict.fromkeys(SIDES, 0), SideTurn(0, Side.US, 0)
    transports: set[Token] = set()
    for event in events:
        if isinstance(event, TurnBegan):
            turn = SideTurn(event.turn, event.side, points[event.side] - points[event.side.enemy])
        turn.hear(event, counts)
        if isinstance(event, Eliminated):
            points[event.side.enemy] += event.points
            bare = event.token in transports and len(event.cards) == 1
            counts["bare transports lost"] += bare and event.rule.startswith("17.3")
        elif isinstance(event, TransportsEntered):
            transports.add(event.token)
        elif isinstance(event, Withdrew):
            counts["left at sea"] += len(event.tokens) * event.rule.startswith("18.4")
            counts["left in the air"] += len(event.tokens) * (event.rule == "17.2(3)(a)")
        elif isinstance(event, Turned):
            counts["came out"] += event.rule.startswith("18.1")
        elif isinstance(event, TurnSkipped | ExpressLoaded):
            counts[type(event).__name__] += 1
    return counts


def played(series: Series, n: int) -> Counts:
    """The n-th game of a bot against itself."""
    game = new_game(series.cards, series.deal(n))
    bots = {side: made(series.a, series.cards, series.chance(n, side)) for side in SIDES}
    while game.asked:
        side = next(iter(game.asked))
        game.answer(side, bots[side].choose(view(game, side)))
    return counted(game.events or ())


def share(what: str, of: str) -> Callable[[Counts], str]:
    return lambda counts: f"{counts[what]} of {counts[of]}, {100 * counts[what] / max(1, counts[of]):.1f} %"


def each(what: str, of: str = "games") -> Callable[[Counts], str]:
    return lambda counts: f"{counts[what] / max(1, counts[of]):.2f}"


ROWS: tuple[tuple[str, Callable[[Counts], str]], ...] = (
    ("1 turns with a search that end in a Retreat", share("searching, home", "searching")),
    ("1 searchers shot down", share("searchers shot down", "searchers")),
    (f"2 US turns {FROM} to {TO}, {FAR} VP behind or more: Retreat", share("far behind, US, home", "far behind, US")),
    ("2 those of Japan", share("far behind, JP, home", "far behind, JP")),
    ("3 turns with a search that found something, and a Retreat", share("finding, home", "finding")),
    ("4 transports without an escort sunk from the air, a game", each("bare transports lost")),
    ("5 landings in the first turn of a side, a game", each("early landings")),
    ("6 submarines a game", each("submarines")),
    ("6 VP of a submarine", each("VP of submarines", "submarines")),
    ("7 codes broken before a Retreat", share("breaking, home", "breaking")),
    ("9 ships that come out against a landing or for it, for each", each("came out", "landings")),
    ("9 ships that leave a fight at sea, for each landing", each("left at sea", "landings")),
    ("10 airplanes that leave an air combat, those without dice among them, a game", each("left in the air")),
    ("10 runs of the Tokyo Express, a game", each("ExpressLoaded")),
    ("10 turns skipped, a game", each("TurnSkipped")),
)


@telling
def main(words: Sequence[str]) -> int:
    """Print the table."""
    asked, found = _asked(words), dict[str, Counts]()
    for name in PLAYERS:
        play = partial(played, Series(name, name, asked.seed, card_set("core")))
        found[name] = sum(done(name, play, range(asked.games), asked), Counts())
    print(f"| error, {asked.games} games each | {' | '.join(PLAYERS)} |\n|{' --- |' * (1 + len(PLAYERS))}")
    for what, tell in ROWS:
        print(f"| {what} | {' | '.join(tell(found[name]) for name in PLAYERS)} |")
    return 0


def _asked(words: Sequence[str]) -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.measure_errors", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help=f"of each bot against itself (default: {GAMES})")
    parser.add_argument("--seed", default="errors", help="any word; the same seed plays the same games")
    add_workers(parser)
    asked = parser.parse_args(words)
    if asked.games < 1 or asked.jobs < 1:
        parser.error("--games and --jobs begin with 1")
    return asked


if __name__ == "__main__":
    # By its own name: other processes find `played` there.
    sys.exit(import_module("tests.bench.measure_errors").main(sys.argv[1:]))
