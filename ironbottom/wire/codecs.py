"""Bodies to messages and back: MessagePack on native connections, JSON on WebSockets.  One set of messages for both."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, get_args

import msgspec
from msgspec import Struct, convert

from ironbottom.events import AnyEvent
from ironbottom.wire.messages import FromClient, FromServer, Malformed, Message, Missed, Unknown, Update

M = TypeVar("M", bound=Struct)


class _Kind(Struct):
    """As much of a message as can be read of any."""

    type: str
    seq: int = 0


class _LooseUpdate(Struct):
    events: list[Any]


class _LooseMissed(Struct):
    updates: list[list[Any]]


class Codec(Generic[M]):
    """One format, for what one side sends."""

    def __init__(self, form: Any, kinds: Any, *, text_keys: bool) -> None:
        self._decode = form.Decoder(kinds).decode
        self._kind = form.Decoder(_Kind).decode
        self._plain = form.Decoder().decode
        self.encode: Callable[[Message], bytes] = form.Encoder().encode
        self._text_keys = text_keys
        self._tags = {kind.__struct_config__.tag for kind in get_args(kinds)}

    def decode(self, body: bytes) -> M | Unknown | Malformed:
        """The message that a body is; anything else is told, never raised."""
        try:
            message: M = self._decode(body)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            return self._not_read(body, str(error))
        return message

    def _not_read(self, body: bytes, fault: str) -> M | Unknown | Malformed:
        try:
            kind = self._kind(body)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            return Malformed(fault[:200])
        if kind.type not in self._tags:
            return Unknown(kind.type[:40], kind.seq)
        try:
            return self._without_unknown_events(kind.type, body)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            return Malformed(fault[:200], kind.seq)

    def _without_unknown_events(self, type_: str, body: bytes) -> M:
        """A newer server may tell of events that did not exist when this program was written: they are left out."""
        raw = self._plain(body)
        loose: Any
        if type_ == Update.__struct_config__.tag and Update.__struct_config__.tag in self._tags:
            loose = convert(raw, _LooseUpdate)
            raw["events"] = _known(loose.events)
            kind: Any = Update
        elif type_ == Missed.__struct_config__.tag and Missed.__struct_config__.tag in self._tags:
            loose = convert(raw, _LooseMissed)
            raw["updates"] = [_known(events) for events in loose.updates]
            kind = Missed
        else:
            raise msgspec.ValidationError(type_)
        message: M = convert(raw, kind, str_keys=self._text_keys)
        return message


EVENTS = {kind.__struct_config__.tag for kind in get_args(AnyEvent)}


def _known(events: list[Any]) -> list[Any]:
    return [event for event in events if not isinstance(event, dict) or event.get("type") in EVENTS]


NATIVE_FROM_CLIENT = Codec[FromClient](msgspec.msgpack, FromClient, text_keys=False)
NATIVE_FROM_SERVER = Codec[FromServer](msgspec.msgpack, FromServer, text_keys=False)
WEB_FROM_CLIENT = Codec[FromClient](msgspec.json, FromClient, text_keys=True)
WEB_FROM_SERVER = Codec[FromServer](msgspec.json, FromServer, text_keys=True)


def encode(message: Message) -> bytes:
    """A message as MessagePack."""
    return NATIVE_FROM_SERVER.encode(message)


def encode_json(message: Message) -> bytes:
    """A message as JSON."""
    return WEB_FROM_SERVER.encode(message)
