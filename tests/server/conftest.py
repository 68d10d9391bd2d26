"""What holds for every test of the server: whatever is logged meanwhile has no field that is left open."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from twisted.logger import ILogObserver, LogEvent, globalLogPublisher
from zope.interface import provider

from ironbottom.server.runtime.logs import FIELD, OURS, filled, line


def open_fields(event: LogEvent) -> list[str]:
    """The fields of one of our own events for which there is no fact."""
    if str(event.get("log_namespace", "")).split(".", 1)[0] != OURS:
        return []
    told: dict[str, Any] = json.loads(line(event))
    template = str(event.get("log_format") or "")
    unfilled = [field for field in FIELD.findall(template) if field not in told]
    return unfilled or ([told["what"]] if told["what"] != filled(template, told)[:200] else [])


@pytest.fixture(autouse=True)
def every_field_is_filled() -> Iterator[None]:
    """Look at all that is logged in this process."""
    wrong: list[str] = []

    @provider(ILogObserver)
    def look(event: LogEvent) -> None:
        if found := open_fields(event):
            wrong.append(f"{event.get('log_format')}: {found}")

    globalLogPublisher.addObserver(look)
    yield
    globalLogPublisher.removeObserver(look)
    assert wrong == []
