"""Which airplane stands on which icon: bombers where the enemy is in their range, nobody where he would be lost."""

from __future__ import annotations

from ironbottom.printed import AirplaneCard
from ironbottom.questions import Answer, Move, Pick, Value
from ironbottom.words import OWN_LINES, REAR, CardId

from . import worth
from .skies import fighter
from .table import SeenTable, as_token

DONE: Answer = ("done",)
BETTER = 0.75  # a shift that gains less is not made
REACHED = (2.0, 0.6, 0.3)  # what it is worth to reach the enemy's FRONT, MIDDLE, REAR
EXPOSED = 0.3  # what it costs to stand in FRONT
LOST = -9.0  # on a ship in REAR


def deploy(table: SeenTable) -> Answer:
    """Window 6, step by step: away from REAR ships, then from the hand, then to better places, full ones too."""
    shape = table.question.shape
    assert isinstance(shape, Move)
    shifts = {as_token(token): hosts for token, hosts in shape.steps.get("shift", {}).items()}
    stranded = {a: hosts for a, hosts in shifts.items() if not safe(table, table.airplanes[a].host)}
    return _shift(table, stranded) or _deploy(table, shape) or _shift(table, shifts) or _swap(table, shape) or DONE


def safe(table: SeenTable, host: int) -> bool:
    """§14.3(3)  Not on a ship in REAR."""
    return host in table.bases or table.ships[host].line not in REAR


def _deploy(table: SeenTable, shape: Move) -> Answer | None:
    """The airplane and the place that are worth most together."""
    found: list[tuple[float, str, int]] = []
    for card_id, hosts in shape.steps.get("deploy", {}).items():
        card = table.cards[CardId(str(card_id))]
        assert isinstance(card, AirplaneCard)
        found += [(place(table, card, h) + worth.airplane(card), card.id, h) for h in map(as_token, hosts)]
    best = max(found, default=None)
    return None if best is None else ("deploy", best[1], best[2])


def _shift(table: SeenTable, shifts: dict[int, tuple[Value, ...]]) -> Answer | None:
    """The shift that gains most: each one raises the worth of the whole, so that they come to an end."""
    found: list[tuple[float, int, int]] = []
    for a, hosts in shifts.items():
        card = table.airplane(a)
        now = place(table, card, table.airplanes[a].host)
        found += [(place(table, card, h) - now, a, h) for h in map(as_token, hosts)]
    best = max(found, default=(0.0, 0, 0))
    return ("shift", best[1], best[2]) if best[0] > BETTER else None


def _swap(table: SeenTable, shape: Move) -> Answer | None:
    """§14.3(2)  The exchange of two airplanes that gains most, likewise."""
    found: list[tuple[float, int, int]] = []
    for one, others in shape.steps.get("swap", {}).items():
        first = as_token(one)
        for second in [token for token in map(as_token, others) if token > first]:
            found.append((_gain(table, first, second) + _gain(table, second, first), first, second))
    best = max(found, default=(0.0, 0, 0))
    return ("swap", best[1], best[2]) if best[0] > BETTER else None


def _gain(table: SeenTable, token: int, other: int) -> float:
    """What it is worth to an airplane to stand where another does."""
    card, here, there = table.airplane(token), table.airplanes[token].host, table.airplanes[other].host
    return place(table, card, there) - place(table, card, here)


def place(table: SeenTable, card: AirplaneCard, host: int) -> float:
    """How good a place is for an airplane: what it can reach from there, and how exposed it is."""
    if not safe(table, host):
        return LOST
    line, reach = table.host_line(host), table.reach(card, host)
    near = [line.distance(there) <= reach for there in OWN_LINES[table.enemy]]
    score = sum([weight for weight, reached in zip(REACHED, near, strict=True) if reached])
    if fighter(card):
        score = 0.6 * score + sum([0.5 for own in OWN_LINES[table.me][:2] if line.distance(own) <= reach])
    return score - (EXPOSED if line is table.front else 0.0)


def surplus(table: SeenTable) -> Answer:
    """Window 15: those that are worth least."""
    shape = table.question.shape
    assert isinstance(shape, Pick)
    by_worth = sorted(shape.items, key=lambda a: (worth.airplane(table.airplane(as_token(a))), as_token(a)))
    return tuple(by_worth[: shape.least])
