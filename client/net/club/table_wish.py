"""What somebody wants a table to be played by, from the command line or from a form, and the terms that it makes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec import UNSET, Struct, msgpack
from msgspec.structs import replace

from ironbottom.battle import Battle
from ironbottom.catalog import CardError
from ironbottom.language import _
from ironbottom.options import OptionError
from ironbottom.options import options as agreed_upon
from ironbottom.variant import varied
from ironbottom.vocabulary import phrase
from ironbottom.wire.agreeing import Offered
from ironbottom.wire.frames import TO_SERVER
from ironbottom.wire.messages import Create
from ironbottom.wire.pace import DAY, HOUR, MOST, PaceTerms
from ironbottom.wire.terms import Absent, Reach, Terms, Wish

from ...console.errors import UserError
from ...storage.card_sets import cards_of, chosen, of_project
from ...text.rules.table_rules import TableRules

LAST, REQUEST = 2**53 - 1, 16  # the greatest number of a request, and the bytes of what tells requests apart


class TableWish(Struct, frozen=True, kw_only=True):
    """In the units in which people choose."""

    side: Wish = "either"
    cards: str = "core"
    absent: Absent | None = None  # None: the clock runs on where there is one
    bank: int = 0  # minutes of thinking for each side, where no days are counted; 0: no clock
    days: int = 0  # of thinking for each side at the beginning; 0: none are counted
    added: int = 12  # hours at each turn
    ceiling: int = 0  # days that time is filled up to; 0: twice those of the beginning
    hours: int = 24  # of each day in which a clock runs
    vacation: int = 0  # days of each player
    spectators: bool = True
    reach: Reach = "open"
    least: int = 400  # milliseconds of an answer
    advice: bool = False
    offers: tuple[Offered, ...] = ()
    rated: bool = False
    cast: int = 0  # turns; 0: nobody sees both hands
    rules: TableRules = TableRules()

    @property
    def timed(self) -> bool:
        """Whether there is a clock, of whichever kind."""
        return bool(self.bank or self.days)

    @property
    def pace(self) -> PaceTerms | None:
        """The clocks of a game by the day; None: it is none."""
        if not self.days:
            return None
        most = self.ceiling or min(MOST, 2 * self.days)
        return PaceTerms(self.days * DAY, self.added * HOUR, most * DAY, self.hours, self.vacation)

    @property
    def terms(self) -> Terms:
        """Raises UserError for what does not go together."""
        if self.cast and not self.spectators:
            raise UserError(phrase("cast.nobody"))
        plain = Terms(
            side=self.side, cards=self.cards, absent=self.absent or ("clock" if self.timed else "wait"),
            bank=0 if self.days else 60 * self.bank, spectators=self.spectators, reach=self.reach, least=self.least,
            advice=self.advice or UNSET, pace=self.pace or UNSET, offers=self.offers or UNSET,
            rated=self.rated or UNSET, cast=self.cast or UNSET,
        )
        return with_special(plain, self.rules)


class RulesInPlay(NamedTuple):
    """Optional rules by their words, in the order of the rulebook; and the set that they are played with."""

    words: tuple[str, ...]
    cards: str


def fitting(said: Iterable[str], battle: Battle | None, cards: str) -> RulesInPlay:
    """Whether these optional rules and this battle can be played; a battle brings its cards with it.

    Raises UserError, in one sentence, for what cannot be played.
    """
    try:
        words = agreed_upon(said).words
        if battle is not None:
            cards = cards_of(battle, cards).name if of_project(cards) else cards
        if words or battle is not None:
            varied(chosen(cards), words, battle)
    except (OptionError, CardError) as error:
        raise UserError(str(error)) from None
    return RulesInPlay(words, cards)


def with_special(terms: Terms, rules: TableRules) -> Terms:
    """Terms with these optional rules and this battle; its history stays here where it is too long for a message.

    Who plays a battle of the project has that himself.  Raises UserError for a battle that is too long without it, and
    for a side that two share where the players may agree upon something.
    """
    if rules.teams and terms.offers:
        raise UserError(phrase("team.no_offers"))
    terms = replace(terms, teams=rules.teams or UNSET)
    if rules.battle is not None and rules.battle.campaign is not None:  # which the server has, too
        return replace(terms, options=rules.words or UNSET, battle=rules.battle.brief)
    whole = replace(terms, options=rules.words or UNSET, battle=UNSET if rules.battle is None else rules.battle)
    if rules.battle is None or _fits(whole):
        return whole
    short = replace(whole, battle=rules.battle.without_history)
    if not _fits(short):
        text = _("The battle {name} has more in it than a table takes: leave ships, airplanes or cards out.")
        raise UserError(text.format(name=rules.battle.name))
    return short


def _fits(terms: Terms) -> bool:
    return len(msgpack.encode(Create(LAST, bytes(REQUEST), terms))) <= TO_SERVER
