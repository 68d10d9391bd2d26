"""§8  Escort pairs: who may escort whom, forming, disbanding, dividing damage."""

from __future__ import annotations

from msgspec.structs import replace

from ironbottom.abilities import paired
from ironbottom.flow import Game
from ironbottom.printed import EventCard, ShipCard
from ironbottom.rules.s04_damage import aboard, eliminate
from ironbottom.rules.s07_detection import private_token
from ironbottom.state import Formation
from ironbottom.words import Side, Token


def may_escort(f: Formation) -> bool:
    """§8.1  A lone escort-capable card."""
    return f.escort is None and f.lead.attached is not None


def form(g: Game, side: Side, escort: Token, lead: Token) -> None:
    """§8.2, §8.5, R-9, R-51, R-59  The escort joins the leader in its line; damage adds; detected if either was."""
    forces = g.forces[side]
    joining, leading = forces.formations.pop(escort), forces.formations[lead]
    assert isinstance(joining.lead, ShipCard)
    forces.formations[lead] = replace(
        leading,
        escort=joining.lead,
        values=paired(leading.values, joining.lead),
        detected=leading.detected or joining.detected,
        known=leading.known and joining.known,
        damage=leading.damage + joining.damage,
    )
    for a in aboard(forces, escort):
        forces.airplanes[a.token] = replace(a, host=lead)


def splits(pair: Formation) -> tuple[int, ...]:
    """§8.5  How much of the pair's damage the leader may take, no card above its HP."""
    assert pair.escort is not None
    lead_hp, escort_hp = lone_hp(pair.lead), pair.escort.values.hp
    return tuple(range(max(0, pair.damage - escort_hp), min(lead_hp, pair.damage) + 1))


def lone_hp(card: ShipCard | EventCard) -> int:
    if isinstance(card, EventCard):
        assert card.transports is not None
        return card.transports.values.hp
    return card.values.hp


def part(g: Game, side: Side, token: Token, on_lead: int, *, quiet: bool) -> Token:
    """§8.2, §8.5, R-59  Disband a pair: both keep its state; a card with damage = HP is eliminated at once.

    The leader keeps the token and as many airplanes as its own icons hold.  Returns the token of the escort.
    """
    forces = g.forces[side]
    pair = forces.formations[token]
    assert pair.escort is not None
    escort_token = private_token(forces) if quiet else g.deal_token()
    lead = lone(pair, pair.lead, token, on_lead)
    escort = lone(pair, pair.escort, escort_token, pair.damage - on_lead)
    forces.formations[token], forces.formations[escort_token] = lead, escort
    for a in aboard(forces, token)[lead.icons :]:
        forces.airplanes[a.token] = replace(a, host=escort_token)
    for f in (lead, escort):
        if f.damage >= f.values.hp:
            eliminate(g, f, quiet=quiet)
    return escort_token


def lone(pair: Formation, card: ShipCard | EventCard, token: Token, damage: int) -> Formation:
    """§8.2, §7.6, R-63  One card of a disbanded pair; transports are always detected."""
    if isinstance(card, EventCard):
        assert card.transports is not None
        values, detected = card.transports.values, True
    else:
        values, detected = card.values, pair.detected
    known = pair.known and not detected
    alone = replace(pair, token=token, lead=card, escort=None, values=values, express=False, loading=False)
    return replace(alone, detected=detected, damage=damage, known=known)

