"""The review of a game that is over, as lines: `ironbottom review` makes them in a process of its own."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import suppress
from pathlib import Path

from ironbottom.language import ENGLISH, LANGUAGES, Reader


def command(transcript: Path) -> tuple[str, ...]:
    """What is run, in the language that is spoken here."""
    language = next((name for name in LANGUAGES if Reader.language.startswith(name)), ENGLISH)
    return ("-P", "-m", "ironbottom.client", "--lang", language, "review", str(transcript))


async def reviewed(transcript: Path) -> AsyncGenerator[str, None]:
    """Each line as it comes; who stops to listen ends it."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, *command(transcript), "--plain", stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )
    assert process.stdout is not None
    try:
        async for line in process.stdout:
            yield line.decode("utf-8", "replace").rstrip("\n")
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
