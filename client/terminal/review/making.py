"""A review that is being made in a process of its own: each line of it as it comes; who has enough cancels."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import suppress

import msgspec

from ironbottom.language import Reader, _

from .told import MakerLine, line_of

ARGV = ("-P", "-m", "ironbottom.client.terminal.review.maker")
LONGEST = 1 << 25  # bytes of a line: the whole review


async def lines(file: str, cards: str = "") -> AsyncGenerator[MakerLine, None]:
    """Until the review is there, or why there is none."""
    argv = (*ARGV, file, Reader.language, *([cards] if cards else ()))
    process = await asyncio.create_subprocess_exec(
        sys.executable, *argv, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL, limit=LONGEST,
    )
    assert process.stdout is not None
    ended = False
    try:
        async for line in process.stdout:
            told = _read(line)
            ended = told.whole is not None or bool(told.fault)
            yield told
        if not ended:
            yield MakerLine(fault=_("The review was broken off; try it again."))
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def _read(line: bytes) -> MakerLine:
    try:
        return line_of(line)
    except msgspec.DecodeError:
        return MakerLine(fault=_("The review was broken off; try it again."))
