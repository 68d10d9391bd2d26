"""What a server would say at one table, made from a real game: for sessions that are tested without any connection."""

from __future__ import annotations

from ironbottom.catalog import card_set
from ironbottom.keys import new_key, public_bytes, sign
from ironbottom.proof.seeds import game_id
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.views import View
from ironbottom.wire.answers import Plain
from ironbottom.wire.messages import (
    Bound,
    Commit,
    Countersign,
    Receipt,
    Reveal,
    Seat,
    Seated,
    Status,
    Table,
    Thrown,
    Toss,
    Tossed,
    Update,
)
from ironbottom.wire.signing import COMMIT, RECEIPT, TOSS, TOSSED, commitment
from ironbottom.wire.terms import Terms
from ironbottom.words import Side

ID = "TABLE"
SERVER = new_key()
SERVER_PUBLIC = public_bytes(SERVER)
ANN, BOB = new_key(), new_key()  # who sit at places 0 and 1
KEYS = (public_bytes(ANN), public_bytes(BOB))
GAME = game_id(SERVER_PUBLIC, KEYS, ID, 1, "1", "cards")
OTHER_GAME = game_id(SERVER_PUBLIC, KEYS, ID, 2, "1", "cards")
SHARE, BOBS = b"s" * 32, b"t" * 32
COMMITMENT = commitment(GAME, SHARE)
THEIRS = commitment(GAME, BOBS)
TOKEN, SECRET = b"T" * 16, b"S" * 16


def first_views() -> dict[Side, View]:
    """Both sides' views of a game that has just begun: both are asked the same."""
    game = new_game(card_set("core@1"), bytes(32), log=False)
    return {side: view(game, side) for side in Side}


VIEWS = first_views()
HEAD = b"h" * 32
QUESTION = VIEWS[Side.US].question
assert QUESTION is not None
QUESTION_ANSWER = QUESTION.shape.first()


def seated(
    seq: int = 1, *, last: int = 0, number: int = 0, signed: int = 0, unsigned: tuple[tuple[int, Plain], ...] = ()
) -> Seated:
    """The seat at place 0."""
    return Seated(seq, ID, 0, TOKEN, SECRET, last, number, signed, unsigned)


def looking(seq: int, *, number: int = 0) -> Seated:
    """A place among those who look on."""
    return Seated(seq, ID, -1, b"", b"", 0, number, 0)


def seat(name: str, side: int | None = None, *, here: bool = True, key: bytes = b"k" * 32) -> Seat:
    return Seat(name, key, side, here, False, False, None, False, False)


def table(status: Status = "playing", game: bytes = GAME, *, seats: tuple[Seat, Seat] | None = None) -> Table:
    return Table(ID, status, Terms(), seats or (seat("Ann", 0), seat("Bob", 1)), game, 1, 0)


def toss(number: int = 1, thrown: tuple[Thrown, ...] = (), server: bytes = SHARE) -> Toss:
    """The server's first step for a game, after what was tossed in vain."""
    game = game_id(SERVER_PUBLIC, KEYS, ID, number, "1", "cards", thrown)
    bound = commitment(game, server)
    return Toss(ID, game, bound, number, "1", "cards", KEYS, thrown, sign(SERVER, TOSS, game, bound))


def tossed(commit: Commit, of: Toss | None = None) -> Tossed:
    """Both have committed: Ann so, and Bob too."""
    of = of or toss()
    theirs = commitment(of.game, BOBS)
    three = (of.commitment, commit.commitment, theirs)
    bobs = sign(BOB, COMMIT, of.game, of.commitment, theirs)
    return Tossed(ID, of.game, three, (commit.signature, bobs), sign(SERVER, TOSSED, of.game, *three))


def in_vain(of: Toss, commit: Commit, reveal: Reveal) -> Thrown:
    """A toss that was thrown away when Ann had shown her share."""
    theirs = commitment(of.game, BOBS)
    bob = Bound(KEYS[1], theirs, sign(BOB, COMMIT, of.game, of.commitment, theirs))
    ann = Bound(KEYS[0], commit.commitment, commit.signature, reveal.share, reveal.signature)
    return Thrown(of.game, of.number, of.engine, of.cards, of.commitment, of.signature, (ann, bob))


def update(number: int, *, side: Side = Side.US, sign_: bool = False, shown: View | None = None) -> Update:
    return Update(ID, number, (), shown or VIEWS[side], HEAD, "player", sign_)


def receipt(request: Countersign, game: bytes = GAME) -> Receipt:
    return Receipt(request.seq, ID, game, request.head, sign(SERVER, RECEIPT, game, request.head))
