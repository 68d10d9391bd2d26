"""In the terminal: what is not asked again, one legal answer by itself, and what a segment leaves open."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from msgspec.structs import replace

from ironbottom.client.terminal.state.model import UiState
from ironbottom.words import Side
from tests.client.plain.questions import ships, withdrawal
from tests.client.plain.test_by_itself import asked_nothing

from ..support.panel import OneQuestion, hear, panel, ui_of

US, JP = Side.US, Side.JP


def run(play: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(play())


def text(app: OneQuestion) -> str:
    """What is seen, without line ends."""
    return " ".join(" ".join(app.lines()).split())


def test_a_key_says_for_how_long_the_same_is_not_asked_again() -> None:
    async def play() -> None:
        ui = ui_of(withdrawal(), JP)
        async with panel(ui) as (app, pilot):
            await pilot.press("0", "A")
            assert "Not again: b in this battle; t in this turn; c until something changes" in text(app)
            await pilot.press("b")
            assert app.answers == [()]
            assert [rule.scope for rule in ui.unasked.rules] == ["battle"]
            hear(ui, withdrawal(), JP)
            assert ui.pass_by() == ()
            assert ui.log[-1].text == "Given by itself, in this battle: Air control combat: none."

    run(play)


def test_an_answer_has_to_be_chosen_first_and_another_key_means_what_it_does_else() -> None:
    async def play() -> None:
        ui = ui_of(withdrawal(), JP)
        async with panel(ui) as (app, pilot):
            await pilot.press("A")
            assert "Choose an answer first" in text(app)
            await pilot.press("1")
            assert app.answers == []
            assert ui.unasked.rules == ()
            assert len(app.staged.picked) == 1

    run(play)


def test_it_is_seen_and_taken_back() -> None:
    async def play() -> None:
        ui = ui_of(withdrawal(), JP)
        ui.say_not_again("turn", ())
        async with panel(ui, (100, 40)) as (app, pilot):
            assert "Not asked again: Air control combat: none, in this turn Shift+V" in text(app)
            await pilot.press("V")
            assert ui.unasked.rules == ()
            assert "Not asked again" not in text(app)

    run(play)


def test_a_segment_says_what_is_still_open_and_has_no_such_key() -> None:
    async def play() -> None:
        async with panel(ui_of(ships(), US), (100, 40)) as (app, pilot):
            assert "Still open: 2 formations in REAR that can move." in text(app)
            await pilot.press("A")
            assert "Not again" not in text(app)
            await pilot.press("E", "E")
            assert app.answers == [("done",)]

    run(play)


def forced() -> UiState:
    return ui_of(asked_nothing(), JP)


def test_one_legal_answer_is_given_by_itself_and_stands_in_the_log() -> None:
    ui = forced()
    assert ui.pass_by() == "pass"
    assert ui.log[-1].text.startswith("Given by itself, as the only legal answer: Reaction flights:")


def test_not_where_somebody_wants_to_be_asked() -> None:
    ui = forced()
    ui.settings = replace(ui.settings, by_itself="off")
    assert ui.pass_by() is None


def test_not_while_something_is_shown_or_looked_back_at() -> None:
    ui = forced()
    ui.past = ui.log[-1] if ui.log else None
    ui.sent = "pass"
    assert ui.pass_by() is None


def test_not_again_where_it_was_not_taken() -> None:
    ui = forced()
    ui.gave("pass")
    ui.refuse("", "no")
    assert ui.menu is not None
    assert ui.pass_by() is None
