"""What cards in the hand are worth, by playing on with and without them: whether a value prices them as it should.

A position at the draw is played on many times with fresh chance, as it is and with one card of a hand gone; both have
the same chance.  Claimed is the difference of the values, real that of the results.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from ironbottom.flow import Game
from ironbottom.printed import AirplaneCard, EventCard
from ironbottom.rules import new_game
from ironbottom.rules.s13_draw import Draw
from ironbottom.words import SIDES, Side

from .....bots.value.luck import refresh
from .....bots.value.value import ValueNet, chance
from ..exploring import LATEST, Games, Position, light, position

PLAYED = 24  # times that either position is played on
AIRPLANE, TRANSPORTS, SUBMARINE = "airplane", "transports", "submarine"


class Tried(NamedTuple):
    """One card: the position with it and without it, and how much oftener the US won with it."""

    kind: str
    side: Side
    held: Position
    gone: Position
    real: float

    def price(self, net: ValueNet) -> Price:
        """What a net claims beside it, both for the side that holds the card."""
        claimed = chance(net.said(self.held.inputs)) - chance(net.said(self.gone.inputs))
        sign = 1 if self.side is Side.US else -1
        return Price(self.kind, sign * claimed, sign * self.real)


class Price(NamedTuple):
    """Of one card, for its side."""

    kind: str
    claimed: float
    real: float


class Prices(NamedTuple):
    """Of many cards of a kind, with the standard error of what is real."""

    kind: str
    cards: int
    claimed: float
    real: float
    error: float


def tried(games: Games, n: int) -> Tried | None:
    """The n-th card; None where its game was over too soon or nothing was held."""
    rng = games.chance(n)
    game, until = new_game(games.cards, rng.randbytes(32), log=False), rng.randrange(1, LATEST + 1)
    _play_on(game, games, until)
    if not game.asked:
        return None
    top = game.stack[-1]
    assert isinstance(top, Draw)
    side = rng.choice(SIDES)
    held = [card for card in game.forces[side].hand if side is not top.phasing or card.id not in top.drawn]
    if not held:
        return None
    card = rng.choice(held)
    without = _without(game, side, card)
    real = fmean([_result(game, games, n, k) - _result(without, games, n, k) for k in range(PLAYED)])
    return Tried(kind_of(card), side, position(game), position(without), real)


def _without(game: Game, side: Side, card: AirplaneCard | EventCard) -> Game:
    without = game.clone()
    forces, hand = without.forces[side], list(game.forces[side].hand)
    hand.remove(card)
    forces.hand, forces.discards = tuple(hand), (card, *forces.discards)
    return without


def _result(game: Game, games: Games, n: int, k: int) -> float:
    """1 where the US wins, with the k-th chance."""
    trial = game.clone()
    refresh(trial.state, Random(f"{games.seed} {n} {k}"))
    _play_on(trial, games)
    assert trial.outcome is not None
    return float(trial.outcome.winner is Side.US)


def _play_on(game: Game, games: Games, until: int = 0) -> None:
    """To the end, or to the draw of a turn."""
    choose = light(games.cards).choose
    while game.asked:
        if until and game.state.turn >= until and isinstance(game.stack[-1], Draw):
            return
        side = next(iter(game.asked))
        game.take(side, choose(game, side))


def kind_of(card: AirplaneCard | EventCard) -> str:
    """By what mostly becomes of it."""
    if isinstance(card, AirplaneCard):
        return AIRPLANE
    return SUBMARINE if card.transports is None else TRANSPORTS


def prices(found: Iterable[Price]) -> list[Prices]:
    """By kind, and of all together."""
    by_kind: defaultdict[str, list[Price]] = defaultdict(list)
    for one in found:
        by_kind[one.kind].append(one)
        by_kind["all"].append(one)
    return [_together(kind, by_kind[kind]) for kind in (AIRPLANE, TRANSPORTS, SUBMARINE, "all") if by_kind[kind]]


def _together(kind: str, cards: list[Price]) -> Prices:
    real = [one.real for one in cards]
    error = stdev(real) / len(real) ** 0.5 if len(real) > 1 else 0.0
    return Prices(kind, len(cards), fmean([one.claimed for one in cards]), fmean(real), error)


def table(found: Sequence[Prices]) -> list[str]:
    """As Markdown."""
    lines = ["| card in the hand | cards | claimed | real |", f"|{' --- |' * 4}"]
    return [*lines, *[f"| {p.kind} | {p.cards} | {p.claimed:+.4f} | {p.real:+.4f} ± {p.error:.4f} |" for p in found]]
