"""Games of version 1 of the cards, whose airplane decks were shorter: they are verified, looked through and played on.

They were made by the program that had those cards.

- `game.ibss`, `game.record.jsonl`: a whole game over the network between Ada and Ben, and what Ada's client kept of it;
- `server.tar.xz`: the journal of the server, as kill -9 left it: that game; one of Cleo and Dan that goes on; and a
  toss of Eve and Fred, to which Eve alone has committed;
- `players.json`: what these four had noted;
- `record.jsonl`: a record of bare play; `position.txt`: the same game after 150 answers.
"""

from __future__ import annotations

import sqlite3
from functools import partial
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from ironbottom.catalog import card_set, cards_by_id, earlier, every_set
from ironbottom.client.__main__ import main
from ironbottom.client.net.downloads import unpacked
from ironbottom.position import from_text, to_text
from ironbottom.proof.kept import read as own_record
from ironbottom.proof.verify import check
from ironbottom.record import NoSuchCards, replay, resume
from ironbottom.server.store.journal import NAME, Journal
from ironbottom.strict_yaml import read
from ironbottom.wire.messages import Fetch, Piece, Refused, Rematch, Review, Scenes
from ironbottom.wire.terms import Terms
from ironbottom.words import SIDES
from tests.server.support.disk import Disk
from tests.server.support.player import File, WirePlayer
from tests.server.support.server_under_test import ServerUnderTest
from tests.server.support.writer import Loop
from tests.support.archives import unpack
from tests.support.players import at_random, finish

FOLDER = Path(__file__).parent / "cards-1"
WAS, NOW = card_set("core@1"), card_set("core")
GAME, RECORD = FOLDER / "game.ibss", FOLDER / "record.jsonl"
FILES = msgspec.json.decode((FOLDER / "players.json").read_bytes(), type=dict[str, list[File]])


def test_it_is_the_set_that_it_was() -> None:
    """Its fingerprint never changes again, whatever becomes of the cards."""
    assert WAS.fingerprint == "d753cf7730eda5965bbb45b643bff458b96a3cfd60204db2f11fbd654c9da827"
    assert (WAS.name, WAS.version) == ("core", 1)
    assert NOW.fingerprint != WAS.fingerprint
    assert [len(WAS.side(side).air) for side in SIDES] == [34, 34]


def test_every_version_is_another_set() -> None:
    prints = [cards.fingerprint for cards in every_set()]
    assert len(set(prints)) == len(prints) == 2 + len(earlier())
    assert earlier() == ("core@1", "full@1")
    assert card_set("full@1").fingerprint == "4efde485f6c6939a61548b9efda67664010f77106bb7ccaf05e0e0c266e44c68"
    assert all(card_set(name).version < card_set(name.partition("@")[0]).version for name in earlier())


def test_what_is_listed_is_what_was_otherwise() -> None:
    """cards/earlier/1.yaml has every card that has changed since, and no other."""
    text = files("ironbottom.cards").joinpath("earlier", "1.yaml").read_text("utf-8")
    was, now = cards_by_id(card_set("full@1")), cards_by_id(card_set("full"))
    assert was.keys() == now.keys()
    listed: Any = read("1.yaml", text)["cards"]
    assert {*listed} == {card_id for card_id in was if was[card_id] != now[card_id]}


def test_a_transcript_is_sound() -> None:
    """With what a player's client kept, and by this program alone."""
    with (FOLDER / "game.record.jsonl").open("rb") as file:
        verdict = check(GAME.read_bytes().splitlines(keepends=True), every_set(), record=own_record(file))
    assert verdict.ok, verdict.sentence
    assert verdict.facts is not None
    assert (verdict.facts.set, verdict.facts.version) == ("core", 1)
    assert verdict.facts.compared == verdict.facts.updates > 50


def test_the_new_cards_are_no_cards_of_it() -> None:
    """Planted: the old game with the new values under the old name, and with the new fingerprint written in."""
    lines = GAME.read_bytes().splitlines(keepends=True)
    absent = check(lines, [NOW])
    assert (absent.ok, absent.code) == (False, "cards")
    renamed = [lines[0].replace(WAS.fingerprint.encode(), NOW.fingerprint.encode()), *lines[1:]]
    assert renamed != lines
    assert not check(renamed, every_set()).ok


def test_anybody_verifies_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(GAME)]) == 0
    said = capsys.readouterr().out
    assert ": sound: " in said
    assert f"cards: core, version 1; new games are played with version {NOW.version}" in said


def test_a_record_replays_and_goes_on() -> None:
    text = RECORD.read_text("utf-8")
    moments = [*replay(text, every_set())]
    assert moments[-1].game.outcome is not None
    assert moments[-1].game.state.cards is WAS
    lines = text.splitlines()
    recorded, rng = resume("\n".join(lines[:200]), every_set()), Random(1)
    player = at_random(rng)
    while recorded.game.asked:
        side = rng.choice([side for side in SIDES if side in recorded.game.asked])
        recorded.take(side, player(recorded.game, side))
    assert recorded.lines[0] == lines[0]
    with pytest.raises(NoSuchCards, match=WAS.fingerprint[:16]):
        [*replay(text, [NOW])]


def test_a_position_is_read_and_written_alike() -> None:
    text, rng = (FOLDER / "position.txt").read_text("utf-8"), Random(1)
    game = from_text(text, WAS)
    assert to_text(game) == text
    finish(game, at_random(rng), at_random(rng), rng)
    assert game.outcome is not None


# the server that was killed, and is begun again by the version of today


def player(name: str, place: int) -> WirePlayer:
    """One of the four, as his client begins again."""
    kind = "running" if name in ("Cleo", "Dan") else "toss"
    found = WirePlayer(name, 1 + place)
    found.file = FILES[kind][place]
    found.restart()
    found.auto = False
    return found


@pytest.fixture
def server(tmp_path: Path) -> ServerUnderTest:
    """The journal, opened by the server of today."""
    unpack(FOLDER / "server.tar.xz", tmp_path)
    Journal(tmp_path, Loop()).close()
    return ServerUnderTest(Disk(sqlite3.connect(tmp_path / NAME, isolation_level=None)))


def back(server: ServerUnderTest, *players: WirePlayer) -> None:
    server.back(*players)
    server.run(2.0)
    for one in players:
        assert (one.table_now.note, [no for no in one.all(Refused) if no.code == "paused"]) == ("", [])


def fetched(server: ServerUnderTest, one: WirePlayer, what: str, name: str) -> bytes:
    data, part, of = b"", 0, 1
    while part < of:
        one.ask(Fetch, what, name, part)
        server.run(0.05)
        piece = one.last(Piece)
        data, part, of = data + piece.data, part + 1, piece.of
    return data


def given_up(server: ServerUnderTest, one: WirePlayer, other: WirePlayer) -> bytes:
    """A good piece further, then one gives up; the transcript."""
    server.step(one, other, answers=60)
    other.resign()
    server.until(lambda: one.over and other.over)
    for each in (one, other):
        each.countersign()
    server.run(5.0)
    return fetched(server, one, "transcript", one.table)


def test_a_running_game_goes_on_with_its_cards(server: ServerUnderTest) -> None:
    """Its players are told by name which ones these are, and get them under that name; so does a game after it."""
    cleo, dan = player("Cleo", 0), player("Dan", 1)
    back(server, cleo, dan)
    for one in (cleo, dan):
        assert one.table_now.terms.cards == "core@1"
    assert unpacked(fetched(server, cleo, "cards", "core@1")).fingerprint == WAS.fingerprint
    lines = given_up(server, cleo, dan).splitlines(keepends=True)
    assert check(lines, [WAS]).ok
    cleo.ask(Review, cleo.table, 0)
    server.run(2.0)
    assert cleo.last(Scenes).set == "core@1"
    for one in (cleo, dan):
        one.auto = False
        one.over = False
        one.ask(Rematch, one.table)
    server.until(lambda: server.lobby.tables[cleo.table].stored.status == "playing")
    assert server.live_game(cleo).begun.cards == WAS.fingerprint


def test_a_toss_that_was_under_way_leads_to_a_game_with_its_cards(server: ServerUnderTest) -> None:
    eve, fred = player("Eve", 0), player("Fred", 1)
    back(server, eve, fred)
    server.until(lambda: eve.update is not None and fred.update is not None)
    assert server.live_game(eve).begun.cards == WAS.fingerprint
    assert not server.lobby.tables[eve.table].stored.thrown
    assert eve.table_now.terms.cards == "core@1"
    assert check(given_up(server, eve, fred).splitlines(keepends=True), [WAS]).ok


def test_a_new_table_has_the_new_cards(server: ServerUnderTest) -> None:
    """And whoever asks for the earlier ones by their name gets those."""
    for name, cards in (("core", NOW), ("core@1", WAS)):
        gil, hal = WirePlayer(f"Gil {name}", 1), WirePlayer(f"Hal {name}", 2)
        gil.auto = hal.auto = False
        server.table(gil, hal, Terms(cards=name))
        server.until(partial(_both_asked, gil, hal))
        assert server.live_game(gil).begun.cards == cards.fingerprint


def _both_asked(one: WirePlayer, other: WirePlayer) -> bool:
    return one.update is not None and other.update is not None
