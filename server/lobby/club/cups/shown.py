"""What players are told of cups."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ironbottom.keys import fingerprint
from ironbottom.wire.codecs import encode
from ironbottom.wire.cups import Cup, CupGame, CupLine, CupPlayer, Cups, CupSeat
from ironbottom.wire.frames import TO_CLIENT
from ironbottom.wire.terms import listed, public

from .course import meetings, rounds
from .cup import Fixture, StoredCup
from .standings import CupStanding, standings


def line_of_cup(cup: StoredCup, key: bytes) -> CupLine:
    """A cup in brief, for a player."""
    return CupLine(
        cup.id, cup.title, cup.kind, cup.games, listed(cup.terms), cup.state, cup.closes, cup.most, len(cup.entrants),
        cup.entrant(key) is not None, cup.round, 0 if cup.state == "open" else rounds(cup), cup.days,
    )


def seats_of(cup: StoredCup, fixtures: Sequence[Fixture], key: bytes) -> list[CupSeat]:
    """The seats that wait for a player."""
    found = list[CupSeat]()
    for one in fixtures:
        for place, (n, other) in enumerate(((one.us, one.jp), (one.jp, one.us))):
            if one.result is None and one.table and cup.entrants[n].key == key and not cup.entrants[n].out:
                found.append(CupSeat(one.table, place, one.tokens[place], cup.entrants[other].name))
    return found


def as_many_as_fit(told: Cups) -> Cups:
    """Battles of the host's own may have many words: what is told last gives way."""
    while len(encode(told)) > TO_CLIENT and told.cups:
        told = replace(told, cups=told.cups[:-1])
    return told


def whole_cup(
    seq: int, cup: StoredCup, fixtures: Sequence[Fixture], key: bytes, round_: int,
    rows: Sequence[CupStanding] | None = None,
) -> Cup:
    """A cup with its standing and the games of a round; `rows`: how everybody stands, where that is known."""
    if rows is None:
        rows = standings(cup, fixtures)
    index = {row.entrant: n for n, row in enumerate(rows)}
    number = min(round_ or cup.round, cup.round)
    games = [one for one in fixtures if one.round == number]
    line = replace(line_of_cup(cup, key), terms=public(cup.terms))
    busy = {n for one in games for n in (one.us, one.jp)}
    free = [n for n in _there(cup, fixtures, number) if n not in busy]
    return Cup(
        seq, line, tuple([_player(cup, row) for row in rows]), number, tuple([_game(one, index) for one in games]),
        tuple(sorted([index[n] for n in free])),
    )


def _there(cup: StoredCup, fixtures: Sequence[Fixture], number: int) -> list[int]:
    """Who has not lost before a round, and has not left."""
    if not number:
        return []
    if cup.kind == "round-robin":
        return [n for n, one in enumerate(cup.entrants) if not one.out]
    pairs = meetings(cup, fixtures, number)
    return [n for pair in pairs for n in pair if n is not None and not cup.entrants[n].out]


def _player(cup: StoredCup, row: CupStanding) -> CupPlayer:
    one = cup.entrants[row.entrant]
    return CupPlayer(
        one.name, fingerprint(one.key), row.place, row.points, row.us + row.jp, row.us, row.jp, row.mutual,
        row.strength, row.lead, row.out,
    )


def _game(one: Fixture, index: dict[int, int]) -> CupGame:
    us, jp, result = index[one.us], index[one.jp], one.result
    if result is None:
        return CupGame(one.n, us, jp, one.table, due=one.due)
    return CupGame(one.n, us, jp, one.table, result.ending, (result.us, result.jp), result.lead, one.due)
