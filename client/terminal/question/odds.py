"""The odds that come with a question, as numbers with small bars; each kind has a word and a bar of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ironbottom.language import _
from ironbottom.phrases import in_row
from ironbottom.questions import Chance

from ...text.question.odds import chances_of, percent, reading_of
from ..answer.offered import Offer, OfferedRow, Option

BAR, SHORT = 6, 3  # cells of a bar; where there is little room
NARROW = 36  # columns
FULL = {"success": "█", "kill": "▓", "loss": "▒"}
PLAIN = {"success": "#", "kill": "+", "loss": "-"}


class Odds(NamedTuple):
    """One number of a chance."""

    kind: str  # "success", "kill", "loss"
    chance: float
    what: str

    def bar(self, columns: int, *, plain: bool) -> str:
        """How much of a bar is filled; never all or nothing of it for what is not certain."""
        cells = SHORT if columns < NARROW else BAR
        n = round(cells * self.chance)
        if 0 < self.chance < 1:
            n = min(max(n, 1), cells - 1)
        return (PLAIN if plain else FULL)[self.kind] * n + ("." if plain else "·") * (cells - n)

    @property
    def percent(self) -> str:
        return percent(self.chance)


def of_row(offer: Offer, row: OfferedRow) -> list[Odds]:
    """The chances of a row that has only one."""
    return [one for chance in row_chances(offer, row) for one in _parts(offer, chance)]


def of_option(offer: Offer, row: OfferedRow, option: Option) -> list[Odds]:
    """The chances of a row with one of its options."""
    return [one for chance in option_chances(offer, row, option) for one in _parts(offer, chance)]


def row_chances(offer: Offer, row: OfferedRow) -> list[Chance]:
    on_table = isinstance(row.value, int) and row.thing.kind == "token"
    return chances_of(offer.question, int(str(row.value)), None) if on_table else []


def option_chances(offer: Offer, row: OfferedRow, option: Option) -> list[Chance]:
    if option.value is None:
        return []
    if row.thing.kind == "card":
        return [one for one in offer.question.odds if one.value == (row.value, option.value)]
    return chances_of(offer.question, int(str(row.value)), option.value)


def words(odds: Iterable[Odds]) -> str:
    """ "62 % hit, 10 % sunk" """
    return in_row([_("{percent} {what}").format(percent=one.percent, what=one.what) for one in odds])


def _parts(offer: Offer, chance: Chance) -> Iterator[Odds]:
    question = offer.question
    reading = reading_of(question, chance)
    yield Odds("success", chance.success, _(reading["success"]))
    for kind, part in (("kill", chance.kill), ("loss", chance.loss)):
        if part is not None and kind in reading:
            yield Odds(kind, part, _(reading[kind]))
