"""Rows of a View as rows of a State: what lies open, and all of one's own."""

from __future__ import annotations

from ironbottom.catalog import cards_by_id
from ironbottom.dice import PACK, Dice, Pack, Stream, dealt_anew
from ironbottom.printed import AirplaneCard, AnyCard, BaseCard, CardSet, EventCard, ShipCard, Values
from ironbottom.questions import Rng
from ironbottom.state import Airplane, Base, Forces, Formation, InForce
from ironbottom.views import SeenAirplane, SeenBase, SeenEffect, SeenFormation, SeenSide
from ironbottom.words import CardId, Rank, Side, Token
from ironbottom.worlds.fleets import formed
from ironbottom.worlds.memory import Memory

DEALT = 1 << 30  # tokens from here on come from a stream, smaller ones from a private segment
ENDS = {  # §20.3: what an effect ends with, which a View leaves out
    "patrol-line": "turn", "watchers": "phase", "squall-no-attack": "phase", "squall-no-combat": "phase",
    "weave": "round", "skip": "attack", "radar": "segment", "lookouts": "round", "lance": "round", "shells": "segment",
    "boats": "segment", "read-their-mail": "game", "decoys": "game", "coast-watchers": "phase",
    "fuel": "game", "veterans-lost": "game", "fever": "game",
}


class Rows:
    """Makes rows out of cards by their names."""

    def __init__(self, cards: CardSet) -> None:
        self.cards, self.by_id = cards, cards_by_id(cards)
        self._values: dict[tuple[CardId, CardId | None, bool], Values] = {}

    def formation(self, side: Side, row: SeenFormation, loading: bool = False) -> Formation:
        """One whose cards are known.  A Tokyo Express pair has a Speed, any other pair with transports has none."""
        assert row.lead is not None
        lead, escort = self.by_id[row.lead], None if row.escort is None else self.by_id[row.escort]
        assert isinstance(lead, ShipCard | EventCard)
        assert escort is None or isinstance(escort, ShipCard)
        transports = isinstance(lead, EventCard) and escort is not None
        is_express = transports and row.values is not None and row.values.speed is not None
        key = row.lead, row.escort, is_express
        values = self._values.get(key)
        if values is None:
            values = self._values[key] = formed(lead, escort, is_express=is_express)
        return Formation(
            row.token, side, row.line, lead, values, escort, row.detected, row.damage, row.known, is_express,
            loading and is_express, row.task, row.attempts,
        )

    def base(self, side: Side, row: SeenBase) -> Base:
        card = self.by_id[row.card]
        assert isinstance(card, BaseCard)
        return Base(row.token, side, row.line, card, row.damage)

    def airplane(self, side: Side, row: SeenAirplane, card: AnyCard | None = None) -> Airplane:
        if card is None:
            assert row.card is not None
            card = self.by_id[row.card]
        assert isinstance(card, AirplaneCard)
        return Airplane(row.token, side, card, row.host, row.detected, row.line, row.origin, row.task, row.attempts)

    def victory(self, half: SeenSide) -> tuple[tuple[AnyCard, int], ...]:
        return tuple([(self.by_id[card], points) for card, points in half.victory])

    def pile(self, names: tuple[CardId, ...] | list[CardId]) -> tuple[AnyCard, ...]:
        return tuple([self.by_id[name] for name in names])

    def unaccounted(self, side: Side, half: SeenSide, memory: Memory) -> tuple[EventCard, ...]:
        """§20.1  Events that the other side has not seen: not in play, not on the table, not on top of the pile."""
        if side is memory.side and memory.veil is not None:
            half = memory.veil  # what is done in private is accounted for when it is shown
        seen = {*memory.accounted[side], half.top, *[row.lead for row in half.formations if row.detected]}
        return tuple([c for c in self.cards.side(side).air if isinstance(c, EventCard) and c.id not in seen])

    def bases(self, side: Side, half: SeenSide, memory: Memory) -> dict[Token, Base]:
        """R-67  In the order in which they came: home, strategic, those of the set-up by name, then the others."""
        later = {token: n for n, token in enumerate(memory.bases[side], 1)}
        found = [self.base(side, row) for row in half.bases]

        def place(b: Base) -> tuple[object, ...]:
            rank, dealt = b.card.rank, b.token >= DEALT  # in set-up they lie as they were drawn
            return later.get(b.token, 0), rank is Rank.FRONT, rank is Rank.STRATEGIC, not dealt and b.token, b.card.id

        found.sort(key=place)
        return {b.token: b for b in found}


def formations_in_order(half: SeenSide, entered: list[Token]) -> list[SeenFormation]:
    """Those that have entered since the last mix come last."""
    if not entered:
        return list(half.formations)
    later = {token: n for n, token in enumerate(entered, 1)}
    return sorted(half.formations, key=lambda row: later.get(row.token, 0))


def airplanes_in_order(half: SeenSide, lying: list[Token]) -> list[SeenAirplane]:
    place = {token: n for n, token in enumerate(lying)}
    return sorted(half.airplanes, key=lambda row: place.get(row.token, len(place)))


def scored(half: SeenSide) -> int:
    """§24.5, §24.6  Its points that do not lie on the victory pile."""
    return half.points - sum([points for _, points in half.victory])


def effects(rows: tuple[SeenEffect, ...]) -> tuple[InForce, ...]:
    return tuple([InForce(e.does, e.side, e.n, ENDS.get(e.does, "turn"), e.line, e.token) for e in rows])


def empty(rng: Rng, label: str) -> Forces:
    """A side without a card."""
    return Forces(formations={}, bases={}, airplanes={}, fleets=stream(rng, f"fleets {label}"),
                  chance=stream(rng, f"chance {label}"))


def dice(rng: Rng, memory: Memory) -> Dice:
    """Dice of this world's own; of a pack (§23.19) everybody knows what is left in it, and nobody in which order."""
    if not memory.fallen:
        return stream(rng, "dice")
    left = b"".join([bytes([face]) * (PACK.count(face) - n) for face, n in enumerate(memory.fallen, 1)])
    return dealt_anew(Pack(stream(rng, "dice"), left if any(memory.fallen) else b""), stream(rng, "dice"))


def stream(rng: Rng, label: str) -> Stream:
    """A stream of chance of this world's own."""
    return Stream(int(rng.random() * (1 << 53)).to_bytes(7, "big") + label.encode().ljust(25, b"\0"))
