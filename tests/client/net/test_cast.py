"""Both hands for who looks on: when a client asks for them, and what it makes of what comes."""

from __future__ import annotations

import pytest

from ironbottom.client.net.seat_session import Numbers, SeatSession
from ironbottom.client.net.session_events import CastShown, Denied
from ironbottom.client.storage.evidence_log import EvidenceLog
from ironbottom.wire.casting import Cast
from ironbottom.wire.messages import Refused

from ..support import cast_scenes as scenes
from ..support.sessions import ME, asked, said
from ..support.table import ID, SERVER_PUBLIC, looking, table


def watcher(late: int = scenes.LATE) -> SeatSession:
    session = SeatSession(ME, SERVER_PUBLIC, ID, Numbers(), EvidenceLog(None), place=-1)
    session.hear(looking(1))
    session.hear(scenes.standing(late=late) if late else table())
    return session


def test_it_asks_when_it_is_told_to_and_then_after_every_turn() -> None:
    session = watcher()
    session.hear(scenes.update(3))
    assert session.drain() == []
    session.follow()
    request = said(session, Cast)
    assert (request.table, request.game, request.first) == (ID, 1, 0)
    first = scenes.through(0)
    assert session.hear(scenes.answer(request.seq, first, 0)) == [CastShown(first)]
    assert (session.cast, session.cast_through, session.cast_names) == (first, 0, ("Ann", "Bob"))
    session.hear(scenes.update(3))
    assert session.drain() == []  # nothing more can be there
    session.hear(scenes.update(4))
    request = said(session, Cast)
    assert request.first == len(first)
    more = scenes.through(1)
    assert session.hear(scenes.answer(request.seq, more, len(first))) == [CastShown(more[len(first) :])]
    assert session.cast == more


def test_what_does_not_fit_into_one_message_is_asked_for() -> None:
    session = watcher()
    session.hear(scenes.update(5))
    session.follow()
    there, came = scenes.through(2), 0
    while len(session.cast) < len(there):
        request = said(session, Cast)
        assert request.first == came
        session.hear(scenes.answer(request.seq, there, came, 5))
        came = len(session.cast)
    assert session.cast == there
    assert session.drain() == []


def test_where_nothing_is_there_yet_it_asks_again_at_the_next_update() -> None:
    """A turn that might be taken back has not ended."""
    session = watcher()
    session.hear(scenes.update(4))
    session.follow()
    request = said(session, Cast)
    assert session.hear(Refused(request.seq, "not-yet", "Later.")) == [CastShown(())]
    session.hear(scenes.update(4))
    assert said(session, Cast).first == 0


def test_another_refusal_is_told() -> None:
    session = watcher()
    session.hear(scenes.update(4))
    session.follow()
    request = said(session, Cast)
    refused = Refused(request.seq, "limit", "Slower.")
    assert session.hear(refused) == [Denied(refused, request)]


@pytest.mark.parametrize("late", [0, 1])
def test_nobody_asks_where_it_is_not_agreed_upon_or_who_plays(late: int) -> None:
    session = watcher(0) if not late else asked()
    if late:
        session.hear(scenes.standing())
    session.follow()
    assert (session.late, session.follows, session.drain()) == (0, False, [])


def test_a_server_that_sends_what_was_not_asked_for_is_not_believed() -> None:
    session = watcher()
    session.hear(scenes.update(5))
    there = scenes.through(2)
    assert session.hear(scenes.answer(7, there, 0)) == []
    session.follow()
    request = said(session, Cast)
    assert session.hear(scenes.answer(request.seq, there, 3)) == []
    session.follow()
    request = said(session, Cast)
    assert session.hear(scenes.answer(request.seq, there, 0, game=2)) == []
    assert session.cast == ()


def test_another_game_begins_with_nothing() -> None:
    session = watcher()
    session.hear(scenes.update(4))
    session.follow()
    session.hear(scenes.answer(said(session, Cast).seq, scenes.through(1), 0))
    assert session.cast
    session.hear(scenes.standing(games=2))
    assert session.cast == ()
    session.follow()
    assert said(session, Cast).game == 2
