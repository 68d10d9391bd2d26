"""What the enemy can do about a landing: ships that come out to meet it, and bombers over the transports."""

from __future__ import annotations

from ironbottom.views import SeenFormation

from . import skies, worth
from .assault import Army
from .table import SeenTable

HIDDEN_GUNS, HIDDEN_PAIR = 3.5, 5.25  # hits that an unseen enemy formation may be good for
HIDDEN_HULL, HIDDEN_PAIR_HULL = 4.0, 7.0  # and the HP that it may have
COMES = 0.7  # how likely it comes out to meet a landing
HOLD = 1.2  # guns on Escort for each gun that may meet us
HELD_DOWN = 0.8  # how much of the escorts' fire tells
BREAKS = 0.6  # how much of the enemy's guns go for the transports, if escorts are there
AT_TRANSPORTS = 0.7  # and how much of that hits them and not others
SINKS, SINKS_PAIR = 0.3, 0.12  # transports that one bomber sinks, without an escort and with one


def firepower(f: SeenFormation) -> float:
    """Hits at sea to be expected of a formation."""
    if f.values is None:
        return HIDDEN_PAIR if f.pair else HIDDEN_GUNS
    return worth.number(f.values.surface) + worth.number(f.values.torp)


def hull(f: SeenFormation) -> float:
    """HP left."""
    if f.values is None:
        return HIDDEN_PAIR_HULL if f.pair else HIDDEN_HULL
    return float(f.values.hp - f.damage)


def meeting(table: SeenTable) -> list[tuple[SeenFormation, float]]:
    """Enemy ships that may meet a landing, and how likely: who is detected has to attend."""
    there = [f for f in table.theirs.formations if f.line is table.enemy_front and firepower(f) >= 1]
    return [(f, 1.0 if f.detected else COMES) for f in there]


def split(table: SeenTable, guns: list[SeenFormation]) -> tuple[list[SeenFormation], list[SeenFormation]]:
    """Who keeps enemy ships away, and who bombards."""

    def keeping(f: SeenFormation) -> tuple[float, int]:
        land = 0.0 if f.values is None else worth.number(f.values.land)
        return firepower(f) - 1.5 * land, f.token

    need = HOLD * sum([firepower(f) * comes for f, comes in meeting(table)])
    escorts: list[SeenFormation] = []
    for f in sorted(guns, key=keeping, reverse=True):
        if need > 0 and not table.has_transports(f):
            escorts.append(f)
            need -= firepower(f)
    return escorts, [f for f in guns if f not in escorts]


def arrives(table: SeenTable, escorts: list[SeenFormation], armies: list[Army]) -> float:
    """The chance of transports to come to the base."""
    return _past_ships(table, escorts, armies) * _past_bombers(table, armies)


def _past_ships(table: SeenTable, escorts: list[SeenFormation], armies: list[Army]) -> float:
    """Escorts hold some of the enemy's ships down; the others spread their fire over the transports."""
    theirs = meeting(table)
    fire = sum([firepower(f) * comes for f, comes in theirs])
    hulls = sum([hull(f) * comes for f, comes in theirs])
    held = min(1.0, HELD_DOWN * sum(map(firepower, escorts)) / max(1.0, hulls))
    through = fire * (BREAKS if escorts else 1.0) * (1 - held)
    bulk = sum([army.hp + army.escort_hp for army in armies])
    return max(0.0, 1 - AT_TRANSPORTS * through / max(1, bulk))


def _past_bombers(table: SeenTable, armies: list[Army]) -> float:
    """Enemy bombers fly out before the transports land."""
    sunk = sum([SINKS_PAIR if army.escort_hp else SINKS for army in armies]) / max(1, len(armies))
    return max(0.0, 1 - skies.strikers(table, table.front) * sunk / max(1, len(armies)))
