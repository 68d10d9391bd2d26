"""Readers against chance: real bodies with bytes changed, cut, doubled and spliced, and bytes that were never a body.

tests/support/lengths.py says how many runs each push makes, and a night; more before a release:

    IRONBOTTOM_FUZZ=100000000 IRONBOTTOM_FUZZ_SEED=7 python -m pytest tests/wire/test_fuzz.py

A run is one body for one reader.  A failure names the body in hex: add it to bodies.py.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from ironbottom.wire.answers import answer
from ironbottom.wire.codecs import (
    NATIVE_FROM_CLIENT,
    NATIVE_FROM_SERVER,
    WEB_FROM_CLIENT,
    WEB_FROM_SERVER,
    encode,
    encode_json,
)
from ironbottom.wire.frames import MAGIC, frame
from ironbottom.wire.invite import InviteError, read
from ironbottom.wire.messages import Malformed, Reply, Unknown
from ironbottom.wire.session import Broken, Native, Role, Session
from tests.support.lengths import FUZZ
from tests.wire.bodies import JSON_BOMBS, NATIVE_BOMBS, real

SEED = int(os.environ.get("IRONBOTTOM_FUZZ_SEED", "1"))
LONGEST = 4_096  # bytes of a body that is changed: short ones are reached deeper
MARKS = b"\x00\x7f\x80\x8f\x90\x9f\xa0\xbf\xc0\xc1\xc2\xc3\xc4\xc7\xca\xcb\xcf\xd3\xd4\xd9\xdb\xdc\xdd\xde\xdf\xe0\xff"
ROLES: tuple[Role, Role] = ("client", "server")
SIGNS = b'{}[]",:\\u0 9-+.eEntf\x00\xff'


@cache
def corpus(said_by: Role) -> tuple[list[bytes], list[bytes]]:
    """What one side says, as MessagePack and as JSON, and bombs; what is short enough to be changed often."""
    said = real(said_by)
    native = [body for body, _ in said if len(body) <= LONGEST] * 3
    web = [text for _, text in said if len(text) <= LONGEST] * 3
    native += [bomb[:LONGEST] for bomb in NATIVE_BOMBS.values() if bomb]
    web += [bomb[:LONGEST] for bomb in JSON_BOMBS.values() if bomb]
    return native, web


def changed(rng: Random, bodies: list[bytes], marks: bytes) -> bytes:
    """A body with a few accidents in it."""
    body = bytearray(rng.choice(bodies))
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        at = rng.randrange(len(body) + 1)
        accident = rng.randrange(7)
        if accident == 0:
            del body[at:]
        elif accident == 1:
            body[at : at + 1] = bytes([rng.randrange(256)])
        elif accident == 2:
            body[at : at + 1] = bytes([rng.choice(marks)])
        elif accident == 3:
            body[at:at] = bytes([rng.choice(marks)]) * rng.choice((1, 2, 9))
        elif accident == 4:
            del body[at : at + rng.randint(1, 9)]
        elif accident == 5:
            body[at:at] = body[at : at + rng.randint(1, 40)]
        else:
            other = rng.choice(bodies)
            start = rng.randrange(len(other))
            body[at:at] = other[start : start + rng.randint(1, 60)]
    return bytes(body)


def bodies(said_by: Role, form: int) -> Iterator[bytes]:
    """A quarter of the runs."""
    rng = Random(f"{SEED} {said_by} {form}")
    begin, marks = corpus(said_by)[form], (MARKS, SIGNS)[form]
    for n in range(FUZZ // 4):
        yield rng.randbytes(rng.randrange(40)) if n % 20 == 0 else changed(rng, begin, marks)


READERS: list[tuple[Callable[[bytes], Any], Callable[[Any], bytes], Role, int]] = [
    (NATIVE_FROM_CLIENT.decode, encode, "client", 0),
    (NATIVE_FROM_SERVER.decode, encode, "server", 0),
    (WEB_FROM_CLIENT.decode, encode_json, "client", 1),
    (WEB_FROM_SERVER.decode, encode_json, "server", 1),
]


@pytest.mark.parametrize(("decode", "write", "said_by", "form"), READERS)
def test_every_body_is_a_message_or_is_told(
    decode: Callable[[bytes], Any], write: Callable[[Any], bytes], said_by: Role, form: int
) -> None:
    read_ones = 0
    for body in bodies(said_by, form):
        try:
            found = decode(body)
        except Exception as error:
            raise AssertionError(f"{error!r} for {body.hex()}") from error
        if isinstance(found, Malformed):
            assert len(found.fault) <= 200, body.hex()
            assert 0 <= found.seq < 2**53, body.hex()
        elif not isinstance(found, Unknown):
            read_ones += 1
            again = decode(write(found))
            assert type(again) is type(found), body.hex()
            if isinstance(found, Reply):
                answer(found.answer)
    assert read_ones > FUZZ / 400, "nearly everything was refused: the accidents are too great"


def ends(session: Session, stream: bytes) -> str:
    """The code by which a conversation breaks; empty: it goes on."""
    try:
        for at in range(0, len(stream), 97):
            session.receive(stream[at : at + 97], 0.0)
    except Broken as broken:
        return broken.bye.code
    return ""


def test_a_conversation_breaks_in_no_other_way_than_by_broken() -> None:
    rng = Random(SEED)
    begin = [frame(body) for said_by in ROLES for body in corpus(said_by)[0]]
    for n in range(FUZZ // 50):
        session = Session("server" if n % 2 else "client", Native("server" if n % 2 else "client"), 0.0)
        stream = (MAGIC if n % 2 else b"") + b"".join([changed(rng, begin, MARKS) for _ in range(3)])
        assert ends(session, stream) in ("", "frame", "malformed", "order", "version"), stream.hex()


def test_every_text_is_an_invite_or_is_refused_in_a_sentence() -> None:
    rng = Random(SEED)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567-/: 0189ibé\n\x00١"
    for _ in range(FUZZ // 20):
        text = "".join(rng.choices(letters, k=rng.randrange(60)))
        assert why_not("IB1-" + text if rng.random() < 0.7 else text).endswith(".")


def why_not(text: str) -> str:
    """The sentence that refuses an invite."""
    try:
        read(text)
    except InviteError as error:
        return str(error)
    raise AssertionError(f"{text!r} is an invite")
