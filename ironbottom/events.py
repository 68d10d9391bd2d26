"""What happened, as facts.

An event names cards on the table by token.  It shows a face only where everybody sees it; a field that only the side
itself may read is listed in `secret`, and is None for all others; an event that only the side itself may hear of at all
is `private`.  `ironbottom.sight` sees to both.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from ironbottom.words import CardId, Line, Side, Token

Face = tuple[Token, CardId]  # a card on the table, and which card it is


class Event(Struct, frozen=True, gc=False, tag_field="event"):
    """A fact of the game, with the paragraph that brought it about."""

    secret: ClassVar[tuple[str, ...]] = ()  # fields for the eyes of `side` only
    private: ClassVar[bool] = False  # nobody but `side` hears of it

    rule: str


class SidesSettled(Event, frozen=True, tag="sides-settled"):
    """§10.1"""

    crossed: bool  # the first player plays JP
    drawn: bool  # both wanted the same side: drawn by lot


class FleetDrawn(Event, frozen=True, tag="fleet-drawn"):
    """§10.3  For the owner alone: even the count is secret until both sides show their set-up (R-38)."""

    private = True

    side: Side
    cards: tuple[CardId, ...]
    again: bool


class SetUpShown(Event, frozen=True, tag="set-up-shown"):
    """§10.4  The common reveal; what stands where is in the view."""

    side: Side
    redrew: bool
    formations: int


class Drew(Event, frozen=True, tag="drew"):
    """Cards from the airplane deck to the hand."""

    secret = ("cards",)

    side: Side
    count: int
    cards: tuple[CardId, ...] | None


class Discarded(Event, frozen=True, tag="discarded"):
    """§4.7  A packet on the airplane discard pile: everybody sees the top card."""

    secret = ("cards",)

    side: Side
    count: int
    top: CardId
    cards: tuple[CardId, ...] | None


class TurnBegan(Event, frozen=True, tag="turn-began"):
    """§12"""

    turn: int
    side: Side


class TurnSkipped(Event, frozen=True, tag="turn-skipped"):
    """§13.2  Kept all drawn cards."""

    side: Side


class Played(Event, frozen=True, tag="played"):
    """§2.5  A card from the hand, face up to both."""

    side: Side
    card: CardId
    half: str  # "event", "transports" or "submarine"


class Named(Event, frozen=True, tag="named"):
    """§20.3  What an event card was aimed at."""

    side: Side
    card: CardId
    target: int | str


class Reinforced(Event, frozen=True, tag="reinforced"):
    """§14.1(2)  Ships unseen in REAR, front bases in FRONT."""

    secret = ("cards",)

    side: Side
    ships: tuple[Token, ...]
    bases: tuple[Face, ...]
    cards: tuple[CardId, ...] | None


class TransportsEntered(Event, frozen=True, tag="transports-entered"):
    """§14.1(3)"""

    side: Side
    token: Token
    card: CardId


class ExpressLoaded(Event, frozen=True, tag="express-loaded"):
    """§21.16  A transports card leaves the hand face down and joins an escort unseen."""

    secret = ("token", "card")

    side: Side
    token: Token | None
    card: CardId | None


class BaseMoved(Event, frozen=True, tag="base-moved"):
    """§5.2  The strategic base moves at once."""

    side: Side
    token: Token
    line: Line


class DeploymentShown(Event, frozen=True, tag="deployment-shown"):
    """§14.3(4)  What was done in both private segments; what stands where is in the view."""

    side: Side
    detected: tuple[Face, ...]  # cards that lay face down before, with the token of their formation
    bases: tuple[tuple[CardId, Token], ...]  # airplanes that are on bases now
    ships: tuple[tuple[Token, int], ...]  # how many airplanes are on each formation


class Rolled(Event, frozen=True, tag="rolled"):
    """§3.2  One throw."""

    side: Side
    by: Token  # 0: a submarine
    at: Token  # 0: a line, or nothing in particular
    ability: str  # the ability that is used
    faces: bytes
    hits: int
    left: int  # attempts maintained


class Turned(Event, frozen=True, tag="turned"):
    """§7.2  A formation is face up now."""

    side: Side
    token: Token
    cards: tuple[CardId, ...]


class Hidden(Event, frozen=True, tag="hidden"):
    """§7.3  Detected formations turned unseen, in place."""

    side: Side
    tokens: tuple[Token, ...]


class Faced(Event, frozen=True, tag="faced"):
    """§7.5  Airplanes in the air are face up now."""

    side: Side
    airplanes: tuple[Face, ...]


class Damaged(Event, frozen=True, tag="damaged"):
    """§4.1"""

    side: Side
    token: Token
    hits: int
    damage: int  # in all


class Repaired(Event, frozen=True, tag="repaired"):
    """§14.4(2)"""

    side: Side
    token: Token
    damage: int  # what is left


class Recovered(Event, frozen=True, tag="recovered"):
    """§14.4(3), §21.15  Damage removed from a base."""

    side: Side
    token: Token
    damage: int  # what is left


class Eliminated(Event, frozen=True, tag="eliminated"):
    """§4.1, §4.3"""

    side: Side
    token: Token
    cards: tuple[CardId, ...]
    points: int  # VP for the opponent


class ShotDown(Event, frozen=True, tag="shot-down"):
    """§4.2"""

    side: Side
    airplanes: tuple[Face, ...]


class Flew(Event, frozen=True, tag="flew"):
    """§15.1, §17.1  Flights, shown as tokens with their hosts and lines."""

    side: Side
    flights: tuple[tuple[Token, Token, Line], ...]  # airplane, host, line


class LineBegan(Event, frozen=True, tag="line-began"):
    """§15.2(1), §17.2(1)"""

    line: Line


class Tasked(Event, frozen=True, tag="tasked"):
    """§17.2(2), §18.3"""

    side: Side
    tasks: tuple[tuple[Token, str], ...]


class Withdrew(Event, frozen=True, tag="withdrew"):
    """§9"""

    side: Side
    tokens: tuple[Token, ...]


class Aimed(Event, frozen=True, tag="aimed"):
    """Aims, in the order of firing where there is one."""

    side: Side
    aims: tuple[tuple[Token, Token], ...]
    modes: tuple[str, ...] = ()  # of an air attack: "bomb", "torp" or "land" for each of the aims


class ActionTaken(Event, frozen=True, tag="action-taken"):
    """§16.1"""

    side: Side
    action: str


class TargetNamed(Event, frozen=True, tag="target-named"):
    """§16.3(1)"""

    side: Side
    token: Token


class Landed(Event, frozen=True, tag="landed"):
    """§18.4(e)(1)  Transports that go ashore."""

    side: Side
    tokens: tuple[Token, ...]


class Detached(Event, frozen=True, tag="detached"):
    """§18.4(e)(4)"""

    side: Side
    token: Token  # the transports
    escort: Token
    damage: int  # on the transports
    escort_damage: int


class Returned(Event, frozen=True, tag="returned"):
    """§19.1  To bases openly, to ships secretly."""

    side: Side
    bases: tuple[tuple[CardId, Token], ...]
    ships: int
    lost: int


class BattleLaidOut(Event, frozen=True, tag="battle-laid-out"):
    """§24.2  The set-up of a battle; what stands where is in the view."""

    battle: str
    turns: int  # of both sides together


class Scored(Event, frozen=True, tag="scored"):
    """§24.6  Points for what counts in a battle."""

    side: Side
    word: str
    times: int
    points: int  # for all of them


class LookedAt(Event, frozen=True, tag="looked-at"):
    """§23.5  Unseen formations of the enemy that this side has looked at; they stay unseen."""

    side: Side
    tokens: tuple[Token, ...]


class Watched(Event, frozen=True, tag="watched"):
    """§23.6  How many of the enemy's airplanes over each line of this side are bombers."""

    side: Side
    lines: tuple[tuple[Line, int], ...]


class DecoyFound(Event, frozen=True, tag="decoy-found"):
    """§23.14  What was found was a decoy: the formation of this token stays unseen."""

    side: Side
    token: Token
    left: int  # decoys of this side that are left


class Reshuffled(Event, frozen=True, tag="reshuffled"):
    """§23.17  Both sides have shuffled their airplane discards back."""

    side: Side  # which gave up VP for it
    points: int
    us: int  # cards in the airplane deck of the US
    jp: int


class Resigned(Event, frozen=True, tag="resigned"):
    """§11.4"""

    side: Side


class GameEnded(Event, frozen=True, tag="game-ended"):
    """§11"""

    winner: Side | None  # None: a draw
    reason: str
    us: int  # VP
    jp: int


AnyEvent = (
    SidesSettled | FleetDrawn | SetUpShown | Drew | Discarded | TurnBegan | TurnSkipped | Played | Named | Reinforced
    | TransportsEntered | ExpressLoaded | BaseMoved | DeploymentShown | Rolled | Turned | Hidden | Faced | Damaged
    | Repaired | Recovered | Eliminated | ShotDown | Flew | LineBegan | Tasked | Withdrew | Aimed | ActionTaken
    | TargetNamed | Landed | Detached | Returned | BattleLaidOut | Scored | LookedAt | Watched
    | DecoyFound | Reshuffled | Resigned | GameEnded
)
