"""§23.3  Veterans: airplanes of a Japanese carrier that was never hit roll one attempt more."""

from __future__ import annotations

from ironbottom.abilities import VETERANS, VETERANS_LOST, carriers
from ironbottom.flow import Game
from ironbottom.state import Airplane, Formation, InForce
from ironbottom.words import Icon, Side


def veterans(g: Game, a: Airplane) -> int:
    """§23.3  What they add to AirC, Bomb, Torp or Land in the first round in which it fires."""
    if not g.state.cards.options.veterans or a.card.id not in VETERANS:
        return 0
    carrier = g.forces[a.side].formations.get(a.host or a.origin)
    if carrier is None or carrier.damage or carrier.values.icon is not Icon.CARRIER:
        return 0
    lost = {effect.n for effect in g.state.in_force if effect.does == VETERANS_LOST}
    return int(lost.isdisjoint(_numbers(g, carrier)))


def lose_veterans(g: Game, f: Formation) -> None:
    """§23.3  A formation has damage: the carrier in it has no veterans for the rest of the game."""
    if f.side is Side.JP and g.state.cards.options.veterans:
        known = {effect.n for effect in g.state.in_force if effect.does == VETERANS_LOST}
        new = [InForce(VETERANS_LOST, f.side, n, "game") for n in _numbers(g, f) if n not in known]
        g.state.in_force = (*g.state.in_force, *new)


def _numbers(g: Game, f: Formation) -> list[int]:
    """The places of the carriers of a formation among those of its side."""
    mine = {card.id for card in (f.lead, f.escort) if card is not None}
    return [n for n, card in enumerate(carriers(g.state.cards.side(f.side).fleet, f.side)) if card in mine]
