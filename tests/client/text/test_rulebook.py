"""The rulebook in the reader's language: where it is written in that, and otherwise in English."""

from __future__ import annotations

import re

import pytest

from ironbottom.client.text.rules.rulebook import EXCERPT, Paragraph, paragraph_lines, paragraphs, rules_lines
from ironbottom.language import Reader

CITED = re.compile(r"R-\d+b?|\d+\.\d+(?:\([0-9a-z]+\))*|\d+(?:\([0-9a-z]+\))+")


def book(monkeypatch: pytest.MonkeyPatch, language: str) -> tuple[Paragraph, ...]:
    monkeypatch.setattr(Reader, "language", language)
    return paragraphs()


@pytest.mark.parametrize("language", ["ja", "ja_JP", "ja_JP.UTF-8"])
def test_rules_are_read_in_japanese(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    monkeypatch.setattr(Reader, "language", language)
    assert rules_lines("9.2")[0].startswith("§9.2 艦の部隊は")
    assert rules_lines("r-20")[0].startswith("R-20 制空戦闘は")
    assert paragraph_lines("17.2(3)(a)")[0].startswith("§17.2(3)(a) 戦闘は")
    assert rules_lines("用語集")[0] == "用語集"
    assert "  17 空中戦" in rules_lines("")


@pytest.mark.parametrize(("language", "title"), [("en", "The game in ten minutes"), ("ja", "10分でわかるゲーム")])
def test_the_game_on_one_page(monkeypatch: pytest.MonkeyPatch, language: str, title: str) -> None:
    """It stands before the book, and the contents say how to read it."""
    monkeypatch.setattr(Reader, "language", language)
    assert (rules_lines("short")[0], paragraphs()[0].title) == (title, title)
    assert any("ironbottom tutorial" in line for line in rules_lines("short"))
    assert not any(line.startswith("§") for line in rules_lines("short"))
    assert "rules short" in rules_lines("")[1]


def test_a_search_finds_the_rules_before_what_explains_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reader, "language", "en")
    numbered = [line.startswith(("§", "R-")) for line in rules_lines("search surface torp")]
    assert True in numbered
    assert False in numbered
    assert numbered == sorted(numbered, reverse=True)


@pytest.mark.parametrize("language", ["en", "en_US.UTF-8", "C", "xx", "", ".", "ja/../.."])
def test_in_other_languages_they_are_english(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    assert book(monkeypatch, language) == book(monkeypatch, "en")
    assert rules_lines("9.2")[0].startswith("§9.2 A ship formation withdraws by a check")


def test_both_books_have_the_same_paragraphs_that_cite_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    english, japanese = book(monkeypatch, "en"), book(monkeypatch, "ja")
    assert [one.number for one in japanese] == [one.number for one in english]
    assert [bool(one.title) for one in japanese] == [bool(one.title) for one in english]
    for own, other in zip(japanese, english, strict=True):
        assert CITED.findall(" ".join(own.lines)) == CITED.findall(" ".join(other.lines)), own.number


def test_no_mark_of_markdown_is_left_between_japanese_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    japanese = book(monkeypatch, "ja")
    assert not [line for one in japanese for line in one.lines if "*" in line or "`" in line or line.startswith("|")]


@pytest.mark.parametrize("word", ["離脱判定", "護衛可能", "新しい駒", "既出"])
def test_an_excerpt_of_japanese_shows_the_word(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    """No spaces stand between its words; an excerpt begins with a clause."""
    monkeypatch.setattr(Reader, "language", "ja")
    lines = [line for line in rules_lines(f"search {word}") if line.startswith(("§", "R-"))]
    assert lines
    for line in lines:
        assert word in line
        assert len(line) <= EXCERPT + 20
