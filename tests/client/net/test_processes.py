"""Our own programs, started as processes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ironbottom.client.processes import Child, _why


@pytest.mark.parametrize(("said", "fault"), [
    ("/a/journal.sqlite cannot be opened (no): give a folder that can be written with --data.",
     "/a/journal.sqlite cannot be opened (no)"),
    ("/a cannot be made (no): give another folder with --data.", "/a cannot be made (no)"),
    ("The certificate /a cannot be kept: no.  Give a folder that can be written with --data.",
     "The certificate /a cannot be kept: no"),
])
def test_a_server_of_ours_advises_what_we_can_do(said: str, fault: str, tmp_path: Path) -> None:
    """`play` has no --data."""
    complaints = tmp_path / "complaints.txt"
    complaints.write_text(f"before\n{said}\n", encoding="utf-8")
    way_out = "give yourself the right to write there, or set another folder in the environment variable"
    assert _why(complaints) == f"{fault}: {way_out} IRONBOTTOM_HOME."


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
