"""The page that is printed holds every row of the tables that the bot answers by, in both languages."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from ironbottom.client.bots.envelope.counting import FACTS
from ironbottom.client.bots.envelope.page import page, steps
from ironbottom.client.bots.envelope.sheet import TITLES, sheet
from ironbottom.client.bots.envelope.telling import faces, ordered, when
from ironbottom.client.text.situation import level_rows
from ironbottom.language import _, speak
from ironbottom.words import SIDES, Side
from tests.support.languages import english

__all__ = ["english"]  # after each test the next one hears English


class PrintedPage(HTMLParser):
    """The rows of each table, as texts of cells; and whatever would be fetched from elsewhere."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: dict[str, list[list[str]]] = {}
        self.titles: dict[str, str] = {}
        self.fetched: list[str] = []
        self.texts = ""
        self._in, self._open = "", [""]
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open.append(tag)
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag == "section":
            self._in = dict(attrs)["id"] or ""
            self.tables[self._in], self.titles[self._in] = [], ""
        elif tag == "tr" and self._in:
            self.tables[self._in].append([])
        elif tag == "td" and self._in:
            self.tables[self._in][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        while self._open.pop() != tag:
            pass
        if tag == "section":
            self._in = ""

    def handle_data(self, data: str) -> None:
        self.texts += data
        if self._in and self._open[-1] == "td":
            self.tables[self._in][-1][-1] += data
        elif self._in:
            self.titles[self._in] += data


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("side", SIDES)
def test_every_row_of_every_table_is_there(side: Side, language: str) -> None:
    """With its number, the faces of the die, all of its conditions and its order."""
    speak(language)
    found = PrintedPage(page(side))
    assert {*found.tables} == {*sheet()}
    for name, table in sheet().items():
        rows = [row for row in found.tables[name] if row]
        assert len(rows) == len(table.rows), name
        assert _(TITLES[name]) in found.titles[name]
        for cells, row in zip(rows, table.rows, strict=True):
            assert cells[0] == str(row.number)
            assert not faces(row) or faces(row) in cells
            assert all(condition in " ".join(cells) for condition in when(row))
            assert ordered(name, row) == cells[-1] or ordered(name, row) in found.titles[name]


def test_it_needs_nothing_else_and_tells_how_to_play() -> None:
    found = PrintedPage(page(Side.JP))
    assert found.fetched == []
    assert "http" not in page(Side.JP)
    assert all(step in found.texts for step in steps())
    assert all(name in found.texts and said in found.texts for name, said in level_rows())


def test_what_has_to_be_explained_is_explained() -> None:
    """Every fact that a row names, where its words do not say how it is counted."""
    text = PrintedPage(page(Side.US)).texts
    named = {bound.fact for table in sheet().values() for row in table.rows for bound in row.bounds}
    assert {*FACTS} == named, "a fact that no table uses"
    assert all(FACTS[fact].how in text for fact in named)


def test_japanese_is_japanese() -> None:
    speak("ja")
    found = PrintedPage(page(Side.JP))
    assert 'lang="ja"' in page(Side.JP)
    for name, rows in found.tables.items():
        assert re.search(r"[\u3041-\u30ff\u4e00-\u9fff]", found.titles[name]), name
        for cell in [cell for row in rows for cell in row if re.search("[a-z]{3}", cell)]:
            raise AssertionError(f"not translated in {name}: {cell}")
