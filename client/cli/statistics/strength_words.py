"""How strong a player is, in words and as JSON.  Twin of client/web/start/terms/strength.js."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ironbottom.language import _, counted
from ironbottom.strength import Estimate
from ironbottom.vocabulary import TABLES, phrase
from ironbottom.words import Side

from ...text.rules.handicap import win_chance
from ...text.sanitize import sanitize
from .rating import Rating, Strength

TEN = 10  # games of an example


def strength_lines(found: Strength) -> Iterator[str]:
    """The player's own, what it means, and how he compares with the people that he has played."""
    yield phrase("strength.title")
    told = [*own_lines(found.own), *[_person(name, one) for name, one in found.people.items()]]
    for line in told:
        yield f"  {line}"
    if found.own.estimate is not None:
        yield "  " + _("`ironbottom play --side us --even` makes a game against a bot even by it.")


def own_lines(found: Rating) -> Iterator[str]:
    """In points, between which bots that is, and in games that would be won."""
    games, one = _games(found.games), found.estimate
    if one is None:
        yield phrase("strength.few", games=games, more=found.missing)
        return
    low, high = [None if end is None else round(end) for end in (one.low, one.high)]
    if high is None:
        yield phrase("strength.least", low=low, games=games)
    elif low is None:
        yield phrase("strength.most", high=high, games=games)
    else:
        yield phrase("strength.figure", points=round(one.points), low=low, high=high, games=games)
        yield from _among_bots(one.points)
    yield phrase("strength.points")


def _among_bots(points: float) -> Iterator[str]:
    rungs = [(name, int(elo)) for name, elo in TABLES["rung_elo"].items()]
    above = next(((name, elo) for name, elo in rungs if elo > points), None)
    below = next(((name, elo) for name, elo in reversed(rungs) if elo <= points), None)
    if below is not None and above is not None:
        (low, low_elo), (high, high_elo) = below, above
        yield phrase("strength.between", low=low, low_elo=low_elo, high=high, high_elo=high_elo)
    elif below is not None:
        yield phrase("strength.above", low=below[0], low_elo=below[1])
    name, elo = min(rungs, key=lambda rung: abs(rung[1] - points))
    wins = round(TEN * win_chance(Side.US, points - elo, ()))
    yield phrase("strength.chance", name=name, elo=elo, n=wins)


def _person(name: str, found: Rating) -> str:
    who, games = sanitize(name), _games(found.games)
    if found.estimate is None:
        return phrase("strength.people_few", name=who, games=games, more=found.missing)
    one = found.estimate
    kind = "stronger" if one.points >= 0 else "weaker"
    said = phrase(f"strength.{kind}", points=abs(round(one.points)), name=who, games=games)
    if one.low is None or one.high is None:
        return said
    return phrase("strength.sure", sentence=said, low=round(one.low), high=round(one.high), name=who)


def _games(n: int) -> str:
    return counted("{n} game", "{n} games", n)


def strength_json(found: Strength) -> dict[str, Any]:
    """Elo points with their intervals; null: too few games, or no bound that way."""
    return {"own": _rating(found.own), "people": {name: _rating(one) for name, one in found.people.items()}}


def _rating(found: Rating) -> dict[str, Any]:
    one: Estimate | None = found.estimate
    return {"games": found.games} | (
        {"points": None, "low": None, "high": None} if one is None else dict(one._asdict())
    )
