"""`ironbottom ladder`: a real server is asked, and what it says is told line by line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ironbottom.client.__main__ import main
from ironbottom.client.text.people.ladder import lines
from ironbottom.wire.ratings import LadderRung, Ratings
from tests.server.support.seats import real_server

ADA = LadderRung("Ada", "ABCD-EFGH-IJKL-MNOP", False, 7, 5, 1, 4, 1618, 1452, 1784)
MATE = LadderRung("a mate", "QRST-UVWX-YZ23-4567", True, 7, 1, 1, 3, 1382, 1216, 1548)


def test_a_server_without_rated_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path / "home"))
    with real_server(tmp_path / "server") as server:
        assert main(["ladder", f"127.0.0.1:{server.port}"]) == 0
        assert "No rated game has been played here yet." in capsys.readouterr().out
        assert main(["ladder", f"127.0.0.1:{server.port}", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["rungs"] == []


@pytest.mark.parametrize("words", [("ladder",), ("challenge", "list"), ("cup", "show"), ("player", "Ada")])
def test_a_program_reads_nothing_but_json_of_a_server_that_is_met_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    """What a person is to compare goes where errors go."""
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path / "home"))
    with real_server(tmp_path / "server") as server:
        address = f"127.0.0.1:{server.port}"
        argv = [words[0], address, *words[1:], "--json"] if words[0] == "player" else [*words, address, "--json"]
        found = main(argv)
    told = capsys.readouterr()
    assert "You meet this server for the first time" in told.err
    assert (found, told.out[:1]) in ((0, "{"), (0, "["), (1, ""))
    if found == 0:
        json.loads(told.out)


@pytest.mark.parametrize("address", ["", "no address!", "1.2.3.4:x"])
def test_what_is_no_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path))
    assert main(["ladder", address]) == 1
    assert "is no address: it looks like" in capsys.readouterr().err


def test_each_player_has_a_line_and_ones_own_is_marked() -> None:
    told = lines(Ratings(1, 7, (ADA, MATE), 2, (12, -141, 165)))
    assert told[:3] == [
        "Rated games that count: 7",
        "  1  Ada           1618 (1452 to 1784)  games 7, won 5, drawn 1, as the US 4",
        "  2  a mate (bot)  1382 (1216 to 1548)  games 7, won 1, drawn 1, as the US 3  <- you",
    ]
    assert told[-1] == "The US side is worth +12 points (-141 to +165); that is taken out of the strengths."


@pytest.mark.parametrize("letter", ["\x1b[2J", "\u202e", "\n"])
def test_a_name_moves_nothing_on_the_screen(letter: str) -> None:
    """A planted cheat: a server that sends letters for the terminal in a name."""
    evil = LadderRung(f"Eve{letter}", "K", False, 1, 1, 0, 1, 1500, 1400, 1600)
    assert letter not in "".join(lines(Ratings(1, 1, (evil,))))
