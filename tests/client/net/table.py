"""What a server would say at one table, made from a real game: for guests that are tested without any connection."""

from __future__ import annotations

from ironbottom.catalog import card_set
from ironbottom.keys import new_key, public_bytes, sign
from ironbottom.proof.seeds import game_id
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.views import View
from ironbottom.wire.answers import Plain
from ironbottom.wire.messages import (
    Countersign,
    Receipt,
    Seat,
    Seated,
    Status,
    Table,
    Terms,
    Toss,
    Tossed,
    Update,
)
from ironbottom.wire.signing import RECEIPT, commitment
from ironbottom.words import Side

ID = "TABLE"
SERVER = new_key()
SERVER_PUBLIC = public_bytes(SERVER)
GAME = game_id(SERVER_PUBLIC, [bytes(32), bytes(32)], ID, 1, "1", "cards")
OTHER_GAME = game_id(SERVER_PUBLIC, [bytes(32), bytes(32)], ID, 2, "1", "cards")
SHARE = b"s" * 32
COMMITMENT = commitment(GAME, SHARE)
THEIRS = commitment(GAME, b"t" * 32)
TOKEN, SECRET = b"T" * 16, b"S" * 16


def first_views() -> dict[Side, View]:
    """Both sides' views of a game that has just begun: both are asked the same."""
    game = new_game(card_set("core"), bytes(32), log=False)
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


def toss() -> Toss:
    return Toss(ID, GAME, COMMITMENT)


def tossed(own: bytes) -> Tossed:
    return Tossed(ID, GAME, (COMMITMENT, own, THEIRS))


def update(number: int, *, side: Side = Side.US, sign_: bool = False, shown: View | None = None) -> Update:
    return Update(ID, number, (), shown or VIEWS[side], HEAD, "player", sign_)


def receipt(request: Countersign, game: bytes = GAME) -> Receipt:
    return Receipt(request.seq, ID, game, request.head, sign(SERVER, RECEIPT, game, request.head))
