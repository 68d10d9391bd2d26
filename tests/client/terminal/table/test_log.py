"""The log: what was told and seen, with its paragraphs; searched, and looked back from."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from ironbottom import events as e
from ironbottom.client.terminal.drawing.signs import columns
from ironbottom.client.terminal.state.beats import spans_of
from ironbottom.client.terminal.state.model import Beat, LogLine, UiState
from ironbottom.client.terminal.table.log import Log, LogLines, ended, fits, rows_of
from tests.client.terminal.support.screens import Bench, read
from tests.client.terminal.support.tables import played, ui_at

Scene = Callable[[Bench, Pilot[None]], Awaitable[None]]


def with_log(ui: UiState, scene: Scene, size: tuple[int, int] = (38, 20)) -> None:
    async def main() -> None:
        app = Bench(ui)
        app._widgets = (Log(ui, app),)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            app.query_one(Log).redraw()
            await pilot.pause()
            await scene(app, pilot)

    asyncio.run(main())


def test_the_newest_sentences_are_read_with_their_paragraphs() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        last = app.ui.log[-1]
        lines = app.query_one(LogLines).lines
        assert f"§{last.rule}" in lines[-1]
        assert lines[-1] in read(app)
        assert all(columns(line) <= 38 for line in lines)

    with_log(ui_at(60), scene)


def test_what_is_new_is_added_and_drawn() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        lines = app.query_one(LogLines)
        before = len(lines.lines)
        app.ui.log.append(LogLine("3.2", "Something happens.", 99))
        lines.redraw()
        await pilot.pause()
        assert len(lines.lines) == before + 1
        assert "Something happens. §3.2" in read(app)

    with_log(ui_at(60), scene)


@pytest.mark.parametrize("width", [5, 12, 38, 80])
@pytest.mark.parametrize("text", [
    "US: Wildcat B rolls Air Control 1 at Zeke C: 5: one hit; keeps 1 die, loses none.",
    "日本軍：零戦Ａが制空戦でワイルドキャットＢを撃墜した。", "A.", "",
])
def test_a_sentence_fits_its_place(width: int, text: str) -> None:
    rows = rows_of(LogLine("17.2(3)(c)", text, 1), width)
    assert all(columns(row.text) + columns(row.rule) <= max(width, columns("§17.2(3)(c)") + 2) for row in rows)
    assert "".join([row.text for row in rows]).replace(" ", "") == text.replace(" ", "")
    assert "".join([row.rule for row in rows]).strip() == "§17.2(3)(c)"
    assert [row.first for row in rows] == [True, *[False] * (len(rows) - 1)]


def test_the_log_is_searched() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        lines = app.query_one(LogLines)
        lines.focus()
        await pilot.press("slash", *"draws")
        await pilot.pause()
        assert lines.lines != []
        found = [told for told in app.ui.log if fits(told, "draws")]
        assert 0 < len(found) < len(app.ui.log)
        assert len([row for row in lines._rows if row.first]) == len(found)
        await pilot.press("enter")
        assert lines.has_focus
        await pilot.press("slash", "escape")
        await pilot.pause()
        assert len([row for row in lines._rows if row.first]) == len(app.ui.log)

    with_log(ui_at(60), scene)


def test_nothing_found_is_said() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        app.query_one(LogLines).focus()
        await pilot.press("slash", *"xyzzy")
        await pilot.pause()
        assert "Nothing is found." in read(app)

    with_log(ui_at(60), scene)


def test_an_empty_log_says_so() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        assert "Nothing has happened yet." in read(app)

    with_log(UiState(ui_at(0).set), scene)


def test_a_sentence_shows_the_table_as_it_was_then() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        app.query_one(LogLines).focus()
        await pilot.press("up", "up", "enter")
        await pilot.pause()
        told = app.ui.log[-3]
        assert app.ui.past is told
        assert app.ui.drawn is told.view
        await pilot.press("enter")  # once more: as it is
        assert app.ui.past is None
        await pilot.press("home", "enter", "n")
        assert app.done[-2:] == [("look", app.ui.log[0]), ("look", None)]

    with_log(ui_at(60), scene)


def test_the_paragraph_of_a_sentence_is_opened() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        app.query_one(LogLines).focus()
        await pilot.press("p")
        await pilot.pause()
        assert app.done == [("open", "rules", app.ui.log[-1].rule)]
        assert "The rules" in read(app)

    with_log(ui_at(60), scene, (80, 24))


def test_a_click_looks_back_or_opens_the_rulebook() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        lines = app.query_one(LogLines)
        rows = [(i, row) for i, row in enumerate(lines._rows) if row.first and row.rule]
        at, row = rows[-1]
        y = at - lines.scroll_offset.y
        await pilot.click(LogLines, offset=(1, y))
        assert app.done == [("look", row.told)]
        await pilot.click(LogLines, offset=(columns(row.text) + 2, y))
        assert app.done[1:] == [("open", "rules", row.told.rule)]

    with_log(ui_at(60), scene, (100, 24))


def test_nothing_is_told_before_it_is_seen() -> None:
    """While an update is played, its later sentences are not to be read; dice fall before they are told."""
    turns = played(1)
    thrown = (n for n, turn in enumerate(turns) if any(isinstance(one, e.Rolled) for one in turn.updates[0].events))
    ui = ui_at(next(thrown), shown=False)
    before = len(ui.log)
    update = ui.begin()
    assert update is not None
    assert ui.view is not None
    assert ended(ui) == before
    for span in spans_of(update.events):
        ui.beat = Beat(span.group[0], tuple(span.group), span.first, span.last, update.events, ui.view, update.view)
        told = [one.event for one in ui.log[before : ended(ui)]]
        assert (span.group[0] in told) is not isinstance(span.group[0], e.Rolled)
        assert not any(event is one for event in told for one in update.events[span.last + 1 :])
    ui.finish()
    assert ended(ui) == len(ui.log)


def test_the_cursor_stays_with_the_newest_until_it_is_moved() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        lines = app.query_one(LogLines)
        lines.focus()
        await pilot.pause()
        new = LogLine("3.2", "Something happens.", 99, view=app.ui.view)
        app.ui.log.append(new)
        lines.redraw()
        assert lines.held is new
        await pilot.press("up")
        held = lines.held
        assert held is app.ui.log[-2]
        app.ui.log.append(LogLine("3.2", "Something else happens.", 100))
        lines.redraw()
        assert lines.held is held
        await pilot.press("end")
        assert lines.held is app.ui.log[-1]

    with_log(ui_at(60), scene)


def test_what_is_typed_at_once_is_searched() -> None:
    """Keys that come faster than the screen is drawn belong to the search already."""
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        app.query_one(Log).search()
        assert app.focused is app.query_one(Input)

    with_log(ui_at(60), scene)


def test_another_game_begins_another_log() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        app.ui.begin_anew()
        app.query_one(Log).redraw()
        await pilot.pause()
        assert "Nothing has happened yet." in read(app)

    with_log(ui_at(60), scene)
