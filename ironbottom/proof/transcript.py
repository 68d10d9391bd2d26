"""The files of proof: a transcript (.ibss), one entry a line, and the receipts that a player's client keeps.

Both are JSON Lines; bytes stand in base64.  A line of a transcript is the one way in which its entry can be written
(`chain.canonical`), because heads are taken over lines; the salt and the last line's end belong to it as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

import msgspec
from msgspec import Struct

from ironbottom.wire.fields import Bytes32, GameId, Signature

ENDING = ".ibss"
LONGEST = 1 << 18  # bytes of a line: no entry comes near
MOST = 200_000  # lines: no game comes near


class KeptReceipt(Struct, frozen=True):
    """The server's signature under a head that a player countersigned."""

    game: GameId
    head: Bytes32
    signature: Signature


_encode = msgspec.json.Encoder().encode


def lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a transcript, each with its end; one that is too long comes in pieces, which fit nothing."""
    while line := file.readline(LONGEST + 1):
        yield line


def written(entries: Iterable[bytes]) -> bytes:
    """The file of the lines that `Chain.line` gives."""
    return b"".join([line + b"\n" for line in entries])


def receipt_line(receipt: KeptReceipt) -> bytes:
    """A receipt as a line of its file, with its end: files grow by appending, in the order in which receipts came."""
    return _encode(receipt) + b"\n"
