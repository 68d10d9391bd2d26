"""A table whose memory does not fit the journal: nothing is taken, and the game is read again from there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from twisted.internet.defer import Deferred, fail

from ironbottom.server.store.journal import Unwritable, Write
from ironbottom.wire.messages import Refused, Terms, Update
from tests.server.support.house import SEED, House


@pytest.fixture
def house() -> House:
    return House()


def doubting(house: House, times: int) -> list[tuple[Write, ...]]:
    """From now on so many writes with entries do not fit; the list of them."""
    real: Callable[..., Deferred[None]] = house.hall.journal.write
    failed: list[tuple[Write, ...]] = []

    def write(*writes: Write) -> Deferred[Any]:
        if len(failed) < times and any(each.head for each in writes):
            failed.append(writes)
            return fail(Unwritable(ValueError("UNIQUE constraint failed")))
        return real(*writes)

    vars(house.hall.journal)["write"] = write
    return failed


def test_the_game_is_read_again_and_goes_on(house: House) -> None:
    ada, ben = house.seated()
    house.step(ada, ben, answers=6)
    before, lines = house.playing(ada).chain.head, house.disk.lines(ada.table, 1)
    doubting(house, 1)
    who = ada if ada.asked else ben
    assert who.update is not None
    seq = who.answer(who.guess(who.update))
    house.run(0.5)
    refused = next(message for message in who.told if isinstance(message, Refused) and message.seq == seq)
    assert (refused.code, "Please report it" in refused.text) == ("fault", True)
    assert {ada.status(), ben.status()} == {"paused"}
    assert "is read again from the journal" in ada.table_now.note
    assert house.disk.lines(ada.table, 1) == lines
    house.run(10.0)
    assert {ada.status(), ben.status()} == {"playing"}
    assert house.playing(ada).chain.head == before
    assert ada.last(Update).number == ada.have
    house.step(ada, ben, answers=6)
    assert len(house.disk.lines(ada.table, 1)) > len(lines)


def test_whoever_asks_meanwhile_is_answered_at_once(house: House) -> None:
    ada, ben = house.seated()
    doubting(house, 1)
    assert ada.update is not None
    ada.answer(ada.guess(ada.update))
    house.run(0.5)
    assert ada.status() == "paused"
    assert house.answered(ben, ben.answer(ben.guess(ben.last(Update)))) == "ok"
    assert {ada.status(), ben.status()} == {"playing"}


def test_what_never_fits_is_not_tried_without_end(house: House) -> None:
    """A clock gives defaults by itself: not thousands of them in vain."""
    ada, _ben = house.seated(Terms(side="us", seed=SEED, bank=5), bots=False)
    failed = doubting(house, 10_000)
    house.run(120.0)
    assert 2 <= len(failed) <= 60
    assert ada.have == 1
