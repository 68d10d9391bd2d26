"""Bodies to begin from when one wants to break a reader: real ones of every kind, and bombs."""

from __future__ import annotations

from typing import get_args

import msgpack
from msgspec import json as json_form
from msgspec import to_builtins

from ironbottom.wire.messages import FromClient, FromServer, Message
from ironbottom.wire.session import Broken, Role, Session
from tests.wire.games import turns
from tests.wire.protocol_examples import examples

PACKED_PING = b"\x82\xa4type\xa4ping\xa1n"  # the number is still to come
PACKED_REPLY = b"\x85\xa4type\xa5reply\xa3seq\x01\xa5table\xa1T\xa6update\x01\xa6answer"
JSON_REPLY = b'{"type":"reply","seq":1,"table":"T","update":1,"answer":'
DEEP = 100_000


def _packed(message: Message) -> bytes:
    body: bytes = msgpack.packb(to_builtins(message, builtin_types=(bytes,)))
    return body


def real(said_by: Role) -> list[tuple[bytes, bytes]]:
    """Every kind of message that one side says, and those of a game: as MessagePack and as JSON."""
    mine = get_args(FromClient if said_by == "client" else FromServer)
    some = [*turns(9)][::12]
    of_a_game = [turn.reply for turn in some] if said_by == "client" else [one for turn in some for one in turn.updates]
    said: list[Message] = [*[message for message in examples().values() if type(message) in mine], *of_a_game]
    return [(_packed(message), json_form.encode(message)) for message in said]


def ending(session: Session, data: bytes) -> str:
    """The code by which these bytes end a conversation that has not begun; empty: they are ignored."""
    try:
        heard = session.receive(data, 0.0)
    except Broken as broken:
        return broken.bye.code
    return "" if not heard else f"heard {heard}"


NATIVE_BOMBS = {
    "nothing": b"",
    "deep arrays": b"\x91" * DEEP,
    "deep arrays in a field that nobody knows": b"\x83\xa4type\xa4ping\xa1n\x01\xa1x" + b"\x91" * DEEP,
    "deep maps": b"\x81\xa1a" * DEEP,
    "deep answer": PACKED_REPLY + b"\x91" * DEEP,
    "deep events": b"\x82\xa4type\xa6update\xa6events" + b"\x91" * DEEP,
    "array of 4 G": b"\xdd\xff\xff\xff\xff",
    "map of 4 G": b"\xdf\xff\xff\xff\xff",
    "text of 4 G": b"\xdb\xff\xff\xff\xff",
    "bytes of 4 G": b"\xc6\xff\xff\xff\xff",
    "extension of 4 G": b"\xc9\xff\xff\xff\xff\x01",
    "answer of 4 G": PACKED_REPLY + b"\xdd\xff\xff\xff\xff",
    "table of 4 G": PACKED_REPLY + b"\xdf\xff\xff\xff\xff",
    "events of 4 G": b"\x82\xa4type\xa6update\xa6events\xdd\xff\xff\xff\xff",
    "missed of 4 G": b"\x82\xa4type\xa6missed\xa7updates\xdd\xff\xff\xff\xff",
    "orders of 4 G": b"\x85\xa4type\xa6orders\xa3seq\x01\xa5table\xa1T\xa6orders\xdd\xff\xff\xff\xff",
    "extension": PACKED_PING + b"\xc7\x04\x05abcd",
    "extension as a key": b"\x81\xd4\x05a\x01",
    "time stamp": PACKED_PING + b"\xd6\xff\0\0\0\1",
    "impossible time stamp": b"\x82\xa4type\xa6update\xa6events\x91\xc7\x0c\xff" + b"\xff" * 12,
    "huge map": b"\xde\xff\xff" + b"\x01\x01" * 0xFFFF,
    "many empty maps": b"\xdc\xff\xff" + b"\x80" * 0xFFFF,
    "events of many empty arrays": b"\x82\xa4type\xa6update\xa6events\xdc\xff\xff" + b"\x90" * 0xFFFF,
    "bad UTF-8": b"\x82\xa4type\xa4ping\xa2\xff\xfe\x01",
    "bad UTF-8 as a value": b"\x82\xa4type\xa4\xff\xfe\xfd\xfc\xa1n\x01",
    "surrogate": b"\x82\xa4type\xa3\xed\xa0\x80\xa1n\x01",
    "trailing byte": PACKED_PING + b"\x01\x00",
    "not a number": PACKED_PING + b"\xcb\x7f\xf8\0\0\0\0\0\0",
    "infinity": PACKED_PING + b"\xcb\x7f\xf0\0\0\0\0\0\0",
    "floating": PACKED_PING + b"\xcb\x3f\xf0\0\0\0\0\0\0",
    "true": PACKED_PING + b"\xc3",
    "nil": PACKED_PING + b"\xc0",
    "greater than 2^53": PACKED_PING + b"\xcf\0\x20\0\0\0\0\0\0",
    "greater than 2^63": PACKED_PING + b"\xcf\xff\xff\xff\xff\xff\xff\xff\xff",
    "below nothing": PACKED_PING + b"\xff",
    "a byte that MessagePack has not": PACKED_PING + b"\xc1",
    "cut off": PACKED_PING,
    "array for a map": b"\x92\xa4ping\x01",
    "a list as a key": b"\x82\xa4type\xa6update\x91\x01\x02",
    "a map as a key": b"\x83\xa4type\xa6update\xa6events\x91\x81\x80\x01\xa1n\x01",
    "type twice": b"\x83\xa4type\xa4ping\xa4type\x05\xa1n\x01",
    "number for a type": b"\x82\xa4type\x05\xa1n\x01",
}
JSON_BOMBS = {
    "nothing": b"",
    "blank": b"  ",
    "deep arrays": b"[" * DEEP,
    "deep arrays in a field that nobody knows": b'{"type":"ping","n":1,"x":' + b"[" * DEEP + b"]" * DEEP + b"}",
    "deep maps": b'{"a":' * DEEP,
    "deep answer": JSON_REPLY + b"[" * DEEP + b"]" * DEEP + b"}",
    "deep events": b'{"type":"update","events":' + b"[" * DEEP + b"]" * DEEP + b"}",
    "NaN": b'{"type":"ping","n":NaN}',
    "Infinity": b'{"type":"ping","n":Infinity}',
    "1e400": b'{"type":"ping","n":1e400}',
    "-0.0": b'{"type":"ping","n":-0.5}',
    "ten thousand digits": b'{"type":"ping","n":' + b"9" * 10_000 + b"}",
    "ten thousand digits in a field that nobody knows": b'{"type":"x","n":' + b"9" * 10_000 + b"}",
    "ten thousand digits as a key": JSON_REPLY + b'{"' + b"9" * 10_000 + b'":1}}',
    "bad UTF-8 in chat": b'{"type":"say","seq":1,"table":"T","text":"\xff\xfe"}',
    "bad UTF-8 as a value": b'{"type":"\xff\xfe"}',
    "half a surrogate pair": b'{"type":"\\ud800"}',
    "half a surrogate pair in chat": b'{"type":"say","seq":1,"table":"T","text":"\\udfff"}',
    "trailing comma": b'{"type":"ping","n":1,}',
    "trailing bytes": b'{"type":"ping","n":1}{}',
    "comment": b'{"type":"ping"/**/,"n":1}',
    "byte order mark": b'\xef\xbb\xbf{"type":"ping","n":1}',
    "bad base64": b'{"type":"login","signature":"@@@@"}',
    "base64 of another length": b'{"type":"login","signature":"AAAA"}',
    "true": b'{"type":"ping","n":true}',
    "null": b"null",
    "array": b'["ping",1]',
    "key of a table that is no number": JSON_REPLY + b'{"x":1}}',
    "type twice": b'{"type":"ping","type":[],"n":1}',
    "cut off": b'{"type":"ping","n":1',
    "NUL": b'{"type":"ping","n":1}\0',
}
