"""The language that a test speaks, and a catalogue of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ironbottom.language import DOMAIN, speak


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Whatever a test speaks, the next one hears English."""
    yield
    speak("en")


def po(folder: Path, *rows: str, plural: str = "nplurals=1; plural=0;") -> Path:
    """A catalogue of Japanese in a folder, of pairs of lines."""
    file = folder / "ja" / "LC_MESSAGES" / f"{DOMAIN}.po"
    file.parent.mkdir(parents=True, exist_ok=True)
    head = f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: {plural}\\n"\n'
    file.write_text("\n\n".join([head, *rows]) + "\n", encoding="utf-8")
    return file
