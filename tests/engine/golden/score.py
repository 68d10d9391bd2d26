"""A game that is played from a script: who answers what in which window, with dice written out."""

from __future__ import annotations

from typing import TypeVar

from ironbottom.catalog import card_set
from ironbottom.events import AnyEvent, Event
from ironbottom.flow import Game
from ironbottom.printed import AirplaneCard, BaseCard, EventCard, ShipCard
from ironbottom.questions import Answer
from ironbottom.rules.s10_setup import opening
from ironbottom.rules.s12_turn import Match
from ironbottom.sight import seen, view
from ironbottom.state import Airplane, Base, Formation
from ironbottom.views import SeenFormation, SeenSide
from ironbottom.words import Side, Token
from tests.support.table import FixedDice, shape

E = TypeVar("E", bound=Event)
US, JP = Side.US, Side.JP
Decks = dict[Side, tuple[tuple[str, ...], tuple[str, ...]]]  # the first fleet cards and the first airplane cards


class Score:
    """The game so far.  `say` holds every question against the script, so that whoever is not in it was not asked."""

    def __init__(self, decks: Decks) -> None:
        cards = card_set("core")
        state = opening(cards, bytes(32))
        for side, (fleet, air) in decks.items():
            forces, mine = state.forces[side], cards.side(side)
            forces.fleet_deck = arranged(mine.fleet, fleet, side)
            forces.air_deck = arranged(mine.air, air, side)
        state.dice = FixedDice([])
        self.g = Game(state, [Match()])
        self.events: list[AnyEvent] = []  # what the last answer brought

    def say(
        self, side: Side, window: str, answer: Answer, dice: list[int] | None = None, *, alone: bool = True
    ) -> None:
        """This side is asked in this window (and nobody else); it answers, and exactly these dice fall."""
        expected = {side} if alone else {US, JP}
        assert set(self.g.asked) == expected, f"asked are {self.waiting()}"
        assert self.g.window(side) == window, f"asked are {self.waiting()}"
        fixed = self.g.state.dice
        assert isinstance(fixed, FixedDice)
        fixed.left = list(dice or [])
        assert self.g.events is not None
        told = len(self.g.events)
        self.g.answer(side, answer)
        assert fixed.left == [], f"dice that nobody threw: {fixed.left}"
        self.events = self.g.events[told:]

    def waiting(self) -> dict[Side, str]:
        """Who is asked, in which window."""
        return {side: self.g.window(side) for side in self.g.asked}

    def told(self, kind: type[E]) -> list[E]:
        """What of one kind the last answer brought, in order."""
        return [e for e in self.events if isinstance(e, kind)]

    def heard(self, viewer: Side) -> list[AnyEvent]:
        """What the last answer brought, as this side reads it."""
        return seen(self.events, viewer)

    def ship(self, side: Side, name: str) -> Formation:
        """The formation that has this card, alone or in a pair."""
        found = [
            f for f in self.g.forces[side].formations.values()
            if name in (slug(f.lead.id), "" if f.escort is None else slug(f.escort.id))
        ]
        assert len(found) == 1, f"{name}: {found}"
        return found[0]

    def base(self, side: Side, name: str) -> Base:
        return next(b for b in self.g.forces[side].bases.values() if slug(b.card.id) == name)

    def bases(self, side: Side) -> set[str]:
        return {slug(b.card.id) for b in self.g.forces[side].bases.values()}

    def airplanes(self, side: Side, name: str, origin: Token | None = None) -> list[Airplane]:
        """The airplanes of this name, all of them or those of one host."""
        found = [a for a in self.g.forces[side].airplanes.values() if slug(a.card.id) == name]
        return [a for a in found if origin is None or origin in (a.host, a.origin)]

    def airplane(self, side: Side, name: str, origin: Token | None = None) -> Token:
        (found,) = self.airplanes(side, name, origin)
        return found.token

    def aboard(self, side: Side, host: Token) -> list[str]:
        """What stands on a host, by name."""
        return sorted(slug(a.card.id) for a in self.g.forces[side].airplanes.values() if a.host == host)

    def hand(self, side: Side) -> list[str]:
        return sorted(slug(card.id) for card in self.g.forces[side].hand)

    def fly(self, side: Side, **where: int | str) -> Answer:
        """An answer for flights: the airplanes named (with _ for -) go where it says, the others stay."""
        return self.assign(side, "stay", where)

    def assign(self, side: Side, rest: str, given: dict[str, int | str]) -> Answer:
        """An answer that gives every card of the question its value; each of several alike gets the same."""
        choices = shape(self.g, side).choices
        airplanes = self.g.forces[side].airplanes
        return {t: given.get(slug(airplanes[t].card.id).replace("-", "_"), rest) for t in choices}

    def seen_by(self, viewer: Side) -> tuple[SeenSide, SeenSide]:
        """Both halves of the table, as this side sees them."""
        v = view(self.g, viewer)
        return v.us, v.jp

    def formation_seen(self, viewer: Side, token: Token) -> SeenFormation:
        """One formation, as this side sees it."""
        us, jp = self.seen_by(viewer)
        return next(f for f in (*us.formations, *jp.formations) if f.token == token)


def slug(card_id: str) -> str:
    """The name of a card without its side."""
    return card_id.partition("/")[2]


CardT = TypeVar("CardT", ShipCard | BaseCard, AirplaneCard | EventCard)


def arranged(deck: tuple[CardT, ...], first: tuple[str, ...], side: Side) -> tuple[CardT, ...]:
    """A deck in which these cards are drawn first, in this order; no card is added and none is lost."""
    left: list[CardT] = list(deck)
    drawn: list[CardT] = []
    for name in first:
        at = next((i for i, card in enumerate(left) if slug(card.id) == name), None)
        assert at is not None, f"the {side.name} deck has no (further) {name}"
        drawn.append(left.pop(at))
    return tuple(left + drawn[::-1])
