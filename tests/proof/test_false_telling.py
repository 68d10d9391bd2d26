"""A server that plays fairly and tells falsely: the transcript is sound, and a player's own record is against it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from ironbottom.proof import held
from ironbottom.proof.entries import FORMAT
from ironbottom.proof.kept import ShownUpdate
from ironbottom.proof.verify import Verdict
from ironbottom.server.table import toss
from ironbottom.wire.shown import TELLING
from ironbottom.words import Side
from tests.proof.cheats import misses_falsely, tells_falsely
from tests.proof.official import OfficialClient
from tests.proof.test_grinding import finish, sit_down, text, verdict
from tests.server.support.server_under_test import ServerUnderTest
from tests.support.lengths import some


class GameToldTruly(NamedTuple):
    """A server, and who has played there."""

    server: ServerUnderTest
    ann: OfficialClient
    bob: OfficialClient


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


@pytest.fixture(scope="module")
def told_truly(tmp_path_factory: pytest.TempPathFactory) -> GameToldTruly:
    """A game of which everything was told as it was: whoever looks at it changes nothing of it."""
    server, both = ServerUnderTest(), table_of_two(tmp_path_factory.mktemp("truly"))
    sit_down(server, *both.values())
    server.run(5.0)
    finish(server, *both.values())
    return GameToldTruly(server, both[Side.US], both[Side.JP])


def table_of_two(folder: Path) -> dict[Side, OfficialClient]:
    """Ann plays the US and Bob Japan."""
    return {Side.US: OfficialClient("Ann", folder, side="us"), Side.JP: OfficialClient("Bob", folder)}


def false(found: Verdict, name: str, what: str) -> int:
    """The number of the update that is named."""
    assert (found.ok, found.code) == (False, "shown")
    match = re.fullmatch(rf"update (\d+) was not what this game tells {name}: you were {what}\.", found.sentence)
    assert match is not None, found.sentence
    assert found.entry > 0
    return int(match[1])


@pytest.mark.parametrize("side", some(Side, 1))
def test_dice_that_were_told_falsely(
    server: ServerUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, side: Side
) -> None:
    """The victim's own dice are 1s, the enemy's are 6s; who was told the truth has a record that fits."""
    tells_falsely(monkeypatch, side, cards=False)
    both = table_of_two(tmp_path)
    sit_down(server, *both.values())
    server.run(20.0)
    finish(server, *both.values())
    victim, other = both[side], both[side.enemy]
    assert verdict(server, victim).ok  # the file is sound: everything was played and written down as it was
    n = false(verdict(server, victim, victim.kept()), victim.me.name, "told of other events")
    assert 1 < n <= victim.seat_session.number
    found = verdict(server, other, other.kept())
    assert found.ok, found.sentence
    assert "in all its updates" in text(found)


def test_cards_that_were_not_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the first game that had any to offer: of games played by chance, one in some hundreds has none."""
    robbed = tells_falsely(monkeypatch, Side.JP, dice=False)
    for n in range(20):
        server, both = ServerUnderTest(), table_of_two(tmp_path / str(n))
        sit_down(server, *both.values())
        server.run(20.0)
        finish(server, *both.values())
        bob = both[Side.JP]
        found = verdict(server, bob, bob.kept())
        if robbed:
            false(found, "Bob", "shown another table")
            return
        assert found.ok  # nothing was told falsely yet
    raise AssertionError("no card was ever offered")


def test_what_was_missed_and_told_falsely(
    server: ServerUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bob comes back in a new process, and is told what happened once more, and otherwise."""
    both = table_of_two(tmp_path)
    ann, bob = both[Side.US], both[Side.JP]
    sit_down(server, ann, bob)
    server.run(20.0)
    next(pipe for pipe in server.pipes if pipe.player is bob).lose()
    misses_falsely(monkeypatch, Side.JP)
    again = OfficialClient("Bob", tmp_path)
    server.connect(again)
    again.resume(bob.seat_session)
    finish(server, ann, again)
    record = again.kept()
    n = false(verdict(server, again, record), "Bob", "told of other events")
    lines = [line for line in record if isinstance(line, ShownUpdate) and line.number == n]
    assert len({line.events for line in lines}) == 2


def away(server: ServerUnderTest, bob: OfficialClient) -> None:
    """He loses his connection at a moment at which the other one plays on for some updates."""
    table = server.lobby.tables[bob.seat_session.table]
    for _moment in range(200):
        server.run(0.05)
        pipe = next(pipe for pipe in reversed(server.pipes) if pipe.player is bob)
        pipe.lose()
        server.run(1.0)
        assert table.live_game is not None
        if table.live_game.numbers[Side.JP] > bob.seat_session.number + 2:
            return
        back(server, bob)
    raise AssertionError("nothing was ever missed")


def back(server: ServerUnderTest, bob: OfficialClient) -> None:
    server.connect(bob)
    bob.say(bob.seat_session.returning())
    server.run(0.1)


def test_what_was_missed_and_told_truly(server: ServerUnderTest, tmp_path: Path) -> None:
    both = table_of_two(tmp_path)
    ann, bob = both[Side.US], both[Side.JP]
    sit_down(server, ann, bob)
    away(server, bob)
    back(server, bob)
    finish(server, ann, bob)
    record = bob.kept()
    assert [line for line in record if isinstance(line, ShownUpdate) and line.view is None]
    found = verdict(server, bob, record)
    assert found.ok, found.sentence
    assert found.facts is not None
    assert found.facts.compared == found.facts.updates


def test_a_record_that_goes_on_after_a_kill(server: ServerUnderTest, tmp_path: Path) -> None:
    """The client dies in mid-game, and another process goes on with its file."""
    both = table_of_two(tmp_path)
    ann, bob = both[Side.US], both[Side.JP]
    sit_down(server, ann, bob)
    server.run(5.0)
    next(pipe for pipe in server.pipes if pipe.player is bob).lose()
    again = OfficialClient("Bob", tmp_path)
    server.connect(again)
    again.resume(bob.seat_session)
    server.run(5.0)
    finish(server, ann, again)
    found = verdict(server, again, again.kept())
    assert found.ok, found.sentence
    assert "in all its updates" in text(found)
    assert "no toss that you showed your share for is left out" in text(found)


def test_an_update_that_the_game_does_not_have(told_truly: GameToldTruly) -> None:
    server, _ann, bob = told_truly
    record = bob.kept()
    last = next(line for line in reversed(record) if isinstance(line, ShownUpdate))
    more = replace(last, number=last.number + 1)
    found = verdict(server, bob, (*record, more))
    assert (found.ok, found.code) == (False, "shown")
    assert "is none of this game: it has fewer for Bob, and you were shown more" in found.sentence


def test_a_record_with_gaps_says_so(told_truly: GameToldTruly) -> None:
    server, _ann, bob = told_truly
    record = tuple([line for line in bob.kept() if not isinstance(line, ShownUpdate) or line.number % 2])
    found = verdict(server, bob, record)
    assert found.ok
    assert "not in your record" in " ".join(found.notes)
    assert "Proven by your record: what it holds of what you were shown is what this game tells" in text(found)


def test_a_record_of_another_game_says_nothing(told_truly: GameToldTruly) -> None:
    server, ann, _bob = told_truly
    found = verdict(server, ann, ())
    assert found.ok
    assert "Nothing in the record is of this game." in found.notes
    assert "Proven by your record" not in text(found)


def test_a_record_of_another_edition_is_not_held_against_a_game(
    told_truly: GameToldTruly, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is called a cheat because a later version shows more; and nothing is called proven."""
    server, _ann, bob = told_truly
    monkeypatch.setattr(held, "TELLING", TELLING + 1)
    found = verdict(server, bob, bob.kept())
    assert (found.ok, found.code, found.entry) == (False, "version", 0)
    assert "game.ibss: cannot be checked: its updates were told by edition 1 of views and events" in text(found)


@pytest.mark.parametrize("format_", [FORMAT, FORMAT - 1], ids=["of today", "as of before"])
def test_a_game_that_tells_of_no_edition_escapes_no_record(
    server: ServerUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format_: int
) -> None:
    """A server that tells falsely leaves the edition out, or writes a file as it was before there were any."""
    tells_falsely(monkeypatch, Side.JP)
    monkeypatch.setattr(toss, "TELLING", 0)
    monkeypatch.setattr(toss, "FORMAT", format_)
    both = table_of_two(tmp_path)
    sit_down(server, *both.values())
    server.run(20.0)
    finish(server, *both.values())
    bob = both[Side.JP]
    assert verdict(server, bob).ok
    found = verdict(server, bob, bob.kept())
    assert (found.ok, found.code, found.entry) == (False, "shown", 1)
    assert "the file leaves out by which edition of views and events its updates were told" in found.sentence


def test_a_record_without_the_game_proves_nothing_and_is_said(told_truly: GameToldTruly) -> None:
    server, _ann, bob = told_truly
    none = tuple([line for line in bob.kept() if not isinstance(line, ShownUpdate)])
    found = verdict(server, bob, none)
    assert found.ok
    assert "The updates that you were shown could not be compared." in found.notes
    said = text(found)
    assert "Not proven by your record: that you were shown what this game tells your side." in said
    assert "Not proven without your own record" not in said
