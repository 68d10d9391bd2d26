"""What stands for an update that a player was shown: his client keeps it, and a verifier works it out anew.

It stands for what was understood, however it travelled: a page keeps the same as a program.  So the events and the view
are taken as JSON has them and written as MessagePack in one way only: tables with their keys as texts, in ascending
order; bytes as texts in base64; a number that is whole as an integer, any other as a float of 64 bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ironbottom.events import AnyEvent
from ironbottom.keys import hashed
from ironbottom.views import View

TELLING = 1  # raised whenever a view or an event gets, loses or renames a field; see proof/told.py
SIZE = 16  # bytes of a digest

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


def events_shown(game: bytes, number: int, events: Sequence[AnyEvent]) -> bytes:
    """What stands for the events of an update, 16 bytes."""
    return hashed("events", game, number.to_bytes(8, "big"), canonical(events))[:SIZE]


def view_shown(game: bytes, number: int, view: View) -> bytes:
    """What stands for the table of an update, with its question, 16 bytes."""
    return hashed("view", game, number.to_bytes(8, "big"), canonical(view))[:SIZE]


def canonical(value: object) -> bytes:
    """A part of a message in the one way in which it can be written."""
    plain = msgspec.to_builtins(value, str_keys=True)
    if isinstance(value, View) and value.question is not None:  # nothing but chances has numbers that are not whole
        plain["question"]["odds"] = [_whole(one) for one in plain["question"]["odds"]]
    return _encode(plain)


def _whole(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _whole(one) for key, one in value.items()}
    return int(value) if isinstance(value, float) and value.is_integer() else value
