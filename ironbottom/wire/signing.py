"""What is signed over the wire, and how an answer is told from any other: bytes that both ends work out alike."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from ironbottom.keys import framed, hashed
from ironbottom.wire.answers import Plain
from ironbottom.wire.messages import Thrown
from ironbottom.wire.orders import StandingOrder

DIGEST = 16  # bytes of an answer's digest
RESIGNS = "resign"  # stands for the answer of a resignation
DRAWS = "draw"  # stands for a draw by agreement, in a scene

LOGIN = "login"
SERVER = "server"
TOSS = "toss"
TOSSED = "tossed"
COMMIT = "commit"
REVEAL = "reveal"
COUNTERSIGN = "countersign"
ORDERS = "orders"
OFFER = "offer"
ACCEPT = "accept"
RECEIPT = "receipt"
CLOSED = "closed"

_encode = msgspec.msgpack.Encoder().encode  # the shortest form of every number


def commitment(game: bytes, share: bytes) -> bytes:
    """What binds a party to its share before it is shown."""
    return hashed("share", game, share)


def tosses(thrown: Sequence[Thrown]) -> bytes:
    """What stands for the tosses that were thrown away at a table, in the name of the game after them; empty: none."""
    return hashed("tosses", *map(_thrown, thrown)) if thrown else b""


def _thrown(toss: Thrown) -> bytes:
    shares = [player.share for player in toss.players]
    return hashed("thrown", toss.game, toss.commitment, *[player.commitment for player in toss.players], *shares)


def digest(game: bytes, update: int, answer: Plain) -> bytes:
    """What stands for an answer under a signature, 16 bytes.  `answer` is as sent; a table sorted by its keys."""
    if isinstance(answer, dict):
        answer = {key: answer[key] for key in sorted(answer)}
    return hashed("answer", game, update.to_bytes(8, "big"), _encode(answer))[:DIGEST]


def ordered(game: bytes, seq: int, orders: Sequence[StandingOrder]) -> tuple[bytes, ...]:
    """The parts of a signature under standing orders; the number of the request keeps old ones from coming back."""
    return (game, seq.to_bytes(8, "big"), order_bytes(orders))


def order_bytes(orders: Sequence[StandingOrder]) -> bytes:
    """Standing orders, as they are signed: what an order leaves out is left out here as well."""
    return _encode([_order_row(order) for order in orders])


def _order_row(order: StandingOrder) -> list[object]:
    row = [order.window, order.does, order.n]
    if order.turn is UNSET and order.cards is UNSET:
        return row
    return [*row, "" if order.turn is UNSET else order.turn, [] if order.cards is UNSET else list(order.cards)]


def agreed(game: bytes, n: int, what: str, head: bytes) -> tuple[bytes, ...]:
    """The parts of a signature under an offer, or under its acceptance: `head` is what who signs was told last."""
    return (game, n.to_bytes(8, "big"), what.encode(), head)


def countersigned(game: bytes, head: bytes, first: int, digests: bytes) -> tuple[bytes, ...]:
    """The parts of a countersignature."""
    return (game, head, first.to_bytes(8, "big"), digests)


__all__ = [
    "ACCEPT", "CLOSED", "COMMIT", "COUNTERSIGN", "DIGEST", "DRAWS", "LOGIN", "OFFER", "ORDERS", "RECEIPT", "RESIGNS",
    "REVEAL", "SERVER", "TOSS", "TOSSED", "agreed", "commitment", "countersigned", "digest", "framed", "order_bytes",
    "ordered", "tosses",
]
