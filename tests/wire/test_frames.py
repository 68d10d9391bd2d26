"""Frames come out as they went in, however the bytes are cut."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ironbottom.wire.frames import MAGIC, FrameError, Frames, frame

LIMIT = 100
BODIES = st.lists(st.binary(max_size=LIMIT), max_size=8)


def cut(data: bytes, cuts: list[int]) -> list[bytes]:
    """The data in pieces; some may be empty."""
    at = [0, *sorted([c % (len(data) + 1) for c in cuts]), len(data)]
    return [data[a:b] for a, b in pairwise(at)]


@settings(deadline=None)
@given(BODIES, st.booleans(), st.lists(st.integers(0, 10_000), max_size=12))
def test_bodies_come_out_whole_however_they_are_cut(bodies: list[bytes], magic: bool, cuts: list[int]) -> None:
    data = (MAGIC if magic else b"") + b"".join([frame(body) for body in bodies])
    frames = Frames(LIMIT, magic=magic)
    assert [body for piece in cut(data, cuts) for body in frames.receive(piece)] == bodies


@settings(deadline=None)
@given(BODIES)
def test_one_byte_at_a_time(bodies: list[bytes]) -> None:
    frames = Frames(LIMIT, magic=True)
    data = MAGIC + b"".join([frame(body) for body in bodies])
    assert [body for i in range(len(data)) for body in frames.receive(data[i : i + 1])] == bodies


def test_a_body_comes_with_its_last_byte_and_not_before() -> None:
    frames = Frames(LIMIT)
    assert frames.receive(frame(b"fire")[:-1]) == []
    assert frames.receive(b"e") == [b"fire"]
    assert frames.receive(b"") == []


def test_the_length_stands_first_highest_byte_first() -> None:
    assert frame(b"ab") == b"\0\0\0\2ab"
    assert frame(bytes(0x1_02_03))[:4] == b"\0\1\2\3"


def test_the_longest_body_is_taken_and_one_byte_more_is_not() -> None:
    assert Frames(LIMIT).receive(frame(bytes(LIMIT))) == [bytes(LIMIT)]
    with pytest.raises(FrameError, match="a body of 101 bytes; 100 is the most"):
        Frames(LIMIT).receive(frame(bytes(LIMIT + 1)))


@pytest.mark.parametrize("length", [b"\xff\xff\xff\xff", b"\x80\0\0\0", b"\0\0\0\x65"])
def test_too_great_a_length_is_refused_before_its_body_has_come(length: bytes) -> None:
    with pytest.raises(FrameError):
        Frames(LIMIT).receive(length)


@pytest.mark.parametrize("first", [b"G", b"\x16", b"IBSS2", b"ibss1", b"IBSS\0\0", b"IX"])
def test_other_first_bytes_are_refused_as_soon_as_they_differ(first: bytes) -> None:
    with pytest.raises(FrameError, match="IBSS1"):
        Frames(LIMIT, magic=True).receive(first)


def test_the_magic_is_said_once() -> None:
    frames = Frames(LIMIT, magic=True)
    assert frames.receive(b"IBS") == []
    assert frames.receive(b"S1" + frame(b"a")) == [b"a"]
    with pytest.raises(FrameError):
        frames.receive(MAGIC)  # read as a length now
