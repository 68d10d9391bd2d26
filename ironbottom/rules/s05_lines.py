"""§5, §6  Where bases stand, how far airplanes reach, and which icons are free."""

from __future__ import annotations

from msgspec.structs import replace

from ironbottom.events import BaseMoved
from ironbottom.flow import Game
from ironbottom.printed import BaseCard
from ironbottom.rules.s04_damage import BASE_ICON
from ironbottom.state import Airplane, Base, Forces, Formation
from ironbottom.words import FRONT, MIDDLE, REAR, Icon, Line, Rank, Side, Token


def place_base(g: Game, side: Side, card: BaseCard) -> Base:
    """§5.2  Home base REAR, front base FRONT, strategic base where that leaves it."""
    line = REAR[side] if card.rank is Rank.HOME else FRONT[side]
    base = Base(g.deal_token(), side, line, card)
    g.forces[side].bases[base.token] = base
    settle_strategic(g, side)
    return base


def settle_strategic(g: Game, side: Side) -> None:
    """§5.2  MIDDLE while its side has a front base, else FRONT; it moves at once, with its damage and its airplanes."""
    bases = g.forces[side].bases
    fronts = any(b.card.rank is Rank.FRONT for b in bases.values())
    line = MIDDLE[side] if fronts else FRONT[side]
    for b in list(bases.values()):
        if b.card.rank is Rank.STRATEGIC and b.line is not line:
            bases[b.token] = replace(b, line=line)
            if not g.state.setting_up:
                g.tell(BaseMoved, side, b.token, line)


def flight_range(a: Airplane, forces: Forces) -> int:
    """§5.5, R-17  Range for a flight out: a carrier airplane that takes off from a base has one less."""
    return a.card.range - 1 if a.card.icon is Icon.CARRIER and a.host in forces.bases and a.card.range else a.card.range


def home_line(a: Airplane, forces: Forces) -> Line:
    """Where an airplane that is aboard takes off."""
    return (forces.bases.get(a.host) or forces.formations[a.host]).line


def unseen_in(forces: Forces, line: Line) -> list[Formation]:
    """Unseen formations of a line, in the order of their tokens, which tells nothing."""
    found = [f for f in forces.formations.values() if f.line is line and not f.detected]
    return sorted(found, key=lambda f: f.token) if len(found) > 1 else found


Free = dict[Icon, dict[Token, int]]  # by kind of icon and host


def free_icons(forces: Forces) -> Free:
    """§6.1, §5.3  Icons without an airplane, by kind and host; none on REAR formations.  Surplus counts below zero."""
    free: Free = {Icon.CARRIER: {}, Icon.LAND: {}, Icon.SEA: {}, Icon.FLYING: {}}
    bases = forces.bases
    for token, b in bases.items():
        for icon, n in b.card.slots:
            free[icon][token] = n - b.damage if n > b.damage else 0
    for token, f in forces.formations.items():
        values = f.values
        if values.icon is not None and f.line not in REAR:
            free[values.icon][token] = values.icons_left(f.damage) if f.damage else values.icons
    for a in forces.airplanes.values():
        host = a.host
        if host:
            hosts = free[BASE_ICON[a.card.icon] if host in bases else a.card.icon]
            if host in hosts:
                hosts[host] -= 1
    return free


def hosts_by_icon(free: Free) -> dict[Icon, tuple[Token, ...]]:
    """§6.2  For each kind of airplane the hosts that have a free icon for it; land icons hold carrier airplanes too."""
    hosts = {icon: tuple([host for host, n in by_host.items() if n > 0]) for icon, by_host in free.items()}
    hosts[Icon.CARRIER] += hosts[Icon.LAND]
    return hosts


def kind_taken(a: Airplane, host: Token, forces: Forces) -> Icon:
    """§6.2  Which kind of icon it takes there: on a base carrier airplanes share the land icons."""
    return BASE_ICON[a.card.icon] if host in forces.bases else a.card.icon
