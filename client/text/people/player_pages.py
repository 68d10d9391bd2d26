"""The page of a player of a server, line by line; twin of client/web/start/games/player.js."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from ironbottom.phrases import side_name
from ironbottom.vocabulary import phrase
from ironbottom.wire.cleaning import clean_name
from ironbottom.wire.players import PlayerGame, PlayerPage
from ironbottom.words import SIDES

from ..sanitize import sanitize

RESULTS = {1.0: "won", 0.0: "lost"}  # all others are drawn


class PlayerLine(NamedTuple):
    """A line that may be about a player."""

    text: str
    key: str = ""  # the letters of his key; "": it is about nobody, or several
    own: bool = False  # it is about the reader


def lines(page: PlayerPage) -> list[str]:
    """The page, for somebody who reads line by line."""
    return [called(page), *[line.text for line in page_rows(page)]]


def called(page: PlayerPage) -> str:
    """The player's name."""
    return _name(page.name, bot=page.bot)


def page_rows(page: PlayerPage) -> list[PlayerLine]:
    """The page below its name."""
    told = [PlayerLine(line) for line in _summed(page)]
    for other in page.opponents:
        text = phrase("players.opponent", name=_name(other.name, bot=other.bot), games=other.games, won=other.won,
                      drawn=other.drawn)
        told.append(PlayerLine(f"  {text}", other.key))
    told.append(PlayerLine(phrase("players.games")))
    told += [PlayerLine(f"  {_game(one)}", one.key) for one in page.games]
    return [*told, PlayerLine(phrase("players.public"))]


def _summed(page: PlayerPage) -> list[str]:
    """Key, games by side, rating; as far as the heading of the opponents."""
    told = [phrase("players.letters", key=sanitize(page.key))]
    for side, record in zip(SIDES, (page.us, page.jp), strict=True):
        told.append(phrase("players.side", side=side_name(side), games=record.games, won=record.won,
                           drawn=record.drawn))
    if page.ratings:
        now = page.ratings[-1]
        told.append(phrase("players.rating", points=now.points, low=now.low, high=now.high))
    else:
        told.append(phrase("players.unrated"))
    if len(page.ratings) > 1:
        told.append(phrase("players.over_time"))
    for one in page.ratings[:-1]:
        told.append("  " + phrase("players.moment", when=_day(one.at), points=one.points, low=one.low, high=one.high))
    return [*told, phrase("players.opponents")]


def _game(one: PlayerGame) -> str:
    known = {
        "when": _day(one.at), "result": phrase(f"players.{RESULTS.get(one.score, 'drawn')}"),
        "side": side_name(SIDES[one.side == 1]), "name": _name(one.name),
    }
    if not one.reason:
        return phrase("players.earlier", **known)
    us, jp = one.points
    return phrase("players.game", **known, us=us, jp=jp, turn=one.turn)


def _name(name: str, *, bot: bool = False) -> str:
    clean = clean_name(sanitize(name))
    return phrase("ratings.bot", name=clean) if bot else clean


def _day(at: int) -> str:
    return f"{datetime.fromtimestamp(at):%Y-%m-%d}"
