"""What a table is played by: chosen by who makes it, shown to all before they sit down, signed for with the toss."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from ironbottom.battle import Battle, Words
from ironbottom.catalog import CardError
from ironbottom.language import N_
from ironbottom.options import OptionError
from ironbottom.printed import CardSet
from ironbottom.variant import besides, mark, varied
from ironbottom.wire.agreeing import Agreeable, Offered
from ironbottom.wire.casting import TurnsLate
from ironbottom.wire.fields import Bytes32, Short
from ironbottom.wire.pace import PaceTerms

Wish = Literal["us", "jp", "either"]
Absent = Literal["wait", "clock", "bot"]
Reach = Literal["open", "lan", "invite"]
Teams = Annotated[tuple[Annotated[int, Meta(ge=0, le=1)], ...], Meta(max_length=2)]  # places, each once, in order
NOT_RATED = N_(
    "A rated game is a whole one by the plain rules, with cards of this program: leave out advice, a seed, optional "
    "rules, a battle, a bot that stands in and both hands for who looks on, or do not have it rated."
)


class Terms(Struct, frozen=True):
    """What a table is played by, chosen by who makes it."""

    side: Wish = "either"
    cards: Short = "core"  # a set that the server has
    absent: Absent = "wait"
    bank: Annotated[int, Meta(ge=0, le=86_400)] = 0  # seconds of thinking for each side; 0: no clock
    spectators: bool = True
    reach: Reach = "invite"
    least: Annotated[int, Meta(ge=0, le=5_000)] = 400  # milliseconds that every answer of a person takes at least
    seed: Bytes32 | None = None  # only for practice: whoever gives the seed knows every card and die
    practice: bool = False  # said by the server in place of the seed that was given
    advice: bool | UnsetType = UNSET  # both players may ask for advice; left out, as in terms before this, where not
    options: Words | UnsetType = UNSET  # §23: optional rules by their words; likewise
    battle: Battle | UnsetType = UNSET  # §24; in a list of tables it does not say who lies where
    offers: Annotated[tuple[Offered, ...], Meta(max_length=3)] | UnsetType = UNSET  # what the players may agree upon
    pace: PaceTerms | UnsetType = UNSET  # a clock for days, in place of a bank; left out where there is none
    teams: Teams | UnsetType = UNSET  # §26.1: the places whose side two commanders share; left out where one plays each
    rated: bool | UnsetType = UNSET  # the game counts for a ladder; left out where it does not
    cast: TurnsLate | UnsetType = UNSET  # who looks on sees both hands, so many turns late; left out: he never does

    def allow(self, what: Agreeable) -> bool:
        """Whether one player may offer this to the other; nothing, where a side is shared (§26)."""
        return not self.teams and ("pause" if what == "go-on" else what) in (self.offers or ())

    @property
    def special(self) -> bool:
        """Whether there is more to agree upon than the rules: who sits down must have been shown it."""
        return self.altered or bool(self.teams) or self.rated is True or bool(self.cast)

    @property
    def altered(self) -> bool:
        """Whether the cards are played by other rules than their own, or laid out as a battle."""
        return bool(self.options) or bool(self.battle)

    @property
    def timed(self) -> bool:
        """Whether there is a clock, of whichever kind."""
        return self.bank > 0 or bool(self.pace)

    @property
    def fit_for_rating(self) -> bool:
        """Whether a game by these terms tells who plays better: a whole game by the plain rules, without help."""
        helped = self.advice is True or self.absent == "bot" or bool(self.teams)
        return not (self.altered or helped or self.cast or self.practice or self.seed is not None)


def public(terms: Terms) -> Terms:
    """Terms as everybody may read them: a seed that was given is not shown, but that there is one is."""
    return replace(terms, seed=None, practice=terms.seed is not None)


def listed(terms: Terms) -> Terms:
    """The same for a list of tables: a battle in brief."""
    shown = public(terms)
    return replace(shown, battle=shown.battle.brief) if shown.battle else shown


def in_play(cards: CardSet, terms: Terms) -> CardSet | None:
    """The same; None where these cards cannot be played by these terms."""
    try:
        return played_with(cards, terms)
    except (OptionError, CardError):
        return None


def played_with(cards: CardSet, terms: Terms) -> CardSet:
    """§23, §24  The cards that a game by these terms is played with.  Raises OptionError or CardError."""
    return varied(cards, terms.options or (), terms.battle or None)


def mark_of(fingerprint: str, terms: Terms) -> str:
    """The fingerprint of what is played by these terms, from that of the set that they name."""
    if not terms.altered:
        return fingerprint
    return mark(fingerprint, besides(terms.options or (), terms.battle or None), terms.battle or None)
