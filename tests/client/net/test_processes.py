"""Our own programs, started as processes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ironbottom.client.processes import Child


def test_a_folder_that_is_called_like_us_is_not_taken_for_us(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ironbottom" / "client").mkdir(parents=True)
    (tmp_path / "ironbottom" / "client" / "__main__.py").write_text("print('somebody else')")
    monkeypatch.chdir(tmp_path)

    async def version() -> str:
        child = await Child.start("ironbottom.client", "--version")
        line = await child.line()
        await child.stop()
        return line

    assert asyncio.run(version()).startswith("ironbottom ")
