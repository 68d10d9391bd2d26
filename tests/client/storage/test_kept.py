"""What is kept in the player's own folder: key, name, servers, seats; and what a damaged file leads to."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from ironbottom.client.console.errors import UserError
from ironbottom.client.launch.alone import local_game
from ironbottom.client.storage import known_hosts, seat_store
from ironbottom.client.storage.atomic_files import write_first, write_whole
from ironbottom.client.storage.evidence_log import EvidenceLog
from ironbottom.client.storage.identity import HOME, KEY_FILE, NAME, home, kept_key, kept_name
from ironbottom.client.storage.known_hosts import ChangedKey, known, meet
from ironbottom.client.storage.seat_store import OwnServer, SavedSeat
from ironbottom.keys import public_bytes
from ironbottom.proof.kept import Began, Revealed, ShownUpdate, read
from ironbottom.proof.transcript import KeptReceipt
from ironbottom.wire.invite import Address
from ironbottom.wire.messages import Toss
from ironbottom.wire.signing import digest
from ironbottom.wire.spoken import WORDS, spoken

from ..support.table import COMMITMENT, GAME, ID, SERVER_PUBLIC, toss

HERE = Address("192.0.2.7", 4277)
PIN, OTHER = b"p" * 16, b"q" * 16
SEAT = SavedSeat("join", "TABLE", 1, b"T" * 16, PIN, b"K" * 32, (HERE,), 1_000)


def test_the_folder_is_the_systems_unless_the_environment_names_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, "/somewhere")
    assert home() == Path("/somewhere")
    monkeypatch.setenv(HOME, "somewhere")  # what is kept there must be found from another working folder, too
    assert home() == Path.cwd() / "somewhere"
    monkeypatch.delenv(HOME)
    assert home().name == "ironbottom"


def test_a_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    key = kept_key(folder)
    assert public_bytes(kept_key(folder)) == public_bytes(key)
    assert stat.S_IMODE((folder / KEY_FILE).stat().st_mode) == 0o600
    assert [file.name for file in folder.iterdir()] == [KEY_FILE]


def test_a_key_that_others_can_read_is_closed(tmp_path: Path) -> None:
    kept_key(tmp_path)
    (tmp_path / KEY_FILE).chmod(0o644)
    kept_key(tmp_path)
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600


@pytest.mark.parametrize("damage", [b"", b"ironbottom key 1\nabc\n", b"\x00" * 64, b"ironbottom key 2\n" + b"0" * 64])
def test_a_damaged_key_is_told_and_never_replaced(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / KEY_FILE
    path.write_bytes(damage)
    with pytest.raises(UserError, match="is damaged: it is no key"):
        kept_key(tmp_path)
    assert path.read_bytes() == damage


def test_many_processes_that_start_together_have_one_key(tmp_path: Path) -> None:
    program = (
        "from pathlib import Path; from ironbottom.keys import *;"
        "from ironbottom.client.storage.identity import kept_key;"
        f"print(public_bytes(kept_key(Path({str(tmp_path)!r}))).hex())"
    )
    started = [subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) for _ in range(4)]
    assert len({process.communicate()[0] for process in started}) == 1


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(UserError, match=r"cannot be .* IRONBOTTOM_HOME"):
        kept_key(file / "folder")


def test_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given now, in the environment, given before, of the login."""
    monkeypatch.delenv(NAME, raising=False)
    monkeypatch.setattr("getpass.getuser", lambda: "login")
    assert kept_name(tmp_path) == "login"
    assert kept_name(tmp_path, "  Ann\x1b[31m ") == "Ann[31m"
    assert kept_name(tmp_path) == "Ann[31m"
    monkeypatch.setenv(NAME, "Env")
    assert kept_name(tmp_path) == "Env"
    assert kept_name(tmp_path, "Now") == "Now"


def test_a_name_of_nothing(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="No letter of that name"):
        kept_name(tmp_path, "\u200b\u200b")
    with pytest.raises(UserError, match="No letter of that name"):
        kept_name(tmp_path, "")


def test_a_whole_file_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that fails in the middle leaves what was there, and no rest."""
    path = tmp_path / "file"
    write_whole(path, b"old")

    def fail(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(UserError, match="No space left on device"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_first_writer_wins(tmp_path: Path) -> None:
    assert write_first(tmp_path / "file", b"first")
    assert not write_first(tmp_path / "file", b"second")
    assert (tmp_path / "file").read_bytes() == b"first"


def test_a_server_is_known_again(tmp_path: Path) -> None:
    assert known(tmp_path, HERE) is None
    meet(tmp_path, HERE, PIN)
    meet(tmp_path, HERE, PIN)
    assert known(tmp_path, Address("192.0.2.7", 4277)) == PIN
    assert known(tmp_path, Address("192.0.2.7", 4278)) is None


def test_another_key_is_a_hard_stop_in_plain_words(tmp_path: Path) -> None:
    meet(tmp_path, HERE, PIN)
    with pytest.raises(ChangedKey) as stop:
        meet(tmp_path, HERE, OTHER)
    said = str(stop.value)
    assert said.startswith("STOP: the server at 192.0.2.7:4277 has another key")
    assert spoken(PIN) in said
    assert spoken(OTHER) in said
    assert known(tmp_path, HERE) == PIN
    meet(tmp_path, HERE, OTHER, anew=True)
    assert known(tmp_path, HERE) == OTHER


def test_a_damaged_list_of_servers_is_told(tmp_path: Path) -> None:
    (tmp_path / known_hosts.FILE).write_text('{"192.0.2.7:4277": "cGlu"}', encoding="utf-8")
    with pytest.raises(UserError, match="is damaged: it holds the keys of servers"):
        known(tmp_path, HERE)


def test_words() -> None:
    assert len(set(WORDS)) == 256
    assert all(word.isascii() and word.isalpha() and word.islower() and 3 <= len(word) <= 8 for word in WORDS)
    assert spoken(PIN) == spoken(bytes(PIN))
    assert spoken(PIN) != spoken(OTHER)


def test_seats_are_kept_and_given_up(tmp_path: Path) -> None:
    own = OwnServer(tmp_path / "data", 4277, "/cards", True, "mate", True, ("a.example.org",), True)
    older = replace(SEAT, how="play", table="OLD", own=own, made=500, secret=b"s" * 16)
    seat_store.keep(tmp_path, older)
    seat_store.keep(tmp_path, SEAT)
    assert seat_store.waiting(tmp_path) == [SEAT, older]
    assert seat_store.at(tmp_path, PIN, "TABLE") == SEAT
    assert seat_store.at(tmp_path, OTHER, "TABLE") is None
    seat_store.give_up(tmp_path, SEAT)
    seat_store.give_up(tmp_path, SEAT)
    assert seat_store.waiting(tmp_path) == [older]
    seat_store.keep(tmp_path, replace(SEAT, table="../../ELSEWHERE"))  # which a server of somebody else may say
    assert {path.parent for path in tmp_path.rglob("*.json")} == {tmp_path / seat_store.FOLDER}


def test_a_seat_of_an_older_version_is_read(tmp_path: Path) -> None:
    """It does not say how far the chat was heard."""
    seat_store.keep(tmp_path, SEAT)
    (path,) = tmp_path.rglob("*.json")
    path.write_bytes(path.read_bytes().replace(b',"chat":0', b""))
    assert b"chat" not in path.read_bytes()
    assert seat_store.waiting(tmp_path) == [SEAT]


OWN_SEAT = replace(SEAT, how="play", own=OwnServer(Path("/data")), secret=b"s" * 16)


@pytest.mark.parametrize("data", [
    b'{"how": "play"', b"", b"\xff",
    msgspec.json.encode(replace(SEAT, made=99_999_999_999_999)),
    msgspec.json.encode(SEAT).replace(b'"made":1000', b'"made":9999999999999999999999'),
    msgspec.json.encode(replace(SEAT, addresses=(Address("192.0.2.7", 70_000),))),
    msgspec.json.encode(replace(OWN_SEAT, table="\0FQN43YM"), enc_hook=str),
    msgspec.json.encode(replace(OWN_SEAT, secret=b"s"), enc_hook=str),
    msgspec.json.encode(replace(OWN_SEAT, own=OwnServer(Path("/data"), port=-1)), enc_hook=str),
])
def test_a_damaged_seat_hides_no_other(data: bytes, tmp_path: Path) -> None:
    seat_store.keep(tmp_path, SEAT)
    path = tmp_path / seat_store.FOLDER / "other.json"
    path.write_bytes(data)
    seats, (sentence,) = seat_store.found(tmp_path)
    assert seats == [SEAT]
    assert sentence.startswith(f"{path} is damaged, or of another version")
    assert path.read_bytes() == data


def test_a_seat_that_cannot_be_read_hides_no_other(tmp_path: Path) -> None:
    seat_store.keep(tmp_path, SEAT)
    path = tmp_path / seat_store.FOLDER / "other.json"
    path.mkdir()
    seats, (sentence,) = seat_store.found(tmp_path)
    assert seats == [SEAT]
    assert sentence.startswith(f"{path} cannot be read (Is a directory)")


def test_a_folder_of_seats_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / seat_store.FOLDER).write_bytes(b"")
    seats, (sentence,) = seat_store.found(tmp_path)
    assert seats == []
    assert sentence.startswith(f"{tmp_path / seat_store.FOLDER} cannot be read (Not a directory)")


@pytest.mark.parametrize("unreadable", ["folder", "file"])
def test_a_server_is_kept_while_a_seat_cannot_be_read(unreadable: str, tmp_path: Path) -> None:
    """Whatever cannot be read may be the seat that needs its folder."""
    own = OwnServer(tmp_path / "alone" / "game")
    own.data.mkdir(parents=True)
    seats = tmp_path / seat_store.FOLDER
    if unreadable == "folder":
        seats.write_bytes(b"")
    else:
        (seats / "game.json").mkdir(parents=True)
    local_game.tidy_up(tmp_path, own)
    assert own.data.is_dir()
    (seats if unreadable == "folder" else seats / "game.json").rename(tmp_path / "away")
    local_game.tidy_up(tmp_path, own)
    assert not own.data.exists()


def test_a_last_line_that_was_cut_off_was_never_sent(tmp_path: Path) -> None:
    """A client that died while it noted an answer had not sent it yet."""
    record = EvidenceLog(tmp_path)
    share = record.share(GAME, COMMITMENT)
    record.gave(GAME, 1, 0)
    (own,) = tmp_path.glob("own-*")
    own.write_bytes(own.read_bytes()[:-5])
    again = EvidenceLog(tmp_path)
    assert again.share(GAME, COMMITMENT) == share
    assert not again.all_given(GAME, digest(GAME, 1, 0))
    again.gave(GAME, 2, 0)
    assert EvidenceLog(tmp_path).all_given(GAME, digest(GAME, 2, 0))


def test_a_record_is_forgotten_when_the_game_is_over(tmp_path: Path) -> None:
    record = EvidenceLog(tmp_path)
    record.share(GAME, COMMITMENT)
    record.forget(GAME)
    assert list(tmp_path.iterdir()) == []


def shown(record: EvidenceLog, number: int) -> None:
    record.shown(record.tosses(SERVER_PUBLIC, ID), Began(GAME, 0), lambda: ShownUpdate(number, bytes(16), bytes(16)))


def test_the_record_of_a_game_comes_to_lie_beside_its_transcript(tmp_path: Path) -> None:
    record = EvidenceLog(tmp_path)
    for number in (1, 2):
        shown(record, number)
    beside = tmp_path / "game.record.jsonl"
    record.bring(GAME, beside)
    assert not record.of(GAME).exists()
    again = EvidenceLog(tmp_path)  # the transcript could not be kept the first time
    shown(again, 3)
    again.bring(GAME, beside)
    with beside.open("rb") as file:
        lines = read(file)
    assert [line.number for line in lines if isinstance(line, ShownUpdate)] == [1, 2, 3]
    assert beside.stat().st_mode & 0o077 == 0


def test_a_line_that_was_cut_off_makes_room(tmp_path: Path) -> None:
    record = EvidenceLog(tmp_path)
    shown(record, 1)
    record.close()
    with record.of(GAME).open("ab") as file:
        file.write(b'{"type":"shown","numb')
    shown(EvidenceLog(tmp_path), 2)
    with record.of(GAME).open("rb") as file:
        lines = read(file)
    assert [line.number for line in lines if isinstance(line, ShownUpdate)] == [1, 2]


def test_who_is_sent_for_leaves_nothing_behind(tmp_path: Path) -> None:
    """A bot of a server plays thousands of games."""
    record = EvidenceLog(tmp_path, lasting=False)
    record.share(GAME, bytes(32))
    record.tosses(SERVER_PUBLIC, ID).keep(toss())
    shown(record, 1)
    record.receipt(KeptReceipt(GAME, bytes(32), bytes(64)))
    record.forget(GAME)
    assert [*tmp_path.iterdir()] == []


def test_the_tosses_of_a_table_outlive_the_process(tmp_path: Path) -> None:
    tosses = EvidenceLog(tmp_path).tosses(SERVER_PUBLIC, ID)
    tosses.keep(toss())
    tosses.keep(toss())
    tosses.keep(Revealed(GAME, bytes(32), bytes(64)), now=True)
    again = EvidenceLog(tmp_path).tosses(SERVER_PUBLIC, ID)
    assert [type(step) for step in again.steps] == [Toss, Revealed]
    assert [attempt.toss for attempt in again.attempts.broken(b"")] == [toss()]
    assert EvidenceLog(tmp_path).tosses(SERVER_PUBLIC, "OTHER").steps == []
