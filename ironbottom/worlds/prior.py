"""What players tend to do with the cards that nobody else sees: a weight for each place that a card may be in.

A weight says how much likelier a card is there than chance would have it; 1 everywhere is no opinion.  A prior is
plain data: it is counted from games in which everything was seen, and kept as JSON.
"""

from __future__ import annotations

from collections import Counter

from msgspec import Struct, field, json

from ironbottom.flow import Game
from ironbottom.printed import AnyCard, EventCard, ShipCard
from ironbottom.words import FRONT, MIDDLE, SIDES, Line, Side

PLACES = ("front", "middle", "rear")
DOUBT = 5.0  # as if so many cards of each type had been seen evenly spread: a few games are no certainty


class Prior(Struct, frozen=True, kw_only=True):
    """Weights by side (`us`, `jp`) and type of ship ("CV"): in each line, front to rear; and of events in a hand."""

    ships: dict[str, tuple[float, float, float]] = field(default_factory=dict)  # "jp CV": front, middle, rear
    event_in_hand: float = 1.0  # to lie in the hand rather than in the deck, against an airplane
    games: int = 0  # that it was counted from

    def ship(self, card: ShipCard, line: Line) -> float:
        """How much likelier than by chance this ship stands unseen in that line."""
        weights = self.ships.get(_type(card))
        return 1.0 if weights is None else weights[_place(line, card.side)]

    def to_json(self) -> bytes:
        return json.format(json.encode(self, order="deterministic"))

    @classmethod
    def from_json(cls, text: bytes) -> Prior:
        return json.decode(text, type=cls)


EVEN = Prior()


def _type(card: ShipCard) -> str:
    return f"{card.side.name.lower()} {card.type}"


def _place(line: Line, side: Side) -> int:
    return 0 if line is FRONT[side] else 1 if line is MIDDLE[side] else 2


class Counts:
    """Counts a prior from positions of whole games, as a referee sees them; a dozen of each game are enough."""

    def __init__(self) -> None:
        self._there: Counter[tuple[str, int]] = Counter()
        self._lines: Counter[tuple[Side, int]] = Counter()
        self._hand = [0, 0]  # airplanes, events
        self._deck = [0, 0]

    def add(self, game: Game) -> None:
        """One position; nothing is counted in set-up and in private segments."""
        if game.state.setting_up or game.state.shown is not None:
            return
        for side in SIDES:
            forces = game.forces[side]
            for f in forces.formations.values():
                if not f.detected:
                    self._ship(f.lead, f.escort, _place(f.line, side), side)
            for pile, counts in ((forces.hand, self._hand), (forces.air_deck, self._deck)):
                events = len([card for card in pile if isinstance(card, EventCard)])
                counts[0] += len(pile) - events
                counts[1] += events

    def _ship(self, lead: AnyCard, escort: ShipCard | None, place: int, side: Side) -> None:
        for card in (lead, escort):
            if isinstance(card, ShipCard):
                self._there[_type(card), place] += 1
                self._lines[side, place] += 1

    def join(self, other: Counts) -> None:
        """What was counted elsewhere, too."""
        self._there += other._there
        self._lines += other._lines
        self._hand = [one + more for one, more in zip(self._hand, other._hand, strict=True)]
        self._deck = [one + more for one, more in zip(self._deck, other._deck, strict=True)]

    def prior(self, games: int) -> Prior:
        """The weights that these positions give."""
        ships = {}
        for name in sorted({name for name, _ in self._there}):
            side = Side.US if name.startswith("us") else Side.JP
            all_ships = sum(self._lines[side, place] for place in range(3)) or 1
            share = [self._lines[side, place] / all_ships for place in range(3)]
            there = [self._there[name, place] + DOUBT * share[place] for place in range(3)]
            total = sum(there)
            front, middle, rear = [round(n / total / s, 3) if s else 1.0 for n, s in zip(there, share, strict=True)]
            ships[name] = (front, middle, rear)
        (ha, he), (da, de) = self._hand, self._deck
        event = (he + 1) * (da + 1) / ((ha + 1) * (de + 1))
        return Prior(ships=ships, event_in_hand=round(event, 3), games=games)
