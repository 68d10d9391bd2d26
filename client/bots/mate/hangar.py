"""Which airplane stands on which icon: bombers where the enemy is in their range, nobody where he would be lost."""

from __future__ import annotations

from ironbottom.printed import AirplaneCard
from ironbottom.questions import Answer, Move, Pick, Place, Value
from ironbottom.words import FRONT, MIDDLE, REAR, Line

from . import worth
from .skies import fighter
from .table import Table

DONE: Answer = ("done",)
BETTER = 0.75  # a shift that gains less is not made


def deploy(t: Table) -> Answer:
    """Window 6, step by step: away from REAR ships, then from the hand, then to better places."""
    shape = t.question.shape
    assert isinstance(shape, Move)
    shifts = [(worth.as_token(token), hosts) for token, hosts in shape.steps.get("shift", {}).items()]
    stranded = [(a, hosts) for a, hosts in shifts if not safe(t, t.airplanes[a].host)]
    moved = _best_shift(t, stranded, least=-99.0)
    if moved is not None:
        return moved
    placed = _best_deploy(t, shape)
    return placed or _best_shift(t, shifts, least=BETTER) or DONE


def safe(t: Table, host: int) -> bool:
    """§14.3(3)  Not on a ship in REAR."""
    return host in t.bases or t.ships[host].line not in REAR


def _best_deploy(t: Table, shape: Move) -> Answer | None:
    found: list[tuple[float, str, int]] = []
    for card_id, hosts in shape.steps.get("deploy", {}).items():
        card = t.cards[str(card_id)]  # type: ignore
        assert isinstance(card, AirplaneCard)
        found += [(place(t, card, host) + worth.airplane(card), card.id, host) for host in map(worth.as_token, hosts)]
    best = max(found, default=None)
    return None if best is None else ("deploy", best[1], best[2])


def _best_shift(t: Table, shifts: list[tuple[int, tuple[Value, ...]]], least: float) -> Answer | None:
    """The shift that gains most: each one raises the worth of the whole, so that they come to an end."""
    found: list[tuple[float, int, int]] = []
    for a, hosts in shifts:
        card, here = t.airplane(a), t.airplanes[a].host
        now = place(t, card, here) if safe(t, here) else 0.0
        found += [(place(t, card, h) - now, a, h) for h in map(worth.as_token, hosts) if h != here and safe(t, h)]
    best = max(found, default=None)
    return None if best is None or best[0] <= least else ("shift", best[1], best[2])


def place(t: Table, card: AirplaneCard, host: int) -> float:
    """How good a place is for an airplane: what it can reach from there, and how exposed it is."""
    if not safe(t, host):
        return -9.0
    line, reach = t.host_line(host), t.reach(card, host)
    score = 0.0
    for enemy_line, weight in zip(_enemy_lines(t), (2.0, 0.6, 0.3), strict=True):
        if line.distance(enemy_line) <= reach:
            score += weight
    if fighter(card):
        score *= 0.6
        score += sum([0.5 for own in (FRONT[t.me], MIDDLE[t.me]) if line.distance(own) <= reach])
    return score - (0.3 if line is FRONT[t.me] else 0.0)


def _enemy_lines(t: Table) -> tuple[Line, Line, Line]:
    return FRONT[t.enemy], MIDDLE[t.enemy], REAR[t.enemy]


def surplus(t: Table) -> Answer:
    """Window 15: those that are worth least."""
    shape = t.question.shape
    assert isinstance(shape, Pick)
    by_worth = sorted(shape.items, key=lambda a: (worth.airplane(t.airplane(worth.as_token(a))), worth.as_token(a)))
    return tuple(by_worth[: shape.least])


def come_home(t: Table) -> Answer:
    """Window 32: the nearest place."""
    shape = t.question.shape
    assert isinstance(shape, Place)
    return {**shape.first()}
