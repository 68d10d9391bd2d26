"""The program that makes a review: what it says, what it keeps, and that it ends with whoever started it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from msgspec import json

from ironbottom.client.bots.review import keeping
from ironbottom.client.storage.card_sets import KnownSets
from ironbottom.client.terminal.review.maker import made
from ironbottom.client.terminal.review.making import lines
from ironbottom.client.terminal.review.told import MakerLine, line_of
from tests.client.support.reviewed import LITTLE, short_transcript


def test_it_says_the_curve_the_progress_and_all_of_it_and_keeps_it(tmp_path: Path) -> None:
    file, said = short_transcript(tmp_path), list[dict[str, Any]]()
    made(str(file), KnownSets(None), said.append, LITTLE)
    first, *between, last = [line_of(json.encode(line)) for line in said]
    assert first.curve
    assert between
    assert [line.done for line in between] == sorted(line.done for line in between)
    assert last.whole is not None
    assert last.whole.curve == first.curve
    assert keeping.place_of(str(file)).exists()
    again = list[dict[str, Any]]()
    made(str(file), KnownSets(None), again.append, LITTLE)
    assert [again[0], again[-1]] == [said[0], said[-1]]
    assert len(again) == 2  # there was nothing to be done


def test_a_file_that_is_none_is_one_sentence(tmp_path: Path) -> None:
    async def heard() -> list[MakerLine]:
        return [line async for line in lines(str(tmp_path / "none.ibss"))]

    [line] = asyncio.run(heard())
    assert line.fault.startswith(f"{tmp_path / 'none.ibss'}: found no file to read")


def test_who_has_enough_ends_it(tmp_path: Path) -> None:
    file = short_transcript(tmp_path)

    async def begun() -> MakerLine:
        making = lines(str(file))
        line = await anext(making)
        await asyncio.wait_for(making.aclose(), 20)  # the process is gone, or this would wait for it
        return line

    assert asyncio.run(begun()).curve
    assert not keeping.place_of(str(file)).exists()
