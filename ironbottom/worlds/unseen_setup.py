"""The enemy's side before the common reveal (R-38): nothing of it is seen but whether he is still asked."""

from __future__ import annotations

from typing import Protocol

from msgspec.structs import replace

from ironbottom.printed import BaseCard, CardSet, EventCard, ShipCard
from ironbottom.questions import Rng
from ironbottom.rules.s07_detection import private_token
from ironbottom.state import Base, Forces, Formation
from ironbottom.views import View
from ironbottom.words import FRONT, MIDDLE, OWN_LINES, REAR, Rank, Side, Token
from ironbottom.worlds.prior import Prior
from ironbottom.worlds.rows import empty


class Unseen(Protocol):
    """What is known then."""

    cards: CardSet
    view: View
    enemy: Side
    prior: Prior
    waits: bool
    bid: int


def set_up(known: Unseen, rng: Rng) -> Forces:
    """A fleet as the rules draw it; placed where a player may have, once he has placed it."""
    enemy, printed = known.enemy, known.cards.side(known.enemy)
    question = known.view.question
    window = "" if question is None else question.window
    forces = empty(rng, enemy.name)
    forces.fleet_deck = tuple(sorted(printed.fleet, key=lambda _: rng.random()))
    forces.air_deck = tuple(sorted(printed.air, key=lambda _: rng.random()))
    forces.unaccounted = tuple([card for card in printed.air if isinstance(card, EventCard)])
    forces.scored = known.cards.options.head_starts[enemy] + known.bid * (enemy is Side.US)  # §23.21, §23.18
    if window in ("0", "0a"):
        return forces
    forces.redrew = rng.random() < 0.5 and not (window == "1" and known.waits)
    _draw(forces, enemy, printed.home.fleet, rng)
    fronts = any(b.card.rank is Rank.FRONT for b in forces.bases.values())
    for card, line in ((printed.home, REAR[enemy]), (printed.strategic, (MIDDLE if fronts else FRONT)[enemy])):
        token = Token(1 << 30 | int(rng.random() * (1 << 30)))
        forces.bases = {token: Base(token, enemy, line, card), **forces.bases}
    if window == "2" and not known.waits:
        for token, f in forces.formations.items():
            forces.formations[token] = replace(f, line=_line(f, known.prior, rng))
    return forces


def _draw(forces: Forces, side: Side, needed: int, rng: Rng) -> None:
    """§10.3"""
    value = 0
    while value < needed:
        card, forces.fleet_deck = forces.fleet_deck[-1], forces.fleet_deck[:-1]
        value += card.vp
        token = private_token(forces)
        if isinstance(card, BaseCard):
            forces.bases[token] = Base(token, side, FRONT[side], card)
        else:
            forces.formations[token] = Formation(token, side, REAR[side], card, card.values)


def _line(f: Formation, prior: Prior, rng: Rng) -> int:
    """§10.4  Any line may be his."""
    assert isinstance(f.lead, ShipCard)
    lines = OWN_LINES[f.side]
    weights = [prior.ship(f.lead, line) for line in lines]
    at = rng.random() * sum(weights)
    for line, weight in zip(lines, weights, strict=True):
        at -= weight
        if at < 0:
            return line
    return lines[-1]
