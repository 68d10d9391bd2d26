"""Codes that people type: every letter of them counts, and a wrong one is noticed."""

from __future__ import annotations

import pytest

from ironbottom.keys import public_bytes
from ironbottom.wire.naming import (
    CODE,
    PAPER,
    carrying,
    code_of_secret,
    code_of_words,
    code_secret,
    code_words,
    printed_code,
    printed_key,
)
from ironbottom.wire.spoken import WORDS

DRAWN = bytes(range(1, 1 + PAPER))


def test_a_carrying_code_as_words() -> None:
    code = bytes(range(CODE))
    words = code_words(code)
    assert words.split() == [*WORDS[:CODE]]
    assert code_of_words(words.upper().split()) == code


@pytest.mark.parametrize("words", ["", "album", "album " * 7, "album " * 9, "album alley amber x " * 2])
def test_words_that_are_no_code(words: str) -> None:
    assert code_of_words(words.split()) is None


def test_a_carrying_code_in_an_invite() -> None:
    code = bytes(range(CODE))
    assert code_of_secret(code_secret(code)) == code
    assert code_of_secret(bytes(16)) is None


def test_what_seals_does_not_follow_from_the_box() -> None:
    made = carrying(b"12345678")
    assert (len(made.box), len(made.key)) == (16, 32)
    assert made.box not in made.key
    assert carrying(b"12345679").box != made.box


def test_a_printed_code_is_typed_as_it_comes() -> None:
    text = printed_code(DRAWN)
    assert len(text.split("-")) == 8
    key = printed_key(text)
    assert key is not None
    for typed in (text.lower(), text.replace("-", " "), text.replace("O", "0").replace("I", "1").replace("B", "8")):
        again = printed_key(typed)
        assert again is not None
        assert public_bytes(again) == public_bytes(key)


def test_every_wrong_letter_is_noticed() -> None:
    text = printed_code(DRAWN)
    for at, letter in enumerate(text):
        if letter != "-":
            wrong = text[:at] + ("Q" if letter != "Q" else "R") + text[at + 1 :]
            assert printed_key(wrong) is None, wrong
    assert [printed_key(short) for short in ("", text[:-1], text + "A", text[:-5], "ä" * 32)] == [None] * 5
