"""Files of version 0.1.0, whose games are of edition 1: they are read, verified, looked through and played on.

They were made by that version itself, with answers that no later edition takes: formations and airplanes that are moved
to where they stand, airplanes that are thrown away in the segment in which they came from the hand.

- `game.ibss`, `receipts-*.jsonl`: a game over the network between Ada and Ben, which Ben gave up;
- `server.tar.xz`: the folder of the server, as kill -9 left it: that game; one of Cleo and Dan in the middle of Dan's
  airplane segment; and a toss of Eve and Fred, in which only Eve has shown her share;
- `players.json`: what these six had noted;
- `record.jsonl`: a record of bare play; `games.yaml`: what came of twelve whole games;
- `position-*.txt`: positions in every private segment, and at an end.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from random import Random

import msgspec
import pytest
import yaml

from ironbottom.catalog import card_set, every_set
from ironbottom.editions import FIRST
from ironbottom.keys import private_key
from ironbottom.position import from_text, to_text
from ironbottom.proof.kept import read as own_record
from ironbottom.proof.verify import check
from ironbottom.record import RecordError, replay, resume
from ironbottom.server.store.journal import NAME, Journal
from ironbottom.wire.messages import Fetch, Piece, Refused, Review, Scenes, Update
from ironbottom.words import SIDES
from tests.engine.test_counts import fingerprint
from tests.server.support.disk import Disk
from tests.server.support.player import File, WirePlayer
from tests.server.support.server_under_test import ServerUnderTest
from tests.server.support.writer import Loop
from tests.support.archives import unpack
from tests.support.players import at_random, finish

FOLDER = Path(__file__).parent / "edition-1"
SETS = tuple(every_set())  # its cards were of version 1
WAS = {"core": card_set("core@1"), "full": card_set("full@1")}
POSITIONS = sorted(FOLDER.glob("position-*.txt"))


def test_a_transcript_is_sound() -> None:
    """With the receipts of both players."""
    lines = (FOLDER / "game.ibss").read_bytes().splitlines(keepends=True)
    for name in ("ada", "ben"):
        with (FOLDER / f"receipts-{name}.jsonl").open("rb") as file:
            verdict = check(lines, SETS, record=own_record(file))
        assert verdict.ok
        assert verdict.sentence.startswith("271 entries; Ada beats Ben, ")


def test_a_record_replays() -> None:
    moments = [*replay((FOLDER / "record.jsonl").read_text("utf-8"), SETS)]
    assert len(moments) == 332
    assert moments[-1].game.outcome is not None


def test_a_record_that_was_broken_off_goes_on_in_its_edition() -> None:
    """To its end; then it is a record like any other, of the edition that it was begun with."""
    lines = (FOLDER / "record.jsonl").read_text("utf-8").splitlines()
    recorded, rng = resume("\n".join(lines[:200]), SETS), Random(1)
    player = at_random(rng)
    while recorded.game.asked:
        side = rng.choice([side for side in SIDES if side in recorded.game.asked])
        recorded.take(side, player(recorded.game, side))
    assert recorded.lines[0] == lines[0]
    assert len([*replay(recorded.text, SETS)]) == recorded.entries + 1


def test_whole_games_come_out_as_they_did() -> None:
    """By the edition that they were played by, everything in them is as it was."""
    known = yaml.safe_load((FOLDER / "games.yaml").read_text("utf-8"))
    sets = (WAS["full"], WAS["core"])
    assert {number: fingerprint(number, FIRST, sets[number % 2]) for number in known} == known


def test_a_record_that_was_changed_is_found_out() -> None:
    text = (FOLDER / "record.jsonl").read_text("utf-8")
    with pytest.raises(RecordError, match="engine"):
        [*replay(text.replace('"engine":"1"', '"engine":"99"'), SETS)]


@pytest.mark.parametrize("file", POSITIONS, ids=lambda file: file.stem)
def test_a_position_is_read_and_written_alike(file: Path) -> None:
    """Byte for byte, for digests are taken over it; and it goes on to an end."""
    text, rng = file.read_text("utf-8"), Random(1)
    game = from_text(text, WAS["core"])
    assert to_text(game) == text
    finish(game, at_random(rng), at_random(rng), rng)
    assert game.outcome is not None


# the server that was killed, and is begun again by the version of today

FILES = msgspec.json.decode((FOLDER / "players.json").read_bytes(), type=dict[str, list[File]])


def player(name: str, file: File) -> WirePlayer:
    """One of the six, as his client begins again."""
    found = WirePlayer(name, 1 + file.place)
    found.file = file
    found.restart()
    found.auto = False
    return found


@pytest.fixture
def server(tmp_path: Path) -> ServerUnderTest:
    """The journal, opened by the server of today, which may upgrade it."""
    unpack(FOLDER / "server.tar.xz", tmp_path)
    Journal(tmp_path, Loop()).close()
    store = sqlite3.connect(tmp_path / NAME, isolation_level=None)
    return ServerUnderTest(Disk(store), private_key((tmp_path / "server.key").read_bytes()))


def back(server: ServerUnderTest, *players: WirePlayer) -> None:
    server.back(*players)
    server.run(2.0)
    for one in players:
        assert (one.table_now.note, [no for no in one.all(Refused) if no.code == "paused"]) == ("", [])


def whole(server: ServerUnderTest, one: WirePlayer) -> bytes:
    """The transcript of the game that is over."""
    data, part, of = b"", 0, 1
    while part < of:
        one.ask(Fetch, "transcript", one.table, part)
        server.run(0.05)
        piece = one.last(Piece)
        data, part, of = data + piece.data, part + 1, piece.of
    return data


def sound(data: bytes) -> str:
    """What the verifier says of a transcript that is."""
    verdict = check(data.splitlines(keepends=True), SETS)
    assert verdict.ok, verdict.sentence
    return verdict.sentence


def played_on(server: ServerUnderTest, one: WirePlayer, other: WirePlayer) -> None:
    """A good piece further, then one gives up; whoever checks it later finds nothing wrong."""
    server.step(one, other, answers=150)
    if not other.over:
        other.resign()
    server.until(lambda: one.over and other.over)
    for each in (one, other):
        each.auto = True
        each.countersign()
    server.run(5.0)
    sound(whole(server, one))


def test_a_game_that_was_over_is_fetched_and_looked_through(server: ServerUnderTest) -> None:
    ada, ben = [player(name, file) for name, file in zip(("Ada", "Ben"), FILES["over"], strict=True)]
    back(server, ada, ben)
    data = whole(server, ada)
    assert data.startswith((FOLDER / "game.ibss").read_bytes()[:1000])
    sound(data)
    ada.ask(Review, ada.table, 0)
    server.run(2.0)
    assert ada.last(Scenes).of == 260


def test_a_running_game_goes_on_and_is_sound_in_the_end(server: ServerUnderTest) -> None:
    """In the middle of a private segment: what was done there is still done, and can still be taken back."""
    cleo, dan = [player(name, file) for name, file in zip(("Cleo", "Dan"), FILES["running"], strict=True)]
    back(server, cleo, dan)
    assert server.live_game(dan).begun.engine == "1"
    assert (dan.question.window, cleo.asked) == ("6", False)
    before = dan.have
    dan.answer(("undo",))
    server.run(0.2)
    assert dan.have == before + 1
    played_on(server, cleo, dan)


def test_a_toss_that_was_under_way_leads_to_a_game(server: ServerUnderTest) -> None:
    eve, fred = [player(name, file) for name, file in zip(("Eve", "Fred"), FILES["toss"], strict=True)]
    back(server, eve, fred)
    server.until(lambda: eve.update is not None and fred.update is not None)
    assert eve.all(Update)[0].number == 1
    assert server.live_game(eve).begun.engine == "1"
    played_on(server, eve, fred)
