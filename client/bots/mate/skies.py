"""Enemy airplanes that may come: those on bases are known, those on ships guessed."""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.abilities import VETERANS, VETERANS_LOST, carriers
from ironbottom.printed import AirplaneCard
from ironbottom.words import Icon, Line

from . import worth
from .table import SeenTable

FIGHTER_ABOARD, STRIKER_ABOARD = 0.35, 0.6  # chances that an airplane on a ship, whose face I do not see, is one
RANGE_ABOARD = 2  # how far airplanes on ships fly
RISK_EACH = 0.22  # chance to be shot down that each enemy interceptor adds, if no escort holds it
HELD = 0.6  # how much of that an escort takes away


def fighter(card: AirplaneCard) -> bool:
    """Whether it fights airplanes in the first place."""
    return card.airc is not None and card.airc >= 1 and worth.number(card.bomb) < 2 and worth.number(card.land) < 2


def striker(card: AirplaneCard) -> bool:
    """Whether it hurts ships."""
    return max(worth.number(card.bomb), worth.number(card.torp)) >= 1


def veterans(table: SeenTable, token: int) -> int:
    """§23.3  What veterans add to the first fire of one of my airplanes."""
    a = table.airplanes[token]
    if not table.options.veterans or a.card not in VETERANS:
        return 0
    f = table.ships.get(a.host or a.origin)
    if f is None or f.damage or f.values is None or f.values.icon is not Icon.CARRIER:
        return 0
    mine = carriers(table.cards.values(), table.me)
    lost = [mine[e.n] for e in table.view.in_force if e.does == VETERANS_LOST and e.n < len(mine)]
    return int(f.lead not in lost and f.escort not in lost)


def near(table: SeenTable, line: Line) -> Iterator[AirplaneCard | None]:
    """Enemy airplanes aboard that could fly to a line; None: a face that I do not see."""
    for a in table.theirs.airplanes:
        host = table.enemy_bases.get(a.host) or table.enemy_ships.get(a.host)
        if host is None or a.task is not None:
            continue
        card = table.enemy_airplane(a.token)
        reach = RANGE_ABOARD if card is None else card.range
        if card is not None and card.icon is Icon.CARRIER and a.host in table.enemy_bases:
            reach -= 1
        if host.line.distance(line) <= reach:
            yield card


def interceptors(table: SeenTable, line: Line) -> float:
    """How many enemy fighters may rise over a line of theirs; strong ones count for one."""
    found = 0.0
    for card in near(table, line):
        if card is None:
            found += FIGHTER_ABOARD
        elif card.airc is not None:
            found += min(1.0, card.airc / 3)
    return found


def strikers(table: SeenTable, line: Line) -> float:
    """How many enemy airplanes may attack my ships in a line."""
    return sum([STRIKER_ABOARD if card is None else float(striker(card)) for card in near(table, line)])


def dangers(table: SeenTable, lines: set[Line], escorts: int) -> dict[Line, float]:
    """The chance of an attacker to be shot down before it attacks, by line."""
    return {line: min(0.8, RISK_EACH * max(0.0, interceptors(table, line) - HELD * escorts)) for line in lines}
