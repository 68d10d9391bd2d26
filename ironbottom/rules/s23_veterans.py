"""§23.3  Veterans: airplanes of a Japanese carrier that was never hit roll one attempt more."""

from __future__ import annotations

from ironbottom.flow import Game
from ironbottom.printed import EventCard, ShipCard
from ironbottom.state import Airplane, Formation, InForce
from ironbottom.words import CardId, Icon, Side

FLOWN = frozenset(map(CardId, ("jp/zeke", "jp/val", "jp/kate")))  # by veterans, from a carrier
LOST = "veterans-lost"  # what is in force once a carrier was hit; n: the place of its card in the fleet of the set


def veterans(g: Game, a: Airplane) -> int:
    """§23.3  What they add to AirC, Bomb, Torp or Land in the first round in which it fires."""
    if not g.state.cards.options.veterans or a.card.id not in FLOWN:
        return 0
    carrier = g.forces[a.side].formations.get(a.host or a.origin)
    if carrier is None or carrier.damage or carrier.values.icon is not Icon.CARRIER:
        return 0
    lost = {effect.n for effect in g.state.in_force if effect.does == LOST}
    return int(lost.isdisjoint(_carriers(g, carrier)))


def lose_veterans(g: Game, f: Formation) -> None:
    """§23.3  A formation has damage: the carrier in it has no veterans for the rest of the game."""
    if f.side is Side.JP and g.state.cards.options.veterans:
        known = {effect.n for effect in g.state.in_force if effect.does == LOST}
        new = [InForce(LOST, f.side, n, "game") for n in _carriers(g, f) if n not in known]
        g.state.in_force = (*g.state.in_force, *new)


def _carriers(g: Game, f: Formation) -> list[int]:
    """The places of the carriers of a formation in the fleet."""
    cards = [card for card in (f.lead, f.escort) if not isinstance(card, EventCard | None)]
    fleet = g.state.cards.side(f.side).fleet
    carriers = {card.id for card in cards if card.values.icon is Icon.CARRIER}
    return [n for n, card in enumerate(fleet) if isinstance(card, ShipCard) and card.id in carriers]
