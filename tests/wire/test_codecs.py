"""Messages survive the trip in both formats, and two other readers, `msgpack` and `json`, read and write the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, get_args

import msgpack
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Raw, Struct, to_builtins
from msgspec import json as json_form
from msgspec import msgpack as msgpack_form
from msgspec.structs import asdict

from ironbottom.events import AnyEvent
from ironbottom.wire.codecs import (
    NATIVE_FROM_CLIENT,
    NATIVE_FROM_SERVER,
    WEB_FROM_CLIENT,
    WEB_FROM_SERVER,
    encode,
    encode_json,
)
from ironbottom.wire.encoded import EncodedMissed, EncodedUpdate
from ironbottom.wire.messages import (
    FromClient,
    FromServer,
    Malformed,
    Message,
    Missed,
    Ping,
    Reply,
    Unknown,
    Update,
)
from tests.support.lengths import NIGHT, some
from tests.wire.anything import FROM_CLIENT, FROM_SERVER, any_of
from tests.wire.games import turns

ANY = settings(max_examples=150 if NIGHT else 50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
GAMES = [1, 2, 3, 4]


def lists(value: Any) -> Any:
    """What a reader in another language has: lists for tuples."""
    if isinstance(value, dict):
        return {key: lists(one) for key, one in value.items()}
    return [lists(one) for one in value] if isinstance(value, list | tuple) else value


def by_msgpack(message: Struct) -> bytes:
    """A message as somebody writes it who has only the document and the package `msgpack`."""
    packed: bytes = msgpack.packb(to_builtins(message, builtin_types=(bytes,)), use_bin_type=True)
    return packed


def by_json(message: Struct) -> bytes:
    return json.dumps(to_builtins(message, str_keys=True)).encode()


def as_json(message: Struct) -> Any:
    """A message without the one thing that JSON does not keep: whether a key was a number or a word."""
    return to_builtins(message, str_keys=True)


def unpacked(body: bytes) -> Any:
    return msgpack.unpackb(body, strict_map_key=False)


@ANY
@given(st.one_of(FROM_CLIENT, FROM_SERVER))
def test_any_message_survives_messagepack_and_is_read_by_another_library(message: Message) -> None:
    decode = NATIVE_FROM_CLIENT.decode if type(message) in get_args(FromClient) else NATIVE_FROM_SERVER.decode
    assert decode(encode(message)) == message
    assert unpacked(encode(message)) == lists(to_builtins(message, builtin_types=(bytes,)))
    assert decode(by_msgpack(message)) == message


@ANY
@given(st.one_of(FROM_CLIENT, FROM_SERVER))
def test_any_message_survives_json_and_is_read_by_another_library(message: Message) -> None:
    decode = WEB_FROM_CLIENT.decode if type(message) in get_args(FromClient) else WEB_FROM_SERVER.decode
    found = decode(encode_json(message))
    assert type(found) is type(message)
    assert as_json(found) == as_json(message)
    assert json.loads(encode_json(message)) == lists(as_json(message))
    assert as_json(decode(by_json(message))) == as_json(message)


@pytest.mark.parametrize("number", some(GAMES, 2))
def test_every_update_and_answer_of_a_game_survives(number: int) -> None:
    for turn in turns(number):
        assert NATIVE_FROM_CLIENT.decode(by_msgpack(turn.reply)) == turn.reply == NATIVE_FROM_CLIENT.decode(
            encode(turn.reply)
        )
        assert WEB_FROM_CLIENT.decode(by_json(turn.reply)) == turn.reply
        for update in turn.updates:
            body, text = encode(update), encode_json(update)
            assert NATIVE_FROM_SERVER.decode(body) == update
            assert as_json(WEB_FROM_SERVER.decode(text)) == as_json(update)


def test_two_other_libraries_read_and_write_whole_updates_alike() -> None:
    for turn in [*turns(5)][::9]:
        for update in turn.updates:
            assert unpacked(encode(update)) == lists(to_builtins(update, builtin_types=(bytes,)))
            assert json.loads(encode_json(update)) == lists(as_json(update))
            assert NATIVE_FROM_SERVER.decode(by_msgpack(update)) == update
            assert as_json(WEB_FROM_SERVER.decode(by_json(update))) == as_json(update)


@pytest.mark.parametrize(
    ("form", "encoded", "decode"),
    [(msgpack_form.encode, encode, NATIVE_FROM_SERVER.decode), (json_form.encode, encode_json, WEB_FROM_SERVER.decode)],
)
def test_parts_that_were_encoded_before_make_the_same_bytes(
    form: Callable[[object], bytes], encoded: Callable[[Message], bytes], decode: Callable[[bytes], object]
) -> None:
    for turn in [*turns(6)][:40]:
        for update in turn.updates:
            parts = asdict(update)
            events, view = Raw(form(parts.pop("events"))), Raw(form(parts.pop("view")))
            assert encoded(EncodedUpdate(events=events, view=view, **parts)) == encoded(update)
            missed = Missed(update.table, 3, (update.events, ()))
            assert decode(encoded(EncodedMissed(update.table, 3, (events, Raw(form(())))))) == missed


def test_the_fields_of_the_encoded_messages_are_those_of_the_others() -> None:
    assert EncodedUpdate.__struct_fields__ == Update.__struct_fields__
    assert EncodedMissed.__struct_fields__ == Missed.__struct_fields__


def test_no_tag_is_used_twice() -> None:
    kinds = {*get_args(FromClient), *get_args(FromServer)}
    assert len({kind.__struct_config__.tag for kind in kinds}) == len(kinds)
    events = get_args(AnyEvent)
    assert len({kind.__struct_config__.tag for kind in events}) == len(events)


# a newer peer

FORMATS = pytest.mark.parametrize(
    ("pack", "client", "server"),
    [
        (msgpack.packb, NATIVE_FROM_CLIENT.decode, NATIVE_FROM_SERVER.decode),
        (lambda value: json.dumps(value).encode(), WEB_FROM_CLIENT.decode, WEB_FROM_SERVER.decode),
    ],
)
Pack = Callable[[Any], bytes]
Decode = Callable[[bytes], Any]


@FORMATS
def test_unknown_fields_are_ignored(pack: Pack, client: Decode, server: Decode) -> None:
    for decode in (client, server):
        assert decode(pack({"type": "ping", "colour": {"deep": [1, 2]}, "n": 7})) == Ping(7)


@FORMATS
def test_fields_in_any_order(pack: Pack, client: Decode, server: Decode) -> None:
    assert client(pack({"n": 7, "type": "ping"})) == Ping(7)


@FORMATS
def test_an_unknown_message_is_told_with_its_number(pack: Pack, client: Decode, server: Decode) -> None:
    for decode in (client, server):
        assert decode(pack({"type": "parley", "seq": 12, "terms": []})) == Unknown("parley", 12)
        assert decode(pack({"type": "parley"})) == Unknown("parley", 0)
        assert decode(pack({"type": "p" * 900, "seq": -5})) == Unknown("p" * 40, 0)
        assert decode(pack({"type": "parley", "seq": 2**60})) == Unknown("parley", 0)


@FORMATS
def test_a_message_of_the_other_side_is_unknown(pack: Pack, client: Decode, server: Decode) -> None:
    assert client(pack({"type": "ok", "seq": 1})) == Unknown("ok", 1)
    assert server(pack({"type": "resign", "seq": 1, "table": "T"})) == Unknown("resign", 1)


@FORMATS
def test_a_bad_field_is_malformed_with_its_number_and_its_place(pack: Pack, client: Decode, server: Decode) -> None:
    found = client(pack({"type": "reply", "seq": 3, "table": "T", "update": -1, "answer": "keep"}))
    assert isinstance(found, Malformed)
    assert (found.seq, "$.update" in found.fault) == (3, True)
    missing = client(pack({"type": "reply", "seq": 3, "table": "T", "update": 1}))
    assert isinstance(missing, Malformed)
    assert (missing.seq, "answer" in missing.fault) == (3, True)


def newer(update: Update, *, text: bool) -> Any:
    """An update as a newer server might send it: with an event and fields that we do not know."""
    value = lists(to_builtins(update, builtin_types=() if text else (bytes,), str_keys=text))
    value["events"].insert(0, {"event": "kamikaze", "rule": "99", "faces": [[]]})
    value["events"].append({"event": "typhoon"})
    value["weather"] = "squall"
    value["view"]["moon"] = 3
    return value


@FORMATS
def test_unknown_events_are_left_out_of_an_update(pack: Pack, client: Decode, server: Decode) -> None:
    text = pack({}) == b"{}"
    seen = 0
    for turn in [*turns(7)][::5]:
        for update in turn.updates:
            found = server(pack(newer(update, text=text)))
            assert as_json(found) == as_json(update)
            seen += len(update.events)
    assert seen > 50


@FORMATS
def test_unknown_events_are_left_out_of_what_was_missed(pack: Pack, client: Decode, server: Decode) -> None:
    text = pack({}) == b"{}"
    pieces = tuple([turn.updates[0].events for turn in turns(8)][20:28])
    value = lists(to_builtins(Missed("T", 21, pieces), builtin_types=() if text else (bytes,), str_keys=text))
    for events in value["updates"]:
        events.append({"event": "kamikaze", "by": 1})
    assert server(pack(value)) == Missed("T", 21, pieces)


@FORMATS
@pytest.mark.parametrize(
    "events",
    [
        [{"event": "drew", "rule": "13", "side": 7, "count": 1, "cards": None}],  # known, and wrong
        [{"event": ["drew"]}],
        [{"rule": "13"}],
        ["drew"],
        [None],
        {"event": "drew"},
        "drew",
        5,
    ],
)
def test_events_that_are_none_are_malformed(pack: Pack, client: Decode, server: Decode, events: Any) -> None:
    missed = {"type": "missed", "table": "T", "first": 1, "updates": [events]}
    for body in ({"type": "update", "events": events}, missed):
        assert isinstance(server(pack(body)), Malformed)


@ANY
@given(any_of(AnyEvent))
def test_any_event_survives_both_formats(event: AnyEvent) -> None:
    message = Missed("T", 1, ((event,),))
    assert NATIVE_FROM_SERVER.decode(encode(message)) == message
    assert WEB_FROM_SERVER.decode(encode_json(message)) == message


ANSWERED = {"type": "reply", "seq": 7, "table": "T", "update": 3}


@pytest.mark.parametrize("keys", [("5", "1077"), (5, 1077), ("5", 1077)])
def test_keys_of_an_answer_may_be_text_in_messagepack_too(keys: tuple[Any, Any]) -> None:
    """Many libraries write every key as text; it is the same answer."""
    said = {**ANSWERED, "answer": {keys[0]: 2, keys[1]: "stay"}}
    assert NATIVE_FROM_CLIENT.decode(msgpack.packb(said)) == Reply(7, "T", 3, {5: 2, 1077: "stay"})


@pytest.mark.parametrize("key", ["05", "-1", "1.0", "one", "", "99999999999", "2147483648"])
def test_text_that_is_no_number_is_no_key(key: str) -> None:
    said = {**ANSWERED, "answer": {key: 2}}
    found = NATIVE_FROM_CLIENT.decode(msgpack.packb(said))
    assert isinstance(found, Malformed)
    assert found.seq == 7


def test_one_key_as_text_and_as_a_number_is_refused() -> None:
    body = msgpack.packb({**ANSWERED, "answer": {5: 2, "5": 3}})
    assert isinstance(NATIVE_FROM_CLIENT.decode(body), Malformed)


def test_of_a_key_that_stands_twice_the_last_counts() -> None:
    """As PROTOCOL.md says: so both ends sign the same, whatever was written before."""
    text = b'{"type":"reply","seq":1,"table":"T","update":3,"answer":{"5":1,"5":2},"seq":7}'
    assert WEB_FROM_CLIENT.decode(text) == Reply(7, "T", 3, {5: 2})
    fields = [("type", "reply"), ("seq", 1), ("table", "T"), ("update", 3), ("seq", 7)]
    packed = b"".join([msgpack.packb(key) + msgpack.packb(value) for key, value in fields])
    answer = msgpack.packb("answer") + b"\x82\x05\x01\x05\x02"
    assert NATIVE_FROM_CLIENT.decode(b"\x86" + packed + answer) == Reply(7, "T", 3, {5: 2})
