"""§24, §25  A battle: who lies where when it begins, how long it lasts, what counts in it, of which campaign it is.

Pure data, read from a file by `ironbottom.battle_sheet`, or sent in the terms of a table; cards are named by their ids.
Everything that is placed here is known to both players, who have read the same: only what is shuffled, drawn or moved
later is not.  What a field may hold is bounded, since it may come from anybody.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from ironbottom.words import CardId, Side

LONGEST_WORD = 24  # letters

Id = Annotated[CardId, Meta(max_length=64)]
Ids = Annotated[tuple[Id, ...], Meta(max_length=80)]
Small = Annotated[int, Meta(ge=0, le=99)]
Points = Annotated[int, Meta(ge=0, le=9999)]
Word = Annotated[str, Meta(max_length=LONGEST_WORD)]
Words = Annotated[tuple[Word, ...], Meta(max_length=24)]
Prose = Annotated[str, Meta(max_length=6000)]

LINE_WORDS = ("front", "middle", "rear")  # of a side's own lines, as OWN_LINES has them
SCORES = ("ashore", "transports", "airplanes", "bases", "damage")  # §24.6


class PlacedBase(Struct, frozen=True, kw_only=True):
    """§24.2  A base of the battle, with what stands on it; its rank says in which line."""

    card: Id
    damage: Small = 0
    airplanes: Ids = ()


class PlacedShip(Struct, frozen=True, kw_only=True):
    """§24.2  A formation: a ship, or the transports of an event card, with its escort and the airplanes aboard."""

    lead: Id
    transports: bool = False  # whether the lead is an event card, of which this is the transports half
    line: Annotated[int, Meta(ge=0, le=2)]  # FRONT, MIDDLE, REAR
    escort: Id | None = None
    damage: Small = 0
    detected: bool = False
    airplanes: Ids = ()


class BattleSide(Struct, frozen=True, kw_only=True):
    """One side of a battle."""

    bases: Annotated[tuple[PlacedBase, ...], Meta(max_length=16)]  # home and strategic base always; front bases
    ships: Annotated[tuple[PlacedShip, ...], Meta(max_length=40)]
    deck: Ids = ()  # airplanes and events that are not on the table; shuffled
    hand: Small = 0  # so many of them are dealt to the hand
    held: Ids = ()  # airplanes and events that are in the hand from the start, besides those; both sides know them
    reserve: Ids = ()  # the fleet deck: ships and front bases that may come; shuffled
    lead: Small = 0  # §24.5: points that it has from the start, so that who does better than history wins

    @property
    def aboard(self) -> tuple[CardId, ...]:
        """All airplanes on bases and ships."""
        loads = [base.airplanes for base in self.bases] + [ship.airplanes for ship in self.ships]
        return tuple([card for load in loads for card in load])


class BattleText(Struct, frozen=True, kw_only=True):
    """What is told of a battle in one language."""

    title: Annotated[str, Meta(max_length=80)]
    introduction: Annotated[str, Meta(max_length=800)]  # three sentences
    history: Prose  # paragraphs, an empty line between them


class CarriedSide(Struct, frozen=True, kw_only=True):
    """§25.3 to §25.5  What one side brings from the battles before; cards that have nothing to carry are not named."""

    lost: Ids = ()  # ships that are sunk
    damage: Annotated[tuple[tuple[Id, Small], ...], Meta(max_length=80)] = ()  # of ships and bases, what is left of it
    hand: Ids = ()  # cards of its last hand


class CampaignText(Struct, frozen=True, kw_only=True):
    """What is told of a campaign in one language."""

    title: Annotated[str, Meta(max_length=80)]
    introduction: Annotated[str, Meta(max_length=800)]  # three sentences
    battles: Annotated[tuple[Annotated[str, Meta(max_length=80)], ...], Meta(max_length=20)]  # their titles in order


class CampaignPart(Struct, frozen=True, kw_only=True):
    """§25  Which battle of which campaign a battle is, and what is brought to it."""

    name: Annotated[str, Meta(max_length=40)]  # "guadalcanal"
    version: Annotated[int, Meta(ge=1, le=999)]
    mark: Annotated[str, Meta(max_length=64)]  # SHA-256 of all that its rules read, its battles too
    number: Annotated[int, Meta(ge=1, le=20)]  # of this battle, from 1
    before: Annotated[str, Meta(max_length=64)] = ""  # the name of the game before, in hexadecimal digits
    points: tuple[Points, Points] = (0, 0)  # of US and Japan in the battles before
    marginal: Small  # §25.6: by so many VP in all it is a marginal victory
    decisive: Small
    us: CarriedSide = CarriedSide()
    jp: CarriedSide = CarriedSide()
    english: CampaignText
    japanese: CampaignText

    @property
    def of(self) -> int:
        """How many battles the campaign has."""
        return len(self.english.battles)

    @property
    def last(self) -> bool:
        return self.number >= self.of

    @property
    def brief(self) -> CampaignPart:
        """The same without what is carried."""
        return replace(self, us=CarriedSide(), jp=CarriedSide())

    @property
    def rules(self) -> tuple[object, ...]:
        """All but its prose."""
        carried = (self.before, self.points, self.us, self.jp)
        return (self.name, self.mark, self.number, self.of, self.marginal, self.decisive, *carried)

    def side(self, side: Side) -> CarriedSide:
        return self.us if side is Side.US else self.jp


class Battle(Struct, frozen=True, kw_only=True):
    """A battle to be played."""

    name: Annotated[str, Meta(max_length=40)]  # "cape-esperance"
    version: Annotated[int, Meta(ge=1, le=999)]
    set: Annotated[str, Meta(max_length=64)]  # whose cards: "core" or "full"
    date: Annotated[str, Meta(max_length=10)]  # 1942-10-11
    first: Side
    turns: Annotated[int, Meta(ge=1, le=40)]  # §24.4: of both sides together
    decks: bool  # §24.3: False: nobody draws
    whole: bool = False  # §25.7: a whole game of a campaign: set up as in §10 from `deck` and `reserve`; no last turn
    options: Words = ()  # optional rules that belong to it
    scores: Annotated[tuple[tuple[Word, Small], ...], Meta(max_length=5)] = ()  # §24.6: what counts, and the VP of each
    ties: Side = Side.JP  # §24.5: who wins on equal VP
    clear: Small = 4  # §24.7: by so many VP it is a clear victory
    decisive: Small = 10
    us: BattleSide
    jp: BattleSide
    english: BattleText
    japanese: BattleText
    sources: Annotated[tuple[Annotated[str, Meta(max_length=200)], ...], Meta(max_length=20)] = ()
    campaign: CampaignPart | None = None  # §25

    @property
    def brief(self) -> Battle:
        """What a list of tables says of it: neither who lies where nor its history."""
        nothing = BattleSide(bases=(), ships=())
        english, japanese = [replace(text, history="") for text in (self.english, self.japanese)]
        part = None if self.campaign is None else self.campaign.brief
        return replace(self, us=nothing, jp=nothing, english=english, japanese=japanese, sources=(), campaign=part)

    @property
    def without_history(self) -> Battle:
        """All that it is played by, and no more: a message to a server is short."""
        english, japanese = [replace(text, history="") for text in (self.english, self.japanese)]
        return replace(self, english=english, japanese=japanese, sources=())

    def side(self, side: Side) -> BattleSide:
        return self.us if side is Side.US else self.jp

    def score(self, word: str) -> int:
        """§24.6  The VP of one of these, 0 where it does not count."""
        return dict(self.scores).get(word, 0)
