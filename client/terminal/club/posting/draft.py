"""A challenge while it is drafted: its terms, in the units in which people choose, and a row for each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from ironbottom.battle import Battle
from ironbottom.language import N_, _
from ironbottom.vocabulary import amount, phrase
from ironbottom.wire.agreeing import Offered
from ironbottom.wire.casting import LATEST
from ironbottom.wire.pace import MOST
from ironbottom.wire.terms import NOT_RATED, Absent, Reach, Terms, Wish

from ....console.errors import UserError
from ....net.club.table_wish import TableWish, fitting
from ....storage.card_sets import of_project
from ....text.people.table_list import ABSENCES, free_side
from ....text.rules.campaigns import listed_as
from ....text.rules.table_rules import names, option_name, shown_late, title, worth
from ....text.sanitize import sanitize

SIDES: tuple[Wish, ...] = ("either", "us", "jp")
OFFERS: tuple[tuple[Offered, ...], ...] = (
    (), ("draw",), ("pause",), ("takeback",), ("draw", "pause"), ("draw", "takeback"), ("pause", "takeback"),
    ("draw", "pause", "takeback"),
)
DAYS = (0, 1, 2, 3, 5, 7, 10, 14, 21, 30, MOST)
MINUTES = (0, 15, 30, 45, 60, 90, 120, 180, 240, 360, 720, 1440)
ADDED = (0, 1, 2, 3, 4, 6, 8, 12, 18, 24, 36, 48, 72, 96, 120, 168)  # hours
HOURS = (24, 8, 10, 12, 14, 16, 18, 20, 1, 2, 3, 4, 5, 6)
VACATION = (0, 1, 2, 3, 5, 7, 10, 14, 21, 30, MOST)
LATE = tuple([n for n in (0, 1, 2, 3, 4, 6, 8, 12, 20) if n <= LATEST])  # turns
LEAST = (0, 100, 200, 300, 400, 500, 700, 1000, 1500, 2000, 3000, 5000)  # milliseconds
WITHIN = (0, 50, 100, 150, 200, 300, 400, 500, 1000)
WAIT = (1, 2, 3, 5, 7, 10, 14, 21, 30)
REACHES: dict[Reach, str] = {
    "open": N_("whoever reaches this server"), "lan": N_("whoever is on the network of this server"),
}
BATTLE, OPTIONS, OWN = "battle", "options", "own"  # rows that lead to a list, or to a line to type


class ChallengeDraft(TableWish, frozen=True, kw_only=True):
    """What is to be played, and against whom."""

    days: int = 3
    rated: bool = True
    own: Battle | None = None  # from a file or a link, to be chosen like those of the project
    within: int = 0  # points to an opponent at most; 0: anybody
    wait: int = 7  # days
    seek: bool = False

    @property
    def away(self) -> Absent:
        """What is done when a player is away."""
        return self.absent or ("clock" if self.timed else "wait")

    @property
    def checked(self) -> Terms:
        """Its terms, as far as it can be told here that a server takes them.  Raises UserError where it would not."""
        if of_project(self.cards):
            fitting(self.rules.words, self.rules.battle, self.cards)
        terms = self.terms
        if terms.rated is True and not terms.fit_for_rating:
            raise UserError(_(NOT_RATED))
        return terms


def by_rules(draft: ChallengeDraft, words: tuple[str, ...], battle: Battle | None) -> ChallengeDraft:
    """Played by these; a battle brings its cards with it."""
    rules = draft.rules._replace(words=words, battle=battle)
    return replace(draft, rules=rules, cards=draft.cards if battle is None else battle.set)


class DraftRow(NamedTuple):
    """A row of the form: what it is of, and its values in order; none, where it leads on."""

    field: str
    about: str
    values: tuple[Any, ...]
    said: Callable[[Any], str] = str

    def text(self, draft: ChallengeDraft) -> str:
        """What is read: a mark before what is on or off, else the value behind what it is of."""
        value = self.value(draft)
        if isinstance(value, bool):
            return f"[{'x' if value else ' '}] {self.about}"
        return f"{self.about}: {self.said(value)}"

    def value(self, draft: ChallengeDraft) -> Any:
        """How the draft has it now."""
        special = {BATTLE: draft.rules.battle, OPTIONS: draft.rules.words, OWN: draft.own, "absent": draft.away}
        return special[self.field] if self.field in special else getattr(draft, self.field)


def draft_rows(draft: ChallengeDraft, sets: tuple[str, ...]) -> list[DraftRow]:
    """All terms, in the order in which they are read."""
    return [*_played(draft, sets), *_clocks(draft), *_company(draft), *_opponent()]


def _played(draft: ChallengeDraft, sets: tuple[str, ...]) -> Iterator[DraftRow]:
    battle = draft.rules.battle
    yield DraftRow("side", _("Your side"), SIDES, free_side)
    yield DraftRow("cards", _("Cards"), sets if battle is None else (battle.set,), sanitize)
    yield DraftRow(BATTLE, _("Battle"), (), _battle)
    yield DraftRow(OWN, _("A battle of your own, from a file or a link"), (), _own)
    yield DraftRow(OPTIONS, _("Optional rules"), (), _options)


def _clocks(draft: ChallengeDraft) -> Iterator[DraftRow]:
    """The clock of an evening only where no days are counted."""
    yield DraftRow("days", _("Days to think, for each side"), DAYS, _days)
    if draft.days:
        ceilings = (0, *[n for n in DAYS if n >= draft.days])
        yield DraftRow("added", phrase("pace.added_hours"), ADDED)
        yield DraftRow("ceiling", phrase("pace.most_days"), ceilings, lambda n: str(n or min(MOST, 2 * draft.days)))
        yield DraftRow("hours", phrase("pace.hours_each"), HOURS)
        yield DraftRow("vacation", phrase("pace.vacation_days"), VACATION)
    else:
        yield DraftRow("bank", _("Minutes to think, for each side"), MINUTES, _minutes)
    ways = tuple([way for way in ABSENCES if way != "clock" or draft.timed])
    yield DraftRow("absent", _("When one of you is away"), ways, lambda way: _(ABSENCES[way]))


def _company(draft: ChallengeDraft) -> Iterator[DraftRow]:
    """What is agreed upon with the opponent, and who else is there."""
    yield DraftRow("rated", phrase("special.rated"), (True, False))
    yield DraftRow("advice", phrase("advice.for_both"), (True, False))
    yield DraftRow("offers", _("You may agree upon"), OFFERS, _offers)
    yield DraftRow("spectators", _("Others may look on"), (True, False))
    yield DraftRow("cast", phrase("cast.whom"), LATE, _cast)
    yield DraftRow("reach", _("Who may join"), tuple(REACHES), lambda way: _(REACHES[way]))
    yield DraftRow("least", _("Milliseconds that an answer takes at least"), LEAST)


def _opponent() -> Iterator[DraftRow]:
    yield DraftRow("within", phrase("challenge.most_apart"), WITHIN, _within)
    yield DraftRow("wait", phrase("challenge.wait"), WAIT)


def _battle(battle: Battle | None) -> str:
    return _("a whole game") if battle is None else listed_as(battle) or title(battle)


def _own(battle: Battle | None) -> str:
    return _("none") if battle is None else title(battle)


def _options(words: tuple[str, ...]) -> str:
    return names(words) or _("none")


def _days(n: int) -> str:
    return str(n) if n else _("0 (not by the day)")


def _minutes(n: int) -> str:
    return str(n) if n else phrase("terms.no_clock")


def _within(n: int) -> str:
    return str(n) if n else _("any number")


def _cast(n: int) -> str:
    return phrase("cast.look", turns=amount("turns", n)) if n else phrase("cast.never")


def _offers(kinds: tuple[Offered, ...]) -> str:
    return phrase("rows.inside").join([phrase(f"offers.{what}") for what in kinds]) or _("nothing")


def turned(draft: ChallengeDraft, row: DraftRow, steps: int) -> ChallengeDraft:
    """The next value of a row, around its end; what does not go with it any more is as usual again."""
    now = row.value(draft)
    at = row.values.index(now) if now in row.values else 0
    after = replace(draft, **{row.field: row.values[(at + steps) % len(row.values)]})
    if after.ceiling and after.ceiling < after.days:
        after = replace(after, ceiling=0)
    return replace(after, absent=None) if after.absent == "clock" and not after.timed else after


def hint(draft: ChallengeDraft, row: DraftRow) -> list[str]:
    """What there is to say of a row besides its value."""
    if row.field == OPTIONS and draft.rules.words:
        return [phrase("rows.between").join(map(_with_worth, draft.rules.words))]
    return shown_late(draft.cast) if row.field == "cast" else []


def _with_worth(said: str) -> str:
    measured = worth(said)
    return f"{option_name(said)}: {measured}" if measured else option_name(said)
