"""An app that is told to end while it begins: no screen looks for parts that it does not get any more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from ironbottom.client.terminal.app.base_app import shown_until_left
from tests.support.lengths import some

from ..support.seat import Sat

PATIENCE = 20.0
ROUNDS = 24  # of the loop: by then the table stands
WAYS: dict[str, Callable[[Sat, asyncio.Task[Any]], object]] = {
    "cancelled": lambda _sat, running: running.cancel(), "left": lambda sat, _running: sat.app.exit(),
}


async def rounds(n: int) -> None:
    for _round in range(n):
        await asyncio.sleep(0)


@pytest.mark.parametrize("way", some(WAYS, 1))
def test_it_may_end_at_any_moment(tmp_path: Path, way: str) -> None:
    """Nothing is asked of a screen that is half made, or being taken away."""

    async def ended_after(n: int) -> BaseException | None:
        sat = Sat(tmp_path)
        running = asyncio.create_task(sat.app.run_async(headless=True, size=(80, 24)))
        await rounds(n)
        WAYS[way](sat, running)
        async with asyncio.timeout(PATIENCE):
            with suppress(asyncio.CancelledError):
                await running
        return sat.app._exception

    async def main() -> list[BaseException | None]:
        return [await ended_after(n) for n in range(ROUNDS)]

    assert asyncio.run(main()) == [None] * ROUNDS


def test_an_interruption_is_somebody_who_gets_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The app ends by itself, with everything put back; only then is it an interruption again."""

    async def main() -> None:
        sat, left = Sat(tmp_path), list[bool]()
        run = sat.app.run_async
        monkeypatch.setattr(sat.app, "run_async", lambda: run(headless=True, size=(80, 24)))
        leave = sat.app.leave

        def getting_up() -> None:
            left.append(True)
            leave()

        async def show() -> None:
            await shown_until_left(sat.app)

        monkeypatch.setattr(sat.app, "leave", getting_up)
        showing = asyncio.create_task(show())
        await rounds(ROUNDS)
        showing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(showing, PATIENCE)
        assert left
        assert not sat.app.is_running

    asyncio.run(main())
