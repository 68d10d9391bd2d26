"""A view, read the way a player reads the table: mine and theirs, by token, with the printed card behind every face."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from ironbottom.battle import Battle
from ironbottom.options import NONE, Options
from ironbottom.printed import AirplaneCard, AnyCard, BaseCard, EventCard, ShipCard
from ironbottom.questions import Question, Value
from ironbottom.views import SeenAirplane, SeenBase, SeenFormation, SeenSide, View
from ironbottom.words import FRONT, LINES, CardId, Icon, Line, Rank, Side, Task

from .temper import STEADY, Temper

FUEL = "fuel"  # the word of what is in force

Cards = Mapping[CardId, AnyCard]


class SeenTable:
    """One moment of the game, for the side that is asked."""

    def __init__(
        self, view: View, question: Question, cards: Cards, temper: Temper = STEADY, battle: Battle | None = None,
        options: Options = NONE,
    ) -> None:
        self.view, self.question, self.cards, self.temper = view, question, cards, temper
        self.battle, self.options = battle, options
        self.me, self.enemy = question.side, question.side.enemy
        sides = (view.us, view.jp)
        self.mine: SeenSide = sides[self.me]
        self.theirs: SeenSide = sides[self.enemy]

    def otherwise(self, question: Question, temper: Temper) -> SeenTable:
        """The same moment with another question, or for another temper."""
        return SeenTable(self.view, question, self.cards, temper, self.battle, self.options)

    @cached_property
    def ships(self) -> dict[int, SeenFormation]:
        return {f.token: f for f in self.mine.formations}

    @cached_property
    def enemy_ships(self) -> dict[int, SeenFormation]:
        return {f.token: f for f in self.theirs.formations}

    @cached_property
    def bases(self) -> dict[int, SeenBase]:
        return {b.token: b for b in self.mine.bases}

    @cached_property
    def enemy_bases(self) -> dict[int, SeenBase]:
        return {b.token: b for b in self.theirs.bases}

    @cached_property
    def airplanes(self) -> dict[int, SeenAirplane]:
        return {a.token: a for a in self.mine.airplanes}

    @cached_property
    def enemy_airplanes(self) -> dict[int, SeenAirplane]:
        return {a.token: a for a in self.theirs.airplanes}

    @property
    def front(self) -> Line:
        return FRONT[self.me]

    @property
    def enemy_front(self) -> Line:
        return FRONT[self.enemy]

    @property
    def phasing(self) -> bool:
        return self.view.phasing is self.me

    @property
    def lead(self) -> int:
        """My VP less theirs."""
        return self.mine.points - self.theirs.points

    @property
    def fuel(self) -> int | None:
        """§23.13  What is left for the moves of my ships; None: they need none."""
        return next((e.n for e in self.view.in_force if e.does == FUEL and e.side is self.me), None)

    def score(self, word: str) -> int:
        """§24.6  VP of what counts in a battle, 0 where it does not."""
        return 0 if self.battle is None else self.battle.score(word)

    @property
    def draws(self) -> bool:
        """§24.3  Whether sides draw, so that decks are the clock of the game."""
        return self.battle is None or self.battle.decks

    def airplane(self, token: int) -> AirplaneCard:
        """The card of one of my airplanes."""
        card = self.cards[self.airplanes[token].card or CardId("")]
        assert isinstance(card, AirplaneCard)
        return card

    def enemy_airplane(self, token: int) -> AirplaneCard | None:
        """The card of an enemy airplane, if I see its face."""
        seen = self.enemy_airplanes[token].card
        card = None if seen is None else self.cards[seen]
        return card if isinstance(card, AirplaneCard) else None

    def base(self, seen: SeenBase) -> BaseCard:
        card = self.cards[seen.card]
        assert isinstance(card, BaseCard)
        return card

    def ship_card(self, card_id: CardId | None) -> ShipCard | None:
        card = None if card_id is None else self.cards[card_id]
        return card if isinstance(card, ShipCard) else None

    def event(self, card_id: str) -> EventCard | None:
        card = self.cards.get(CardId(card_id))
        return card if isinstance(card, EventCard) else None

    def has_transports(self, f: SeenFormation) -> bool:
        return f.lead is not None and isinstance(self.cards[f.lead], EventCard)

    def host_line(self, host: int) -> Line:
        """The line of one of my hosts."""
        return self.bases[host].line if host in self.bases else self.ships[host].line

    def reach(self, card: AirplaneCard, host: int) -> int:
        """§5.5  How far it flies out from this host of mine: a carrier airplane on a base has one less."""
        return card.range - 1 if card.icon is Icon.CARRIER and host in self.bases and card.range else card.range

    def in_reach(self, card: AirplaneCard, host: int, line: Line) -> bool:
        return self.host_line(host).distance(line) <= self.reach(card, host)

    def over(self, side: Side, line: Line, *tasks: Task) -> list[SeenAirplane]:
        """Airplanes of a side in the air over a line, with one of these tasks."""
        seen = self.mine if side is self.me else self.theirs
        return [a for a in seen.airplanes if a.line is line and a.task in tasks]

    def flown_to_me(self) -> dict[Line, list[SeenAirplane]]:
        """Enemy airplanes that have flown to attack, by the line of mine where they are."""
        flown: dict[Line, list[SeenAirplane]] = {}
        for a in self.theirs.airplanes:
            if a.task is Task.FLOWN and a.line is not None and a.line.owner is self.me:
                flown.setdefault(a.line, []).append(a)
        return flown

    def strategic_in_front(self, side: Side) -> bool:
        """Whether a side could lose everything in one landing."""
        seen = self.mine if side is self.me else self.theirs
        return any(self.base(b).rank is Rank.STRATEGIC and b.line is FRONT[side] for b in seen.bases)

    def hand_events(self) -> list[EventCard]:
        """The event cards in my hand, each as often as I hold it."""
        return [card for card in map(self.cards.__getitem__, self.mine.hand or ()) if isinstance(card, EventCard)]


def line_of(value: Value) -> Line | None:
    """The line that a value of an answer names, if it names one."""
    return LINES[value] if isinstance(value, int) and 0 <= value < len(LINES) else None


def as_token(value: Value) -> int:
    """The token that a value of an answer names; 0: none."""
    if isinstance(value, tuple):
        return value[1]
    return value if isinstance(value, int) else 0
