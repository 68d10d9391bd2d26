"""§2  What is printed on the cards.  Frozen: nothing here changes during a game.

The engine knows cards only through these rows; `ironbottom.catalog` makes them from the YAML in `cards/`.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import force_setattr

from ironbottom.battle import Battle
from ironbottom.dice import Ability
from ironbottom.options import NONE, Options
from ironbottom.words import CardId, Icon, Rank, Side


class Values(Struct, frozen=True, gc=False, kw_only=True, cache_hash=True):
    """§2.2  The abilities of what stands in a line as one ship: a lone card, or a pair (§8.4)."""

    hp: int
    air: Ability = None
    surface: Ability = None
    torp: Ability = None
    land: Ability = None
    sub: Ability = None
    speed: Ability = None
    army: Ability = None  # transports only
    icon: Icon | None = None  # no ship prints two kinds
    icons: int = 0

    def icons_left(self, damage: int) -> int:
        """§4.6  Each damage spoils one icon."""
        return self.icons - damage if self.icons > damage else 0


class GradedValues(Values, frozen=True, gc=False, kw_only=True, cache_hash=True):
    """§23.11  Those of a carrier, or of a pair with one, where damage is graded."""

    def icons_left(self, damage: int) -> int:
        """§23.11  Damage of half its HP or more spoils them all."""
        return 0 if 2 * damage >= self.hp else Values.icons_left(self, damage)


class Card(Struct, frozen=True, kw_only=True):
    """What every card prints."""

    id: CardId  # "us/enterprise"
    side: Side
    name: str
    ja: str  # the Japanese name
    set: str  # "core" or "full" (a card of "full" only), or the name of a set of one's own
    known: tuple[str, ...] = ()  # the fields whose values are known from the published game; the others are derived
    note: str = ""


class ShipCard(Card, frozen=True, kw_only=True):
    """§2.2  A ship or some ships."""

    type: str  # "CV", "BB", ...: read by event cards only (Type 3 Shells)
    vp: int
    values: Values  # alone
    attached: Values | None = None  # §8.1: what it adds as an escort; None: not escort-capable


class BaseCard(Card, frozen=True, kw_only=True, cache_hash=True):
    """§2.3  A home, strategic or front base."""

    rank: Rank
    hp: int
    vp: int = 0  # front bases only; a strategic base prints "Auto"
    air: Ability = None
    tb: Ability = None
    guns: Ability = None  # printed instead of TB against bombardment, on cards that have it
    garrison: Ability = None
    patrol: Ability = None
    repair: Ability = None  # home bases only
    carrier: int = 0  # always 0: a base's land icons hold carrier airplanes too (§6.2)
    land: int = 0
    sea: int = 0
    flying: int = 0
    first_hand: int = 0  # the home base's five figures, which never change (§4.5)
    fleet: int = 0
    max_hand: int = 0
    drawn: int = 0
    kept: int = 0
    decides_ties: bool = False  # §11.3: Henderson Field
    slots: tuple[tuple[Icon, int], ...] = ()  # the kinds of icon that it prints, and how many: made from the above

    def __post_init__(self) -> None:
        kinds = ((Icon.LAND, self.land), (Icon.SEA, self.sea), (Icon.FLYING, self.flying))
        force_setattr(self, "slots", tuple([(icon, n) for icon, n in kinds if n]))


class AirplaneCard(Card, frozen=True, kw_only=True, cache_hash=True):
    """§2.4  An airplane; it has one HP and `copies` cards."""

    maker: str
    icon: Icon
    range: int
    airc: Ability = None
    air: Ability = None
    bomb: Ability = None
    torp: Ability = None
    land: Ability = None
    recon: Ability = None
    copies: int = 1  # in the core set
    copies_full: int = 1  # in the full set


class Effect(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """§2.5  What the event half does: a word of the vocabulary in cards/FIELDS.md, and its figures."""

    does: str
    n: int = 0  # the number in the text
    airplane: CardId | None = None  # the airplane that the text names
    types: tuple[str, ...] = ()  # the ship types that the text names


class Transports(Struct, frozen=True, kw_only=True):
    """§2.5  The ship half of an event card: transports."""

    name: str
    ja: str
    values: Values  # army and hp; everything else "-"


class Submarine(Struct, frozen=True, kw_only=True):
    """§2.5  The ship half of an event card: a submarine."""

    name: str
    ja: str
    torp: int
    recon: int
    hp: int


class EventCard(Card, frozen=True, kw_only=True):
    """§2.5  An event above, transports or a submarine below; a play uses one half."""

    attached: ClassVar[None] = None  # transports are no escorts

    text: str
    effect: Effect
    transports: Transports | None = None
    submarine: Submarine | None = None
    copies: int = 1
    copies_full: int = 1

    @property
    def vp(self) -> int:
        """R-6: transports are worth no VP."""
        return 0


AnyCard = ShipCard | BaseCard | AirplaneCard | EventCard


class SideCards(Struct, frozen=True, kw_only=True):
    """§2.1  All cards of one side in a set, each as often as it is in the set."""

    home: BaseCard
    strategic: BaseCard
    fleet: tuple[ShipCard | BaseCard, ...]  # the fleet deck before it is shuffled (§10.3)
    air: tuple[AirplaneCard | EventCard, ...]  # the airplane deck before it is shuffled (§10.5)


class CardSet(Struct, frozen=True, kw_only=True):
    """A set to play with: "core", "full", or a folder of one's own; with the optional rules and the battle agreed upon.

    In a battle the cards of each side are those of the battle.
    """

    name: str
    fingerprint: str  # SHA-256 of the values of all cards: a record names the cards it was played with
    us: SideCards
    jp: SideCards
    version: int = 1  # of the files that it was read from
    options: Options = NONE  # §23
    battle: Battle | None = None  # §24
    chapter: Battle | None = None  # §25.7: which whole game of a campaign it is

    @property
    def agreed(self) -> Battle | None:
        """The battle as the terms of a table have it: one that is laid out, or a whole game of a campaign."""
        return self.battle or self.chapter

    def side(self, side: Side) -> SideCards:
        return self.us if side is Side.US else self.jp
