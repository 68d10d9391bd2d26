"""The messages of both sides, and nothing about how they travel.  PROTOCOL.md tells their story, with examples.

A request carries `seq`, and so does its answer.  At a table the numbers of a seat only ever grow, across connections
too: a request that comes twice is carried out once.  What is unknown is survived: a newer peer does no harm.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from ironbottom.battle import Battle
from ironbottom.events import AnyEvent
from ironbottom.views import View
from ironbottom.windows import Command
from ironbottom.wire.advising import Advice, Advise
from ironbottom.wire.agreeing import Accept, Decline, MakeOffer, Offers, Withdraw
from ironbottom.wire.answers import Plain
from ironbottom.wire.blocking import BlockedPlayers, Blocking
from ironbottom.wire.casting import Cast
from ironbottom.wire.challenging import ChallengeLine, Challenging, Moved, Posted
from ironbottom.wire.cups import Cup, CupRequest, Cups
from ironbottom.wire.encoded import Encoded
from ironbottom.wire.fields import PIECE, Bytes16, Bytes32, Count, GameId, GameNumber, Seq, Short, Signature, TableId
from ironbottom.wire.moments import MadeBattle, MakeBattle
from ironbottom.wire.naming import CarriedKey, Naming
from ironbottom.wire.notifying import Notifying, Subscriptions
from ironbottom.wire.orders import MOST, StandingOrder
from ironbottom.wire.pace import SeatPace, SetHours, Vacation
from ironbottom.wire.players import GetPlayer, PlayerPage
from ironbottom.wire.ratings import ListRatings, Ratings
from ironbottom.wire.studying import Studied, Study
from ironbottom.wire.teams import InvitePartner, JoinAsPartner, Partners
from ironbottom.wire.terms import Terms, Wish
from ironbottom.wire.whatif import Knows, Moment, WhatIf

VERSIONS = (1, 1)  # the lowest and the highest version of the protocol that this program speaks
CHAT = 300  # cells of a line of chat, each with a letter and two marks on it at most
GLANCED = 20  # tables that one request may ask after
TOSSES = 32  # of one table that may be thrown away, each after a share was shown

Status = Literal["open", "tossing", "playing", "over", "paused"]
Given = Literal["player", "order", "clock", "stand-in", "nobody"]
Place = Annotated[int, Meta(ge=-1, le=1)]  # 0 who made the table, 1 who joined it, -1 a spectator


class Hello(Struct, frozen=True, tag="hello"):
    """A client's first message."""

    versions: tuple[int, int]  # lowest and highest that it speaks
    software: Short  # "ironbottom 0.2.0": for people to read
    key: Bytes32  # the player's Ed25519 key
    name: Annotated[str, Meta(max_length=200)]
    bot: bool = False


class Login(Struct, frozen=True, tag="login"):
    """Proof of the key: its signature over the server's nonce and the server's own key."""

    signature: Signature


class Create(Struct, frozen=True, tag="create"):
    """Make a table.  The same `request` again gives the same table."""

    seq: Seq
    request: Bytes16  # drawn by the client
    terms: Terms


class PlayOn(Struct, frozen=True, tag="play-on"):
    """Make a table for a what-if: a bot is its other player, and its game begins at a moment of a finished game.
    For whoever may look through that game.  The same `request` again gives the same table.
    """

    seq: Seq
    request: Bytes16
    terms: Terms  # a seed among them gives the same again; the cards are those of that game
    table: TableId  # of that game, or the name of a published one
    at: Moment
    knows: Knows = "all"
    fresh: bool = False  # new dice, and decks in a new order
    game: Annotated[int, Meta(ge=0, lt=2**32)] = 0  # which one of the table's games it must be; 0: the last


class Join(Struct, frozen=True, tag="join"):
    """Take the free seat of a table."""

    seq: Seq
    table: TableId
    secret: Annotated[bytes, Meta(max_length=16)] = b""  # of the invite; an open table needs none
    side: Wish = "either"
    request: Annotated[bytes, Meta(max_length=16)] = b""  # drawn by the client: the same again gives the same seat
    advice: bool = False  # who sits down was shown that both may ask for advice here; without it that seat is refused
    special: bool = False  # who sits down was shown the optional rules and the battle of this table; likewise
    pace: bool | UnsetType = UNSET  # who sits down was shown the clock for days of this table; likewise
    cast: bool | UnsetType = UNSET  # and how many turns late who looks on here sees both hands; likewise


class Resume(Struct, frozen=True, tag="resume"):
    """Take your seat again, and hear what you missed."""

    seq: Seq
    table: TableId
    token: Bytes16  # given when you were seated
    have: Count = 0  # the number of the last update that came


class Watch(Struct, frozen=True, tag="watch"):
    """Look on, with what both sides may see."""

    seq: Seq
    table: TableId
    secret: Annotated[bytes, Meta(max_length=16)] = b""


class Leave(Struct, frozen=True, tag="leave"):
    """Get up.  Before the game the seat is free again; in a game it is kept for you."""

    seq: Seq
    table: TableId


class ListTables(Struct, frozen=True, tag="lobby"):
    """List the tables that are open to you; with `follow` again whenever the list changes."""

    seq: Seq
    follow: bool = False


class Glance(Struct, frozen=True, tag="glance"):
    """How do these tables stand?  Those where you sit, and those that the secret leads to; you sit down at none."""

    seq: Seq
    tables: Annotated[tuple[TableId, ...], Meta(max_length=GLANCED)]
    secret: Annotated[bytes, Meta(max_length=16)] = b""  # of an invite


class Call(Struct, frozen=True, tag="call"):
    """Let a bot of the server take the free seat of the table that you made; it sits there like anybody."""

    seq: Seq
    table: TableId
    bot: Short  # one of Welcome.bots


class Commit(Struct, frozen=True, tag="commit"):
    """The second step of the toss: the hash of your share, and your signature over it and the server's."""

    seq: Seq
    table: TableId
    commitment: Bytes32
    signature: Signature


class Reveal(Struct, frozen=True, tag="reveal"):
    """The third step: your share, and your signature over all three commitments."""

    seq: Seq
    table: TableId
    share: Bytes32
    signature: Signature


class Reply(Struct, frozen=True, tag="reply"):
    """An answer to the question in the update of that number; to an older one it is refused, never misapplied."""

    seq: Seq
    table: TableId
    update: Count
    answer: Plain


class Countersign(Struct, frozen=True, tag="countersign"):
    """Your signature under your own answers since the last time, and under the chain's head that you saw."""

    seq: Seq
    table: TableId
    head: Bytes32
    first: Count  # how many of your answers were signed before
    digests: Annotated[bytes, Meta(max_length=16 * 64)]  # 16 bytes for each answer, in order
    signature: Signature


class Orders(Struct, frozen=True, tag="orders"):
    """Your standing orders from now on; they replace those before."""

    seq: Seq
    table: TableId
    orders: Annotated[tuple[StandingOrder, ...], Meta(max_length=MOST)]
    signature: Signature


class Resign(Struct, frozen=True, tag="resign"):
    """§11.4  Give the game up."""

    seq: Seq
    table: TableId


class Rematch(Struct, frozen=True, tag="rematch"):
    """Wish for another game with sides swapped, or for the next battle of a campaign; it begins when both have."""

    seq: Seq
    table: TableId


class Say(Struct, frozen=True, tag="say"):
    """A line of chat, or a canned phrase by its number."""

    seq: Seq
    table: TableId
    text: Annotated[str, Meta(max_length=4 * CHAT)] = ""
    phrase: Annotated[int, Meta(ge=0, le=99)] = 0  # 0: none


class Mute(Struct, frozen=True, tag="mute"):
    """Hear no more chat of others at this table, or hear it again."""

    seq: Seq
    table: TableId
    muted: bool = True


class Fetch(Struct, frozen=True, tag="fetch"):
    """Ask for a piece of a file: the cards of a set, or the transcript of a finished game of the table."""

    seq: Seq
    what: Literal["cards", "transcript"]
    name: Short  # of the set, or of the table
    part: Annotated[int, Meta(ge=0, le=10_000)] = 0
    game: Annotated[int, Meta(ge=0, lt=2**32)] = 0  # of the table, from 1; 0: the last that is over


class Review(Struct, frozen=True, tag="review"):
    """Look through the table's last finished game, with nothing hidden: ask for its scenes from this one on."""

    seq: Seq
    table: TableId
    first: Annotated[int, Meta(ge=0, le=100_000)] = 0


class Ping(Struct, frozen=True, tag="ping"):
    """Are you there?  Either side asks when it has heard nothing for a while."""

    n: Count


class Pong(Struct, frozen=True, tag="pong"):
    """I am."""

    n: Count


class Bye(Struct, frozen=True, tag="bye"):
    """The last message: why the connection ends."""

    code: Short
    text: Annotated[str, Meta(max_length=400)] = ""


class Challenge(Struct, frozen=True, tag="challenge"):
    """The server's first message: who it is, and what to sign."""

    version: int  # the one to be spoken from here on
    software: Short
    engine: Short  # the version of the rules
    key: Bytes32  # the server's Ed25519 key
    nonce: Bytes32
    proof: Annotated[bytes, Meta(max_length=64)] = b""  # its signature over the pin of its TLS key; empty without TLS


class Welcome(Struct, frozen=True, tag="welcome"):
    """You are in, under this name."""

    name: Short
    sets: tuple[tuple[str, str], ...]  # the card sets that are here: name, fingerprint
    notice: Annotated[str, Meta(max_length=400)] = ""  # for people to read: who could look into this server
    bots: tuple[str, ...] = ()  # that may be called to a table; none: this server has no bots for players


class Ok(Struct, frozen=True, tag="ok"):
    """Done, and written down where a power cut cannot reach it."""

    seq: Seq


class Refused(Struct, frozen=True, tag="refused"):
    """Not done, and nothing has changed.  `text` states no secret."""

    seq: Count  # 0: of a message that could not be read
    code: Short
    text: Annotated[str, Meta(max_length=400)]
    rule: Short = ""  # the paragraph of the rulebook that forbids it


class TableLine(Struct, frozen=True):
    """A table, as the lobby shows it."""

    table: str
    name: str  # of who made it
    terms: Terms  # without a seed
    status: Status
    free: Wish | None  # the side that is free; None: no seat is
    watchers: int
    against: str = ""  # of the other player, where both seats are taken
    whatif: bool = False  # its games begin at a moment of another
    challenge: ChallengeLine | UnsetType = UNSET  # it waits for whoever fits; left out where it is no challenge


class Tables(Struct, frozen=True, tag="tables"):
    """The tables of the lobby, the newest first."""

    seq: Seq
    tables: tuple[TableLine, ...]


class Summary(Struct, frozen=True):
    """A table at a glance."""

    line: TableLine
    turn: Count = 0  # 0: before the first, or not for you
    asked: tuple[Place, ...] = ()  # the places that the game waits for
    wishing: tuple[Place, ...] = ()  # those that wish for another game


class Summaries(Struct, frozen=True, tag="summaries"):
    """How the tables stand that were asked after; one that is not there, or not for you, is left out."""

    seq: Seq
    tables: tuple[Summary, ...]


class Seated(Struct, frozen=True, tag="seated"):
    """You sit: what you need to come back, and where you left off."""

    seq: Seq
    table: TableId
    place: Place
    token: Annotated[bytes, Meta(max_length=16)]  # empty for a spectator
    secret: Annotated[bytes, Meta(max_length=16)]  # for who is to be invited; empty when the table is full
    last: Count  # the greatest `seq` that was carried out for this seat
    number: Count  # of the last update
    signed: Count  # how many of your answers you have signed
    unsigned: tuple[tuple[int, Plain], ...] = ()  # those after them: update and answer
    orders: tuple[StandingOrder, ...] = ()
    partner: bool | UnsetType = UNSET  # §26.6: true: you share the side of who took this seat; left out otherwise


class Seat(Struct, frozen=True):
    """A seat, as everybody at the table sees it."""

    name: str
    key: bytes  # of the player; empty where nobody sits
    side: int | None  # 0 US, 1 Japan; None: not settled
    here: bool
    bot: bool
    stand_in: bool  # a bot plays for who is away
    left: int | None  # milliseconds on the clock when this was sent; None: no clock
    running: bool
    rematch: bool  # wishes for another game
    pace: SeatPace | UnsetType = UNSET  # how he stands with a clock for days; left out where there is none


class SeatedPartner(Struct, frozen=True):
    """§26  Who shares a side with whoever took its seat, as everybody at the table sees him."""

    name: str
    key: bytes
    commands: Command  # his questions; who took the seat answers all others
    here: bool
    bot: bool
    stand_in: bool
    rematch: bool


class Table(Struct, frozen=True, tag="table"):
    """What has changed at a table, besides the game itself."""

    table: TableId
    status: Status
    terms: Terms
    seats: tuple[Seat, Seat]
    game: bytes  # the game that is played, or was last; empty before the first
    games: int  # how many were begun here
    watchers: int
    note: Annotated[str, Meta(max_length=400)] = ""  # why it is paused
    whatif: WhatIf | None = None  # its games begin at a moment of another
    coming: Battle | UnsetType = UNSET  # §25.2: what a campaign goes on with, and what is carried to it
    partners: tuple[SeatedPartner | None, SeatedPartner | None] | UnsetType = UNSET  # §26; left out where none may be
    settled: bool | UnsetType = UNSET  # true: the game that is played counts no more for its cup; left out otherwise


class Bound(Struct, frozen=True):
    """What a player brought to a toss that led to no game."""

    key: Bytes32
    commitment: Bytes32
    committed: Signature  # of `commit`
    share: Annotated[bytes, Meta(max_length=32)] = b""  # empty: it was not shown
    revealed: Annotated[bytes, Meta(max_length=64)] = b""  # the signature of `reveal`; empty: likewise


class Thrown(Struct, frozen=True):
    """A toss of a table that was thrown away when a player had shown his share: someone could have looked at the deal.
    Each names those before it: its `game` follows from them, too.
    """

    game: GameId
    number: GameNumber
    engine: Short
    cards: Short
    commitment: Bytes32  # of the server
    signature: Signature  # of `toss`
    players: tuple[Bound, Bound]
    partners: Bytes32 | UnsetType = UNSET  # §26: what stands for the partners in its name; left out where none were


class Toss(Struct, frozen=True, tag="toss"):
    """The first step of the toss: the server has chosen its share, and is bound to it by this hash.
    `game` follows from what stands between it and the signature, from the table and from the server's key: who signs
    for that game, signs that no other toss was thrown away before it.
    """

    table: TableId
    game: GameId
    commitment: Bytes32
    number: Annotated[int, Meta(ge=0, lt=2**32)] = 0  # of the game at this table, from 1
    engine: Short = ""
    cards: Short = ""  # the fingerprint of the set
    players: tuple[bytes, bytes] = (b"", b"")  # the keys of places 0 and 1
    thrown: Annotated[tuple[Thrown, ...], Meta(max_length=TOSSES)] = ()  # at this table, before this one
    signature: Annotated[bytes, Meta(max_length=64)] = b""  # of the server, over game and commitment
    partners: Partners | UnsetType = UNSET  # §26: of places 0 and 1; left out where there are none


class Tossed(Struct, frozen=True, tag="tossed"):
    """Both players have committed: all three commitments, the server's first, then of places 0 and 1."""

    table: TableId
    game: GameId
    commitments: tuple[Bytes32, Bytes32, Bytes32]
    committed: tuple[bytes, bytes] = (b"", b"")  # the signatures of `commit`, of places 0 and 1
    signature: Annotated[bytes, Meta(max_length=64)] = b""  # of the server, over the game and all three


class Update(Struct, frozen=True, tag="update"):
    """What happened since the update before, and the whole table as you may see it, with your question."""

    table: TableId
    number: Count
    events: tuple[AnyEvent, ...]
    view: View
    head: Bytes32  # of the chain of entries
    given: Given  # who gave the answer that led here; an order of the other side looks like its player
    sign: bool  # countersign now
    clocks: tuple[int, int] | None = None  # milliseconds left of places 0 and 1


class Missed(Struct, frozen=True, tag="missed"):
    """A piece of what happened while you were away: the events of consecutive updates, at most eight."""

    table: TableId
    first: Count  # the number of the first of them
    updates: tuple[tuple[AnyEvent, ...], ...]


class Receipt(Struct, frozen=True, tag="receipt"):
    """The server's signature under the head that you countersigned: keep it."""

    seq: Seq
    table: TableId
    game: GameId
    head: Bytes32
    signature: Signature


class Said(Struct, frozen=True, tag="said"):
    """A line of chat."""

    table: TableId
    n: Count  # lines of chat at a table are numbered
    place: Place
    name: Short
    text: Annotated[str, Meta(max_length=3 * CHAT)]
    phrase: int
    at: int  # seconds since 1970


class Piece(Struct, frozen=True, tag="piece"):
    """A piece of a file."""

    seq: Seq
    part: int
    of: int
    data: Annotated[bytes, Meta(max_length=PIECE)]


class Scene(Struct, frozen=True):
    """A moment of a finished game, after one entry of its transcript."""

    number: Count  # of the entry; of a cast: which scene it is, for entries would tell of standing orders
    side: int | None  # whose answer it was: 0 US, 1 Japan; None: the game began
    window: Short  # in which it was asked for; empty at the beginning and for a resignation
    given: Given
    answer: Plain | None  # None: the game began; "resign" for a resignation
    events: tuple[AnyEvent, ...]  # that came of it, with nothing hidden
    us: View  # the table as the US saw it then
    jp: View  # and Japan
    us_heard: tuple[AnyEvent | None, ...] = ()  # each of the events as the US was told of it; None: not at all
    jp_heard: tuple[AnyEvent | None, ...] = ()  # and Japan


class Scenes(Struct, frozen=True, tag="scenes"):
    """Consecutive scenes of a finished game, as many as fit."""

    seq: Seq
    table: TableId
    first: Count  # which the first of them is, from 0
    of: Count  # how many the whole game has
    scenes: tuple[Scene, ...]
    set: Short = ""  # the card set of this server that it was played with
    names: tuple[str, ...] = ()  # of who played the US, and Japan
    game: Count = 0  # which game of the table it is, from 1; 0: a published one


class Notice(Struct, frozen=True, tag="notice"):
    """Something that everybody should know, such as that the server will restart."""

    code: Short
    text: Annotated[str, Meta(max_length=400)]


Opening = Hello | Login
AtTable = (
    Resume | Leave | Commit | Reveal | Reply | Countersign | Orders | Resign | Rematch | Say | Mute | Join | Watch
    | Call | Advise | SetHours | Vacation | InvitePartner | JoinAsPartner | MakeOffer | Accept | Decline | Withdraw
    | Cast
)
Lists = ListTables | Glance | ListRatings | CupRequest | GetPlayer
Meeting = Challenging | Blocking
Request = Create | PlayOn | MakeBattle | Lists | Fetch | Review | Study | Notifying | Naming | Meeting | AtTable
Both = Ping | Pong | Bye
FromClient = Opening | Request | Both
FromServer = (
    Challenge | Welcome | Ok | Refused | Tables | Summaries | Seated | Table | Toss | Tossed | Update | Missed | Receipt
    | Said | Piece | Scenes | Studied | MadeBattle | Subscriptions | Ratings | Notice | Advice | Offers | CarriedKey
    | Cups | Cup | Posted | Moved | BlockedPlayers | PlayerPage | Both
)
Message = FromClient | FromServer | Encoded


class Unknown(Struct, frozen=True):
    """A message of a kind that this program does not know; a newer peer sent it."""

    type: str
    seq: int = 0


class Malformed(Struct, frozen=True):
    """A message that is none: what is wrong with it, and its number if that could be read."""

    fault: str
    seq: int = 0
