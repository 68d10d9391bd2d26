"""§4  Damage: on formations and bases, the loss of airplanes, and what lies on the piles afterwards."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from msgspec.structs import replace

from ironbottom.events import Damaged, Discarded, Eliminated, ShotDown
from ironbottom.flow import Asking, Forced, Game, Procedure, both, do, until
from ironbottom.printed import AnyCard, EventCard, ShipCard
from ironbottom.questions import Answer, Pick
from ironbottom.rules.s11_victory import score
from ironbottom.rules.s23_veterans import lose_veterans
from ironbottom.state import Airplane, Base, Forces, Formation
from ironbottom.words import Icon, Side, Token

T = TypeVar("T")
BASE_ICON = {Icon.CARRIER: Icon.LAND, Icon.LAND: Icon.LAND, Icon.SEA: Icon.SEA, Icon.FLYING: Icon.FLYING}
BASE_ICONS = (Icon.LAND, Icon.SEA, Icon.FLYING)


def account(forces: Forces, card: AnyCard) -> None:
    """§20.1  The opponent has seen this event card: no window opens for it any more."""
    if isinstance(card, EventCard) and card in forces.unaccounted:
        left = list(forces.unaccounted)
        left.remove(card)
        forces.unaccounted = tuple(left)


def discard(g: Game, side: Side, cards: tuple[AnyCard, ...], *, named: bool = False, quiet: bool = False) -> None:
    """§4.7, R-36  One packet on the airplane discard pile, in the order named or a random one; the top is seen.

    `quiet`: in a private segment, nobody sees it before the segment is shown.
    """
    if not cards:
        return
    forces = g.forces[side]
    packet = cards if named else in_random_order(g, side, cards)
    forces.discards += packet
    if not quiet:
        account(forces, packet[-1])
        g.tell(Discarded, side, len(packet), packet[-1].id, tuple([c.id for c in packet]))


def in_random_order(g: Game, side: Side, cards: tuple[T, ...]) -> tuple[T, ...]:
    """R-36  Cards or airplanes of a side in an order that only chance decides."""
    if len(cards) < 2:
        return cards
    forces = g.forces[side]
    forces.chance = chance = forces.chance.copy()
    order = chance.order(len(cards))
    g.note_mix(f"packets/{side.name.lower()}", order)
    return tuple([cards[place] for place in order])


def aboard(forces: Forces, host: Token) -> list[Airplane]:
    """The airplanes on a formation or base."""
    return [a for a in forces.airplanes.values() if a.host == host]


def _take_aboard(forces: Forces, host: Token) -> tuple[AnyCard, ...]:
    """§4.4  Remove the airplanes of a host that is lost."""
    lost = aboard(forces, host)
    for airplane in lost:
        del forces.airplanes[airplane.token]
    return tuple([a.card for a in lost])


def cards_of(f: Formation) -> tuple[ShipCard | EventCard, ...]:
    return (f.lead,) if f.escort is None else (f.lead, f.escort)


def damage_formation(g: Game, f: Formation, hits: int) -> None:
    """§4.1  Each hit is one damage; at its HP a formation is eliminated."""
    if not hits:
        return
    damage = f.damage + hits
    g.tell(Damaged, f.side, f.token, hits, damage)
    if damage >= f.values.hp:
        eliminate(g, f)
    else:
        g.forces[f.side].formations[f.token] = replace(f, damage=damage)
        lose_veterans(g, f)


def damage_base(g: Game, base: Base, hits: int) -> None:
    """§4.3  Damage is capped at the HP, and never removes a base."""
    if not hits:
        return
    damage = min(base.card.hp, base.damage + hits)
    g.tell(Damaged, base.side, base.token, hits, damage)
    g.forces[base.side].bases[base.token] = replace(base, damage=damage)


def eliminate(g: Game, f: Formation, *, quiet: bool = False) -> None:
    """§4.1, §4.4, R-6  Ship cards to the opponent's victory pile, transports and airplanes aboard to the discards."""
    forces = g.forces[f.side]
    del forces.formations[f.token]
    ships = tuple([(card, card.vp) for card in cards_of(f) if isinstance(card, ShipCard)])
    g.forces[f.side.enemy].victory += ships
    if not quiet:
        points = sum([vp for _, vp in ships])
        g.tell(Eliminated, f.side, f.token, tuple([c.id for c in cards_of(f)]), points)
    lost = _take_aboard(forces, f.token)
    if isinstance(f.lead, EventCard):
        account(forces, f.lead)
        lost = (f.lead, *lost)
    discard(g, f.side, lost, quiet=quiet)
    if not quiet:
        score(g, f.side.enemy, "transports", int(f.transports))
        score(g, f.side.enemy, "airplanes", len(lost) - f.transports)


def remove_base(g: Game, base: Base, points: int) -> None:
    """§4.3, §4.4  A base is eliminated: nobody gets the base itself."""
    forces = g.forces[base.side]
    del forces.bases[base.token]
    g.forces[base.side.enemy].victory += ((base.card, points),)
    g.tell(Eliminated, base.side, base.token, (base.card.id,), points)
    lost = _take_aboard(forces, base.token)
    discard(g, base.side, lost)
    score(g, base.side.enemy, "airplanes", len(lost))


def shoot_down(g: Game, side: Side, tokens: tuple[Token, ...]) -> None:
    """§4.2  An airplane is eliminated by one hit."""
    if not tokens:
        return
    airplanes = g.forces[side].airplanes
    lost = [airplanes.pop(token) for token in tokens]
    g.tell(ShotDown, side, tuple([(a.token, a.card.id) for a in lost]))
    discard(g, side, tuple([a.card for a in lost]))
    score(g, side.enemy, "airplanes", len(lost))


def overload(forces: Forces) -> tuple[Token, tuple[Token, ...], int] | None:
    """§4.6  The first host with more airplanes than icons: host, the airplanes on that kind, how many too many."""
    hosts: list[Formation | Base] = [f for f in forces.formations.values() if f.damage]
    hosts += [b for b in forces.bases.values() if b.damage]
    for host in hosts:
        there = aboard(forces, host.token)
        if isinstance(host, Formation):
            if len(there) > host.icons:
                return host.token, tuple([a.token for a in there]), len(there) - host.icons
            continue
        for icon in BASE_ICONS:
            on_icon = tuple([a.token for a in there if BASE_ICON[a.card.icon] is icon])
            if len(on_icon) > host.icons(icon):
                return host.token, on_icon, len(on_icon) - host.icons(icon)
    return None


def surplus(g: Game) -> Procedure | None:
    """§4.6  At its three points: the surplus segment, if anybody has a surplus."""
    us, jp = g.forces
    return None if overload(us) is None and overload(jp) is None else Surplus()


class Surplus(Procedure, tag="surplus", kw_only=True):
    """§4.6, R-5  Airplanes above the icons that damage has left are discarded, both sides at the same time."""

    loops: ClassVar[bool] = True
    chosen: tuple[tuple[Side, tuple[Token, ...]], ...] = ()

    @until("4.6")
    def all_have_icons(self, g: Game) -> bool:
        return all(overload(forces) is None for forces in g.forces)

    @both("4.6", "15")
    def choose(self, g: Game, side: Side) -> Asking:
        """Discard the airplanes that have no icon left, the last on top."""
        over = overload(g.forces[side])
        if over is None:
            return None
        _, tokens, surplus = over
        shape = Pick(tokens, surplus, surplus)
        return Forced(shape) if surplus == len(tokens) else shape

    @choose.answered
    def chose(self, g: Game, side: Side, answer: tuple[Token, ...]) -> bool:
        self.chosen = (*self.chosen, (side, answer))
        return True

    @choose.otherwise
    def by_lot(self, g: Game, side: Side) -> Answer:
        over = overload(g.forces[side])
        assert over is not None
        _, tokens, surplus = over
        start = g.lot(len(tokens))
        return tuple([tokens[(start + i) % len(tokens)] for i in range(surplus)])

    @do("4.6")
    def lose(self, g: Game) -> None:
        """Shown together: who lost all of a kind left no order, so the packet falls as it may."""
        for side, tokens in sorted(self.chosen):
            forces = g.forces[side]
            over = overload(forces)
            assert over is not None
            named = len(tokens) < len(over[1])
            discard(g, side, tuple([forces.airplanes.pop(token).card for token in tokens]), named=named)
        self.chosen = ()
