"""What a side knows of a state, read off the state itself.

The engine's rows hold everything.  Nothing here looks at the face of an enemy formation that is neither detected nor
known, nor of an enemy airplane that is not detected; what comes of enemy rows is gone through in the order of their
tokens, so that not even the last digit of a sum hangs on anything hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ironbottom.flow import Game
from ironbottom.printed import BaseCard
from ironbottom.questions import Shape, Value
from ironbottom.state import AIR, Airplane, Base, Forces, Formation
from ironbottom.words import FRONT, Line, Side, Task, Token

from ..mate.clock import LATE
from ..mate.skies import FIGHTER_ABOARD, HELD, RANGE_ABOARD, RISK_EACH, STRIKER_ABOARD
from ..mate.worth import ABOARD, UNKNOWN_AIRPLANE
from .facts import UNSEEN, CardFacts, Hull, Plane

MOST_RISK = 0.8

T = TypeVar("T")
Foe = tuple[Formation, Hull]  # an enemy formation, and what is known or supposed of it


class KeptOrders:
    """What was last worked out for a deployment, and what it hangs on; and likewise who could go ashore."""

    __slots__ = ("ashore", "basis", "found")

    def __init__(self) -> None:
        self.basis: object = None
        self.found: dict[object, Any] = {}
        self.ashore: tuple[object, Any] = None, None


class Outlook:
    """One question, for the side that is asked."""

    __slots__ = ("_aboard", "_foe_aboard", "_foes", "_near", "battle", "card_facts", "enemy", "g", "lies_open", "me",
                 "orders", "own", "shape", "their")

    def __init__(self, g: Game, side: Side, shape: Shape, card_facts: CardFacts, orders: KeptOrders) -> None:
        state = g.state
        self.orders = orders
        self.lies_open = state.cards.options.open_table  # §23.20
        self.battle = state.cards.battle  # §24
        self.g, self.me, self.enemy, self.shape, self.card_facts = g, side, side.enemy, shape, card_facts
        self.own: Forces = g.forces[side]
        veiled = state.shown is not None and state.phasing is not side
        self.their: Forces = state.shown if veiled and state.shown is not None else g.forces[side.enemy]
        self._aboard: dict[Token, int] | None = None
        self._foe_aboard: dict[Token, int] | None = None
        self._foes: list[Foe] | None = None
        self._near: list[tuple[Line, int, float, float]] | None = None

    def once(self, make: Callable[[Outlook], T]) -> T:
        """What is worked out once for a deployment, as long as neither the hand nor the pairs change.

        It must not hang on the lines of my own ships.  All else stands still until the airplanes are asked for.
        """
        own, orders = self.own, self.orders
        ships = own.formations
        basis = (self.g, self.me, self.g.state.turn, own.hand, [*ships], [f.escort for f in ships.values()])
        if orders.basis != basis:
            orders.basis, orders.found = basis, {}
        if make not in orders.found:
            orders.found[make] = make(self)
        found: T = orders.found[make]
        return found

    def aboard(self) -> dict[Token, int]:
        """How many airplanes of mine are on each host."""
        if self._aboard is None:
            self._aboard = count_aboard(self.own)
        return self._aboard

    def foe_aboard(self) -> dict[Token, int]:
        if self._foe_aboard is None:
            self._foe_aboard = count_aboard(self.their)
        return self._foe_aboard

    def hull(self, token: int) -> Hull:
        """One of my formations."""
        return self.card_facts.hull(self.own.formations[Token(token)])

    def sees(self, f: Formation) -> bool:
        """Whether I see the face of an enemy formation."""
        return f.detected or f.known or self.lies_open

    def foe(self, f: Formation) -> Hull:
        """An enemy formation as I know it."""
        if self.sees(f):
            return self.card_facts.hull(f)
        return UNSEEN[f.escort is not None]

    def foes(self) -> list[Foe]:
        if self._foes is None:
            hull, lies_open = self.card_facts.hull, self.lies_open
            self._foes = [(f, hull(f) if f.detected or f.known or lies_open else UNSEEN[f.escort is not None])
                          for _, f in sorted(self.their.formations.items())]
        return self._foes

    def worth(self, f: Formation) -> float:
        """One of my formations, with the airplanes that would go down with it."""
        return self.card_facts.hull(f).worth + ABOARD * self.aboard().get(f.token, 0)

    def foe_worth(self, f: Formation) -> float:
        return self.foe(f).worth + ABOARD * self.foe_aboard().get(f.token, 0)

    def plane(self, token: int) -> Plane:
        """One of my airplanes."""
        return self.card_facts.planes[self.own.airplanes[Token(token)].card.id]

    def foe_plane(self, a: Airplane) -> Plane | None:
        """An enemy airplane, if I see its face."""
        return self.card_facts.planes[a.card.id] if a.detected or self.lies_open else None

    def foe_plane_worth(self, a: Airplane) -> float:
        card = self.foe_plane(a)
        return UNKNOWN_AIRPLANE if card is None else card.worth

    def host_line(self, host: Token) -> Line:
        return self.own.bases[host].line if host in self.own.bases else self.own.formations[host].line

    def reach(self, card: Plane, host: Token) -> int:
        """§5.5  How far it flies from a host of mine: a carrier airplane on a base has one less."""
        return card.range - 1 if card.carrier and card.range and host in self.own.bases else card.range

    def near(self) -> list[tuple[Line, int, float, float]]:
        """Enemy airplanes aboard: from where, how far, how much of a fighter and of a striker."""
        if self._near is None:
            bases, ships, planes = self.their.bases, self.their.formations, self.card_facts.planes
            found: dict[tuple[Line, int, float, float], int] = {}
            for a in self.their.airplanes.values():
                host = a.host
                if not host or a.task is not None:
                    continue
                base = bases.get(host)
                if not a.detected and not self.lies_open:
                    line = ships[host].line if base is None else base.line
                    key = (line, RANGE_ABOARD, FIGHTER_ABOARD, STRIKER_ABOARD)
                else:
                    card = planes[a.card.id]
                    if base is None:
                        key = (ships[host].line, card.range, card.rises, float(card.striker))
                    else:
                        key = (base.line, card.range - card.carrier, card.rises, float(card.striker))
                found[key] = found.get(key, 0) + 1
            self._near = [(line, reach, n * rises, n * strikes)
                          for (line, reach, rises, strikes), n in sorted(found.items())]
        return self._near

    def interceptors(self, line: Line) -> float:
        """How many enemy fighters may rise over a line of theirs; strong ones count for one."""
        return sum([rises for there, reach, rises, _ in self.near() if abs(there - line) <= reach])

    def strikers(self, line: Line) -> float:
        """How many enemy airplanes may attack my ships in a line."""
        return sum([strikes for there, reach, _, strikes in self.near() if abs(there - line) <= reach])

    def danger(self, line: Line, escorts: int) -> float:
        """The chance of an attacker to be shot down over a line before it attacks."""
        return min(MOST_RISK, RISK_EACH * max(0.0, self.interceptors(line) - HELD * escorts))

    def flown_to_me(self) -> dict[Line, list[Airplane]]:
        """Enemy airplanes that have flown to attack, by the line of mine where they are, in the order of tokens."""
        flown: dict[Line, list[Airplane]] = {}
        for _, a in sorted(self.their.airplanes.items()):
            if a.task is Task.FLOWN and a.line is not None and a.line.owner is self.me:
                flown.setdefault(a.line, []).append(a)
        return flown

    @property
    def phasing(self) -> bool:
        return self.g.state.phasing is self.me

    @property
    def lead(self) -> int:
        """My VP less theirs."""
        return self.own.points - self.their.points

    def winning(self) -> bool:
        """§11.3  Whether I win if time is up now: on equal VP the US does with the base that decides ties in FRONT."""
        lead = self.lead
        if lead:
            return lead > 0
        if self.battle is not None:
            return self.battle.ties is self.me  # §24.5
        bases = self.own.bases if self.me is Side.US else self.their.bases
        holds = any(b.card.decides_ties and b.line is FRONT[Side.US] for b in bases.values())
        return holds is (self.me is Side.US)

    def desperate(self) -> bool:
        """§11.2  Behind, and no time to wait for a better chance."""
        if self.winning():
            return False
        return self.turns_left() <= LATE

    def turns_left(self) -> int:
        """§11.2  Turns of mine that are left, this one counted, if the enemy retreats in all of his."""
        battle, homes = self.battle, self.card_facts.homes
        mine, theirs = homes[self.me].drawn, homes[self.enemy].drawn + 1
        draws = 1 + min(len(self.own.air_deck) // max(1, mine), len(self.their.air_deck) // max(1, theirs))
        if battle is None:
            return draws
        left = (battle.turns - self.g.state.turn + self.phasing + 1) // 2  # §24.4
        return min(draws, left) if battle.decks else left

    def target(self) -> Base | None:
        """The base of mine that is landed on."""
        return self.own.bases.get(self.g.state.target)


def token_of(value: Value) -> Token:
    """The token that a value of an answer names; 0: none."""
    if isinstance(value, int):
        return Token(value)
    return Token(value[1]) if isinstance(value, tuple) else AIR


def count_aboard(forces: Forces) -> dict[Token, int]:
    """How many airplanes are on each host."""
    found: dict[Token, int] = {}
    for a in forces.airplanes.values():
        if a.host:
            found[a.host] = found.get(a.host, 0) + 1
    return found


def strategic_in_front(forces: Forces, side: Side) -> bool:
    """Whether a side could lose everything in one landing."""
    return any(b.card.rank == "strategic" and b.line is FRONT[side] for b in forces.bases.values())


def has_front_base(bases: list[BaseCard]) -> bool:
    return any(card.rank == "front" for card in bases)
