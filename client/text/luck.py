"""What dice were thrown: whether a die was limited, and what luck each side has had."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.dice import Ability, Attempts
from ironbottom.events import AnyEvent, Damaged, Rolled
from ironbottom.language import counted
from ironbottom.odds import expected
from ironbottom.phrases import side_name
from ironbottom.printed import AirplaneCard, AnyCard, BaseCard
from ironbottom.views import SeenAirplane, SeenFormation
from ironbottom.vocabulary import phrase
from ironbottom.words import SIDES, Side, Token

from .naming import Naming, PlacedToken

CHECK = "speed"  # a withdrawal check has no hits to be counted
UNCOUNTED = (CHECK, "mutsu")  # §23.15: nor has an accident in harbour
HALF = 2  # a throw is worth half of what the same dice would bring if they went on to the end, 3 hits in 6 faces
PURSUIT = "pursuit"  # §23.10: nothing of it is maintained
RADAR = "radar"  # §23.4: what it keeps lies beside what was kept before
THROWN_AS = {PURSUIT: "surface", RADAR: "surface"}  # by what formations throw then
SIXTH = 6 / 5  # a limited one brings a sixth in a throw, a fifth to the end


class Luck(NamedTuple):
    """What a side has thrown in all."""

    dice: int = 0
    hits: int = 0
    expected: float = 0.0


class Throws:
    """Listens to events in their order.  `begin` before those of an update."""

    def __init__(self, naming: Naming) -> None:
        self.naming = naming
        self.luck = {side: Luck() for side in SIDES}
        self.damage: dict[Token, int] = {}
        self.kept: dict[tuple[int, int, str], bool] = {}

    def begin(self) -> None:
        self.damage, self.kept = {}, {}

    def hear(self, event: AnyEvent) -> bool:
        """Take in an event; for a throw, whether its die was limited (§3.4)."""
        if isinstance(event, Damaged):
            self.damage[event.token] = event.damage
        if not isinstance(event, Rolled):
            return False
        limited = self._limited(event)
        self.kept = {key: value for key, value in self.kept.items() if key[0] != event.by}
        if event.left:
            self.kept[event.by, event.at, event.ability] = limited
        if event.ability not in UNCOUNTED:
            n, before = len(event.faces), self.luck[event.side]
            mean = expected(Attempts(n, limited)) / (SIXTH if limited else HALF)
            self.luck[event.side] = Luck(before.dice + n, before.hits + event.hits, before.expected + mean)
        return limited

    def _limited(self, event: Rolled) -> bool:
        """A 4, 5 or 6 tells it; after a lower face, what the card had to throw with."""
        if len(event.faces) != 1:
            return False
        face = event.faces[0]
        if face >= 4:
            return (face, event.hits, event.left) in ((4, 0, 0), (5, 0, 0), (6, 1, 1))
        kept = self.kept.get((event.by, event.at, event.ability))
        if kept is not None:
            return kept
        found = self.naming.rows_before.get(event.by) or self.naming.rows.get(event.by)
        if found is None:
            return False
        maintained = getattr(found.row, "attempts", None) or self._lying(event)
        if maintained is not None and maintained.dice:
            return bool(maintained.limited)
        return self._ability(found, event) == 0

    def _lying(self, event: Rolled) -> Attempts | None:
        """What lay on the table for this card, if it was kept against the one that it rolls at."""
        target = self.naming.target
        for lying in self.naming.lying_before:
            dice = {token or target: kept for token, kept in lying.dice}
            there = {0, *dice, *[token for aim in lying.aims for token in aim]}
            if event.by in dice and event.at in there:
                return dice[event.by]
        return None

    def _ability(self, found: PlacedToken, event: Rolled) -> Ability:
        """The ability with all damage so far, as far as it can be seen."""
        row = found.row
        if isinstance(row, SeenFormation):
            value: Ability = getattr(row.values, THROWN_AS.get(event.ability, event.ability), None)
            harmed = self.damage.get(event.by, row.damage) - row.damage
        else:
            card: AnyCard | None = self.naming.cards.get(row.card) if row.card is not None else None
            if not isinstance(card, AirplaneCard | BaseCard):
                return None
            value = getattr(card, event.ability, None)
            harmed = 0 if isinstance(row, SeenAirplane) else self.damage.get(event.by, row.damage)
        return None if value is None else max(0, value - harmed)


def luck_lines(luck: dict[Side, Luck]) -> list[str]:
    """Hits that were thrown, against those that the same dice bring on average; of who threw nothing, nothing."""
    return [luck_line(side, its) for side, its in luck.items() if its.dice]


def luck_line(side: Side, its: Luck) -> str:
    """The luck of one side."""
    thrown = counted("{n} die", "{n} dice", its.dice)
    return phrase("chance.luck", side=side_name(side), hits=its.hits, thrown=thrown, mean=f"{its.expected:.1f}"
    )
