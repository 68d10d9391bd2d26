"""`ironbottom replay`, run as a person runs it."""

from __future__ import annotations

import io
import json
from functools import cache
from pathlib import Path
from random import Random

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.__main__ import main
from ironbottom.client.bots.light.shape_players import RandomPlayer
from ironbottom.client.cli.commands.replay import typed
from ironbottom.client.cli.whole_table import drawn
from ironbottom.client.storage.finished_games import events, reel
from ironbottom.client.terminal.state.model import UiState
from ironbottom.client.terminal.state.replay_timeline import ReplayTimeline
from ironbottom.position import from_text
from ironbottom.proof.transcript import written
from ironbottom.record import Entry, Recorded, Resignation
from tests import ROOT
from tests.engine.test_position import BY_HAND
from tests.support.signed_games import Setting, honest


@cache
def record() -> Recorded:
    player = RandomPlayer(Random(3))
    recorded = Recorded(card_set("core"), bytes(32))
    while recorded.game.asked:
        side = next(iter(recorded.game.asked))
        recorded.take(side, player.choose(recorded.game.asked[side]))
    return recorded


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text(record().text, encoding="utf-8")
    return path


def replayed(capsys: pytest.CaptureFixture[str], *argv: str | Path) -> tuple[int, str, str]:
    code = main(["replay", *map(str, argv)])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def stepped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path, keys: str
) -> tuple[int, list[str], str]:
    """What each key shows."""
    monkeypatch.setattr("sys.stdin", io.StringIO(keys))
    code, out, err = replayed(capsys, file)
    return code, out.split("> "), err


def test_the_whole_game(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    code, out, err = replayed(capsys, "--all", file)
    assert (code, err) == (0, "")
    assert out.startswith("Iron Bottom & Sunset Sky, core set\n")
    assert f"\n{record().entries:4}  " in out
    assert "The game is over, " in out.splitlines()[-1]


def test_verify_says_so(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    code, out, err = replayed(capsys, "--verify", file, file)
    assert (code, err) == (0, "")
    assert out.count(f"sound: {record().entries} entries played again bit for bit") == 2


def test_verify_of_several_names_the_one_that_does_not_fit(
    capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.jsonl"
    lines = [*record().lines]
    lines[-1] = json.dumps(json.loads(lines[-1]) | {"points": [99, 0]})
    bad.write_text("\n".join(lines))
    code, out, err = replayed(capsys, "--verify", bad, file)
    assert code == 1
    assert "game.jsonl: sound" in out
    assert err.startswith(f"{bad}: line {len(lines)}, entry {len(lines) - 1}: found points (99, 0)")


def test_stepping(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path) -> None:
    code, shown, err = stepped(monkeypatch, capsys, file, "\nn\np\np\np\nt\n3\nq\n")
    assert (code, err) == (0, "")
    assert "Iron Bottom & Sunset Sky" in shown[0]
    assert [part.strip()[0] for part in shown[1:4]] == ["1", "2", "1"]
    assert shown[4].startswith("Iron Bottom")
    assert shown[5].startswith("This is the beginning.")
    assert "\nTurn 1, US.\n" in shown[6]
    assert shown[7].strip().startswith("3  ")


def test_entries_and_events_are_the_same_everywhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path
) -> None:
    """An entry is an answer or a resignation, with its number; the terminal steps through as many events as are said.

    A transcript has entries besides (countersignatures, the end): they make no moments.
    """
    transcript = tmp_path / "game.ibss"
    transcript.write_bytes(written(honest(Setting(number=11, resigns=40)).lines))
    for one in (file, transcript):
        found = reel(str(one), [card_set("core")])
        film = ReplayTimeline(found.moments, card_set("core"), UiState(card_set("core")))
        numbers = [moment.entry.n for moment in found.moments if isinstance(moment.entry, Entry)]
        resigned = isinstance(found.moments[-1].entry, Resignation)
        assert numbers == [*range(1, len(found.moments) - resigned)]
        assert events(found.moments) == len(film.row) == film.last + 1
        _code, (first, *_rest), _err = stepped(monkeypatch, capsys, one, "")
        assert first.startswith(f"{len(found.moments) - 1} entries, {len(film.row)} events. Enter or n: next")
        told = replayed(capsys, "--all", one)[1]
        assert told.count("\n    ") + told.count("\nTurn ") >= len(film.row) - sum(
            not moment.game.events for moment in found.moments
        )


@pytest.mark.parametrize(("kept", "entries"), [("cards-1", 637), ("edition-1", 259)])
def test_a_transcript_of_before_is_looked_through(capsys: pytest.CaptureFixture[str], kept: str, entries: int) -> None:
    """By the edition of the rules, and with the cards, that it was begun with."""
    code, out, err = replayed(capsys, "--verify", ROOT / "tests" / "engine" / "kept" / kept / "game.ibss")
    assert (code, err) == (0, "")
    assert f"sound: {entries} entries played again" in out


def test_the_end_of_the_record(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    """Without q the end of the input ends it."""
    code, shown, _ = stepped(monkeypatch, capsys, file, f"{record().entries}\nn\nt\n")
    assert code == 0
    assert "The game is over" in shown[1]
    assert shown[2].startswith("This is the end of the record.")
    assert shown[3].startswith("There is no further turn.")


def test_the_table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path) -> None:
    _, shown, _ = stepped(monkeypatch, capsys, file, "t\ns\nq\n")
    headings = [line for line in shown[2].splitlines() if line.endswith((" rear", " middle", " front"))]
    assert headings == [
        "Japanese rear", "Japanese middle", "Japanese front", "US front", "US middle", "US rear",
    ]
    assert "  base Truk" in shown[2]
    assert "  base Espiritu Santo" in shown[2]


def test_a_table_by_hand() -> None:
    lines = drawn(from_text(BY_HAND, card_set("core")))
    for line in (
        "  base Port Moresby (damage 1 of 8)",
        "  Wasp (detected, damage 1 of 3): Dauntless",
        "  in the air: US Wildcat (escort, dice 2)",
        "US: 7 VP, airplane deck 0, fleet deck 0, discarded 0",
        "  hand: Seabees; Wildcat",
    ):
        assert line in lines


@pytest.mark.parametrize("key", ["x", "-1", "9" * 30, "1.5", "²", "help me"])
def test_other_keys(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path, key: str
) -> None:
    code, shown, _ = stepped(monkeypatch, capsys, file, f"{key}\nq\n")
    assert code == 0
    assert shown[1].startswith("found ")
    assert f"NUMBER: that entry (up to {record().entries})." in shown[1]


@pytest.mark.parametrize("content", [b"", b"hello", b"\xff\xfe", b"{}", b"[" * 9999, b"\0"])
@pytest.mark.parametrize("option", ["--all", "--verify"])
def test_a_file_that_is_no_record(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes, option: str
) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    code, out, err = replayed(capsys, option, path)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err.startswith(f"{path}: ")


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name in (tmp_path / "none", tmp_path, "a\0b"):
        code, out, err = replayed(capsys, name)
        assert (code, out, err.count("\n")) == (1, "", 1)
        assert "found no file to read" in err


def test_what_fits_of_a_record_that_breaks_off_is_shown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "short.jsonl"
    path.write_text("\n".join(record().lines[:11]))
    code, out, err = replayed(capsys, "--all", path)
    assert code == 1
    assert "\n  10  " in out
    found = "found the end of the file; expected another entry: the game is not over."
    assert err == f"{path}: line 12, entry 11: {found}\n"


def test_a_damaged_record_is_said_to_be_so_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Line 13 is entry 12, so 11 fit; the fault stands before the first of them, and behind the last."""
    path = tmp_path / "damaged.jsonl"
    lines = [*record().lines]
    lines[12] = json.dumps(json.loads(lines[12]) | {"dice": [5]})
    path.write_text("\n".join(lines))
    fits = "found a line that does not fit: 'dice' holds a whole number, where text belongs"
    fault = f"{path}: line 13, entry 12: {fits}"
    code, shown, err = stepped(monkeypatch, capsys, path, "11\n\nq\n")
    assert code == 1
    assert shown[0].splitlines()[1] == f"The record fits up to entry 11 only: {fault}; expected an entry."
    assert shown[2] == f"This is the end of what fits: {fault}; expected an entry.\n"
    assert err == f"{fault}; expected an entry.\n"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"n": "1"}, "'n' holds text, where a whole number belongs"),
        ({"dice": None}, "'dice' holds nothing, where a list belongs"),
        ({"more": 1}, "'more' does not belong there"),
    ],
)
def test_a_misfit_is_told_plainly(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, change: dict[str, object], said: str
) -> None:
    path = tmp_path / "damaged.jsonl"
    path.write_text("\n".join([record().lines[0], json.dumps(json.loads(record().lines[1]) | change)]))
    said = f"{path}: line 2, entry 1: found a line that does not fit: {said}; expected an entry.\n"
    assert replayed(capsys, "--verify", path) == (1, "", said)


@pytest.mark.parametrize(
    ("line", "said"),
    [('{"n":1}', "'side' is missing; expected an entry"), ("[]", "it is no table of fields; expected an entry")],
)
def test_a_line_that_is_no_entry(capsys: pytest.CaptureFixture[str], tmp_path: Path, line: str, said: str) -> None:
    path = tmp_path / "damaged.jsonl"
    path.write_text(f"{record().lines[0]}\n{line}\n")
    said = f"{path}: line 2, entry 1: found a line that does not fit: {said}.\n"
    assert replayed(capsys, "--verify", path) == (1, "", said)


def test_a_transcript_without_its_closing_line_is_not_sound(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The game itself is whole: it can be looked through all the same."""
    path, lines = tmp_path / "game.ibss", honest(Setting(number=11, resigns=40)).lines
    path.write_bytes(written(lines))
    assert replayed(capsys, "--verify", path)[0] == 0
    path.write_bytes(written(lines[:-1]))
    why = "the server's signature at the end is missing: the file was cut off.  `ironbottom verify` tells more."
    assert replayed(capsys, "--verify", path) == (1, "", f"{path}: {why}\n")
    code, out, err = replayed(capsys, "--all", path)
    assert (code, err) == (0, "")
    assert out


def test_the_header_is_no_entry(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "damaged.jsonl"
    path.write_text('{"record":2,"engine":"1","set":"core","cards":"","seed":"","ask_sides":false}\n')
    said = f"{path}: the header (line 1): found record 2; expected record 1.\n"
    assert replayed(capsys, "--verify", path) == (1, "", said)


@pytest.mark.parametrize(
    ("line", "keys"),
    [
        ("\x1b[C", ["n"]), ("\x1b[B", ["n"]), ("\x1bOC", ["n"]), ("\x1b[D", ["p"]), ("\x1b[A", ["p"]),
        ("\x1b[C\x1b[C\x1b[D", ["n", "n", "p"]), ("\x1b[3~", []), ("\x1b[1;5C", []), ("\x1b", []),
        ("\x1b[3~Q", ["q"]), ("", [""]), (" T ", ["t"]),
    ],
)
def test_arrows_step_and_other_special_keys_do_nothing(line: str, keys: list[str]) -> None:
    """A terminal sends them as escape sequences; those of a terminal in application mode begin with O."""
    assert typed(line) == keys


def test_stepping_with_arrows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    code, shown, err = stepped(monkeypatch, capsys, file, "\x1b[C\n\x1b[B\n\x1b[D\n\x1b[3~\nq\n")
    assert (code, err) == (0, "")
    assert [part.strip()[:1] for part in shown[1:]] == ["1", "2", "1", "", ""]


@pytest.mark.parametrize("option", ["--plain", "--all", "--verify"])
def test_a_bot_where_nobody_plays_on(capsys: pytest.CaptureFixture[str], file: Path, option: str) -> None:
    code, out, err = replayed(capsys, option, "--bot", "mate", file)
    assert (code, out) == (2, "")
    assert err == "--bot is for who plays on from a moment: leave --plain, --all and --verify away.\n"


def test_one_file_to_step_through(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    code, out, err = replayed(capsys, file, file)
    assert (code, out) == (2, "")
    assert "found 2 files" in err
