"""Tables as they are shown to who picks one: he knows before he sits down what clock runs and what follows from being
away.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from ironbottom.language import N_, _
from ironbottom.phrases import side_name
from ironbottom.vocabulary import amount, phrase
from ironbottom.wire.agreeing import Offered
from ironbottom.wire.challenging import ChallengeLine
from ironbottom.wire.cleaning import clean_name
from ironbottom.wire.messages import TableLine
from ironbottom.wire.pace import PaceTerms
from ironbottom.wire.terms import Wish
from ironbottom.words import Side

from ..rules.by_the_day import terms_in_words
from ..rules.table_rules import in_brief, of_terms

SHOWN = 40  # letters of the name of a set of cards
ABSENCES = {"wait": N_("the game waits"), "clock": N_("the clock runs on"), "bot": N_("a bot stands in")}


def terms_text(
    bank: int, absent: str, *, pace: PaceTerms | None = None, practice: bool = False, advice: bool = False,
    special: Iterable[str] = (), offers: Iterable[Offered] = (),
) -> str:
    """Clock and absence: "30 minutes for each side; away: the clock runs on".  `bank`: seconds for each side, 0 without
    a clock; `absent`: the policy, "" where a server does not tell it; `special`: battle and optional rules in brief.
    """
    clock = amount("minutes_each", round(bank / 60)) if bank else phrase("terms.no_clock")
    parts = [clock] if pace is None else terms_in_words(pace)
    if absent in ABSENCES:
        parts.append(phrase("terms.away", what=_(ABSENCES[absent])))
    if practice:
        parts.append(phrase("terms.practice"))
    if advice:
        parts.append(phrase("advice.for_both"))
    if kinds := phrase("rows.inside").join([phrase(f"offers.{what}") for what in offers]):
        parts.append(phrase("offers.by_consent", what=kinds))
    parts += special
    return phrase("rows.between").join(parts)


def waiting_in_words(challenge: ChallengeLine | None) -> list[str]:
    """Until when and for whom a challenge waits, and how strong who has posted it is; nothing for other tables."""
    if challenge is None:
        return []
    until = datetime.fromtimestamp(challenge.until).strftime("%Y-%m-%d %H:%M")
    points = challenge.points
    told = [phrase("challenge.until", when=until)]
    told.append(phrase("challenge.no_points") if points is None else phrase("challenge.points", n=points))
    if challenge.within:
        told.append(phrase("challenge.within", n=challenge.within))
    return [*told, *([phrase("challenge.of_bot")] if challenge.bot else [])]


def table_line(n: int, table: TableLine) -> str:
    """A table of a server, by its number in a list."""
    name, cards = clean_name(table.name), table.terms.cards[:SHOWN]
    own = table.terms
    terms = terms_text(
        own.bank, own.absent, pace=own.pace or None, practice=own.practice, advice=own.advice is True,
        special=[*in_brief(of_terms(own)), *waiting_in_words(table.challenge or None)], offers=own.offers or (),
    )
    if table.free is not None:
        text = _("{n}  {name}; free: {free}; cards: {cards}; {terms}")
        return text.format(n=n, name=name, free=free_side(table.free), cards=cards, terms=terms)
    if table.terms.spectators:
        text = _("{n}  {name} against {against}: under way, look on; cards: {cards}; {terms}")
    else:
        text = _("{n}  {name} against {against}: under way, without spectators; cards: {cards}; {terms}")
    return text.format(n=n, name=name, against=clean_name(table.against), cards=cards, terms=terms)


def free_side(side: Wish) -> str:
    """The side that is left at a table."""
    return phrase("terms.either_side") if side == "either" else side_name(Side[side.upper()])


class TableChoice(NamedTuple):
    """A table that is shown to be picked."""

    key: str  # the name of the table
    line: str
    free: bool  # a seat is
    watch: bool  # one may look on


class Picked(NamedTuple):
    """What somebody wants who was shown tables: one of them, the way that he typed, or a game that he has played."""

    key: str = ""
    watch: bool = False
    typed: str = ""
    game: str = ""  # the file of a finished game
    review: bool = False  # of that
    club: bool = False  # what the server has besides its tables
