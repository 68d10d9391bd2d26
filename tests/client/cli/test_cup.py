"""`ironbottom cup`: a real server, its host and two players at their terminals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ironbottom.client.__main__ import main
from ironbottom.client.storage import seat_store
from ironbottom.client.text.people.cups import cup_lines, lines
from ironbottom.wire.cups import Cup, CupGame, CupLine, CupPlayer, Cups
from ironbottom.wire.terms import Terms
from tests.server.support.seats import real_server

Output = pytest.CaptureFixture[str]
LINE = CupLine("ABCD2345", "Spring", "round-robin", 1, Terms(bank=600), "running", 0, 8, 2, round=1, rounds=1, days=7)
PLAYERS = (
    CupPlayer("Ada", "A", 1, 1.0, 1, 1, 0, 0.0, 0.0, 3), CupPlayer("Ben", "B", 2, 0.0, 1, 0, 1, 0.0, 0.0, -3, out=True),
)
GAMES = (CupGame(1, 0, 1, "TABLE", "played", (1.0, 0.0), 3), CupGame(2, 1, 0, "OTHER"))


class CupTerminal:
    """Commands of one person, and what they print."""

    def __init__(self, home: Path, monkeypatch: pytest.MonkeyPatch, output: Output) -> None:
        self.home, self._patch, self._output = home, monkeypatch, output

    def types(self, *words: str, code: int = 0) -> str:
        self._patch.setenv("IRONBOTTOM_HOME", str(self.home))
        self._patch.setenv("IRONBOTTOM_NAME", self.home.name)
        self._output.readouterr()
        assert main([*words]) == code
        said = self._output.readouterr()
        return said.err if code else said.out


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def test_from_the_making_of_a_cup_to_the_seats_of_its_first_round(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    host, ada, ben = [CupTerminal(folder / name, monkeypatch, capsys) for name in ("host", "Ada", "Ben")]
    data = ("--data", str(folder / "server"))
    with real_server(folder / "server") as server:
        at = f"127.0.0.1:{server.port}"
        assert "There is no cup here." in host.types("cup", "list", *data)
        made = host.types("cup", "make", "Spring cup", "--kind", "knock-out", "--days", "3", "--rated", *data)
        cup = made.split()[0]
        assert "Spring cup  knock-out, players may enter until" in made
        assert "make your name yours" in ada.types("cup", "enter", at, cup, code=1)
        for one in (ada, ben):
            one.types("key", "claim", at)
            assert "You play in this cup now." in one.types("cup", "enter", at, cup)
        assert "    Ada  " in host.types("cup", "list", *data)
        assert "round 1 of 1" in host.types("cup", "start", cup, *data)
        assert "Nobody enters this cup any more." in host.types("cup", "start", cup, *data, code=1)
        told = ada.types("cup", "show", at)
        assert told.count("against Ben waits: table ") == 2
        assert len(seat_store.waiting(ada.home)) == 2
        assert "against Ben waits" in ada.types("cup", "show", at)
        assert "Spring cup: round 1 of 1" in ben.types("cup", "show", at, cup)
        assert "lead of 20 VP" in ben.types("cup", "show", at, cup)
        found = json.loads(ben.types("cup", "show", at, cup, "--json"))
        assert [game["n"] for game in found["games"]] == [1, 2]
        assert "round 1 of 1" in host.types("cup", "decide", cup, "1", "us", *data)
        assert "no game of this number" in host.types("cup", "decide", cup, "1", "us", *data, code=1)
        assert "over" in host.types("cup", "withdraw", cup, "ada", *data)
        assert "This cup is over." in host.types("cup", "end", cup, *data, code=1)
        assert "does not play in this cup" in host.types("cup", "withdraw", cup, "Eve", *data, code=1)
        told = ben.types("cup", "show", at, cup)
        host.types("server", "backup", *data, str(folder / "backup"))
        assert "decided by the host" in told
        assert "somebody has left" in told
    assert "No server runs with" in host.types("cup", "list", *data, code=1)
    elsewhere = ("--data", str(folder / "elsewhere"))
    host.types("server", "restore", *elsewhere, str(folder / "backup"))
    with real_server(folder / "elsewhere"):
        assert "Spring cup  knock-out, over" in host.types("cup", "list", *elsewhere)
    export = folder / "export"
    assert "0 finished games" in host.types("server", "export", *data, str(export))
    (kept,) = (export / "cups.jsonl").read_bytes().splitlines()
    assert json.loads(kept)["cup"]["line"]["title"] == "Spring cup"


@pytest.mark.parametrize(("words", "sentence"), [
    (("--battle", "nowhere"), "No such file"), (("--option", "nothing"), "nothing"), (("--days", "0"), "1 to 60 days"),
    (("--set", "none"), "card sets"), (("--rated", "--option", "fuel"), "A rated game is a whole one"),
    (("--players", "1"), "2 to 32 players"), (("--round", "0"), "1 to 60 days"),
])
def test_what_cannot_be_made(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output, words: tuple[str, ...], sentence: str
) -> None:
    host = CupTerminal(folder / "host", monkeypatch, capsys)
    with real_server(folder / "server"):
        assert sentence in host.types("cup", "make", "X", *words, "--data", str(folder / "server"), code=1)


def test_without_a_server_one_sentence_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    host = CupTerminal(folder / "host", monkeypatch, capsys)
    assert "holds no journal of a server" in host.types("cup", "list", "--data", str(folder), code=1)


def test_a_cup_line_by_line() -> None:
    told = cup_lines(Cup(1, LINE, PLAYERS, 1, GAMES, (1,)))
    assert told[0] == "ABCD2345  Spring: round 1 of 1; players 2, 8 at most"
    assert told[2] == "  1  Ada  points 1, games 1 (US 1, Japan 0); mutual 0, Sonneborn-Berger 0, VP +3"
    assert told[3].endswith("VP -3; out")
    assert told[-3] == "   1  Ada (US) : Ben (Japan)  1 : 0, VP +3, played"
    assert told[-2].startswith("   2  Ben (US) : Ada (Japan)  table OTHER, until ")
    assert told[-1] == "free: Ben"


def test_no_cup_at_all() -> None:
    assert lines(Cups(1, ())) == ["There is no cup here yet.  The host of a server makes them."]


@pytest.mark.parametrize("letter", ["\x1b[2J", "\u202e", "\n"])
def test_a_name_moves_nothing_on_the_screen(letter: str) -> None:
    """A planted cheat: a server that sends letters for the terminal in names and tables."""
    evil = CupPlayer(f"Eve{letter}", "K", 1, 0.0, 0, 0, 0)
    game = CupGame(1, 0, 0, f"T{letter}")
    line = CupLine(f"C{letter}", f"T{letter}", "knock-out", 2, Terms(), "running", 0, 8, 1, round=1, rounds=1)
    assert letter not in "".join(cup_lines(Cup(1, line, (evil,), 1, (game,))))
