"""What finished games teach: who may ask, how many are made at a time, and what becomes of those that fail."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ironbottom.server.archive.replays import published_name
from ironbottom.server.archive.studies import (
    AGAIN,
    AT_ONCE,
    KEPT,
    LONGEST,
    QUEUE,
    SIZE,
    UNWANTED,
    ReviewStep,
    Studies,
    file_of,
)
from ironbottom.wire.messages import Rematch, Watch
from ironbottom.wire.studying import Studied, Study
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import SEED, ServerUnderTest

TERMS = Terms(side="us", seed=SEED, reach="open")
CURVE = ((0, 0, "US", 0.25), (1, 1, "JP", 0.5))


class FakeMaker:
    """A process that does what the test says."""

    def __init__(
        self, data: bytes, place: Path, step: Callable[[ReviewStep], None], ended: Callable[[], None]
    ) -> None:
        self.data, self.place, self.step, self.ended, self.killed = data, place, step, ended, False

    def end(self) -> None:
        self.killed = True
        self.ended()

    def whole(self, text: str = "all of it") -> None:
        """It has done its work."""
        for language in ("en", "ja"):
            file_of(self.place, language).write_text(f"{text} {language}")
        self.step(ReviewStep(kept=True))
        self.ended()


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


@pytest.fixture
def makers(server: ServerUnderTest, tmp_path: Path) -> list[FakeMaker]:
    """Those that were started."""
    return makers_of(server, tmp_path)


def makers_of(server: ServerUnderTest, folder: Path) -> list[FakeMaker]:
    started: list[FakeMaker] = []

    def start(
        data: bytes, place: Path, step: Callable[[ReviewStep], None], ended: Callable[[], None]
    ) -> FakeMaker:
        started.append(FakeMaker(data, place, step, ended))
        return started[-1]

    server.lobby.studies = Studies(server.clock, folder, start, version="1")
    return started


def over(server: ServerUnderTest) -> tuple[WirePlayer, WirePlayer]:
    """A game that Ben has given up."""
    ada, ben = WirePlayer("Ada", 1), WirePlayer("Ben", 2)
    ada.auto = ben.auto = False
    server.table(ada, ben, TERMS)
    server.until(lambda: ada.update is not None and ben.update is not None)
    server.step(ada, ben, answers=5)
    ben.resign()
    server.run(10.0)
    return ada, ben


def asked(server: ServerUnderTest, player: WirePlayer, table: str, language: str = "en", part: int = 0) -> Studied:
    seq = player.ask(Study, table, language, part, curve=True)
    server.run(0.5)
    told: Studied = player.last(Studied)
    assert (told.seq, told.table) == (seq, table)
    return told


def refusal(server: ServerUnderTest, player: WirePlayer, table: str) -> str:
    return server.answered(player, player.ask(Study, table))


def on_the_shelf(server: ServerUnderTest, most: int) -> list[str]:
    """As many published games, each of its own."""
    names = [published_name(n) for n in range(1, most + 1)]
    server.lobby.reviews.published = {name: (name.encode(),) for name in names}
    return names


def visitors(server: ServerUnderTest, most: int) -> list[WirePlayer]:
    players = [WirePlayer(f"P{n}", n) for n in range(most)]
    for player in players:
        server.connect(player)
    return players


def test_the_curve_then_progress_then_the_whole(server: ServerUnderTest, makers: list[FakeMaker]) -> None:
    ada, ben = over(server)
    first = asked(server, ada, ada.table)
    assert (first.ahead, first.all, first.of, first.curve) == (0, 0, 0, ())
    [maker] = makers
    assert maker.data == b"".join([line + b"\n" for line in server.disk.lines(ada.table, 1)])
    maker.step(ReviewStep(curve=CURVE))
    assert asked(server, ada, ada.table).curve == CURVE
    maker.step(ReviewStep(done=3, all=9))
    told = asked(server, ben, ada.table)
    assert (told.done, told.all, told.curve) == (3, 9, CURVE)
    maker.whole()
    told = asked(server, ben, ada.table)
    assert (told.part, told.of, told.data) == (0, 1, b"all of it en")
    assert asked(server, ada, ada.table, "ja").data == b"all of it ja"
    assert asked(server, ada, ada.table, "xx").data == b"all of it en"
    assert makers == [maker]


def test_it_comes_in_pieces(server: ServerUnderTest, makers: list[FakeMaker]) -> None:
    ada, _ben = over(server)
    asked(server, ada, ada.table)
    makers[0].whole("x" * 2 * SIZE)
    pieces = [asked(server, ada, ada.table, part=part) for part in range(3)]
    assert {piece.of for piece in pieces} == {3}
    assert b"".join([piece.data for piece in pieces]) == b"x" * 2 * SIZE + b" en"
    assert server.answered(ada, ada.ask(Study, ada.table, "en", 3)) == "no-part"


def test_a_game_that_goes_on_has_none(server: ServerUnderTest, makers: list[FakeMaker]) -> None:
    ada, ben = server.seated(TERMS)
    eve, dan = WirePlayer("Eve", 3), WirePlayer("Dan", 4)
    for other in (eve, dan):
        server.connect(other)
    eve.ask(Watch, ada.table)
    server.step(ada, ben, answers=20)
    assert [refusal(server, player, ada.table) for player in (ada, ben, eve)] == ["not-yet"] * 3
    assert makers == []
    ben.resign()
    server.run(10.0)
    assert asked(server, eve, ada.table).of == 0
    assert refusal(server, dan, ada.table) == "no-seat"
    assert refusal(server, dan, "NOTABLE") == "no-table"


def test_while_another_goes_on_it_is_the_one_before(server: ServerUnderTest, makers: list[FakeMaker]) -> None:
    ada, ben = over(server)
    for player in (ada, ben):
        player.ask(Rematch, player.table)
    server.run(3.0)
    server.step(ada, ben, answers=5)
    asked(server, ada, ada.table)
    assert makers[0].data == b"".join([line + b"\n" for line in server.disk.lines(ada.table, 1)])


def test_who_asks_again_after_a_restart_has_it_at_once(server: ServerUnderTest, tmp_path: Path) -> None:
    makers = makers_of(server, tmp_path)
    ada, ben = over(server)
    asked(server, ada, ada.table)
    makers[0].whole()
    server.restart(ada, ben)
    makers = makers_of(server, tmp_path)
    assert asked(server, ada, ada.table).data == b"all of it en"
    assert makers == []
    server.lobby.studies.version, server.lobby.studies.places = "2", {}
    assert asked(server, ada, ada.table).of == 0
    assert len(makers) == 1


def test_work_that_a_restart_has_lost_is_begun_again(server: ServerUnderTest, tmp_path: Path) -> None:
    makers = makers_of(server, tmp_path)
    ada, ben = over(server)
    asked(server, ada, ada.table)
    server.restart(ada, ben)
    again = makers_of(server, tmp_path)
    asked(server, ada, ada.table)
    assert [one.data for one in again] == [one.data for one in makers]


def test_one_that_dies_is_told_and_tried_again_later(server: ServerUnderTest, makers: list[FakeMaker]) -> None:
    ada, _ben = over(server)
    asked(server, ada, ada.table)
    makers[0].ended()
    seq = ada.ask(Study, ada.table)
    server.run(0.5)
    assert ada.refusal(seq).code == "failed"
    assert ada.refusal(seq).text == "What made the review has stopped; ask again in a minute."
    assert len(makers) == 1
    server.run(AGAIN)
    asked(server, ada, ada.table)
    assert len(makers) == 2


def test_what_it_complains_of_is_told(server: ServerUnderTest, makers: list[FakeMaker]) -> None:
    ada, _ben = over(server)
    asked(server, ada, ada.table)
    makers[0].step(ReviewStep(fault="the transcript: no good"))
    makers[0].ended()
    seq = ada.ask(Study, ada.table)
    server.run(0.5)
    assert ada.refusal(seq).text == "the transcript: no good"


def test_what_nobody_asks_for_any_more_is_not_made(server: ServerUnderTest, makers: list[FakeMaker]) -> None:
    ada, _ben = over(server)
    asked(server, ada, ada.table)
    server.run(UNWANTED / 2)
    asked(server, ada, ada.table)
    server.run(UNWANTED / 2 + 1)
    assert not makers[0].killed
    server.run(UNWANTED)
    assert makers[0].killed
    asked(server, ada, ada.table)
    assert len(makers) == 2


def test_one_that_takes_too_long_is_given_up(server: ServerUnderTest, makers: list[FakeMaker]) -> None:
    ada, _ben = over(server)
    asked(server, ada, ada.table)
    begun = server.clock.now
    while not makers[0].killed and server.clock.now < begun + 2 * LONGEST:
        asked(server, ada, ada.table)
        server.run(20.0)
    assert LONGEST <= server.clock.now - begun < LONGEST + 40
    assert refusal(server, ada, ada.table) == "failed"


def test_they_wait_for_each_other(server: ServerUnderTest, makers: list[FakeMaker]) -> None:
    names, players = on_the_shelf(server, AT_ONCE + QUEUE + 1), visitors(server, AT_ONCE + QUEUE + 1)
    told = [asked(server, player, name).ahead for player, name in zip(players[:-1], names[:-1], strict=True)]
    assert told == [0] * AT_ONCE + [*range(AT_ONCE, AT_ONCE + QUEUE)]
    assert len(makers) == AT_ONCE
    assert refusal(server, players[-1], names[-1]) == "limit"
    makers[0].whole()
    assert len(makers) == AT_ONCE + 1
    assert asked(server, players[0], names[0]).of == 1
    assert asked(server, players[2], names[2]).ahead == 1
    assert asked(server, players[-1], names[-1]).ahead == QUEUE


def test_one_address_has_few(server: ServerUnderTest, makers: list[FakeMaker]) -> None:
    names = on_the_shelf(server, 4)
    far, other = WirePlayer("Far", 1), WirePlayer("Other", 2)
    for player, address in ((far, "198.51.100.7"), (other, "203.0.113.9")):
        server.connect(player, address=address)
    most = server.lobby.limits.away.studies
    for name in names[:most]:
        asked(server, far, name)
    assert refusal(server, far, names[most]) == "limit"
    assert asked(server, other, names[most]).ahead == most


def test_a_server_without_makers_says_so(server: ServerUnderTest) -> None:
    ada, _ben = over(server)
    seq = ada.ask(Study, ada.table)
    server.run(0.5)
    assert (ada.refusal(seq).code, ada.refusal(seq).text) == ("failed", "This server makes no reviews.")


def test_only_so_many_files_are_kept(
    server: ServerUnderTest, makers: list[FakeMaker], tmp_path: Path
) -> None:
    for n in range(2 * KEPT):
        (tmp_path / f"{n}.en.json").touch()
    ada, _ben = over(server)
    asked(server, ada, ada.table)
    makers[0].whole()
    assert len([*tmp_path.iterdir()]) == 2 * KEPT
    assert asked(server, ada, ada.table).of == 1


def test_who_waits_behind_one_that_cannot_be_begun_is_not_forgotten(
    server: ServerUnderTest, makers: list[FakeMaker]
) -> None:
    names, players = on_the_shelf(server, 3), visitors(server, 3)
    for player, name in zip(players, names, strict=True):
        asked(server, player, name)
    start = server.lobby.studies.start

    def fails(*_parts: Any) -> FakeMaker:
        server.lobby.studies.start = start
        raise OSError("no process can be begun")

    server.lobby.studies.start = fails
    makers[0].whole()
    assert len(makers) == 1
    server.run(2.0)
    assert len(makers) == 2
    assert refusal(server, players[1], names[1]) == "failed"
    assert asked(server, players[2], names[2]).ahead == 0
