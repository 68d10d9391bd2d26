"""What both clients of a person hear: every kind of event, by a method that is named after it."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from ironbottom.client.net.session_events import HEARS, NewGame, SessionEvent, SessionListener
from ironbottom.client.plain.client import PlainClient
from ironbottom.client.terminal.app.conversation import Conversation


def test_every_kind_of_event_has_its_method() -> None:
    named = {kind: "_hear" + re.sub("([A-Z])", r"_\1", kind.__name__).lower() for kind in get_args(SessionEvent)}
    assert named == HEARS


@pytest.mark.parametrize("client", [PlainClient, Conversation])
def test_a_client_hears_them_all(client: type) -> None:
    assert issubclass(client, SessionListener)
    own = {name for name in vars(client) if name.startswith("_hear_")}
    assert own >= SessionListener.__abstractmethods__
    assert own - {*HEARS.values(), "_hear_all", "_hear_kept"} == set()


def test_one_that_forgets_a_kind_cannot_be_made() -> None:
    """Planted: it hears all but another game."""
    heard: list[object] = []
    names = {name: lambda _self, event: heard.append(event) for name in SessionListener.__abstractmethods__}
    whole = type("Whole", (SessionListener,), names)()
    whole.hear(NewGame(b"1"))
    assert heard == [NewGame(b"1")]
    del names["_hear_new_game"]
    with pytest.raises(TypeError, match="_hear_new_game"):
        type("Forgetting", (SessionListener,), names)()
