"""The shape of what a side sees.  No engine behind it: a thin client imports this and nothing more."""

from __future__ import annotations

from msgspec import Raw, Struct

from ironbottom.dice import Ability, Attempts
from ironbottom.questions import Question
from ironbottom.words import Action, CardId, Icon, Line, SeaTask, Side, Task, Token


class SeenValues(Struct, frozen=True, gc=False):
    """What a formation that you know can do now, after damage and pairing (§4.5, §8.4)."""

    hp: int
    air: Ability
    surface: Ability
    torp: Ability
    land: Ability
    sub: Ability
    speed: Ability
    army: Ability
    icon: Icon | None
    icons: int  # what damage has left


class SeenFormation(Struct, frozen=True, gc=False):
    """§22.3  A formation: its face where you know it, else where it is, whether it is a pair, how many are aboard."""

    token: Token
    line: Line
    pair: bool
    detected: bool
    airplanes: int
    lead: CardId | None
    escort: CardId | None
    damage: int
    values: SeenValues | None
    known: bool  # unseen, but the opponent of its owner has seen its face under this token
    task: SeaTask | None
    attempts: Attempts | None


class SeenBaseValues(Struct, frozen=True, gc=False):
    """What a base can do now, after damage (§4.5), and the icons that damage has left (§4.6)."""

    hp: int
    air: Ability
    tb: Ability
    guns: Ability  # printed on some cards, instead of TB against bombardment
    garrison: Ability
    patrol: Ability
    repair: Ability
    land: int  # icons of each kind
    sea: int
    flying: int


class SeenBase(Struct, frozen=True, gc=False):
    """§7.6  A base: everything about it is open."""

    token: Token
    line: Line
    card: CardId
    damage: int
    values: SeenBaseValues | None = None  # a server of before tells none


class SeenAirplane(Struct, frozen=True, gc=False):
    """§22.4  An airplane: aboard of `host`, or in the air (host 0) over `line`."""

    token: Token
    host: Token
    card: CardId | None
    detected: bool
    line: Line | None
    origin: Token
    task: Task | None
    attempts: Attempts | None


class SeenSide(Struct, frozen=True, gc=False):
    """One side of the table, for one pair of eyes.  None: not to be seen, or not yet (§22.1)."""

    formations: tuple[SeenFormation, ...]
    bases: tuple[SeenBase, ...]
    airplanes: tuple[SeenAirplane, ...]
    hand_count: int | None
    hand: tuple[CardId, ...] | None
    fleet_deck: int | None
    air_deck: int | None
    discards: int
    top: CardId | None  # of the discard pile
    discarded: tuple[CardId, ...] | None  # your own pile, which you may look through
    victory: tuple[tuple[CardId, int], ...]  # eliminated enemy cards, and the VP of each
    points: int
    redrew: bool | None


class SeenEffect(Struct, frozen=True, gc=False):
    """§20.3  An event that works on."""

    does: str
    side: Side
    n: int
    line: Line | None
    token: Token


class SeenOutcome(Struct, frozen=True, gc=False):
    """§11  How the game ended."""

    winner: Side | None  # None: a draw
    reason: str
    points: tuple[int, int]


class Lying(Struct, frozen=True, gc=False):
    """What a section in progress has lying open on the table, and everybody sees."""

    aims: tuple[tuple[Token, Token], ...] = ()  # who is aimed at whom, in the order of firing where there is one
    modes: tuple[str, ...] = ()  # of an air attack: "bomb", "torp" or "land" for each of the aims
    dice: tuple[tuple[Token, Attempts], ...] = ()  # maintained by what keeps none on its own row: counter-fire, patrols
    hits: int = 0  # that are still to be spent
    landing: tuple[Token, ...] = ()  # transports that were named to land
    part: str = ""  # of combat at sea: "control" or "intercept" (§18.4)
    weapon: str = ""  # "surface" (guns) or "torp": what is fired in this segment


class View(Struct, frozen=True):
    """The whole table, for one pair of eyes.  A client may forget everything else."""

    viewer: Side | None  # None: a spectator
    turn: int
    phasing: Side
    action: Action | None
    target: Token  # the base that is landed on, 0: none
    sections: tuple[str, ...]  # where in the rules the game is, outermost first
    line: Line | None  # the line that is being resolved
    us: SeenSide
    jp: SeenSide
    in_force: tuple[SeenEffect, ...]
    lying: tuple[Lying, ...]  # of the sections that have something to show, outermost first
    waiting: tuple[tuple[Side, str], ...]  # who is asked, in which window
    question: Question | None  # yours
    outcome: SeenOutcome | None


class EncodedView(Struct, frozen=True):
    """A View whose halves were encoded before."""

    viewer: Side | None
    turn: int
    phasing: Side
    action: Action | None
    target: Token
    sections: tuple[str, ...]
    line: Line | None
    us: Raw
    jp: Raw
    in_force: tuple[SeenEffect, ...]
    lying: tuple[Lying, ...]
    waiting: tuple[tuple[Side, str], ...]
    question: Question | None
    outcome: SeenOutcome | None
