"""The screen of a review: what is there while it is made, the list and its filters, and going to a moment and back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from ironbottom.client.bots.review.figures import SECTIONS
from ironbottom.client.storage.finished_games import WhatIfChoice
from ironbottom.client.terminal.app.play_on import PlayOnSheet
from ironbottom.client.terminal.app.review_app import ReviewApp
from ironbottom.client.terminal.review.review_screen import CurvePlot, ReviewScreen
from ironbottom.client.terminal.review.told import MakerLine, ShownDecision, ShownReview
from tests.client.support.told_review import told_review
from tests.support.languages import english

from ..support.screens import read

__all__ = ["english"]  # after each test the next one hears English

Scene = Callable[[ReviewApp, Pilot[WhatIfChoice]], Awaitable[None]]


class SaidLines:
    """Whoever makes a review, as far as a test lets it."""

    def __init__(self, lines: Sequence[MakerLine], *, hangs: bool = False) -> None:
        self.lines, self.hangs, self.closed = lines, hangs, False

    async def __call__(self) -> AsyncGenerator[MakerLine, None]:
        try:
            for line in self.lines:
                yield line
            while self.hangs:
                await asyncio.sleep(0.01)
        finally:
            self.closed = True


def shown(
    scene: Scene, home: Path, monkeypatch: pytest.MonkeyPatch, lines: Sequence[MakerLine] | None = None, *,
    size: tuple[int, int] = (120, 40), hangs: bool = False, leads_on: bool = False,
) -> SaidLines:
    """A review of a short game on a screen."""
    monkeypatch.setenv("IRONBOTTOM_HOME", str(home))
    found, heading, all_lines = told_review()
    said = SaidLines(all_lines if lines is None else lines, hangs=hangs)

    async def main() -> None:
        app = ReviewApp(heading, found, said, leads_on=leads_on)
        async with app.run_test(size=size) as pilot:
            await until(pilot, lambda: isinstance(app.screen, ReviewScreen) and app.screen.is_mounted)
            await pilot.pause()
            await scene(app, pilot)

    asyncio.run(main())
    return said


async def until(pilot: Pilot[WhatIfChoice], condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await pilot.pause(0.02)


def review_of(app: ReviewApp) -> tuple[ReviewScreen, ShownReview]:
    screen = app.screen
    assert isinstance(screen, ReviewScreen)
    assert screen.review is not None
    return screen, screen.review


def decisions(screen: ReviewScreen) -> list[ShownDecision]:
    """Those that are listed."""
    return [row.about for row in screen.rows if isinstance(row.about, ShownDecision)]


def test_while_it_is_made_the_curve_is_there_and_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _found, heading, lines = told_review()

    async def scene(app: ReviewApp, pilot: Pilot[WhatIfChoice]) -> None:
        await until(pilot, lambda: "The review is being made: 25 %." in read(app))
        seen = read(app)
        assert " ".join(heading.split())[:60] in " ".join(seen.split())
        assert "100 %" in seen
        assert "█" in seen
        await pilot.press("l", "enter", "t")  # nothing to be chosen yet
        assert isinstance(app.screen, ReviewScreen)
        await pilot.press("escape")
        await until(pilot, lambda: not app.is_running or app._exit)

    said = shown(scene, tmp_path, monkeypatch, lines[:2], hangs=True)
    assert said.closed  # whoever made it was told to stop


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_it_begins_with_luck_and_skill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]) -> None:
    async def scene(app: ReviewApp, pilot: Pilot[WhatIfChoice]) -> None:
        await until(pilot, lambda: "Luck and skill, for the US" in read(app))
        seen = read(app)
        assert "start" in seen
        assert "luck: the deal" in seen
        assert "the dearest (l); both sides (s); every kind (k)" in seen

    shown(scene, tmp_path, monkeypatch, size=size)


def test_decisions_are_filtered_by_what_they_cost_by_side_and_by_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(app: ReviewApp, pilot: Pilot[WhatIfChoice]) -> None:
        await until(pilot, lambda: "Luck and skill, for the US" in read(app))
        screen, review = review_of(app)
        assert {one.n for one in decisions(screen)} == {n for side in review.dearest.values() for n in side}
        await pilot.press("l")
        assert decisions(screen) == [one for one in review.decisions if one.known.loss >= 0.02]
        await pilot.press("l")
        assert decisions(screen) == list(review.decisions)
        assert [row.n for row in screen.rows] == sorted(row.n for row in screen.rows)
        await pilot.press("s")
        own = [one for one in review.decisions if one.side == "US"]
        assert decisions(screen) == own
        for kind in SECTIONS:
            await pilot.press("k")
            assert decisions(screen) == [one for one in own if one.section == kind]
        await pilot.press("k", "s", "s", "l")
        assert "the dearest (l); both sides (s); every kind (k)" in read(app)

    shown(scene, tmp_path, monkeypatch)


def test_a_decision_is_told_and_what_was_really_there_on_demand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(app: ReviewApp, pilot: Pilot[WhatIfChoice]) -> None:
        await until(pilot, lambda: "Luck and skill, for the US" in read(app))
        screen, _review = review_of(app)
        await pilot.press("l", "l")
        told = [row.about.words.better if isinstance(row.about, ShownDecision) else "" for row in screen.rows]
        at = next(i for i, better in enumerate(told) if better)
        screen.query_one("#review-list", OptionList).highlighted = at
        await pilot.pause()
        seen = " ".join(read(app).split())
        assert "Did: " in seen
        assert "Better: " in seen
        assert "gave away" in seen
        assert "What was really there" not in seen
        assert "▲" in seen
        await pilot.press("t")
        await until(pilot, lambda: "What was really there" in " ".join(read(app).split()))

    shown(scene, tmp_path, monkeypatch, size=(120, 60))


def test_enter_goes_to_the_moment_and_r_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(app: ReviewApp, pilot: Pilot[WhatIfChoice]) -> None:
        await until(pilot, lambda: "Luck and skill, for the US" in read(app))
        screen, _review = review_of(app)
        await pilot.press("l", "l", "end")
        await pilot.pause()
        row = screen.here
        assert row is not None
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, ReviewScreen))
        place = app.film.row[app.film.at]
        assert place.scene == row.n
        assert app.film.at + 1 == len(app.film.row) or app.film.row[app.film.at + 1].scene == row.n + 1
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        assert screen.here == row  # the list is as it was left

    shown(scene, tmp_path, monkeypatch)


def test_a_click_on_the_curve_goes_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(app: ReviewApp, pilot: Pilot[WhatIfChoice]) -> None:
        await until(pilot, lambda: "Luck and skill, for the US" in read(app))
        await pilot.click(CurvePlot, offset=(119, 2))
        await until(pilot, lambda: not isinstance(app.screen, ReviewScreen))
        assert app.film.at == app.film.last

    shown(scene, tmp_path, monkeypatch)


def test_arrows_go_from_turn_to_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(app: ReviewApp, pilot: Pilot[WhatIfChoice]) -> None:
        await until(pilot, lambda: "Luck and skill, for the US" in read(app))
        screen, review = review_of(app)
        await pilot.press("l", "l")
        turns = sorted({one.turn for one in review.decisions})
        for turn in turns:
            await pilot.press("right")
            row = screen.here
            assert row is not None
            assert row.about is not None
            assert row.about.turn == turn
            assert row.n == min([one.n for one in screen.rows if one.about is not None and one.about.turn == turn])

    shown(scene, tmp_path, monkeypatch)


def test_why_there_is_none_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(app: ReviewApp, pilot: Pilot[WhatIfChoice]) -> None:
        await until(pilot, lambda: "The review was broken off" in read(app))
        with suppress(LookupError):
            await pilot.press("enter")
        assert isinstance(app.screen, ReviewScreen)

    shown(scene, tmp_path, monkeypatch, [MakerLine(fault="The review was broken off; try it again.")])


def test_from_a_moment_of_the_review_the_game_is_played_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has read what was better tries it at once."""
    wished: list[WhatIfChoice | None] = []

    async def scene(app: ReviewApp, pilot: Pilot[WhatIfChoice]) -> None:
        await until(pilot, lambda: "Luck and skill, for the US" in read(app))
        await pilot.press("l", "l", "down")
        await pilot.pause()
        screen, _review = review_of(app)
        row = screen.here
        assert row is not None
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, ReviewScreen))
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, PlayOnSheet))
        await pilot.press("home", "enter")
        await until(pilot, lambda: app.return_value is not None)
        assert app.return_value is not None
        assert app.return_value.at == row.n
        wished.append(app.return_value)

    shown(scene, tmp_path, monkeypatch, leads_on=True)
    assert len(wished) == 1


def test_who_comes_back_from_that_sees_the_moment_and_r_brings_the_review(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path))
    found, heading, lines = told_review()

    async def main() -> None:
        app = ReviewApp(heading, found, SaidLines(lines), leads_on=True, answers=7)
        async with app.run_test(size=(120, 40)) as pilot:
            await until(pilot, lambda: "all open" in read(app))
            assert not isinstance(app.screen, ReviewScreen)
            assert app.film.row[app.film.at].scene == 7
            await pilot.press("r")
            await until(pilot, lambda: "Luck and skill, for the US" in read(app))

    asyncio.run(main())
