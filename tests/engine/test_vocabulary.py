"""The texts that all clients say, as the catalogues and the page get them."""

from __future__ import annotations

from ironbottom.vocabulary import (
    COUNTED,
    EVENTS,
    FILES,
    ROOMS,
    TABLES,
    for_page,
    for_page_room,
    texts,
)
from ironbottom.windows import WINDOWS


def test_the_catalogues_get_every_text_with_its_file() -> None:
    """Also the sentences of events, and what is counted as a text for one and a text for many; no name of an event."""
    found = list(texts())
    assert {file for _text, file in found} == {"events.toml", *[f"{name}.toml" for name in FILES]}
    assert all(text.strip() for text, _file in found if isinstance(text, str))
    counted = [text for text, _file in found if not isinstance(text, str)]
    assert len(counted) == sum(len(TABLES[name]) for name in COUNTED) > 10
    assert all(len(forms) == 2 and "{n}" in forms[1] for forms in counted)
    of_events = {text for text, file in found if file == "events.toml"}
    assert len(of_events) > len(EVENTS)
    assert not of_events & {*EVENTS}


def test_the_page_gets_all_of_it_and_what_each_window_decides() -> None:
    rooms = [for_page(), *map(for_page_room, ROOMS)]
    page = rooms[0]
    every = [name for room in rooms for name in room]
    assert {*every} == {"events", "windows", *TABLES}
    assert len(every) == len({*every})  # each comes once
    assert page["windows"] == {n: window.decides for n, window in WINDOWS.items()}
    assert all(page["windows"].values())
