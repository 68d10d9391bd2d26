"""Both hands, some turns late, in the terminal: a key leads there and back, and what is shown grows."""

from __future__ import annotations

import asyncio
from pathlib import Path

from textual.pilot import Pilot

from ironbottom.client.plain.client import HowLeft
from ironbottom.client.terminal.review.film_screen import CastScreen
from ironbottom.wire.casting import Cast
from ironbottom.wire.messages import Refused, Scene, Table

from ...support import cast_scenes as scenes
from ...support.table import looking
from ..support import seat
from ..support.seat import Sat, until


class SatBeside(Sat):
    """Somebody who looks on."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, number=2)
        self.session.place, self.session.token = -1, b""
        self.session.hear(looking(1))
        self.ui.place = -1
        self.hear(self.table())

    def table(self) -> Table:
        return scenes.standing()


def act(scene: seat.Scene, folder: Path) -> None:
    async def main() -> None:
        sat = SatBeside(folder)
        async with sat.app.run_test(size=(120, 40)) as pilot:
            await scene(sat, pilot)

    asyncio.run(main())


def asks(sat: Sat) -> Cast:
    [request] = [one for one in sat.sent() if isinstance(one, Cast)]
    return request


async def come(sat: Sat, pilot: Pilot[HowLeft], turn: int) -> None:
    sat.hear(scenes.update(turn))
    await sat.settle(pilot)
    sat.app.beats.skip()
    await sat.settle(pilot)


async def show(sat: Sat, pilot: Pilot[HowLeft], there: tuple[Scene, ...]) -> CastScreen:
    """The server gives what may be seen; the screen over the table."""
    request = asks(sat)
    sat.hear(scenes.answer(request.seq, there, request.first))
    await sat.settle(pilot)
    await until(pilot, lambda: isinstance(sat.app.screen, CastScreen))
    screen = sat.app.screen
    assert isinstance(screen, CastScreen)
    return screen


def test_a_key_leads_there_and_back_and_it_grows(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await come(sat, pilot, 5)
        await pilot.press("F")
        screen = await show(sat, pilot, scenes.through(2))
        film, view = screen.film, screen.ui.view
        assert view is not None
        assert (view.turn, film.at) == (2, film.last)
        assert view.us.hand is not None
        assert view.jp.hand is not None
        await pilot.press("left", "e")
        assert (film.at, film.eye) == (film.last - 1, "us")
        await pilot.press("e", "e", "end")
        await come(sat, pilot, 6)
        request = asks(sat)
        sat.hear(scenes.answer(request.seq, scenes.through(3), request.first))
        await sat.settle(pilot)
        await until(pilot, lambda: screen.ui.view is not None and screen.ui.view.turn == 3)
        assert film.at == film.last
        await pilot.press("t", "b", "up", "home")
        assert film.at == 0
        await pilot.press("F")
        assert sat.app.screen is not screen
        assert sat.ui.view is not None
        assert sat.ui.view.turn == 6
        await pilot.press("F")
        await until(pilot, lambda: isinstance(sat.app.screen, CastScreen))
        await pilot.press("escape")
        assert not isinstance(sat.app.screen, CastScreen)

    act(scene, tmp_path)


def test_where_nothing_is_there_yet_it_says_so(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await come(sat, pilot, 1)
        await pilot.press("F")
        sat.hear(Refused(asks(sat).seq, "not-yet", "Later."))
        await sat.settle(pilot)
        await until(pilot, lambda: sat.ui.notice.startswith("Nothing more is to be seen yet"))
        assert not isinstance(sat.app.screen, CastScreen)

    act(scene, tmp_path)


def test_who_plays_has_no_such_screen(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.tell(pilot, 0)
        await pilot.press("F")
        await until(pilot, lambda: sat.ui.notice.startswith("Who looks on here does not see both hands"))
        assert [one for one in sat.sent() if isinstance(one, Cast)] == []

    seat.act(scene, tmp_path)
