"""`ironbottom verify`, run as a person runs it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ironbottom.client.__main__ import main
from ironbottom.proof.entries import Ended
from ironbottom.proof.transcript import receipt_line, written
from ironbottom.record import ENGINE
from ironbottom.wire.terms import Terms
from ironbottom.words import Side
from tests.support.signed_games import Setting, SignedGame, honest

SHORT = Setting(number=11, resigns=40)


def verified(capsys: pytest.CaptureFixture[str], *argv: str | Path) -> tuple[int, str, str]:
    code = main(["verify", *map(str, argv)])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def file_of(folder: Path, made: SignedGame, *, lines: int | None = None) -> Path:
    path = folder / "game.ibss"
    path.write_bytes(written(made.lines[:lines]))
    return path


def ended_of(made: SignedGame) -> Ended:
    """How its game ended."""
    return next(body for body in made.bodies if isinstance(body, Ended))


def test_a_sound_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    made = honest(SHORT)
    file = file_of(tmp_path, made)
    code, out, err = verified(capsys, file)
    assert (code, err) == (0, "")
    first, *rest = out.splitlines()
    assert first.startswith(f"{file}: sound: {len(made.lines)} entries; ")
    won = r"(US has won: Japan|Japan has won: US) has resigned"
    assert re.fullmatch(rf"  {won}; the US has \d+ VP, Japan \d+\.", rest[0])
    assert any("Ann, key 4BUS-R4F6-UUGW-HKIK" in line for line in rest)
    assert rest[-3].startswith("Proven: nobody chose the seed")
    assert rest[-2].startswith("Not proven without your own record (--record)")
    assert "A host who also plays could have looked into its memory" in rest[-1]


def test_the_winner_has_his_points_first(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Whichever side he has: "mate beats root, 0 to 10" would read as if he had none."""
    games = [(made, ended_of(made)) for made in map(honest, [Setting(number=n) for n in range(20, 26)])]
    made, ended = next((made, ended) for made, ended in games if ended.winner == Side.JP)
    us, jp = ended.points
    assert us != jp
    _code, out, _err = verified(capsys, file_of(tmp_path, made))
    assert re.search(rf" beats (Ann|Bob), {jp} to {us} VP\.$", out.splitlines()[0])


def test_a_file_that_is_not_sound(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    made = honest(SHORT)
    code, out, err = verified(capsys, file_of(tmp_path, made, lines=30))
    assert (code, err) == (1, "")
    assert ": not sound: entry 31: the file ends before the game is over" in out.splitlines()[0]
    assert "Proven" not in out
    assert "has won" not in out


def test_practice_is_not_called_a_fair_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _err = verified(capsys, file_of(tmp_path, honest(SHORT._replace(terms=Terms(seed=bytes(32))))))
    assert code == 0
    assert ": sound, but practice: " in out.splitlines()[0]
    assert "nobody chose the seed" not in out


def test_receipts(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    made, other = honest(Setting(number=16)), honest(Setting(number=16, fork=100))
    file, kept = file_of(tmp_path, made), tmp_path / "receipts.jsonl"
    kept.write_bytes(b"".join(map(receipt_line, made.receipts[0])))
    code, out, _err = verified(capsys, "--receipts", kept, file)
    assert code == 0
    assert f"{len(made.receipts[0])} receipts are of this game." in out
    kept.write_bytes(b"".join(map(receipt_line, other.receipts[0])))
    code, out, _err = verified(capsys, "--receipts", kept, file)
    assert code == 1
    assert "the history was forked" in out.splitlines()[0]


def test_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    made = honest(SHORT)
    code, out, _err = verified(capsys, "--json", file_of(tmp_path, made))
    said = json.loads(out)
    assert (code, said["ok"], said["entry"], said["code"]) == (0, True, 0, None)
    assert said["facts"]["entries"] == len(made.lines)
    assert [player["side"] for player in said["facts"]["players"]] == ["US", "JP"]
    code, out, _err = verified(capsys, "--json", file_of(tmp_path, made, lines=30))
    said = json.loads(out)
    assert (code, said["ok"], said["entry"], said["code"]) == (1, False, 31, "cut")


def test_several_files_have_a_verdict_each(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """One that is wrong or missing keeps none of the others from being checked, and makes it 1."""
    made = honest(SHORT)
    whole, cut, none = file_of(tmp_path, made), tmp_path / "cut.ibss", tmp_path / "none.ibss"
    cut.write_bytes(written(made.lines[:30]))
    code, out, err = verified(capsys, whole, whole)
    assert (code, err) == (0, "")
    assert out.count(f"{whole}: sound: ") == 2
    assert out.splitlines()[-1] == "Sound: 2 of 2 files."
    code, out, err = verified(capsys, none, cut, whole)
    assert code == 1
    assert f"{none}: found no file to read" in err
    assert len(err.splitlines()) == 1
    assert out.startswith(f"{cut}: not sound: entry 31: ")
    assert f"\n{whole}: sound: " in out
    assert out.splitlines()[-1] == "Sound: 1 of 3 files."


def test_several_verdicts_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A list, in the order of the files, each with its name."""
    file, none = file_of(tmp_path, honest(SHORT)), tmp_path / "none.ibss"
    code, out, err = verified(capsys, "--json", none, file)
    assert (code, err) == (1, "")
    missing, sound = json.loads(out)
    assert (missing["file"], missing["ok"], missing["code"]) == (str(none), False, None)
    assert missing["sentence"].startswith(f"{none}: found no file to read")
    assert (sound["file"], sound["ok"]) == (str(file), True)
    assert sound["facts"]["entries"] == len(honest(SHORT).lines)


def test_a_game_of_another_version(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = file_of(tmp_path, honest(SHORT))
    file.write_bytes(file.read_bytes().replace(f'"engine":"{ENGINE}"'.encode(), b'"engine":"6"', 1))
    code, out, _err = verified(capsys, file)
    assert code == 1
    assert out.startswith(f"{file}: cannot be checked: the game was played by version 6 of the rules")
    assert len(out.splitlines()) == 1


@pytest.mark.parametrize("data", [b"", bytes(4000), b"\xff" * 4000, b"[" * 90_000, b"{}\n" * 50])
def test_a_file_that_is_no_transcript(capsys: pytest.CaptureFixture[str], tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "game.ibss"
    file.write_bytes(data)
    code, out, err = verified(capsys, file)
    assert (code, err) == (1, "")
    assert len(out.splitlines()) == 1
    assert "does not begin like the transcript of a game" in out


def test_files_that_are_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = file_of(tmp_path, honest(SHORT))
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{}\n")
    for argv, named in (
        ((tmp_path / "none.ibss",), "none.ibss"),
        ((tmp_path,), str(tmp_path)),
        (("--receipts", tmp_path / "none.jsonl", file), "none.jsonl"),
        (("--receipts", bad, file), "bad.jsonl: line 1"),
        (("--set", tmp_path / "cards", file), "cards"),
        (("a\0b",), "a\\x00b"),
    ):
        code, out, err = verified(capsys, *argv)
        assert (code, out, len(err.splitlines())) == (1, "", 1)
        assert named in err


def test_a_steering_name_does_not_steer(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Names come from the file: whoever wrote it may have put anything there."""
    file = file_of(tmp_path, honest(SHORT))
    file.write_bytes(file.read_bytes().replace(b'"name":"Ann"', b'"name":"\\u001b[2JAnn"', 1))
    code, out, _err = verified(capsys, file)
    assert code == 1
    assert "\x1b" not in out
    assert "\\x1b[2JAnn" in out


def test_wrong_usage_is_2_and_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as wrong:
        main(["verify"])
    assert wrong.value.code == 2
    capsys.readouterr()
    with pytest.raises(SystemExit) as right:
        main(["verify", "--help"])
    assert right.value.code == 0
    out = capsys.readouterr().out
    assert "ironbottom verify --receipts receipts.jsonl game.ibss" in out
    assert "what no transcript proves" in out
