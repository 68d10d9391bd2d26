"""Bodies to messages and back: MessagePack on native connections, JSON on WebSockets.  One set of messages for both."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Generic, TypeVar, get_args

import msgspec
from msgspec import Struct, convert

from ironbottom.events import AnyEvent
from ironbottom.wire.advising import Advise
from ironbottom.wire.messages import (
    FromClient,
    FromServer,
    Malformed,
    Message,
    Missed,
    Reply,
    Scenes,
    Unknown,
    Update,
)

M = TypeVar("M", bound=Struct)
_NUMBER = re.compile("0|[1-9][0-9]{0,9}")  # a key of an answer that was written as text


ANSWERING: dict[str, type[Struct]] = {"reply": Reply, "advise": Advise}


class _Kind(Struct):
    """As much of a message as can be read of any."""

    type: str
    seq: int = 0


class _LooseUpdate(Struct):
    events: list[Any]


class _LooseMissed(Struct):
    updates: list[list[Any]]


class _LooseScene(Struct):
    events: list[Any]


class _LooseScenes(Struct):
    scenes: list[_LooseScene]


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
        seq = kind.seq if 0 <= kind.seq < 2**53 else 0
        if kind.type not in self._tags:
            return Unknown(kind.type[:40], seq)
        read = self._with_text_keys if kind.type in ANSWERING else self._without_unknown_events
        try:
            return read(kind.type, body)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            return Malformed(fault[:200], seq)

    def _with_text_keys(self, type_: str, body: bytes) -> M:
        """Many libraries write the keys of a MessagePack map as text: an answer may come so."""
        raw = self._plain(body)
        answer = raw.get("answer")
        if self._text_keys or not isinstance(answer, dict):
            raise msgspec.ValidationError(type_)
        keys = [int(key) if isinstance(key, str) and _NUMBER.fullmatch(key) else key for key in answer]
        if len(set(keys)) < len(keys):
            raise msgspec.ValidationError("the same key twice")
        kind: Any = ANSWERING[type_]
        message: M = convert({**raw, "answer": dict(zip(keys, answer.values(), strict=True))}, kind)
        return message

    def _without_unknown_events(self, type_: str, body: bytes) -> M:
        """A newer server may tell of events that did not exist when this program was written: they are left out."""
        kind: Any = {"update": Update, "missed": Missed, "scenes": Scenes}.get(type_)
        if kind is None:
            raise msgspec.ValidationError(type_)
        raw = self._plain(body)
        if kind is Update:
            raw["events"] = _known(convert(raw, _LooseUpdate).events)
        elif kind is Scenes:
            known = convert(raw, _LooseScenes).scenes
            for scene, loose in zip(raw["scenes"], known, strict=True):
                scene["events"] = _known(loose.events)
        else:
            raw["updates"] = [_known(events) for events in convert(raw, _LooseMissed).updates]
        message: M = convert(raw, kind, builtin_types=(bytes,) if not self._text_keys else (), str_keys=self._text_keys)
        return message


EVENTS = {kind.__struct_config__.tag for kind in get_args(AnyEvent)}


def _known(events: list[Any]) -> list[Any]:
    """The events that this program knows, and whatever is none, which is a fault to be found later."""
    return [event for event in events if not _newer(event)]


def _newer(event: Any) -> bool:
    kind = event.get("event") if isinstance(event, dict) else None
    return isinstance(kind, str) and kind not in EVENTS


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
