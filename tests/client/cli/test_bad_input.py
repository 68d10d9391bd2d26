"""Every command, called wrongly or with files that are none: one sentence, 1 or 2, never a traceback."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ironbottom.client.__main__ import main

Output = pytest.CaptureFixture[str]

GARBAGE = bytes(range(256)) * 4


def command(capsys: Output, *argv: str) -> tuple[int, str, str]:
    code = main(argv)
    shown = capsys.readouterr()
    return code, shown.out, shown.err


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What somebody may point a command to by mistake."""
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "binary").write_bytes(GARBAGE)
    (tmp_path / "hollow").mkdir()
    contents = {"binary": GARBAGE, "utf-16": "side: us".encode("utf-16"), "empty": b"", "null": b"\0"}
    for name, content in contents.items():
        (tmp_path / f"{name}-cards").mkdir()
        (tmp_path / f"{name}-cards" / "us.yaml").write_bytes(content)
    (tmp_path / "nested-cards" / "us.yaml").mkdir(parents=True)
    return tmp_path


FOLDERS = {
    "none": "found no folder to read (No such file or directory); allowed is ",
    "empty": "found no folder to read (Not a directory); allowed is ",
    "binary": "found no folder to read (Not a directory); allowed is ",
    "hollow": "found no .yaml files; allowed is a folder with at least one.",
    "nested-cards": "us.yaml: found no file; allowed is a .yaml file.",
    "binary-cards": "us.yaml: found a .yaml file that is not UTF-8; allowed is UTF-8.",
    "utf-16-cards": "us.yaml: found a .yaml file that is not UTF-8; allowed is UTF-8.",
    "empty-cards": "us.yaml: found an empty file; allowed is a file with cards.",
    "null-cards": "us.yaml",
    "x" * 300: "found no folder to read (File name too long); allowed is ",
    "a\0b": "found no folder to read (it cannot be read); allowed is ",
}

READERS = (
    ("selfplay", "--games", "1", "--set"), ("replay", "game.jsonl", "--set"), ("cards", "list", "--set"),
    ("cards", "show", "wasp", "--set"), ("cards", "check"),
)


@pytest.mark.parametrize("argv", READERS)
@pytest.mark.parametrize("name", FOLDERS)
def test_folders_that_hold_no_cards(folder: Path, capsys: Output, argv: tuple[str, ...], name: str) -> None:
    """Whichever command reads them."""
    code, out, err = command(capsys, *argv, str(folder / name))
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert FOLDERS[name] in err
    assert err.endswith(".\n")


@pytest.mark.parametrize("argv", READERS)
def test_a_folder_without_a_name(capsys: Output, argv: tuple[str, ...]) -> None:
    """`--set "$FORGOTTEN"` is not the folder that one stands in."""
    code, out, err = command(capsys, *argv, "")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err.startswith('found the name ""; allowed is ')


@pytest.mark.parametrize("option", [(), ("--all",), ("--verify",)])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("none", "found no file to read (No such file or directory); allowed is a record, or a transcript (.ibss)."),
        ("hollow", "found no file to read (Is a directory); allowed is a record, or a transcript (.ibss)."),
        ("empty/below", "found no file to read (Not a directory); allowed is a record, or a transcript (.ibss)."),
        ("empty", "the header (line 1): found an empty file; expected the header of a record."),
        ("binary", "found a file that is not UTF-8; allowed is a record in JSON Lines."),
        ("empty-cards/us.yaml", "the header (line 1): found an empty file; expected the header of a record."),
    ],
)
def test_files_that_are_no_record(folder: Path, capsys: Output, option: tuple[str, ...], name: str, said: str) -> None:
    """The sentence begins with the name of the file."""
    file = str(folder / name)
    assert command(capsys, "replay", *option, file) == (1, "", f"{file}: {said}\n")


def test_a_record_of_unheard_of_cards(tmp_path: Path, capsys: Output) -> None:
    """A name of any length and with any letters stays one short sentence."""
    file = tmp_path / "game.jsonl"
    name = "x\\n" * 5000
    header = f'"engine":"1","set":"{name}","cards":"{name}","seed":"{"0" * 64}","ask_sides":false'
    file.write_text(f'{{"record":1,{header}}}\n', encoding="utf-8")
    code, out, err = command(capsys, "replay", "--verify", str(file))
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert len(err) < 400 + len(str(file))
    assert "--set DIR" in err


def test_one_bad_file_among_several_hides_no_other(folder: Path, capsys: Output) -> None:
    """Each gets its own sentence."""
    files = [str(folder / name) for name in ("empty", "none", "binary")]
    code, out, err = command(capsys, "replay", "--verify", *files)
    assert (code, out) == (1, "")
    assert [line.startswith(f"{file}: ") for line, file in zip(err.splitlines(), files, strict=True)] == [True] * 3


@pytest.mark.parametrize("out", ["", "empty", "empty/below", "a\0b", "x" * 300])
def test_a_folder_that_cannot_be_written_is_found_before_a_game_is_played(
    folder: Path, capsys: Output, out: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten million games would take a day."""
    monkeypatch.chdir(folder)
    code, shown, err = command(capsys, "selfplay", "--games", "10000000", "--jobs", "1", "--out", out)
    assert (code, shown, err.count("\n")) == (1, "", 1)
    assert "found no folder to write to (" in err


def test_a_summary_that_cannot_be_written(tmp_path: Path, capsys: Output) -> None:
    """A folder stands where the summary should."""
    (tmp_path / "summary.json").mkdir()
    code, shown, err = command(capsys, "selfplay", "--games", "10000000", "--jobs", "1", "--out", str(tmp_path))
    assert (code, shown) == (1, "")
    assert err == f"{tmp_path}: found no folder to write to (Is a directory); allowed is a folder of your own.\n"


def test_a_seed_of_any_bytes(tmp_path: Path, capsys: Output) -> None:
    """What a shell passes on may be no text; the same bytes play the same games."""
    argv = ("selfplay", "--games", "1", "--jobs", "1", "--seed", "\udcff\0", "--json")
    first, second = command(capsys, *argv, "--out", str(tmp_path)), command(capsys, *argv)
    assert first == second
    assert (first[0], first[2]) == (0, "")
    assert (tmp_path / "summary.json").read_text("utf-8") == first[1]


def test_a_seed_that_the_terminal_cannot_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their numbers stand for the letters that it does not know."""
    raw = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding="ascii"))
    assert main(["selfplay", "--games", "1", "--jobs", "1", "--seed", "翔鶴\udcff"]) == 0
    assert rb"random players, seed \u7fd4\u9db4\udcff: " in raw.getvalue()


@pytest.mark.parametrize(
    "argv",
    [
        ["odds"], ["odds", "x"], ["odds", ""], ["odds", "21"], ["odds", "-1"], ["odds", "4", "--hp", "0"],
        ["odds", "4", "--hp", "1e9"], ["odds", "4", "--hp", "9" * 5000], ["odds", "\0"],
        ["odds", "--attack", "3"], ["odds", "--attack", "4", "--defence", "2", "--hp", "5", "--first", "nobody"],
        ["cards", "show", ""], ["cards", "show", "no such ship at all"], ["cards", "show", "\0"],
        ["cards", "show", "x" * 5000], ["replay", "one.jsonl", "two.jsonl"],
    ],
)
def test_values_that_cannot_be(capsys: Output, argv: list[str]) -> None:
    """2, wrong usage."""
    code, out, err = command(capsys, *argv)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert len(err) < 400


@pytest.mark.parametrize(
    "argv",
    [
        ["nosuch"], ["selfplay", "--games"], ["selfplay", "--games", "0"], ["selfplay", "--games", "1.5"],
        ["selfplay", "--games", "²"], ["selfplay", "--jobs", "257"], ["selfplay", "--players", "chess"],
        ["selfplay", "--set"], ["selfplay", "game.jsonl"], ["selfplay", "--fast"], ["replay"], ["replay", "--set"],
        ["replay", "--all", "--verify", "game.jsonl"], ["cards"], ["cards", "deal"], ["cards", "check"],
        ["cards", "check", "one", "two"], ["cards", "list", "--side", "uk"], ["cards", "list", "--kind", "submarine"],
        ["cards", "show"], ["odds", "1", "2"], ["odds", "--hp"], ["odds", "3", "--exact"],
    ],
)
def test_options_that_cannot_be(capsys: Output, argv: list[str]) -> None:
    """2; argparse shows the usage, and its last line says what is wrong."""
    with pytest.raises(SystemExit) as left:
        main(argv)
    assert left.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("usage: ironbottom")
    assert ": error: " in err.splitlines()[-1]


@pytest.mark.parametrize("argv", [["odds"], ["cards", "show"], ["cards", "check"], ["replay"], ["selfplay", "--set"]])
def test_bytes_that_are_no_text(argv: list[str]) -> None:
    """A file name may be any bytes; standard error shows them as it can."""
    program: list[str | bytes] = [sys.executable, "-m", "ironbottom.client", *argv, b"\xff\xfe"]
    done = subprocess.run(program, capture_output=True, check=False, env=os.environ | {"LC_ALL": "C.UTF-8"})
    assert done.returncode in (1, 2)
    assert done.stdout == b""
    assert done.stderr.count(b"\n") == 1


def test_a_full_disk() -> None:
    """One sentence as well, and 1: what was asked for did not arrive."""
    program = [sys.executable, "-m", "ironbottom.client", "cards", "list"]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(program, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1
    assert done.stderr == b"ironbottom: [Errno 28] No space left on device.\n"


def test_no_command_gets_the_help(capsys: Output) -> None:
    """2, because nothing was done."""
    code, out, err = command(capsys)
    assert (code, out) == (2, "")
    assert "usage: ironbottom" in err
    assert "each command has its own examples" in err


@pytest.mark.parametrize(("argv", "usage"), [
    (("odds", "4", "--hp", "3", "more"), "odds"),
    (("odds", "4", "--bogus"), "odds"),
    (("selfplay", "more"), "selfplay"),
    (("selfplay", "--games", "0"), "selfplay"),
    (("cards", "show", "wasp", "--bogus"), "cards show"),
    (("host", "--bogus"), "host"),
])
def test_a_command_called_wrongly_shows_its_own_usage(capsys: Output, argv: tuple[str, ...], usage: str) -> None:
    """Not that of the whole program, which says nothing of its options."""
    with pytest.raises(SystemExit) as ended:
        main(argv)
    said = capsys.readouterr().err
    assert ended.value.code == 2
    assert said.startswith(f"usage: ironbottom {usage} [")
    assert f"\nironbottom {usage}: error: " in said
