"""What a question offers: its rows with their numbers, what each may be given with its letter, and what all is called.

Staging, marks and panel read the same offer, so a number or a letter means the same everywhere.  The numbers are those
of the plain client: in a segment that is played step by step everything keeps its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ironbottom.language import N_, _
from ironbottom.questions import Answer, Assign, Choose, Move, Order, Pick, Place, Question, Shape, Value

from ...text.question.menu import DAMAGE_DIVIDED, TARGETS, Menu, is_empty, lettered, menu_kind
from ...text.question.menu import MenuItem as Named

LOST = None  # the place of a card that is left out where places are given (§19.2)
LOST_NAME = N_("lost")


class Touchpoint(NamedTuple):
    """What can be touched: a card on the table or in the hand, a line, an amount, a word.

    Cards of the hand that are alike are told apart by their copy.
    """

    kind: str  # "token", "card", "line", "amount", "word", "lost"
    value: Value
    copy: int = 0


def alike(one: Touchpoint, other: Touchpoint) -> bool:
    """Whether two things mean the same: cards that are alike are as good as each other."""
    return one[:2] == other[:2]


class Option(NamedTuple):
    """Something that a row may be given."""

    thing: Touchpoint
    value: Value | None
    name: str
    note: str = ""
    letter: str = ""
    verb: str = ""  # of a step
    answer: Answer | None = None  # of a step: the whole of it


class OfferedRow(NamedTuple):
    """A numbered row of the question."""

    thing: Touchpoint
    value: Value
    number: int
    name: str
    note: str = ""
    options: tuple[Option, ...] = ()


class Offer(NamedTuple):
    """Everything that may be answered."""

    menu: Menu
    rows: tuple[OfferedRow, ...]
    values: tuple[Option, ...]  # all that any row may be given, each once
    plays: tuple[OfferedRow, ...]  # event cards that may be played first

    @property
    def question(self) -> Question:
        return self.menu.question

    @property
    def shape(self) -> Shape:
        return self.menu.question.shape

    @property
    def words(self) -> tuple[str, ...]:
        """What stands alone in a segment that is played step by step."""
        return self.shape.words if isinstance(self.shape, Move) else ()

    @property
    def empty(self) -> bool:
        """Whether there is nothing to decide, whatever public facts made the side be asked."""
        return is_empty(self.menu)

    @property
    def last(self) -> int:
        """The greatest number."""
        return max([one.number for one in (*self.rows, *self.plays)], default=0)


def offer_of(menu: Menu) -> Offer:
    """The menu of the plain client as rows that can be touched."""
    shape = menu.shape
    if isinstance(shape, Choose):
        rows = _in_copies(menu, shape.options)
    elif isinstance(shape, Pick):
        rows = _in_copies(menu, shape.items)
    elif isinstance(shape, Move):
        rows = _step_rows(menu, shape)
    else:
        rows = _given_rows(menu, shape)
    return Offer(menu, tuple(rows), tuple(_all_values(rows)), tuple(_plays(menu)))


def gives(shape: Shape) -> bool:
    """Whether a question is answered by giving values to cards."""
    return isinstance(shape, Assign | Order | Place)


def thing_of(menu: Menu, named: Named, copy: int = 0) -> Touchpoint:
    """What is touched for a value of the menu; a strike is its target."""
    if isinstance(named.value, tuple):
        return Touchpoint("token", named.value[1])
    if menu.question.step == DAMAGE_DIVIDED and isinstance(named.value, int) and isinstance(menu.shape, Choose | Pick):
        return Touchpoint("amount", named.value)
    return Touchpoint(named.kind, named.value, copy)


def _in_copies(menu: Menu, values: tuple[Value, ...]) -> list[OfferedRow]:
    """Rows for values in a list, where cards that are alike are told apart by their copy."""
    copies: dict[Value, int] = {}
    rows = []
    for n, (value, named) in enumerate(zip(values, menu.things, strict=True), 1):
        copy = copies.get(value, 0)
        copies[value] = copy + 1
        rows.append(OfferedRow(thing_of(menu, named, copy), value, n, named.name, named.note))
    return rows


def _given_rows(menu: Menu, shape: Assign | Order | Place) -> list[OfferedRow]:
    named = {one.value: one for one in menu.values}
    rows = []
    for n, (one, found) in enumerate(zip(menu.things, shape.choices.values(), strict=True), 1):
        options = [_option(menu, named[value]) for value in found]
        if isinstance(shape, Place):
            options.append(Option(Touchpoint("lost", 0), LOST, _(LOST_NAME), letter=lettered(len(menu.values))))
        rows.append(OfferedRow(Touchpoint("token", one.value), one.value, n, one.name, one.note, tuple(options)))
    return rows


def _option(menu: Menu, named: Named) -> Option:
    note = named.note if named.kind == "token" else ""
    return Option(thing_of(menu, named), named.value, named.name, note, menu.letter_of(named.value))


def _step_rows(menu: Menu, shape: Move) -> list[OfferedRow]:
    """A row for each thing that a step can be done to, with all its steps."""
    names = {(one.kind, one.value): one for one in (*menu.values, *menu.things)}
    found: dict[Value, list[Option]] = {}
    for verb, things in shape.steps.items():
        for value, targets in things.items():
            options = found.setdefault(value, [])
            for option in _steps(names, verb, value, targets):
                options.append(option._replace(letter=lettered(len(options))))
    rows = []
    for value, options in found.items():
        kind = menu_kind(value)
        one = names[kind, value]
        rows.append(
            OfferedRow(Touchpoint(kind, value), value, menu.place(kind, value) + 1, one.name, one.note, tuple(options))
        )
    return sorted(rows, key=lambda row: row.number)


def _steps(
    names: dict[tuple[str, Value], Named], verb: str, value: Value, targets: tuple[Value, ...]
) -> Iterator[Option]:
    """What one verb can be done with."""
    if not targets:
        yield Option(Touchpoint("word", verb), verb, verb, verb=verb, answer=(verb, value))
    for target in targets:
        kind = TARGETS.get(verb, "token")
        one = names.get((kind, target)) or names.get(("card", target)) or names.get(("word", target))
        if one is None or kind == "amount":
            yield Option(Touchpoint(kind, target), target, str(target), verb=verb, answer=(verb, value, target))
            continue
        note = one.note if one.kind == "token" else ""
        yield Option(Touchpoint(one.kind, target), target, one.name, note, verb=verb, answer=(verb, value, target))


def _all_values(rows: Iterable[OfferedRow]) -> list[Option]:
    """Aims stand before the words that are for all, as in the menu."""
    found: dict[tuple[str, Value | None], Option] = {}
    for option in [option for row in rows for option in row.options]:
        found.setdefault((option.verb, option.value), option)
    return sorted(found.values(), key=lambda one: (not isinstance(one.value, tuple), one.value is LOST))


def _plays(menu: Menu) -> Iterator[OfferedRow]:
    for n, one in enumerate(menu.plays, len(menu.things) + 1):
        yield OfferedRow(Touchpoint("card", one.value), one.value, n, one.name, one.note)
