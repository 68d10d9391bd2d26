"""§23.13  With fuel: who sails first, who stays where he is, and whom a landing may count on."""

from __future__ import annotations

from collections.abc import Collection

from ironbottom.questions import Value
from ironbottom.views import SeenFormation
from ironbottom.words import FRONT, MIDDLE, REAR, Line

from . import opposition
from .table import SeenTable, as_token

KEPT = 8  # fuel that is kept for landings: below it nobody sails to guard a line, or home to be repaired
LANDS, CARRIES, REPAIRS, GUARDS, IDLES = range(5)  # how urgent it is that somebody sails

Moves = dict[Value, tuple[Value, ...]]


def cost(f: SeenFormation) -> int:
    """What it costs, at most, that a formation sails."""
    return 1 + f.pair


def in_reach(table: SeenTable, guns: list[SeenFormation]) -> list[SeenFormation]:
    """Those that lie in FRONT, and the strongest of the others that the fuel brings there."""
    if table.fuel is None:
        return guns
    left, found = table.fuel, [f for f in guns if f.line is table.front]
    away = [f for f in guns if f.line is not table.front]
    for f in sorted(away, key=lambda f: (-opposition.firepower(f), f.token)):
        if cost(f) <= left:
            left -= cost(f)
            found.append(f)
    return [f for f in guns if f in found]


def by_urgency(table: SeenTable, moves: Moves, wanted: dict[int, Line], landing: Collection[int]) -> Moves:
    """The moves that are worth their fuel, the most urgent first."""
    if table.fuel is None:
        return moves
    most = IDLES if table.fuel > KEPT else REPAIRS
    ships = [table.ships[as_token(token)] for token in moves]
    found = [(_urgency(table, f, wanted, landing), not table.has_transports(f), f.token) for f in ships]
    return {token: moves[token] for urgency, _, token in sorted(found) if urgency < most}


def _urgency(table: SeenTable, f: SeenFormation, wanted: dict[int, Line], landing: Collection[int]) -> int:
    line = wanted[f.token]
    if f.token in landing:
        return LANDS
    if line is MIDDLE[table.me]:
        return CARRIES
    if line is REAR[table.me] and f.damage:
        return REPAIRS
    return GUARDS if line is FRONT[table.me] else IDLES
