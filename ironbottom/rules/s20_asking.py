"""§20.1, R-27  Being asked tells nothing: whether a side has a choice, for all that its opponent can see.

What lies on a base is public; what lies on a ship could be any airplane that ships carry.
"""

from __future__ import annotations

from functools import lru_cache

from ironbottom.flow import Game
from ironbottom.printed import AirplaneCard, SideCards
from ironbottom.rules.s05_lines import flight_range
from ironbottom.state import Forces, Formation
from ironbottom.words import Icon, Line, Side

SHIP_ICONS = (Icon.CARRIER, Icon.SEA)
STRIKING = ("airc", "bomb", "torp", "land")  # §17.1(5), R-19
Key = tuple[str, Side, tuple[str, ...], tuple[Icon, ...]]  # the fingerprint of the set first
_reach: dict[Key, int] = {}  # a memo, never a fact of a game


@lru_cache(1 << 12)  # it is asked of every airplane before every flight
def can(card: AirplaneCard, abilities: tuple[str, ...]) -> bool:
    """Whether one of these abilities is printed at all; 0 counts (§3.4)."""
    return any(getattr(card, ability) is not None for ability in abilities)


def farthest(g: Game, side: Side, abilities: tuple[str, ...], icons: tuple[Icon, ...]) -> int:
    """The longest range of any airplane with such an ability that these icons could hold; -1: none."""
    key = (g.state.cards.fingerprint, side, abilities, icons)
    reach = _reach.get(key)
    if reach is None:
        reach = _reach[key] = _reach_of(g.state.cards.side(side), abilities, icons)
    return reach


def _reach_of(cards: SideCards, abilities: tuple[str, ...], icons: tuple[Icon, ...]) -> int:
    ranges = [c.range for c in cards.air if isinstance(c, AirplaneCard) and c.icon in icons and can(c, abilities)]
    return max(ranges, default=-1)


def icons_seen(f: Formation) -> tuple[Icon, ...]:
    """The kinds of icon that a formation may have, for all that the opponent can see."""
    if (f.detected or f.known) and f.values.icon is not None:
        return (f.values.icon,)
    return SHIP_ICONS


def could_fly(g: Game, side: Side, abilities: tuple[str, ...], lines: tuple[Line, ...]) -> bool:
    """Whether an airplane of this side could fly to one of these lines, for all that the opponent can see."""
    if not lines:
        return False
    forces = g.forces[side]
    for a in forces.airplanes.values():
        if not a.host or a.task is not None:  # in the air, or unpacked (§23.12)
            continue
        if a.host in forces.bases:
            if not can(a.card, abilities):
                continue
            home, reach = forces.bases[a.host].line, flight_range(a, forces)
        else:
            carrier = forces.formations[a.host]
            home, reach = carrier.line, farthest(g, side, abilities, icons_seen(carrier))
        if any(abs(home - line) <= reach for line in lines):
            return True
    return False


def anybody_aboard(forces: Forces) -> bool:
    """Whether a side has an airplane on a host that may fly: everybody can count them."""
    return any(a.host and a.task is None for a in forces.airplanes.values())
