"""What is otherwise in a historical battle (§24): it has a last turn, and other things count than the fall of bases."""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.views import SeenFormation
from ironbottom.words import MIDDLE

from . import clock, landing, opposition, worth
from .table import SeenTable

RAID = 0.3  # VP that ships must promise which sail to meet the enemy's
TELLS = 0.8  # how much of the fire at sea tells
CRIPPLED = 0.3  # how much of a ship's worth is lost by damage that does not sink it
DARES = 0.4  # what its own ships count for who loses the battle anyway
ASHORE = 0.7  # how likely transports come ashore that get as far
SHELLS = 0.6  # hits on a base for each gun that bombards it


def raiders(table: SeenTable) -> tuple[int, ...]:
    """The ships that sail to FRONT to fight there, if that pays without the fall of a base."""
    if table.battle is None:
        return ()
    able = [f for f in table.mine.formations if landing.usable(table, f)]
    if table.score("ashore"):
        able += [f for f in table.mine.formations if table.has_transports(f)]
    return tuple([f.token for f in able]) if raid(table, able) >= RAID else ()


def forward(table: SeenTable) -> bool:
    """Whether carriers leave their place behind the front: who is behind must reach those of the enemy."""
    if table.battle is None or clock.winning(table):
        return False
    return any(f.airplanes and f.line is MIDDLE[table.enemy] for f in table.theirs.formations)


def raid_now(table: SeenTable) -> float:
    """What those promise that lie in FRONT already."""
    if table.battle is None:
        return 0.0
    return raid(table, [f for f in table.mine.formations if f.line is table.front])


def raid(table: SeenTable, ours: Sequence[SeenFormation]) -> float:
    """VP of enemy ships, bombardment and transports ashore, less what the enemy's ships may do to ours."""
    seen = [f for f in table.theirs.formations if f.line is table.enemy_front and f.detected]
    met = sum([opposition.firepower(f) * comes for f, comes in opposition.meeting(table)])
    gain = _fired(table, sum(map(opposition.firepower, ours)), seen)
    dear = DARES if clock.desperate(table) else 1.0
    return gain + _shells(table, ours) + _ashore(table, ours) - dear * _fired(table, met, ours)


def _fired(table: SeenTable, fire: float, fleet: Sequence[SeenFormation]) -> float:
    """VP that so much fire takes from a fleet: what is dearest for its HP first."""
    left, lost = TELLS * fire, 0.0
    for f in sorted(fleet, key=lambda f: (-worth.ship(table, f) / max(1.0, opposition.hull(f)), f.token)):
        hull = max(1.0, opposition.hull(f))
        hits = min(left, hull)
        left -= hits
        lost += worth.ship(table, f) if hits == hull else CRIPPLED * worth.ship(table, f) * hits / hull
        lost += 0.0 if hits == hull else table.score("damage") * hits
    return lost


def _shells(table: SeenTable, ours: Sequence[SeenFormation]) -> float:
    """§24.6  What the last bombardment leaves counts; bases recover in their owner's turn."""
    bases = [table.base(b).hp - b.damage for b in table.theirs.bases if b.line is table.enemy_front]
    guns = sum([worth.number(f.values.land) for f in ours if f.values is not None])
    return clock.shells(table) * min(SHELLS * guns, max(bases, default=0))


def _ashore(table: SeenTable, ours: Sequence[SeenFormation]) -> float:
    return ASHORE * table.score("ashore") * sum([table.has_transports(f) for f in ours])
