"""What a terminal may be given: nothing that steers it, and nothing that it cannot print."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import redirect_stdout, suppress
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ironbottom.catalog import card_set, cards_by_id
from ironbottom.client.__main__ import main
from ironbottom.client.console.output import broken, copyable, say_json
from ironbottom.client.text.card_summary import NoSuchCard, found
from ironbottom.client.text.card_text import CLOSING, OPENING, width, wrapped
from ironbottom.client.text.sanitize import sanitize

from ..support.own_cards import typed

CARDS = cards_by_id(card_set("full")).values()
STEERING = "a\x1b[31mb\nc\u202e"
ESCAPED = r"a\x1b[31mb\nc\u202e"


def plainly(*argv: str) -> str:
    """What a command prints where only ASCII can be printed."""
    program = [sys.executable, "-m", "ironbottom.client", *argv]
    kept = os.environ | {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(program, capture_output=True, check=False, env=kept)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode("ascii")


def test_what_steers_a_terminal_is_written_out() -> None:
    """Control letters, line ends of every kind, marks of direction, bytes that are no text; nothing else."""
    assert sanitize("\x1b\r\n\t\x00\x9b\u2028\u202e\udcff") == r"\x1b\r\n\t\x00\x9b\u2028\u202e\udcff"
    assert sanitize("Kongo & 金剛 é \\ '§'") == "Kongo & 金剛 é \\ '§'"


@pytest.mark.parametrize(
    "argv",
    [
        ["odds", STEERING], ["odds", "4", "--hp", STEERING], ["odds", "4", STEERING], ["cards", "show", STEERING],
        ["cards", "list", "--set", STEERING], ["cards", "check", STEERING], ["replay", STEERING],
        ["replay", "--verify", STEERING], ["selfplay", "--set", STEERING], ["selfplay", STEERING],
        ["selfplay", "--games", "1", "--jobs", "1", "--seed", STEERING],
    ],
)
def test_arguments_are_shown_escaped(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """In a sentence, in the usage, in a table."""
    with suppress(SystemExit):
        main(argv)
    out, err = capsys.readouterr()
    assert ESCAPED in out + err
    assert not {"\x1b", "\u202e"} & set(out + err)


def test_names_of_own_cards_are_shown_escaped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whether the reader of cards refuses such a name or takes it, the terminal does not get it raw."""
    folder = typed(tmp_path / "mine")
    file = folder / "us.yaml"
    file.write_text(file.read_text("utf-8").replace("name: Wasp", 'name: "Wa\\e[31msp"'), encoding="utf-8")
    for argv in (["cards", "list"], ["cards", "show", "us/wasp"]):
        main([*argv, "--set", str(folder)])
        out, err = capsys.readouterr()
        assert "\x1b" not in out + err
        assert "Wa?[31msp" in out + err


def test_a_card_is_drawn_plainly_where_lines_cannot_be_printed() -> None:
    """English only, and a box that is still one."""
    lines = plainly("cards", "show", "金剛").splitlines()
    assert lines[0] == lines[-1] == "+" + "-" * 68 + "+"
    assert {len(line) for line in lines} == {70}
    assert {line[0] + line[-1] for line in lines} == {"++", "||"}
    assert "Kongo" in lines[1]
    assert not {"?", "\\"} & set("".join(lines))


def test_an_event_card_and_a_list_are_drawn_plainly() -> None:
    """The half of an event has a Japanese name as well; the list has no column for what it cannot print."""
    for argv in (["cards", "show", "tokyo-express"], ["cards", "list"]):
        text = plainly(*argv)
        assert "\\" not in text
        assert "Japanese name" not in text


def test_help_needs_no_japanese_letters() -> None:
    """Its examples have some."""
    assert r"cards show \u7fd4\u9db4" in plainly("cards", "--help")


def test_paragraphs_are_printed_plainly(tmp_path: Path) -> None:
    """A replay names the paragraph of each fact."""
    assert main(["selfplay", "--games", "1", "--jobs", "1", "--out", str(tmp_path)]) == 0
    text = plainly("replay", "--all", str(tmp_path / "game-000001.jsonl"))
    assert " par. 13" in text
    assert "\\xa7" not in text


@pytest.mark.parametrize("name", ["Kongo Haruna", "haruna kongo", "kongo & haruna", "  Haruna   KONGO "])
def test_words_of_a_name_find_it(name: str) -> None:
    """In any order."""
    assert found(name, CARDS).name == "Kongo & Haruna"


def test_every_word_must_be_in_the_name() -> None:
    """And one name must have them all."""
    with pytest.raises(NoSuchCard, match='No card is called "Kongo Yamato"'):
        found("Kongo Yamato", CARDS)


# Lines of Japanese: no line begins with what closes or ends with what opens (kinsoku shori)

WORDS = st.text("金剛翔鶴カタナのは", min_size=1, max_size=12) | st.sampled_from(["Zeke", "§18.4", "3", "DesRon 12"])
BEFORE, AFTER = st.text("（「(", max_size=1), st.text("。、）」)ーっ", max_size=2)
ATOMS = st.tuples(BEFORE, WORDS, AFTER, st.sampled_from(["", "", " ", "  "])).map("".join)
TEXTS = st.lists(ATOMS, max_size=14).map("".join)
ROOM = 20  # columns: what cannot be parted fits


@settings(max_examples=500, deadline=None)
@given(TEXTS, st.integers(ROOM, 60))
@example("翔鶴瑞鶴龍驤翔鶴瑞鶴。", ROOM)
@example("翔鶴瑞鶴龍驤翔鶴瑞（瑞鶴）", ROOM)
@example("翔鶴瑞鶴龍驤翔鶴瑞鶴 。 a ( b", ROOM)
@example("「Zeke、)ZekeZeke、、", ROOM)
def test_no_line_begins_with_what_closes_or_ends_with_what_opens(text: str, columns: int) -> None:
    lines = wrapped(text, columns)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert max(map(width, lines)) <= columns
    for before, after in pairwise(lines):
        assert after.strip(" ")[:1] not in CLOSING
        assert before.strip(" ")[-1:] not in OPENING


@settings(max_examples=200, deadline=None)
@given(TEXTS, st.integers(ROOM + 20, 80))
def test_broken_lines_keep_the_same_law(text: str, columns: int) -> None:
    first, *rest = broken(text, columns)
    assert max(map(width, [first, *rest])) <= columns
    assert not [line for line in rest if line.strip(" ")[:1] in CLOSING]


LONG = "/home/somebody-with-a-long-name/.local/share/ironbottom/games/2026-11-21-ann-vs-bob-k7f2qa9x.ibss"


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        (f"The transcript of the game: {LONG}", ["The transcript of the game:", LONG]),
        (f"Check it with: ironbottom verify {LONG}", ["Check it with:", f"ironbottom verify {LONG}"]),
        (f'  See "{LONG[:9]} {LONG[9:]}", then go on.', ["  See", f'"{LONG[:9]} {LONG[9:]}"', "    , then go on."]),
        (f"対局の記録：{LONG}", ["対局の記録：", LONG]),
        ("The transcript of the game: /home/ada/games/k7f2qa9x.ibss, on the disk, for all to see it",
         ["The transcript of the game: /home/ada/games/k7f2qa9x.ibss, on the disk, for", "    all to see it"]),
    ],
)
def test_a_path_is_printed_in_one_piece(line: str, lines: list[str]) -> None:
    """The terminal breaks it, and whoever copies it has all of it."""
    assert copyable(line, 80) == lines


@settings(max_examples=200, deadline=None)
@given(st.text("ab翔。（、) ", max_size=40), st.integers(2, 9))
def test_where_there_is_no_room_nothing_is_lost(text: str, columns: int) -> None:
    lines = wrapped(text, columns)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_latin_words_in_japanese_stay_whole() -> None:
    assert wrapped("翔鶴がZekeを三機載せ、Kateを", 12) == ["翔鶴がZekeを", "三機載せ、", "Kateを"]


@given(name=st.text())
@example(name="\x9b2J\x85\u2028\u202e\U000e0001")
@example(name="\x7f")
@example(name="a name " * 30)
def test_json_steers_nothing_and_says_what_was_meant(name: str) -> None:
    """A planted cheat: a name that a server sends, of letters for the terminal; lines are never broken within it."""
    out = StringIO()
    with redirect_stdout(out):
        say_json({"names": [name]})
    told = out.getvalue()
    assert json.loads(told) == {"names": [name]}
    assert len(told.splitlines()) == 5  # the braces, the brackets, the name
    assert sanitize(told.replace("\n", "")) == told.replace("\n", "")


def test_json_is_json_where_no_letters_can_be_printed() -> None:
    """A battle as a program reads it, with its Japanese texts."""
    assert json.loads(plainly("battles", "show", "cape-esperance", "--json"))["japanese"]["title"] == "サボ島沖海戦"
