"""Clones of games in mid-combat, beside catanatron's copy of a game and copy.deepcopy."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from ironbottom.flow import Game, Procedure
from ironbottom.printed import CardSet, ShipCard
from tests.bench.figures import Goal, Row, compared
from tests.bench.measuring import Time, in_turns, timed
from tests.bench.peers import PeerProcess
from tests.bench.playing import in_combat, kept
from tests.bench.run import Run

POSITIONS, TIMES = 40, 100
CATAN_GAMES = 10


def measure(run: Run) -> list[Row]:
    """The mean over some positions, the same ones for clone and deepcopy."""
    games = kept(in_combat, POSITIONS)
    shared = {id(thing): thing for thing in immutable(games[0].state.cards)}
    with PeerProcess("peer_catanatron") as catanatron:
        clone, catan, deep = in_turns(
            run.rounds,
            [
                lambda _: (cloning(games),),
                lambda k: catanatron.measure("copy", k * CATAN_GAMES, CATAN_GAMES),
                lambda _: (deep_copying(games, shared),),
            ],
            run.say,
        )
    sections = sorted({g.stack[-1].tag() for g in games})
    run.notes.append(
        f"clones: mean over {POSITIONS} positions of random games in {', '.join(sections)}; deepcopy is spared the"
        " cards and the steps of the rules, which never change; catanatron's games are 400 ticks old."
    )
    return [
        compared("clone of a game in mid-combat", "us", clone[0], catan[0], "catanatron's copy", Goal("<=", 1 / 4)),
        compared("clone of a game in mid-combat", "us", clone[0], deep[0], "copy.deepcopy", Goal("<=", 1 / 30)),
    ]


def cloning(games: list[Game]) -> Time:
    """The mean time of a clone."""

    def loop() -> None:
        for g in games:
            clone = g.clone
            for _ in range(TIMES):
                clone()

    return timed(loop)[0].per(TIMES * len(games))


def deep_copying(games: list[Game], shared: dict[int, Any]) -> Time:
    """The mean time of a deepcopy of the same games."""

    def loop() -> None:
        for g in games:
            deepcopy(g, shared.copy())

    return timed(loop)[0].per(len(games))


def immutable(cards: CardSet) -> list[object]:
    """What every game shares: the set, its cards, the steps of all sections."""
    found: list[object] = [cards]
    for side in (cards.us, cards.jp):
        found += [side, side.home, side.strategic, *side.fleet, *side.air]
        found += [thing for card in side.fleet if isinstance(card, ShipCard) for thing in (card.values, card.attached)]
    kinds = [Procedure]
    for kind in kinds:
        kinds += kind.__subclasses__()
        found += kind.steps
    return found
