"""Names and chat, cleaned: no letter that steers, none that is not seen, no row broken, and twice is once."""

from __future__ import annotations

import sys
import unicodedata
from typing import get_args, get_type_hints

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ironbottom.wire.cleaning import cells, chosen_name, clean_name, clean_text, look, told_apart
from ironbottom.wire.fields import NAME
from ironbottom.wire.messages import CHAT, Said, Welcome

STEERING = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
MARKS = "\u0301\u0308\u0323\u034f\u20dd\u0f71\u0f74\u3099\u0345\ufe0f\u1ab0"  # combine, reorder, enclose, hide
JAMO = "\u1100\u1161\u11a8\u115f\u1160\u3164\uffa0"
ODD = (
    "\ufdfa\ufb03\u2126\u1e9b\u0958\ufb1d\ufb2c\u2fa1d\u3300\uff76\uff9e\u0130\u00a0\u2800\u3000 \t\n\r\u2028\u202e"
    "\u200d\u00ad"
)
TROUBLE = st.text(st.sampled_from("eA\u65e5" + MARKS + JAMO + ODD), max_size=40)
ANYTHING = st.text(st.characters(exclude_categories=()), max_size=60)
LIMITS = st.integers(0, 40)


def steering(text: str) -> list[str]:
    return [letter for letter in text if unicodedata.category(letter) in STEERING]


def check(text: str, limit: int) -> None:
    found = clean_text(text, limit)
    assert clean_text(found, limit) == found, "cleaning twice changes something"
    assert not steering(found)
    assert cells(found) <= limit
    assert len(found) <= 3 * limit
    assert unicodedata.is_normalized("NFKC", found)
    assert found == " ".join(found.split())
    assert found.isprintable()
    marks = 0
    for letter in " " + found:
        marks = marks + 1 if unicodedata.category(letter).startswith("M") else 0
        assert marks <= 2
    assert not found or not unicodedata.category(found[0]).startswith("M")


@settings(max_examples=400, deadline=None)
@given(ANYTHING, LIMITS)
def test_anything_at_all(text: str, limit: int) -> None:
    check(text, limit)


@settings(max_examples=700, deadline=None)
@given(TROUBLE, LIMITS)
@example("e\u034f\u0301", 5)
@example("a\u0323\u0301\u0301\u0301\u0308", 5)
@example("\u0f71\u0f71\u0f74", 5)
@example("\u1100\u115f\u1161", 5)
@example("\ufdfa" * 40, 40)
@example("\u3300\u3300", 7)
@example("\u0130\u0307\u0345", 3)
def test_what_combines_reorders_and_hides(text: str, limit: int) -> None:
    check(text, limit)


def test_every_letter_between_others() -> None:
    """Every one up to U+1FFFF and of the tags, and some of the many that are alike above them."""
    for code in (*range(0x20000), *range(0xE0000, 0xE0200), *range(0x20000, sys.maxunicode + 1, 61)):
        letter = chr(code)
        found = clean_text(f"a{letter}b", 40)
        assert clean_text(found, 40) == found, hex(code)
        assert not steering(found), hex(code)


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Ada", "Ada"),
        ("  Ada \t of\nIronbottom  ", "Ada of Ironbottom"),
        ("\x1b[2J\x1b]0;owned\x07Ada", "[2J]0;ownedAda"),
        ("Ada\u202egnikcah", "Adagnikcah"),
        ("\u2066Ada\u2069\u200b\ufeff", "Ada"),
        ("Z\u0351\u036b\u0343\u036aalgo", "Z\u0351\u036balgo"),
        ("\uff21\uff44\uff41", "Ada"),
        ("e\u0301", "\u00e9"),
        ("\u5927\u548c", "\u5927\u548c"),
        ("\ud83d\ude00", ""),
        ("\U0001f600", "\U0001f600"),
        ("\U0001f468\u200d\U0001f469", "\U0001f468\U0001f469"),
        ("a\u2028b\u2029c\x85d", "a b c d"),
        ("\u0301\u0302Ada", "Ada"),
        ("A \u0301 b", "A b"),
        ("\u3164\u2800\u115f", ""),
        ("<b>[@click=app.quit()]Ada</b>", "<b>[@click=app.quit()]Ada"),
        ("\ue000\U000f0000\uffff", ""),
    ],
)
def test_examples(text: str, clean: str) -> None:
    assert clean_text(text, 25) == clean


def test_the_width_is_counted_in_cells_and_never_cuts_a_letter_in_two() -> None:
    assert clean_text("日本海軍", 7) == "日本海"
    assert cells("日本海") == 6
    assert clean_text("a" * 99, 10) == "a" * 10
    assert clean_text("e\u0323\u0302" * 99, 10) == unicodedata.normalize("NFKC", "e\u0323\u0302") * 10
    assert clean_text("abc def", 4) == "abc"
    assert clean_text("abc", 0) == ""


def test_a_long_text_is_cut_before_it_costs_time() -> None:
    assert clean_text("\u0301" * 10_000_000, 10) == ""
    assert clean_text(" " * 79 + "a" * 10_000_000, 10) == "a"


@settings(max_examples=300, deadline=None)
@given(st.one_of(TROUBLE, ANYTHING))
def test_names(text: str) -> None:
    found = clean_name(text)
    assert clean_name(found) == found
    assert 1 <= cells(found) <= NAME
    assert not steering(found)
    assert len(found) <= 64


@pytest.mark.parametrize("text", ["", " ", "\u200b", "\x00\x1b", "\u0301", "\u3164", "\ud800"])
def test_who_has_no_name_is_nobody(text: str) -> None:
    assert clean_name(text) == "Guest"
    assert clean_name(clean_name(text)) == "Guest"


def test_the_longest_clean_texts_fit_into_the_messages_that_carry_them() -> None:
    zalgo = "q\u0301\u0302\u0303"
    assert longest(Welcome, "name") == longest(Said, "name") == len(clean_name(zalgo * 99))
    assert clean_name(clean_name(zalgo * 99)) == clean_name(zalgo * 99)
    assert longest(Said, "text") == len(clean_text(zalgo * 999, CHAT)) == 3 * CHAT


def longest(kind: type, field: str) -> int:
    """How many letters a field of a message may hold."""
    (_, meta) = get_args(get_type_hints(kind, include_extras=True)[field])
    found = meta.max_length
    assert isinstance(found, int)
    return found


@settings(max_examples=300, deadline=None)
@given(ANYTHING | TROUBLE, ANYTHING | TROUBLE)
@example("Ada", "ada")
@example("x" * 21 + " (2)", "x" * 21 + " (2)")
@example("\u65e5" * 12, "\u65e5" * 12)
def test_two_names_are_told_apart(one: str, two: str) -> None:
    """Whatever they are; and a name that is nobody else's stays as it is."""
    for name, other in ((clean_name(one), clean_name(two)), (clean_name(one), clean_name(one))):
        apart = told_apart(name, other)
        assert look(apart) != look(other)
        assert clean_name(apart) == apart
        assert (apart == name) == (look(name) != look(other))


def test_the_number_behind_a_name() -> None:
    assert [told_apart("root", other) for other in ("Root", "root (2)", "Ann")] == ["root (2)", "root", "root"]
    assert told_apart("root (2)", "root (2)") == "root (2) (2)"


def test_every_look_is_a_latin_letter_s() -> None:
    assert look("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ") == look("ABEZHIKMNOPTYX")
    assert look("АВЕКМНОРСТУХІЈЅ") == look("ABEKMHOPCTYXIJS")


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ada", "Аda"), ("Ada", "Αda"), ("Ada", "adа"), ("Ivan", "lvan"), ("Ivan", "1van"), ("Bob", "B0b"),
        ("Bob", "Воb"),
        ("modern", "modem"), ("Ada L", "AdaL"), ("Zoë", "Zoe"), ("カナ", "力ナ"), ("ロッコ", "口ッコ"), ("Ada", "Аdа"),
        ("Ada", "\u13aada"), ("Ada", "\ua4eeda"), ("Ada", "\u1d00da"), ("Bob", "B\u0585b"), ("Bob", "Bo\u042c"),
        ("Bob", "Bo\u0185"), ("Bob", "\u0299ob"), ("Ada", "A\u0501\u13aa"),
    ],
)
def test_names_that_look_alike_are_told_apart(name: str, other: str) -> None:
    """Another alphabet, a digit, a missing blank: an eye does not see the difference."""
    assert name.casefold() != other.casefold()
    assert told_apart(other, name) == f"{other} (2)"


@pytest.mark.parametrize(
    ("name", "other"),
    [("Ada", "Ben"), ("Anna", "Hanna"), ("山口", "川口"), ("Ада", "Оля"), ("Ada", "Жан"), ("Ada", "Adaж")],
)
def test_names_that_do_not_look_alike_stay_as_they_are(name: str, other: str) -> None:
    assert told_apart(other, name) == other


def test_who_looks_on_is_told_apart_from_both_players() -> None:
    assert told_apart("Ada", "Ada", "Ada (2)") == "Ada (3)"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ada (2)", "Ada"), ("Ada (2) (3)", "Ada"), ("(2)", "Guest"), ("Ada (x)", "Ada (x)"), ("R2 (D2)", "R2 (D2)"),
        ("Ada()", "Ada"),
    ],
)
def test_nobody_gives_himself_the_number_that_only_the_server_gives(text: str, name: str) -> None:
    assert chosen_name(text) == name
