"""Invites: read as they were written, however they were typed; each wrong letter noticed; one sentence for a fault."""

from __future__ import annotations

import re
from base64 import b32encode
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ironbottom.wire.invite import (
    ADDRESSES,
    HOST,
    LINK,
    NATIVE_TLS,
    PARTNER,
    PIN,
    SECRET,
    Address,
    Invite,
    InviteError,
    link,
    read,
    write,
)

INVITE = Invite(
    "K7F2QA5X", bytes(range(16)), bytes(range(100, 116)),
    (Address("192.168.1.20", 4277), Address("2001:db8::20", 443), Address("game.example.org", 65535)),
)
TEXT = write(INVITE)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

NAMES = st.from_regex(r"\A[a-z]([a-z0-9.-]{0,58}[a-z0-9])?\Z", fullmatch=True)
HOSTS = st.one_of(st.ip_addresses(v=4).map(str), st.ip_addresses(v=6).map(str), NAMES)
INVITES = st.builds(
    Invite,
    st.from_regex(r"\A[A-Za-z0-9_-]{1,16}\Z"),
    st.binary(min_size=SECRET, max_size=SECRET),
    st.binary(min_size=PIN, max_size=PIN),
    st.lists(st.builds(Address, HOSTS, st.integers(0, 65535)), min_size=1, max_size=ADDRESSES).map(tuple),
)


def fault(text: str) -> str:
    with pytest.raises(InviteError) as error:
        read(text)
    return str(error.value)


@settings(deadline=None)
@given(INVITES)
def test_an_invite_is_read_as_it_was_written(invite: Invite) -> None:
    assert read(write(invite)) == invite
    assert read(link(invite).upper()) == invite


def test_how_it_looks() -> None:
    assert re.fullmatch(r"IB1(-[A-Z2-7]{5})+(-[A-Z2-7]{1,4})?", TEXT)
    assert link(INVITE) == "ironbottom://" + TEXT
    assert len(write(Invite("K7F2QA5X", bytes(16), bytes(16), (Address("192.168.1.20", 4277),)))) <= 130


FORGIVEN = [
    TEXT.lower(), TEXT.title(), TEXT.replace("-", ""), TEXT.replace("-", " "), TEXT.replace("-", "\r\n"),
    f"  {TEXT}\n", TEXT.removeprefix("IB1-"), TEXT.removeprefix("IB1-").lower().replace("-", ""), LINK + TEXT,
    (LINK + TEXT).upper(), LINK + TEXT + "/", LINK + TEXT.lower(), f"{LINK}join/{TEXT}", TEXT.replace("-", "\u2013"),
    TEXT.replace("O", "0"), TEXT.replace("I", "1").replace("1B1", "IB1"), TEXT.replace("B", "8").replace("I81", "IB1"),
    TEXT.replace("-", "-\n> ").replace("> ", ""), TEXT[:40] + "\n" + TEXT[40:],
]


@pytest.mark.parametrize("text", FORGIVEN)
def test_case_spaces_line_ends_dashes_prefix_and_look_alikes_are_forgiven(text: str) -> None:
    assert read(text) == INVITE


def test_every_single_wrong_letter_is_caught() -> None:
    """No wrong letter makes another invite, nor one that seems cut off or too new."""
    start = len("IB1-")
    for at in range(start, len(TEXT)):
        if TEXT[at] == "-":
            continue
        for letter in LETTERS.replace(TEXT[at], ""):
            assert "typo" in fault(TEXT[:at] + letter + TEXT[at + 1 :]), (at, letter)
        for letter in "9*é١":
            assert "typo" in fault(TEXT[:at] + letter + TEXT[at + 1 :]), (at, letter)


def test_two_letters_that_have_changed_places_are_caught() -> None:
    for at in range(4, len(TEXT) - 1):
        if TEXT[at] != TEXT[at + 1] and "-" not in TEXT[at : at + 2]:
            fault(TEXT[:at] + TEXT[at + 1] + TEXT[at] + TEXT[at + 2 :])


def test_a_letter_too_few_or_too_many_is_caught() -> None:
    for at in range(4, len(TEXT)):
        if TEXT[at] != "-":
            fault(TEXT[:at] + TEXT[at + 1 :])
            fault(TEXT[:at] + TEXT[at] + TEXT[at:])


def test_every_cut_end_is_said_to_be_cut_off() -> None:
    for end in range(len("IB1"), len(TEXT)):
        if TEXT[end - 1] != "-" or end < len(TEXT) - 1:
            assert "cut off" in fault(TEXT[:end]), end
    assert f"of its {len(TEXT.replace('-', '')) - 3} letters" in fault(TEXT[:-20])


def test_a_missing_beginning_is_no_invite() -> None:
    for start in range(len("IB1-") + 1, 60):
        assert "typo" not in fault(TEXT[start:])


@pytest.mark.parametrize(
    "text",
    ["", " ", "hello", "http://example.org", "IB", "1", "-----", "A" * 300, "9" * 50, "\x00", "ironbottom://", "é" * 9],
)
def test_something_else_is_no_invite(text: str) -> None:
    assert "This is not an invite" in fault(text)


def newer(version: int, flags: int = NATIVE_TLS, body: bytes = bytes(60), prefix: str = "IB1") -> str:
    head = bytes([version, flags]) + (len(body) + 4).to_bytes(2, "big")
    whole = head + bytes([head[0] ^ head[1] ^ head[2] ^ head[3] ^ 0x5A]) + body
    letters = b32encode(whole + crc32(whole).to_bytes(4, "big")).decode().rstrip("=")
    return f"{prefix}-{letters}"


@pytest.mark.parametrize(
    "text", [newer(2), newer(2, prefix="IB2"), newer(255), newer(1, flags=5), newer(1, flags=128), "IB2-" + "Q" * 50]
)
def test_a_newer_invite_says_what_to_upgrade(text: str) -> None:
    assert "newer version; upgrade yours, as the README says under Install" in fault(text)


HEAD = b"\x04ABCD" + bytes(32)


@pytest.mark.parametrize(
    "body",
    [
        b"", HEAD, HEAD + b"\0", HEAD + b"\1", HEAD + b"\2\4\1\2\3\4\0\1", HEAD + b"\1\5\1\2\3\4\0\1",
        HEAD + b"\1\0\4a\x1bbc\0\1", HEAD + b"\1\0\0\0\1", HEAD + b"\1\0\2\xff\xfe\0\1", HEAD + b"\1\4\1\2\3\4\0\1\0",
        b"\0" + bytes(32) + b"\1\4\1\2\3\4\0\1", b"\4A\nBC" + bytes(32) + b"\1\4\1\2\3\4\0\1",
        HEAD + b"\x09" + b"\4\1\2\3\4\0\1" * 9, b"\x11" + b"A" * 17 + bytes(32) + b"\1\4\1\2\3\4\0\1", b"\xff" * 60,
    ],
)
def test_a_body_that_makes_no_sense_is_refused_though_its_checksum_is_right(body: bytes) -> None:
    assert "typo" in fault(newer(1, body=body))
    good = newer(1, body=HEAD + b"\1\4\1\2\3\4\0\1")
    assert read(good).addresses == (Address("1.2.3.4", 1),)


def test_the_unused_bits_of_the_last_letter_are_nothing() -> None:
    whole = newer(1, body=HEAD + b"\1\4\1\2\3\4\0\1")
    last = LETTERS.index(whole[-1])
    others = [letter for letter in LETTERS if letter != LETTERS[last]]
    assert all("typo" in fault(whole[:-1] + letter) for letter in others)


BAD = [
    Invite("", bytes(16), bytes(16), INVITE.addresses),
    Invite("A" * 17, bytes(16), bytes(16), INVITE.addresses),
    Invite("A\n", bytes(16), bytes(16), INVITE.addresses),
    Invite("A", bytes(15), bytes(16), INVITE.addresses),
    Invite("A", bytes(16), bytes(17), INVITE.addresses),
    Invite("A", bytes(16), bytes(16), ()),
    Invite("A", bytes(16), bytes(16), INVITE.addresses * 3),
    Invite("A", bytes(16), bytes(16), (Address("a" * (HOST + 1), 1),)),
    Invite("A", bytes(16), bytes(16), (Address("höst", 1),)),
    Invite("A", bytes(16), bytes(16), (Address("a b", 1),)),
    Invite("A", bytes(16), bytes(16), (Address("", 1),)),
    Invite("A", bytes(16), bytes(16), INVITE.addresses, flags=256),
]


@pytest.mark.parametrize("invite", BAD)
def test_what_cannot_be_invited_to_is_not_written(invite: Invite) -> None:
    with pytest.raises(ValueError, match=r"."):
        write(invite)


@pytest.mark.parametrize("port", [-1, 65536])
def test_a_port_has_sixteen_bits(port: int) -> None:
    with pytest.raises(OverflowError):
        write(Invite("A", bytes(16), bytes(16), (Address("1.2.3.4", port),)))


@settings(deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_refused_in_one_sentence(text: str) -> None:
    found = fault(text)
    assert found.endswith((".", "`."))
    assert "\n" not in found


@pytest.mark.parametrize("text", [newer(0), TEXT.replace("IB1", "IB2"), newer(0, prefix="IB9")])
def test_a_version_that_never_was_and_a_prefix_of_another_one_are_typos(text: str) -> None:
    assert "typo" in fault(text)


def test_an_invite_for_a_partner_says_so() -> None:
    """§26.3"""
    made = Invite("K7F2QA5X", bytes(16), bytes(16), (Address("192.168.1.20", 4277),), NATIVE_TLS | PARTNER)
    assert read(write(made)) == made
    assert read(write(made)).flags & PARTNER
