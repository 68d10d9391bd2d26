"""What many games of equal players tell of the cards: how even the sides are, how games end, what events are worth."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean, median
from typing import NamedTuple

from ironbottom.printed import CardSet, EventCard
from ironbottom.words import SIDES, CardId, Side

from ..standing import Share, share
from .games import BalanceGame

REASONS = ("time-up", "strategic-base")  # of every game; others are told of where they were met


class Spread(NamedTuple):
    """Of one figure, over all games."""

    mean: float
    median: float
    least: int
    most: int


class EventFigures(NamedTuple):
    """What became of one event card, and of the games of the side that held it."""

    card: CardId
    held: int  # games in which its side held it when it could do anything else than discard it at the draw
    played: Share  # as the event, of those games
    able: int  # games in which it was held and could have been played for something
    played_able: Share  # as the event, of those
    half: int  # games in which its ship half was used
    wins_played: Share  # of its side, where it was played
    wins_kept: Share  # and where it was held and not played


class BalanceFigures(NamedTuple):
    """The whole table."""

    games: int
    deals: int
    us: Share  # games that the US won
    by_first: dict[str, Share]  # the same, by who had the first turn
    endings: dict[str, dict[str, int]]  # reason, winner: games
    turns: Spread
    decisions: Spread
    points: tuple[Spread, Spread]  # VP of US and JP
    taken: tuple[Spread, Spread]  # bases that US and JP took
    events: tuple[EventFigures, ...]


def figures(games: Sequence[BalanceGame], cards: CardSet) -> BalanceFigures:
    """Every game has a deal of its own, so each of them tells as much as any other."""
    firsts = [side for side in SIDES if any(game.first is side for game in games)]
    points, taken = [
        [_spread([row[side] for row in rows]) for side in SIDES]
        for rows in ([game.points for game in games], [game.taken for game in games])
    ]
    return BalanceFigures(
        games=len(games),
        deals=len({game.seed for game in games}),
        us=_won(games, Side.US),
        by_first={side.name: _won([game for game in games if game.first is side], Side.US) for side in firsts},
        endings={reason: _endings(games, reason) for reason in dict.fromkeys((*REASONS, *[g.reason for g in games]))},
        turns=_spread([game.turns for game in games]),
        decisions=_spread([game.decisions for game in games]),
        points=(points[0], points[1]),
        taken=(taken[0], taken[1]),
        events=tuple([_event(games, card, side) for side in SIDES for card in _listed(cards, side)]),
    )


def _endings(games: Sequence[BalanceGame], reason: str) -> dict[str, int]:
    winners = [game.winner for game in games if game.reason == reason]
    return {side.name: winners.count(side) for side in SIDES}


def _listed(cards: CardSet, side: Side) -> list[CardId]:
    return sorted({card.id for card in cards.side(side).air if isinstance(card, EventCard)})


def _event(games: Sequence[BalanceGame], card: CardId, side: Side) -> EventFigures:
    uses = [(game, use) for game in games for use in game.events if use.card == card]
    played = [game for game, use in uses if use.played]
    kept = [game for game, use in uses if not use.played]
    half = sum([use.half for _game, use in uses])
    able = [use.played for _game, use in uses if use.able]
    return EventFigures(
        card, len(uses), _rate(len(played), len(uses)), len(able), _rate(sum(able), len(able)), half,
        _won(played, side), _won(kept, side),
    )


def _won(games: Sequence[BalanceGame], side: Side) -> Share:
    return _rate(sum([game.winner is side for game in games]), len(games))


def _rate(n: int, of: int) -> Share:
    return share(n, of, of)


def _spread(values: Sequence[int]) -> Spread:
    if not values:
        return Spread(0.0, 0.0, 0, 0)
    return Spread(float(mean(values)), float(median(values)), min(values), max(values))
