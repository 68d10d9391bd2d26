"""A key on its way to another device: its box is emptied once, and who has not the code finds nothing."""

from __future__ import annotations

import pytest

from ironbottom.server.lobby.club import boxes
from ironbottom.wire.messages import Refused
from ironbottom.wire.naming import CarriedKey, CarryKey, ReceiveKey, carrying
from tests.server.lobby.club.test_names import came
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import ServerUnderTest

BOX = carrying(b"12345678").box
DATA = b"sealed" * 40


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def received(server: ServerUnderTest, player: WirePlayer, box: bytes = BOX) -> str | bytes:
    """What comes of asking for a box: its content, or the code of a refusal."""
    seq = player.ask(ReceiveKey, box)
    server.run(1.0)
    (said,) = [one for one in player.told if getattr(one, "seq", 0) == seq]
    return said.code if isinstance(said, Refused) else said.data if isinstance(said, CarriedKey) else ""


def carried(server: ServerUnderTest, player: WirePlayer, box: bytes = BOX, data: bytes = DATA) -> str:
    return server.answered(player, player.ask(CarryKey, box, data))


def test_what_one_device_gives_the_other_gets(server: ServerUnderTest) -> None:
    assert carried(server, came(server, "Ada")) == "ok"
    assert received(server, came(server, "New phone", seed=2)) == DATA


def test_a_code_that_is_replayed_brings_nothing(server: ServerUnderTest) -> None:
    """Whoever has seen the code over a shoulder comes too late, and the owner's own second try shows that he was."""
    ada = came(server, "Ada")
    assert carried(server, ada) == "ok"
    assert received(server, came(server, "New phone", seed=2)) == DATA
    assert received(server, came(server, "Eve", seed=3)) == "no-box"
    assert received(server, ada) == "no-box"


def test_a_code_lasts_ten_minutes(server: ServerUnderTest) -> None:
    ada = came(server, "Ada")
    assert carried(server, ada) == "ok"
    server.run(boxes.LASTS - 5.0)
    assert carried(server, came(server, "Ben"), box=bytes(16)) == "ok"
    server.run(10.0)
    assert received(server, came(server, "Eve", seed=3)) == "no-box"
    assert len(server.lobby.club.boxes) == 1


def test_a_new_code_ends_the_one_before(server: ServerUnderTest) -> None:
    ada = came(server, "Ada")
    assert (carried(server, ada), carried(server, ada, box=bytes(16), data=b"anew")) == ("ok", "ok")
    eve = came(server, "Eve", seed=3)
    assert (received(server, eve), received(server, eve, bytes(16))) == ("no-box", b"anew")


def test_nobody_puts_something_else_into_a_box(server: ServerUnderTest) -> None:
    assert carried(server, came(server, "Ada")) == "ok"
    assert carried(server, came(server, "Eve", seed=3), data=b"another key") == "limit"
    assert received(server, came(server, "New phone", seed=2)) == DATA


def test_there_is_an_end_to_boxes(server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boxes, "MOST", 2)
    said = [carried(server, came(server, f"P{n}"), box=bytes([n]) * 16) for n in range(3)]
    assert said == ["ok", "ok", "limit"]
    assert carried(server, came(server, "P1"), box=bytes([9]) * 16) == "ok"


def test_a_message_that_is_too_long_is_none(server: ServerUnderTest) -> None:
    ada = came(server, "Ada")
    seq = ada.ask(CarryKey, BOX, bytes(3_073))
    assert server.answered(ada, seq) == "malformed"


def test_guesses_are_counted(server: ServerUnderTest) -> None:
    eve = came(server, "Eve", address="192.0.2.7")
    said = [received(server, eve, bytes([n]) * 16) for n in range(12)]
    assert said == ["no-box"] * 10 + ["limit"] * 2
