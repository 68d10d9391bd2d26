"""Twin worlds: a game again, with other secrets of one side and with all that its opponent may know left as it is.

Cards change places: those of unseen formations with each other and with the fleet deck, those of unseen airplanes, of
the hand and of the discard pile below its top with each other and with the airplane deck.  A line, a pair, the number
of airplanes aboard, every count and every event card that is accounted for stay (§22), and so do the printed VP in the
fleet deck, whose sum decides how many cards a reinforcement draws.
"""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

from msgspec.structs import replace

from ironbottom.abilities import express, paired
from ironbottom.dice import Stream
from ironbottom.flow import Game, Over
from ironbottom.options import MOST_BID
from ironbottom.printed import AirplaneCard, AnyCard, BaseCard, EventCard, ShipCard, Values
from ironbottom.rules.s10_setup import Setup, draw_fleet
from ironbottom.rules.s13_draw import Draw
from ironbottom.state import Airplane, Forces, Formation
from ironbottom.words import OWN_LINES, Icon, Line, Side, Token

Slot = tuple[str, int]  # where a card is: a pile and a place in it, or the table and a token
Spot = dict[Slot, AnyCard]
ABILITIES = ("airc", "bomb", "torp", "land", "recon")


def twin(g: Game, side: Side, rng: Random, pinned: frozenset[str] = frozenset(), *, alike: bool = False) -> Game:
    """The game with other secrets of `side`, asked again; cards whose names are pinned stay where they are.

    `alike`: an airplane on the table changes only with one that may fly as far, to do the same.
    """
    other = g.clone()
    if other.events is not None:
        other.events = []
    state = other.state
    if state.shown is not None and side is state.phasing:
        state.shown = state.shown.clone()
        Exchange(state.shown, rng, pinned, alike, piles=False).carry_out()
        Exchange(other.forces[side], rng, pinned, alike, piles=False).carry_out()
    else:
        Exchange(other.forces[side], rng, pinned, alike, piles=True).carry_out()
    for frame in other.stack:
        if isinstance(frame, Draw) and frame.phasing is side and frame.drawn:
            frame.drawn = tuple([c.id for c in other.forces[side].hand[-len(frame.drawn) :]])
        for field in frame.derived:
            setattr(frame, field, None)
    return ask_again(other)


def set_up_anew(g: Game, side: Side, rng: Random) -> Game:
    """The game before the common reveal, with another fleet of `side`, elsewhere, drawn from another shuffle."""
    other = g.clone()
    forces = other.forces[side]
    forces.fleets, fleet = Stream(rng.randbytes(32)), other.state.cards.side(side).fleet
    if len(forces.fleet_deck) < len(fleet):
        forces.formations.clear()
        forces.bases = {t: b for t, b in forces.bases.items() if t >= 1 << 30}
        forces.fleet_deck = forces.fleets.shuffled(fleet)
        forces.redrew = rng.random() < 0.5
        other.events = None
        draw_fleet(other, side, again=False)
        for f in [*forces.formations.values()]:
            forces.formations[f.token] = replace(f, line=Line(rng.choice(OWN_LINES[side])))
    other.events = []
    for frame in other.stack:
        if isinstance(frame, Setup):
            frame.wishes = tuple([(s, rng.choice(("us", "jp")) if s is side else wish) for s, wish in frame.wishes])
            frame.bids = tuple([(s, rng.randrange(MOST_BID + 1) if s is side else bid) for s, bid in frame.bids])
    return ask_again(other)


def ask_again(g: Game) -> Game:
    """Let the flow find out anew whom it asks, and what."""
    g.asked = {}
    try:
        g._go()
    except Over:
        return g
    return g


class Exchange:
    """Cards of one side that nobody else knows, and their change of places."""

    def __init__(self, forces: Forces, rng: Random, pinned: frozenset[str], alike: bool, *, piles: bool) -> None:
        self.forces, self.rng, self.pinned, self.alike = forces, rng, pinned, alike
        self.piles = piles  # in a private segment the pile, as it is and as it is shown, must stay one pile
        self.unseen = [f for f in forces.formations.values() if not f.detected and not f.known]
        self.load: dict[Token, list[Airplane]] = {f.token: [] for f in self.unseen}
        for a in forces.airplanes.values():
            if not a.detected and (a.host or a.origin) in self.load:
                self.load[a.host or a.origin].append(a)
        self.ships = self.ship_slots()
        self.cards = self.pile_slots()
        self.flown: dict[Slot, AirplaneCard] = {
            ("table", a.token): a.card for a in forces.airplanes.values() if not a.detected and self.free(a.card)
        }

    def free(self, card: AnyCard) -> bool:
        return card.id not in self.pinned

    def ship_slots(self) -> dict[Slot, ShipCard | BaseCard]:
        slots: dict[Slot, ShipCard | BaseCard] = {}
        for f in self.unseen:
            if isinstance(f.lead, ShipCard) and self.free(f.lead):
                slots["lead", f.token] = f.lead
            if f.escort is not None and self.free(f.escort):
                slots["escort", f.token] = f.escort
        slots.update({("fleet", i): c for i, c in enumerate(self.forces.fleet_deck) if self.free(c)})
        return slots

    def pile_slots(self) -> dict[Slot, AirplaneCard | EventCard]:
        """Hand, deck, and what lies under the top of the discard pile and was not seen there."""
        forces, slots = self.forces, dict[Slot, AirplaneCard | EventCard]()
        slots.update({("hand", i): c for i, c in enumerate(forces.hand) if self.free(c)})
        slots.update({("air", i): c for i, c in enumerate(forces.air_deck) if self.free(c)})
        for i, card in enumerate(forces.discards[:-1] if self.piles else ()):
            unseen = isinstance(card, AirplaneCard) or card in forces.unaccounted
            if isinstance(card, AirplaneCard | EventCard) and unseen and self.free(card):
                slots["discards", i] = card
        return slots

    def carry_out(self) -> None:
        self.exchange_ships()
        self.exchange_transports()
        shuffle_values(self.cards, self.rng)
        self.exchange_airplanes()
        self.write()

    def exchange_ships(self) -> None:
        slots = list(self.ships)
        tables = [slot for slot in slots if slot[0] != "fleet"]
        decks = [slot for slot in slots if slot[0] == "fleet"]
        for one in [*tables, *tables, *decks[-6:]]:
            self.swap_ships(one, self.rng.choice(slots))

    def swap_ships(self, one: Slot, two: Slot) -> None:
        """If both places suit both cards, and the airplanes aboard can be made to suit them too."""
        ships = self.ships
        a, b = ships[one], ships[two]
        if type(a) is not type(b) or ("fleet" in (one[0], two[0]) and a.vp != b.vp):
            return
        ships[one], ships[two] = b, a
        wanted: list[tuple[Slot, Icon]] = []
        for place, token in (one, two):
            if place != "fleet" and not self.suits(Token(token), wanted):
                ships[one], ships[two] = a, b
                return
        if not self.load_again(wanted):
            ships[one], ships[two] = a, b

    def suits(self, token: Token, wanted: list[tuple[Slot, Icon]]) -> bool:
        """Whether what stands there now may stand there, and holds as many airplanes; notes which kind they must be."""
        f = self.forces.formations[token]
        values = self.values_of(f)
        if values is None:
            return False
        load = self.load[token]
        if len(load) > values.icons or any(("table", a.token) not in self.flown for a in load):
            return not load
        wanted += [(("table", a.token), values.icon) for a in load if values.icon is not None]
        return True

    def values_of(self, f: Formation) -> Values | None:
        """The values of the cards that are to stand there; None where they could not (§8.1)."""
        lead = self.ships.get(("lead", f.token), f.lead)
        escort = self.ships.get(("escort", f.token), f.escort)
        if f.escort is None:
            return lead.values if isinstance(lead, ShipCard) else None
        if not isinstance(escort, ShipCard) or escort.attached is None:
            return None
        if isinstance(lead, EventCard):
            assert lead.transports is not None
            return express(lead.transports.values, escort)
        return paired(lead.values, escort) if isinstance(lead, ShipCard) and lead.attached is None else None

    def load_again(self, wanted: list[tuple[Slot, Icon]]) -> bool:
        """Give airplanes of another kind to formations that can only carry that one; all of them or none."""
        before = (dict(self.cards), dict(self.flown))
        for slot, icon in wanted:
            if self.flown[slot].icon is icon:
                continue
            found = [s for s, c in self.cards.items() if isinstance(c, AirplaneCard) and c.icon is icon]
            if self.alike or not found:
                self.cards, self.flown = before
                return False
            there = self.rng.choice(found)
            card = self.cards[there]
            assert isinstance(card, AirplaneCard)
            self.cards[there], self.flown[slot] = self.flown[slot], card
        return True

    def exchange_transports(self) -> None:
        """§21.16  The transports of an unseen Tokyo Express pair could be any that are not accounted for."""
        for f in self.unseen:
            if isinstance(f.lead, EventCard) and self.free(f.lead):
                hidden = [c for c in self.forces.unaccounted if c.transports]
                others = [slot for slot, card in self.cards.items() if card in hidden]
                if others:
                    there = self.rng.choice(others)
                    card = self.cards[there]
                    assert isinstance(card, EventCard)
                    self.cards[there] = f.lead
                    self.forces.formations[f.token] = replace(f, lead=card)

    def exchange_airplanes(self) -> None:
        for slot, card in [*self.flown.items()]:
            key = flies_like(card) if self.alike else card.icon
            where = [*self.cards.items(), *self.flown.items()]
            fitting = [s for s, c in where if isinstance(c, AirplaneCard) and self.like(c) == key]
            there = self.rng.choice(fitting)
            if there in self.flown:
                self.flown[slot], self.flown[there] = self.flown[there], self.flown[slot]
                continue
            found, mine = self.cards[there], self.flown[slot]
            assert isinstance(found, AirplaneCard)
            self.cards[there], self.flown[slot] = mine, found

    def like(self, card: AirplaneCard) -> Hashable:
        return flies_like(card) if self.alike else card.icon

    def write(self) -> None:
        forces = self.forces
        for token in [f.token for f in self.unseen]:
            f = forces.formations[token]
            lead, escort = self.ships.get(("lead", token), f.lead), self.ships.get(("escort", token), f.escort)
            values = self.values_of(f)
            assert values is not None
            assert isinstance(lead, ShipCard | EventCard)
            assert escort is None or isinstance(escort, ShipCard)
            forces.formations[token] = replace(f, lead=lead, escort=escort, values=values)
        for (_, key), card in self.flown.items():
            forces.airplanes[Token(key)] = replace(forces.airplanes[Token(key)], card=card)
        forces.fleet_deck = tuple([self.ships.get(("fleet", i), c) for i, c in enumerate(forces.fleet_deck)])
        forces.hand = tuple([self.cards.get(("hand", i), c) for i, c in enumerate(forces.hand)])
        forces.air_deck = tuple([self.cards.get(("air", i), c) for i, c in enumerate(forces.air_deck)])
        forces.discards = tuple([self.cards.get(("discards", i), c) for i, c in enumerate(forces.discards)])


def flies_like(card: AirplaneCard) -> Hashable:
    """What decides where an airplane may fly and to what end (§5.5, §17.1)."""
    return card.icon, card.range, tuple([getattr(card, ability) is None for ability in ABILITIES])


def shuffle_values(slots: dict[Slot, AirplaneCard | EventCard], rng: Random) -> None:
    values = list(slots.values())
    rng.shuffle(values)
    slots.update(zip(slots, values, strict=True))
