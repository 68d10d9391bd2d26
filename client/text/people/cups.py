"""Cups of a server as lines of text: which there are, how everybody stands, who plays whom, the seats that wait."""

from __future__ import annotations

import time

from ironbottom.phrases import side_name
from ironbottom.vocabulary import phrase
from ironbottom.wire.cleaning import cells, clean_name
from ironbottom.wire.cups import WHOLE, Cup, CupGame, CupLine, CupPlayer, Cups, CupSeat
from ironbottom.words import Side

from ..rules.table_rules import in_brief, of_terms
from ..sanitize import sanitize
from .player_pages import PlayerLine
from .table_list import terms_text


def lines(cups: Cups) -> list[str]:
    """All cups, for somebody who reads line by line."""
    return [line for cup in cups.cups for line in line_of(cup)] or [phrase("cup.none")]


def line_of(cup: CupLine) -> list[str]:
    """One of them, in brief."""
    parts = [_state(cup), phrase("cup.of_most", n=cup.entered, most=cup.most)]
    if cup.mine:
        parts.append(phrase("cup.entered"))
    first = f"{sanitize(cup.cup)}  {sanitize(cup.title)}: {phrase('rows.between').join(parts)}"
    return [first, f"    {_rules(cup)}"]


def _state(cup: CupLine) -> str:
    if cup.state == "open":
        return phrase("cup.closes", when=_moment(cup.closes))
    return phrase("cup.over") if cup.state == "over" else phrase("cup.in_round", n=cup.round, of=cup.rounds)


def _rules(cup: CupLine) -> str:
    own = cup.terms
    terms = terms_text(own.bank, "", pace=own.pace or None, special=in_brief(of_terms(own)), offers=own.offers or ())
    name = "tie" if cup.kind == "knock-out" else "two_games" if cup.games == 2 else "one_game"
    parts = [phrase(f"cup_kinds.{cup.kind}"), phrase(f"cup.{name}"), phrase("cup.within", n=cup.days)]
    return phrase("rows.between").join([*parts, sanitize(own.cards), terms])


def cup_lines(found: Cup) -> list[str]:
    """A cup: how everybody stands, and one of its rounds."""
    return [line.text for line in cup_rows(found)]


def cup_rows(found: Cup, own: str = "") -> list[PlayerLine]:
    """The same, each line with whom it tells of; `own`: the letters of the reader's key."""
    names = [entrant(player.name) for player in found.players]
    width = max(map(cells, names), default=0)
    told = [PlayerLine(line) for line in line_of(found.line)]
    told += [PlayerLine(_player(one, name, width, found), one.key, one.key == own)
             for one, name in zip(found.players, names, strict=True)]
    if found.line.state != "open":
        told.append(PlayerLine(phrase("cup.through" if found.line.kind == "knock-out" else "cup.equal", n=WHOLE)))
    if found.round:
        told += [PlayerLine(""), PlayerLine(phrase("cup.round", n=found.round))]
        told += [PlayerLine(_game(game, names), own=own in _keys(game, found)) for game in found.games]
    if found.free:
        free = phrase("rows.inside").join([_named(n, names) for n in found.free])
        told.append(PlayerLine(phrase("cup.free", names=free)))
    return told


def _keys(game: CupGame, found: Cup) -> list[str]:
    """Of both who play it."""
    return [found.players[n].key for n in (game.us, game.jp) if n < len(found.players)]


def _named(n: int, names: list[str]) -> str:
    """A player by his place in the list; a server may name one that it does not list."""
    return names[n] if n < len(names) else "?"


def _player(player: CupPlayer, name: str, width: int, found: Cup) -> str:
    if found.line.state == "open":
        return f"     {name}"
    place = str(player.place) if player.place else "-"
    points = phrase("cup.row", points=f"{player.points:g}", games=player.games, us=player.us, jp=player.jp)
    counts = phrase("cup.counts", mutual=f"{player.mutual:g}", strength=f"{player.strength:g}", lead=f"{player.lead:+}")
    parts = [points, counts if found.line.kind == "round-robin" else f"VP {player.lead:+}"]
    if player.out:
        parts.append(phrase("cup.out"))
    return f"{place:>3}  {name}{' ' * (width - cells(name))}  {phrase('rows.between').join(parts)}"


def _game(game: CupGame, names: list[str]) -> str:
    both = phrase("cup.game", us=_named(game.us, names), jp=_named(game.jp, names))
    if game.ending is None:
        how = phrase("cup.open", table=sanitize(game.table), when=_moment(game.due))
    else:
        result = phrase("cup.result", us=f"{game.points[0]:g}", jp=f"{game.points[1]:g}")
        how = phrase("rows.inside").join([result, f"VP {game.lead:+}", phrase(f"cup_endings.{game.ending}")])
    return f"{game.n:4}  {both}  {how}"


def seat_line(seat: CupSeat) -> str:
    """A game of one's own that waits."""
    side, name = side_name(Side(seat.place)), entrant(seat.against)
    return phrase("cup.seat", side=side, name=name, table=sanitize(seat.table))


def entrant(name: str) -> str:
    """A name as it is shown."""
    return clean_name(sanitize(name))


def _moment(at: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
