"""What lies before the admiral: the table as his side sees it, the roll of the turn, and the sheet of tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import NamedTuple

from ironbottom.printed import AirplaneCard, AnyCard, EventCard, ShipCard
from ironbottom.questions import Answer
from ironbottom.views import SeenAirplane, SeenBase, SeenFormation
from ironbottom.words import OWN_LINES, CardId, Icon, Line, Rank

from ..mate.table import SeenTable
from .tables import PrintedTable, TableRow

UNSEEN_GUNS, UNSEEN_PAIR = 3, 5  # what an unseen formation counts as, and an unseen pair
FEW_ANTI_AIR = 2  # from which on a bomber is likely to drop only once


class Perch(NamedTuple):
    """A place for an airplane: on which host."""

    card: AirplaneCard
    host: int


class Prey(NamedTuple):
    """Something that may be attacked from the air, and with which of my airplanes that are still free."""

    seen: SeenFormation | SeenBase
    free: tuple[int, ...]


class Shot(NamedTuple):
    """An air attack that has begun: who attacks, whom, and the dice that both still hold."""

    prey: SeenFormation | SeenBase
    dice: int
    flak: int


class Shelling(NamedTuple):
    """A formation off a base."""

    seen: SeenFormation
    base: SeenBase


class Occasion(NamedTuple):
    """A question that asks for no thing: which sort of routine it is."""

    word: str


Thing = SeenFormation | SeenBase | SeenAirplane | AnyCard | Line | Perch | Prey | Shot | Shelling | Occasion | None


class FoundRow(NamedTuple):
    """The row that was carried out, of which table."""

    table: str
    row: TableRow


class Ruling(NamedTuple):
    """An answer, and the row that it follows from."""

    answer: Answer
    found: FoundRow


class Desk:
    """One question, and everything that may be counted for it."""

    def __init__(
        self, seen: SeenTable, tables: Mapping[str, PrintedTable], roll: int, prey: Callable[[Desk], int]
    ) -> None:
        self.seen, self.tables, self.roll, self.prey = seen, tables, roll, prey
        self.intention = ""  # outside of the own turn there is none

    # --- what is where ---

    @cached_property
    def aboard(self) -> list[SeenAirplane]:
        """My airplanes on their hosts."""
        return [a for a in self.seen.mine.airplanes if a.host]

    def card(self, a: SeenAirplane) -> AirplaneCard | None:
        """The card of an airplane of either side, if its face is to be seen."""
        found = None if a.card is None else self.seen.cards[a.card]
        return found if isinstance(found, AirplaneCard) else None

    @cached_property
    def hand(self) -> list[AnyCard]:
        return [self.seen.cards[card] for card in self.seen.mine.hand or ()]

    @cached_property
    def held_troops(self) -> list[EventCard]:
        """Transports in the hand."""
        return [card for card in self.seen.hand_events() if card.transports is not None]

    @cached_property
    def troops(self) -> list[SeenFormation]:
        """Transports on the table."""
        return [f for f in self.seen.mine.formations if self.seen.has_transports(f)]

    def front(self, found: list[SeenFormation]) -> list[SeenFormation]:
        return [f for f in found if f.line is self.seen.front]

    @cached_property
    def warships(self) -> list[SeenFormation]:
        """My formations that may go into a landing: guns, no carrier, less than half sunk."""
        return [f for f in self.seen.mine.formations if warlike(self.seen, f)]

    def reaches(self, a: SeenAirplane, line: Line) -> bool:
        card = self.card(a)
        return card is not None and self.seen.in_reach(card, a.host, line)

    def lines_in_reach(self, berth: Perch) -> int:
        """Enemy lines that an airplane reaches from a place."""
        from_ = self.seen.host_line(berth.host)
        reach = self.seen.reach(berth.card, berth.host)
        return len([line for line in OWN_LINES[self.seen.enemy] if from_.distance(line) <= reach])

    def unseen(self, line: Line) -> list[SeenFormation]:
        """Enemy formations in a line that nobody has seen."""
        return [f for f in self.seen.theirs.formations if f.line is line and not f.detected]

    def over(self, line: Line) -> int:
        """Enemy airplanes that have flown to a line of mine."""
        return len(self.seen.flown_to_me().get(line, []))


def number(ability: int | None) -> int:
    """An ability as it is counted: "-" is nothing, and so is a limited one."""
    return ability or 0


def is_fighter(card: AirplaneCard) -> bool:
    """What fights airplanes in the first place."""
    return number(card.airc) >= 1 and number(card.bomb) <= 1 and number(card.land) <= 1


def is_bomber(card: AirplaneCard) -> bool:
    """What sinks ships."""
    return not is_fighter(card) and max(number(card.bomb), number(card.torp)) >= 1


def ship(seen: SeenTable, f: SeenFormation) -> ShipCard | None:
    return seen.ship_card(f.lead)


def is_carrier(seen: SeenTable, f: SeenFormation) -> bool:
    card = ship(seen, f)
    return card is not None and card.values.icon is Icon.CARRIER


def guns(f: SeenFormation) -> int:
    """Surface and Torp together; an unseen formation is counted as the sheet says."""
    if f.values is None:
        return UNSEEN_PAIR if f.pair else UNSEEN_GUNS
    return number(f.values.surface) + number(f.values.torp)


def hull(f: SeenFormation) -> int:
    """HP that are left; an unseen formation is counted as the sheet says."""
    if f.values is None:
        return UNSEEN_PAIR if f.pair else UNSEEN_GUNS
    return f.values.hp - f.damage


def warlike(seen: SeenTable, f: SeenFormation) -> bool:
    if f.values is None or ship(seen, f) is None or is_carrier(seen, f):
        return False
    return 2 * f.damage < f.values.hp and guns(f) + number(f.values.land) >= 1


def victory(seen: SeenTable, f: SeenFormation) -> int:
    """Printed VP of a formation whose face is to be seen; 0 of any other."""
    return sum([card.vp for card in (seen.ship_card(f.lead), seen.ship_card(f.escort)) if card is not None])


def against(card: AirplaneCard, prey: SeenFormation | SeenBase, anti_air: int) -> tuple[str, int]:
    """The better mode of an airplane against something, and what it counts.

    Bomb and Land count one less where the Anti-Air is 2 or more, Torp as much less as the Anti-Air, but at most 2.
    """
    less = 1 if anti_air >= FEW_ANTI_AIR else 0
    if isinstance(prey, SeenBase):
        return "land", max(0, number(card.land) - less)
    bomb = max(0, number(card.bomb) - less)
    torp = max(0, number(card.torp) - min(anti_air, FEW_ANTI_AIR))
    return ("torp", torp) if torp > bomb else ("bomb", bomb)


def front_bases(seen: SeenTable) -> list[SeenBase]:
    return [b for b in seen.mine.bases if seen.base(b).rank is Rank.FRONT]


def as_card(seen: SeenTable, value: object) -> AnyCard:
    return seen.cards[CardId(str(value))]
