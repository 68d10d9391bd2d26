"""A toss that came to nothing, before a terminal: it is read, and nothing goes on before somebody decides."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from ironbottom.client.plain.client import HowLeft
from ironbottom.client.terminal.sheets.toss_sheet import TossSheet
from ironbottom.wire.messages import Commit, Leave, Ok, Reveal
from tests.client.support.table import in_vain, seat, table, toss, tossed

from ..support.screens import read
from ..support.seat import Sat, act, until


async def broken(sat: Sat, pilot: Pilot[HowLeft]) -> None:
    """Our share was shown, the toss came to nothing, and the server tells of it."""
    first = toss()
    sat.hear(table("tossing", first.game, seats=(seat("Ann"), seat("Bob"))))
    sat.hear(first)
    (commit,) = sat.session.drain()
    assert isinstance(commit, Commit)
    sat.hear(Ok(commit.seq))
    sat.hear(tossed(commit))
    (reveal,) = sat.session.drain()
    assert isinstance(reveal, Reveal)
    sat.hear(Ok(reveal.seq))
    sat.hear(toss(1, (in_vain(first, commit, reveal),)))
    await until(pilot, lambda: isinstance(sat.app.screen, TossSheet))
    await sat.settle(pilot)


@pytest.mark.parametrize("keys", [("g",), ("down", "enter")])
def test_whoever_goes_on_has_another_toss(tmp_path: Path, keys: tuple[str, ...]) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await broken(sat, pilot)
        said = " ".join(read(sat.app).split())
        assert "The toss came to nothing after your share had been shown" in said
        assert "Go on with another toss" in said
        await pilot.press("enter", "escape", "space")  # nothing is chosen yet
        assert isinstance(sat.app.screen, TossSheet)
        assert sat.sent() == []
        await pilot.press(*keys)
        await until(pilot, lambda: not isinstance(sat.app.screen, TossSheet))
        assert [type(one) for one in sat.sent()] == [Commit]

    act(scene, tmp_path)


@pytest.mark.parametrize("keys", [("l",), ("up", "enter"), ("q",)])
def test_whoever_leaves_gives_the_seat_up(tmp_path: Path, keys: tuple[str, ...]) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await broken(sat, pilot)
        await pilot.press(*keys)
        await until(pilot, lambda: sat.app.return_value is not None)
        assert [type(one) for one in sat.sent()] == [Leave]
        assert sat.app.return_value is HowLeft.TOSS

    act(scene, tmp_path)
