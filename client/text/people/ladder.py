"""The ladder of a server as lines of text: how strong the players of its rated games are."""

from __future__ import annotations

from ironbottom.vocabulary import phrase
from ironbottom.wire.cleaning import cells, clean_name
from ironbottom.wire.ratings import LadderRung, Ratings

from ..sanitize import sanitize


def lines(found: Ratings) -> list[str]:
    """The ladder, for somebody who reads line by line."""
    if not found.rungs:
        return [phrase("ratings.none")]
    own = f"  <- {phrase('ratings.you')}"
    rungs = [f"{line}{own}" if n == found.you else line for n, line in enumerate(rung_lines(found), 1)]
    return [phrase("ratings.counted", n=found.games), *rungs, *about(found)]


def rung_lines(found: Ratings) -> list[str]:
    """A line for each player, the strongest first."""
    names = [_name(rung) for rung in found.rungs]
    width = max(map(cells, names), default=0)
    return [f"{n:3}  {name}{' ' * (width - cells(name))}  {_told(rung)}"
            for n, (rung, name) in enumerate(zip(found.rungs, names, strict=True), 1)]


def about(found: Ratings) -> list[str]:
    """What the points mean, and what a side is worth."""
    if found.side is None:
        return [phrase("ratings.about")]
    points, low, high = [f"{value:+}" for value in found.side]
    return [phrase("ratings.about"), phrase("ratings.side", points=points, low=low, high=high)]


def _name(rung: LadderRung) -> str:
    name = clean_name(sanitize(rung.name))
    return phrase("ratings.bot", name=name) if rung.bot else name


def _told(rung: LadderRung) -> str:
    points = phrase("ratings.points", points=rung.points, low=rung.low, high=rung.high)
    return f"{points}  {phrase('ratings.games', games=rung.games, won=rung.won, drawn=rung.drawn, us=rung.as_us)}"
