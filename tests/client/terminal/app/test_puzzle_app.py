"""Puzzles on the table of the terminal, by key."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.widgets import Static

from ironbottom.client.bots.review.puzzles.solving.progress import progress
from ironbottom.client.bots.review.puzzles.solving.shelf import shelf
from ironbottom.client.terminal.app.puzzle_app import PuzzleApp, PuzzlePanel


def shown(app: PuzzleApp) -> str:
    return str(app.screen.query_one(PuzzlePanel).query_one(Static).render())


@pytest.mark.parametrize("size", [(80, 24), (150, 45)])
def test_one_is_solved_the_next_one_failed_and_a_third_is_asked(tmp_path: Path, size: tuple[int, int]) -> None:
    asyncio.run(solved_and_failed(tmp_path, size))
    assert [one.solved for one in progress(tmp_path).attempts] == [True, False]


async def solved_and_failed(folder: Path, size: tuple[int, int]) -> None:
    puzzles = shelf()
    app = PuzzleApp(puzzles, folder)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert app.puzzle == puzzles[0]
        assert app.ui.view is not None
        assert app.ui.view.question is None
        await pilot.press(str(app.puzzle.best + 1))
        await pilot.pause()
        assert "Right!" in shown(app)
        await pilot.press("n")
        await pilot.pause()
        second = app.puzzle
        assert second == puzzles[1]
        await pilot.press("9")  # is no answer
        assert app.chosen == -1
        await pilot.press("2" if second.best == 0 else "1")
        await pilot.pause()
        assert f"No: the best is {second.best + 1}." in shown(app)
        await pilot.press("n")
        await pilot.pause()
        assert app.puzzle == puzzles[2]
