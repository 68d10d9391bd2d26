"""What the fields of messages may hold: numbers, names, keys, each within its bounds."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

NAME = 24  # cells of a player's name, after cleaning
PIECE = 32 * 1024  # bytes of one piece of a file

Seq = Annotated[int, Meta(ge=1, lt=2**53)]
Count = Annotated[int, Meta(ge=0, lt=2**53)]
TableId = Annotated[str, Meta(max_length=16)]
GameNumber = Annotated[int, Meta(ge=1, lt=2**32)]
GameId = Annotated[bytes, Meta(min_length=32, max_length=32)]
Bytes16 = Annotated[bytes, Meta(min_length=16, max_length=16)]
Bytes32 = Annotated[bytes, Meta(min_length=32, max_length=32)]
Signature = Annotated[bytes, Meta(min_length=64, max_length=64)]
Short = Annotated[str, Meta(max_length=64)]
