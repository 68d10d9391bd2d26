"""`ironbottom arena --ladder`: everybody against everybody, the same whatever came between."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from io import BytesIO, StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from ironbottom.catalog import card_set
from ironbottom.client.__main__ import main
from ironbottom.client.console import pictures
from ironbottom.client.console.errors import UserError
from ironbottom.client.launch.arena.ladder import plot as plotting
from ironbottom.client.launch.arena.ladder.figures import LadderTable, as_json, table_of
from ironbottom.client.launch.arena.ladder.kept_games import KeptGames, file_of, write
from ironbottom.client.launch.arena.ladder.report import COLUMNS, draw, names_of, report
from ironbottom.client.launch.arena.ladder.round_robin import (
    LadderGame,
    Meeting,
    RoundRobin,
    complete,
    play_meeting,
)
from ironbottom.client.text.card_text import width
from ironbottom.strength import Estimate
from tests import ROOT

CARDS = card_set("core")
THREE = RoundRobin(("random", "first", "mate"), "ladder", CARDS)
WORDS = ("arena", "--ladder", *THREE.players, "--seed", "ladder")


def figures(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """As they are printed, byte for byte."""
    assert main([*WORDS, "--json", *words]) == 0
    return capsys.readouterr().out


def made_up(players: tuple[str, ...], games: int, better: float = 0.4) -> list[LadderGame]:
    """A ladder that nobody played: who is named later wins more often, and never loses if he is the last of all."""
    table, rng = RoundRobin(players, "made up", CARDS), Random(1)
    found = []
    for meeting in table.meetings(games):
        us, jp = table.series(meeting).players(meeting.n)
        i, j = players.index(us), players.index(jp)
        first = rng.random() < 0.5 + better * (i - j) / len(players)
        if len(players) - 1 in (i, j):
            first = i > j
        seed = table.series(meeting).deal(meeting.n).hex()
        found.append(LadderGame(
            meeting.n, seed, us, jp, "US" if first else "JP", "time-up", (1, 2), 10, (100, 50), (0.1, 0.2), (0, 0),
        ))
    return found


# which games


def test_everybody_meets_everybody_from_both_sides_of_every_deal() -> None:
    meetings = list(THREE.meetings(4))
    assert len(meetings) == len(set(meetings)) == 3 * 4
    seats = [THREE.series(one).players(one.n) for one in meetings]
    assert {(us, jp) for us, jp in seats} == {(a, b) for a in THREE.players for b in THREE.players if a != b}
    assert meetings[:6] == list(THREE.meetings(2))  # a table that is stopped is even
    assert len(list(THREE.meetings(3))) == 9


def test_no_deal_is_played_by_others_or_twice() -> None:
    deals: dict[str, set[tuple[str, str]]] = {}
    for one in THREE.meetings(40):
        deals.setdefault(THREE.series(one).deal(one.n).hex(), set()).add(THREE.series(one).players(one.n))
    assert len(deals) == 3 * 20
    assert all(len(seats) == 2 and len({tuple(sorted(pair)) for pair in seats}) == 1 for seats in deals.values())


def test_a_game_hangs_on_its_two_players_alone() -> None:
    """Not on the order in which they are named, or on who else plays."""
    other = RoundRobin(("mate", "other:Bot", "random"), "ladder", CARDS)
    meeting = Meeting("mate", "random", 3)
    assert other.series(meeting) == THREE.series(meeting)
    assert THREE._replace(seed="2").series(meeting).deal(3) != THREE.series(meeting).deal(3)


def test_a_deal_that_is_played_twice_is_caught() -> None:
    games = made_up(THREE.players, 4)
    table_of(games, THREE.players)
    again = [games[0], next(game for game in games if game.us == games[0].us and game.n != games[0].n)]
    planted = [*games[:-1], LadderGame(**{**_fields(again[1]), "seed": games[0].seed, "n": 9})]
    with pytest.raises(ValueError, match="was played twice"):
        table_of(planted, THREE.players)


def _fields(game: LadderGame) -> dict[str, Any]:
    return {name: getattr(game, name) for name in game.__struct_fields__}


# the same bytes


def test_it_plays_the_same_table_however_it_is_played(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """In one process, in two, and in pieces; with more games than before, and with fewer."""
    alone = figures(capsys, "--games", "4", "--jobs", "1")
    assert figures(capsys, "--games", "4", "--jobs", "2", "--out", str(tmp_path / "two")) == alone
    kept = tmp_path / "pieces" / "ladder.jsonl"
    first = figures(capsys, "--games", "2", "--jobs", "1", "--out", str(tmp_path / "pieces"))
    assert first != alone
    lines = kept.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + 3 * 2
    kept.write_bytes(b"".join([*lines[:4], lines[2], lines[5], lines[6][:50]]))  # one line twice, one cut off
    assert figures(capsys, "--games", "4", "--jobs", "1", "--out", str(kept)) == alone
    assert len(kept.read_bytes().splitlines()) == 1 + 1 + 3 * 4
    assert figures(capsys, "--games", "2", "--out", str(kept)) == first
    games = [json.loads(line) for line in kept.read_text("utf-8").splitlines()[1:]]
    assert len({(game["us"], game["jp"], game["n"]) for game in games}) == 3 * 4


def test_it_plays_on_after_a_kill(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C first, then kill -9; nothing is lost but what was under way."""
    kept, two = tmp_path / "ladder.jsonl", ("arena", "--ladder", "random", "first", "--json")
    for stop in (signal.SIGINT, signal.SIGKILL):
        before = len(kept.read_bytes().splitlines()) if kept.exists() else 0
        argv = [sys.executable, "-m", "ironbottom.client", *two, "--games", "9000", "--jobs", "2", "--out", str(kept)]
        with subprocess.Popen(argv, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            until = time.monotonic() + 60
            while time.monotonic() < until and process.poll() is None:
                if kept.exists() and len(kept.read_bytes().splitlines()) > before + 4:
                    break
                time.sleep(0.02)
            process.send_signal(stop)
            out, err = process.communicate()
        if stop is signal.SIGINT:
            assert process.returncode == 128 + signal.SIGINT
            assert "the same command goes on." in err
            assert json.loads(out)["played"] >= 4  # the table of what there is
    with kept.open("ab") as file:
        file.write(b'{"n":3,"seed":"half a li')
    assert len(kept.read_bytes().splitlines()) > 1 + 2 * 4
    for words in ((), ("--out", str(kept))):
        assert main([*two, "--games", "30", "--jobs", "1", *words]) == 0
    out = capsys.readouterr().out
    assert out[: len(out) // 2] == out[len(out) // 2 :]


# the file


def test_another_ladder_does_not_go_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    KeptGames(tmp_path / "ladder.jsonl", THREE).close()
    asked = ["arena", "--games", "2", "--out", str(tmp_path)]
    for words, said in (
        (["--ladder", *THREE.players, "--seed", "2"], "was begun with seed ladder, and not 2: give the same"),
        (["--ladder", "random", "mate", "--seed", "ladder"], "players first mate random, and not mate random"),
        (["--ladder", *THREE.players, "--seed", "ladder", "--set", "full"], "set core, and not full"),
    ):
        assert main([*asked, *words]) == 1
        err = capsys.readouterr().err
        assert said in err
        assert err.count("\n") == 1


def test_players_may_be_named_in_another_order(tmp_path: Path) -> None:
    KeptGames(tmp_path / "ladder.jsonl", THREE).close()
    KeptGames(tmp_path / "ladder.jsonl", THREE._replace(players=THREE.players[::-1])).close()


@pytest.mark.parametrize("text", ["my notes", "my notes\n", '{"n":1}\n', '{"ladder":1}\n', "\n"])
def test_a_file_of_somebody_else_is_left_as_it_is(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "notes.jsonl"
    path.write_text(text, "utf-8")
    assert main([*WORDS, "--games", "2", "--out", str(path)]) == 1
    assert "is no file of a ladder: it is left as it is" in capsys.readouterr().err
    assert path.read_text("utf-8") == text


@pytest.mark.parametrize("change", [
    {"seed": "00" * 32}, {"us": "mate", "jp": "mate"}, {"us": "nobody"}, {"n": -1}, {"n": 1}, {"winner": "UK"},
])  # fmt: skip
def test_a_line_that_is_no_game_of_it_is_named(change: dict[str, Any], tmp_path: Path) -> None:
    path, game = tmp_path / "ladder.jsonl", play_meeting(THREE, Meeting("first", "random", 0))
    kept = KeptGames(path, THREE)
    kept.add(game)
    kept.close()
    text = path.read_bytes()
    path.write_bytes(text + json.dumps(_fields(game) | change).encode() + b"\n")
    with pytest.raises(UserError, match=r"ladder\.jsonl, line 3: no game of this ladder"):
        KeptGames(path, THREE)
    path.write_bytes(text)
    kept = KeptGames(path, THREE)
    kept.close()
    assert kept.games == [game]


def test_half_of_its_first_line_is_a_new_beginning(tmp_path: Path) -> None:
    path = tmp_path / "ladder.jsonl"
    KeptGames(path, THREE).close()
    whole = path.read_bytes()
    path.write_bytes(whole[:30])
    kept = KeptGames(path, THREE)
    kept.close()
    assert (kept.games, path.read_bytes()) == ([], whole)


class FullDisk(BytesIO):
    """It takes half of what it is given."""

    def write(self, data: Any) -> int:
        return super().write(bytes(data)[: len(data) // 2])


def test_a_full_disk_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = KeptGames(tmp_path / "ladder.jsonl", THREE)
    kept.close()
    monkeypatch.setattr(kept, "_file", FullDisk())
    with pytest.raises(UserError, match=r"ladder\.jsonl cannot be written \(No space left on device\): make room"):
        kept.add(made_up(("a", "b"), 1)[0])


def test_what_is_no_file_is_left_alone() -> None:
    with pytest.raises(UserError, match=r"/dev/null/ladder\.jsonl"):
        KeptGames(file_of("/dev/null"), THREE)
    with pytest.raises(UserError, match="/dev/zero is no file of a ladder"):
        KeptGames(Path("/dev/zero"), THREE)


def test_a_folder_that_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    for name in (str(tmp_path / "file" / "below"), "a\0b"):
        assert main([*WORDS, "--games", "2", "--out", name]) == 1
        assert "give another --out" in capsys.readouterr().err


# the table


def test_the_figures_are_those_of_the_games() -> None:
    games = made_up(("a", "b", "c"), 20)
    found = table_of(games, ("a", "b", "c"))
    assert found.rows[0].player == "c"
    assert (found.games, found.deals, found.turns, found.reasons) == (60, 30, 10, {"time-up": 60})
    for row in found.rows:
        own = [game for game in games if row.player in (game.us, game.jp)]
        won = [game for game in own if (game.winner == "US") == (game.us == row.player)]
        assert (row.games, row.won) == (len(own), len(won)) == (40, row.as_us.won + row.as_jp.won)
        assert sum([share.won for share in row.against.values()]) == row.won
        assert row.pace == pytest.approx((20 * 0.1 + 20 * 0.2) / (20 * 100 + 20 * 50))
    a, b = found.differences["b", "a"], found.differences["a", "b"]
    assert a.points == pytest.approx(-b.points, abs=1e-3)
    assert found.differences["c", "a"].high is None
    table = as_json(found, {})
    json.dumps(table, allow_nan=False)
    assert {row["player"]: row["elo"]["high"] for row in table["table"]}["c"] is None


def test_who_is_level_stands_in_the_order_of_the_names() -> None:
    """Not in that of the last digits of a computation, which differ between computers."""
    games = [
        game for pair in (("a", "b"), ("b", "c"), ("a", "c")) for k in range(4) for game in even(*pair, k)
    ]
    for players in (("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a")):
        assert tuple([row.player for row in table_of(games, players).rows]) == players


def even(a: str, b: str, k: int) -> list[LadderGame]:
    """A deal of which each wins the game as the US."""
    one = made_up(("a", "b"), 1)[0]
    fields = _fields(one) | {"seed": f"{a} {b} {k}", "winner": "US"}
    return [LadderGame(**{**fields, "n": 2 * k + n, "us": us, "jp": jp}) for n, (us, jp) in enumerate(((a, b), (b, a)))]


def test_nothing_played_is_a_table_too() -> None:
    found = table_of([], ("a", "b"))
    assert [row.strength for row in found.rows] == [Estimate(0, 0, 0), None]
    assert report(found, "1", "core")
    assert drawn(found) == []
    json.dumps(as_json(found, {}), allow_nan=False)


def drawn(found: LadderTable, columns: int = COLUMNS) -> list[str]:
    console = Console(file=StringIO(), width=columns, color_system=None)
    draw(found, console)
    text: Any = console.file
    return str(text.getvalue()).splitlines()


@pytest.mark.parametrize("players", [2, 3, 9])
def test_it_fits_in_80_columns(players: int) -> None:
    names = tuple([f"my_own_module.of_bots:Player{n:02}WithALongName" for n in range(players)])
    found = table_of(made_up(names, 4), names)
    lines = [*report(found, "1", "core"), *drawn(found)]
    assert max(map(width, lines)) <= COLUMNS
    assert len(set(names_of(names).values())) == players


def test_bars_are_read_without_colours() -> None:
    """One line for each player and the side, with where it begins, where it is and where it ends, over a scale."""
    found = table_of(made_up(("a", "b", "c"), 40), ("a", "b", "c"))
    *bars, scale = drawn(found)
    assert [bar.split()[0] for bar in bars] == ["c", *[row.player for row in found.rows[1:]], "US"]
    assert bars[0].endswith("▸")  # it never lost
    assert all(bar.count("●") == 1 for bar in bars)
    (b,) = [bar for bar in bars if bar.startswith("b")]
    assert b.index("├") < b.index("●") < b.index("┤")
    zero = next(bar for bar in bars if bar.startswith("a")).index("●")
    assert scale.split() == sorted(scale.split(), key=int)
    assert abs(scale.index(" 0 ") + 1 - zero) <= 1
    assert max(map(len, drawn(found, 40))) <= 40


def test_only_what_was_asked_for_counts() -> None:
    games = made_up(("a", "b"), 6)
    mixed = games[::-1]
    assert complete(mixed, 4) == [game for game in games if game.n < 4]


# the picture


@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_the_picture(suffix: str, tmp_path: Path) -> None:
    """The same bytes from the same table, and names that mean nothing to who draws them."""
    pytest.importorskip("matplotlib")
    players = ("a$b$", "b", "c<&>")
    found = table_of(made_up(players, 10), players)
    one, other = tmp_path / f"one{suffix}", tmp_path / f"other{suffix}"
    for path in (one, other):
        plotting.plot(found, pictures.plottable(str(path)))
    assert one.read_bytes() == other.read_bytes()
    begins = {".png": b"\x89PNG", ".svg": b"<?xml"}[suffix]
    assert one.read_bytes().startswith(begins)
    if suffix == ".svg":
        text = one.read_text("utf-8")
        assert all(name in text for name in ("a$b$", "c&lt;&amp;&gt;", "Elo (95 %)", "US - JP"))


@pytest.mark.parametrize(("name", "said"), [
    ("ladder.pdf", "ladder.pdf: found no picture; allowed is a name that ends in .png or .svg."),
    ("ladder", "found no picture"), ("nowhere/ladder.png", "found no folder of that name"),
])
def test_a_picture_that_cannot_be_drawn_is_told_before_a_game(
    name: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*WORDS, "--games", "1000000", "--plot", name]) == 1
    assert said in capsys.readouterr().err


def test_what_a_picture_needs_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(pictures, "find_spec", lambda _name: None)
    assert main([*WORDS, "--plot", "ladder.png"]) == 1
    assert capsys.readouterr().err == "--plot needs matplotlib: pip install 'ironbottom[plot]'\n"


# sentences


@pytest.mark.parametrize(("words", "said"), [
    (("--ladder", "random"), "A ladder needs two players at least"),
    (("--ladder", "random", "mate", "random"), "random and random are the same bot"),
    (("--ladder", "first", "ironbottom.client.bots.players:FirstSeat"), "FirstSeat and first are the same bot"),
    (("--ladder", "first", "hal"), "There is no bot 'hal'"),
    (("--ladder", "first", "mate", "--fast"), "found --fast, which --ladder is anyway"),
    (("mate", "--ladder", "first", "random"), "found two players, and others behind --ladder"),
    (("mate",), "found 1 of two bots: name two"), ((), "found 0 of two bots"),
    (("mate", "first", "--plot", "a.png"), "--plot goes with --ladder only"),
])
def test_one_sentence_says_what_is_wrong(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *words]) == 2
    assert said in capsys.readouterr().err


def test_a_bot_that_fails_ends_it_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "failing.py").write_text(
        "class Late:\n"
        "    games = 0\n"
        "    def __init__(self, cards, rng):\n"
        "        Late.games += 1\n"
        "    def choose(self, view):\n"
        "        return view.question.default if Late.games < 3 else 1 / 0\n", "utf-8",
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    words = ["arena", "--ladder", "first", "failing:Late", "--games", "6", "--jobs", "1", "--out", "kept"]
    assert main(words) == 2
    err = capsys.readouterr().err.splitlines()
    assert err[0].startswith("The bot failing:Late failed at a question")
    kept = Path("kept", "ladder.jsonl")
    assert err[1:] == ["Stopped after 2 of 6 games.", f"{kept} has them: the same command goes on."]
    assert len((tmp_path / kept).read_bytes().splitlines()) == 1 + 2


def test_the_line_of_a_game_is_its_record() -> None:
    game = made_up(("a", "b"), 1)[0]
    assert json.loads(write(game))["seed"] == game.seed
    assert os.linesep not in write(game).decode()
