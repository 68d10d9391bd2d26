"""A table whose memory does not fit the journal: nothing is taken, and the game is read again from there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from twisted.internet.defer import Deferred, fail

from ironbottom.server.store.journal import Unwritable, Write
from ironbottom.wire.messages import Refused, Update
from ironbottom.wire.terms import Terms
from tests.server.support.server_under_test import SEED, ServerUnderTest


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def doubting(server: ServerUnderTest, times: int) -> list[tuple[Write, ...]]:
    """From now on so many writes with entries do not fit; the list of them."""
    real: Callable[..., Deferred[None]] = server.lobby.journal.write
    failed: list[tuple[Write, ...]] = []

    def write(*writes: Write) -> Deferred[Any]:
        if len(failed) < times and any(each.head for each in writes):
            failed.append(writes)
            return fail(Unwritable(ValueError("UNIQUE constraint failed")))
        return real(*writes)

    vars(server.lobby.journal)["write"] = write
    return failed


def test_the_game_is_read_again_and_goes_on(server: ServerUnderTest) -> None:
    ada, ben = server.seated()
    server.step(ada, ben, answers=6)
    before, lines = server.live_game(ada).chain.head, server.disk.lines(ada.table, 1)
    doubting(server, 1)
    who = ada if ada.asked else ben
    assert who.update is not None
    seq = who.answer(who.guess(who.update))
    server.run(0.5)
    refused = next(message for message in who.told if isinstance(message, Refused) and message.seq == seq)
    assert (refused.code, "Please report it" in refused.text) == ("fault", True)
    assert {ada.status(), ben.status()} == {"paused"}
    assert "is read again from the journal" in ada.table_now.note
    assert server.disk.lines(ada.table, 1) == lines
    server.run(10.0)
    assert {ada.status(), ben.status()} == {"playing"}
    assert server.live_game(ada).chain.head == before
    assert ada.last(Update).number == ada.have
    server.step(ada, ben, answers=6)
    assert len(server.disk.lines(ada.table, 1)) > len(lines)


def test_whoever_asks_meanwhile_is_answered_at_once(server: ServerUnderTest) -> None:
    ada, ben = server.seated()
    doubting(server, 1)
    assert ada.update is not None
    ada.answer(ada.guess(ada.update))
    server.run(0.5)
    assert ada.status() == "paused"
    assert server.answered(ben, ben.answer(ben.guess(ben.last(Update)))) == "ok"
    assert {ada.status(), ben.status()} == {"playing"}


def test_what_never_fits_is_not_tried_without_end(server: ServerUnderTest) -> None:
    """A clock gives defaults by itself: not thousands of them in vain."""
    ada, _ben = server.seated(Terms(side="us", seed=SEED, bank=5), bots=False)
    failed = doubting(server, 10_000)
    server.run(120.0)
    assert 2 <= len(failed) <= 60
    assert ada.have == 1
