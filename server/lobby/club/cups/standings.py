"""How the players of a cup stand: pure, of what is stored.

Round-robin: by points; then by the points of the games between those who have as many; then by Sonneborn-Berger; then
by VP.  Who is still equal shares a place.  Who has left the cup before half of his games were played counts for nobody
(as in the FIDE Handbook, C.05, for round-robin tournaments): nobody gains by whom he met before that.

Knock-out: by the round in which somebody was out; those of one round share a place.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from .course import games_of, meetings, standing_of
from .cup import Fixture, StoredCup


class CupStanding(NamedTuple):
    """One player."""

    entrant: int
    place: int = 0  # from 1; 0: it is open still
    points: float = 0.0
    us: int = 0  # games with either side
    jp: int = 0
    mutual: float = 0.0
    strength: float = 0.0
    lead: int = 0
    out: bool = False


def standings(cup: StoredCup, fixtures: Sequence[Fixture]) -> list[CupStanding]:
    """All players, the first in the lead."""
    counted = [one for one in fixtures if one.result is not None]
    if cup.kind == "knock-out":
        return _of_bracket(cup, fixtures, counted)
    gone = {n for n in range(len(cup.entrants)) if _counts_for_nobody(cup, counted, n)}
    counted = [one for one in counted if not gone & {one.us, one.jp}]
    sums = {n: _sums(cup, counted, n) for n in range(len(cup.entrants))}
    rows = [_compared(sums, counted, n) for n in sums if n not in gone]
    return [*_placed(sorted(rows, key=_rank)), *[sums[n] for n in sorted(gone)]]


def _counts_for_nobody(cup: StoredCup, counted: Sequence[Fixture], entrant: int) -> bool:
    """Whether somebody has left before half of his games were played."""
    own = [one for one in counted if entrant in (one.us, one.jp)]
    played = sum([one.result is not None and one.result.ending == "played" for one in own])
    return cup.entrants[entrant].out and 2 * played < (len(cup.entrants) - 1) * cup.games


def _sums(cup: StoredCup, counted: Sequence[Fixture], n: int) -> CupStanding:
    own = [one for one in counted if n in (one.us, one.jp)]
    return CupStanding(
        n, 0, sum([one.points(n) for one in own]), sum([one.us == n for one in own]), sum([one.jp == n for one in own]),
        lead=sum([one.lead(n) for one in own]), out=cup.entrants[n].out,
    )


def _compared(sums: dict[int, CupStanding], counted: Sequence[Fixture], n: int) -> CupStanding:
    """With what decides between those who have as many points."""
    own, row = [one for one in counted if n in (one.us, one.jp)], sums[n]
    mutual = sum([one.points(n) for one in own if sums[one.against(n)].points == row.points])
    return row._replace(mutual=mutual, strength=sum([one.points(n) * sums[one.against(n)].points for one in own]))


def _rank(row: CupStanding) -> tuple[float, float, float, int]:
    return -row.points, -row.mutual, -row.strength, -row.lead


def _placed(rows: Sequence[CupStanding]) -> list[CupStanding]:
    """With places, which those share who are equal by every count."""
    placed = list[CupStanding]()
    for _same, equal in groupby(rows, _rank):
        place = len(placed) + 1
        placed += [row._replace(place=place) for row in equal]
    return placed


def _of_bracket(cup: StoredCup, fixtures: Sequence[Fixture], counted: Sequence[Fixture]) -> list[CupStanding]:
    lost = _lost(cup, fixtures)
    rows = [_sums(cup, counted, n) for n in range(len(cup.entrants))]
    ended = [row._replace(out=row.out or row.entrant in lost) for row in rows]
    further = sorted(ended, key=lambda row: (-lost.get(row.entrant, cup.round + 1), *_rank(row)))
    return [row._replace(place=_place(cup, lost, row.entrant)) for row in further]


def _place(cup: StoredCup, lost: dict[int, int], entrant: int) -> int:
    """By the round in which he lost; 0: he may still win, or others of that round may yet be out with him.

    Nobody else is first where nobody has won the last tie.
    """
    if entrant not in lost:
        return 1 if cup.state == "over" and cup.round else 0
    if cup.state != "over" and lost[entrant] == cup.round:
        return 0
    return 1 + max(1, sum([lost.get(n, cup.round + 1) > lost[entrant] for n in range(len(cup.entrants))]))


def _lost(cup: StoredCup, fixtures: Sequence[Fixture]) -> dict[int, int]:
    """In which round each of those is out who are."""
    lost = dict[int, int]()
    for number in range(1, cup.round + 1):
        for tie, pair in enumerate(meetings(cup, fixtures, number)):
            there = [n for n in pair if n is not None]
            if len(there) < 2:
                continue
            found = standing_of(cup, games_of(fixtures, number, tie), *there)
            lost |= {n: number for n in there if found.over and n != found.winner}
    if cup.state == "over":  # who had nobody to play against, and has left
        lost |= {n: cup.round for n, one in enumerate(cup.entrants) if one.out and n not in lost}
    return lost
