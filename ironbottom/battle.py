"""§24  A historical battle: who lies where when it begins, how long it lasts, and what counts in it.

Pure data, read from a file by `ironbottom.battle_sheet`; cards are named by their ids.  Everything that is placed here
is known to both players, who have read the same file: only what is shuffled, drawn or moved later is not.
"""

from __future__ import annotations

from msgspec import Struct

from ironbottom.words import CardId, Side

LINE_WORDS = ("front", "middle", "rear")  # of a side's own lines, as OWN_LINES has them
SCORES = ("ashore", "transports", "airplanes", "bases", "damage")  # §24.6


class PlacedBase(Struct, frozen=True, kw_only=True):
    """§24.2  A base of the battle, with what stands on it; its rank says in which line."""

    card: CardId
    damage: int = 0
    airplanes: tuple[CardId, ...] = ()


class PlacedShip(Struct, frozen=True, kw_only=True):
    """§24.2  A formation: a ship, or the transports of an event card, with its escort and the airplanes aboard."""

    lead: CardId
    line: int  # 0 FRONT, 1 MIDDLE, 2 REAR
    escort: CardId | None = None
    damage: int = 0
    detected: bool = False
    airplanes: tuple[CardId, ...] = ()


class BattleSide(Struct, frozen=True, kw_only=True):
    """One side of a battle."""

    bases: tuple[PlacedBase, ...]  # home and strategic base always; front bases
    ships: tuple[PlacedShip, ...]
    deck: tuple[CardId, ...] = ()  # airplanes and events that are not on the table; shuffled
    hand: int = 0  # so many of them are dealt to the hand
    reserve: tuple[CardId, ...] = ()  # the fleet deck: ships and front bases that may come; shuffled
    lead: int = 0  # §24.5: points that it has from the start, so that who does better than history wins

    @property
    def aboard(self) -> tuple[CardId, ...]:
        """All airplanes on bases and ships."""
        loads = [base.airplanes for base in self.bases] + [ship.airplanes for ship in self.ships]
        return tuple([card for load in loads for card in load])


class BattleText(Struct, frozen=True, kw_only=True):
    """What is told of a battle in one language."""

    title: str
    introduction: str  # three sentences
    history: str  # paragraphs, an empty line between them


class Battle(Struct, frozen=True, kw_only=True):
    """A battle to be played."""

    name: str  # "cape-esperance"
    version: int
    set: str  # whose cards: "core" or "full"
    date: str  # 1942-10-11
    first: Side
    turns: int  # §24.4: of both sides together
    decks: bool  # §24.3: False: nobody draws
    options: tuple[str, ...] = ()  # optional rules that belong to it
    scores: tuple[tuple[str, int], ...] = ()  # §24.6: what counts besides ships and bases, and the VP of each
    ties: Side = Side.JP  # §24.5: who wins on equal VP
    clear: int = 4  # §24.7: by so many VP it is a clear victory
    decisive: int = 10
    us: BattleSide
    jp: BattleSide
    english: BattleText
    japanese: BattleText
    sources: tuple[str, ...] = ()

    def side(self, side: Side) -> BattleSide:
        return self.us if side is Side.US else self.jp

    def score(self, word: str) -> int:
        """§24.6  The VP of one of these, 0 where it does not count."""
        return dict(self.scores).get(word, 0)
