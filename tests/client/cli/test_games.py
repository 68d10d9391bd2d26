"""`ironbottom games`, run as a person runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from ironbottom.client.__main__ import main
from ironbottom.client.bots.review.keeping import place_of
from ironbottom.client.cli.commands import games as command
from ironbottom.client.cli.statistics import reading
from ironbottom.client.storage.evidence_log import GAMES
from ironbottom.proof.reading import Transcript, read
from ironbottom.wire.whatif import Branch, WhatIf
from tests.client.support.own_games import game, own_home
from tests.client.support.reviewed import LITTLE
from tests.support.languages import english

__all__ = ["english"]  # after each test the next one hears English

Output = pytest.CaptureFixture[str]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three games of Ann's: who resigns is the US."""
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path))
    monkeypatch.setattr(command, "THOROUGH", LITTLE)
    return own_home(tmp_path, game(1), game(2, "mate", "jp"), game(3, "mate", resigns=50))


def told(capsys: Output, *argv: str) -> tuple[int, str, str]:
    code = main(["games", *argv])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def test_all_of_it_is_told(capsys: Output, home: Path) -> None:
    code, out, err = told(capsys)
    assert (code, err) == (0, "")
    assert out.startswith("Results of 3 games\n")
    for title in ("Over time", "What decisions gave away: no game", "Luck", "First fleets", "The cards that did most",
                  "Your games, the last first"):
        assert f"\n{title}" in out
    rows = {" ".join(line.split()[:3]): line.split() for line in out.splitlines()}
    assert rows["all 3 1"][3:5] == ["33", "%"]
    assert "against mate 2" in rows
    assert "3 games have no review yet: --review makes them, in up to a minute each." in out
    assert "game-2.ibss" in out


@pytest.mark.parametrize(("words", "n"), [
    (("--opponent", "ma"), 2), (("--side", "jp"), 1), (("--since", "2000-01-01"), 3), (("--opponent", "bob"), 1),
])
def test_some_of_them(capsys: Output, home: Path, words: tuple[str, ...], n: int) -> None:
    code, out, _err = told(capsys, *words)
    assert code == 0
    assert out.startswith(f"Results of {n} game")
    assert out.count(".ibss") == n


def test_none_of_them(capsys: Output, home: Path) -> None:
    code, out, err = told(capsys, "--opponent", "nobody")
    assert (code, err) == (0, "")
    assert out == "None of your 3 finished games fits: leave out --opponent, --side or --since.\n"


def test_who_has_none_reads_how_to_get_some(
    capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path))
    code, out, err = told(capsys)
    assert (code, err) == (0, "")
    assert out.startswith("No finished game of yours lies on this computer yet.")
    assert "`ironbottom play` begins one" in out
    code, out, err = told(capsys, "--json")
    assert (code, err, json.loads(out)["score"]) == (0, "", {"games": 0, "won": 0})


def test_broken_files_are_named_and_skipped(capsys: Output, home: Path) -> None:
    (home / GAMES / "broken.ibss").write_bytes(b"no game\n")
    code, out, err = told(capsys)
    assert code == 0
    assert out.startswith("Results of 3 games\n")
    assert err.count("\n") == 1
    assert "broken.ibss" in err


def test_missing_reviews_are_made(capsys: Output, home: Path) -> None:
    code, out, err = told(capsys, "--opponent", "mate", "--review")
    assert (code, err) == (0, "")
    assert "What your decisions gave away, by kind" in out
    assert "chance of every kind, in 2 reviewed games: " in out
    assert [place_of(str(home / GAMES / f"game-{n}.ibss")).exists() for n in (1, 2, 3)] == [False, True, True]
    found = json.loads(told(capsys, "--json")[1])
    assert found["luck"]["reviewed"] == 2
    assert sum(one["decisions"] for one in found["sections"].values()) > 0
    assert {"score", "by_side", "by_opponent", "over_time", "first_cards", "cards", "games"} <= set(found)


def test_it_speaks_japanese(capsys: Output, home: Path) -> None:
    code = main(["--lang", "ja", "games"])
    out = capsys.readouterr().out
    assert code == 0
    assert "日本" in out
    for english_word in ("Results", "Over time", "Luck", "games", "won", "against", "FRONT,"):
        assert english_word not in out


@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_the_picture_of_them(capsys: Output, home: Path, tmp_path: Path, suffix: str) -> None:
    pytest.importorskip("matplotlib")
    files = [tmp_path / f"{name}{suffix}" for name in ("one", "other")]
    for file in files:
        assert told(capsys, "--plot", str(file))[0] == 0
    one, other = [file.read_bytes() for file in files]
    assert one == other
    assert one.startswith({".png": b"\x89PNG", ".svg": b"<?xml"}[suffix])


@pytest.mark.parametrize(("words", "code", "said"), [
    (("--plot", "games.pdf"), 1, "games.pdf: found no picture; allowed is a name that ends in .png or .svg."),
    (("--plot", "nowhere/games.svg"), 1, "found no folder of that name to write to"),
    (("--since", "yesterday"), 2, "found 'yesterday'; allowed is a day, as 2026-01-31"),
    (("--set", "no-such-folder"), 1, "no-such-folder: found no folder to read"),
])
def test_bad_input_gets_one_sentence(
    capsys: Output, home: Path, words: tuple[str, ...], code: int, said: str
) -> None:
    try:
        ended = main(["games", *words])
    except SystemExit as usage:
        ended = int(usage.code or 0)
    assert ended == code
    assert said in capsys.readouterr().err


def test_what_ifs_count_as_none(capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that began at a moment of another is left out here, and marked where games are listed for a review."""
    whatif = Branch(WhatIf(bytes(32), "TABLE", 1, 9), "2", "")

    def as_what_if(lines: list[bytes]) -> Transcript:
        told = read(lines)
        return told._replace(begun=replace(told.begun, branch=whatif))

    home = own_home(tmp_path, game(1))
    monkeypatch.setenv("IRONBOTTOM_HOME", str(home))
    monkeypatch.setattr(reading, "read", as_what_if)
    assert main(["games"]) == 0
    assert "No finished game of yours lies on this computer yet." in capsys.readouterr().out
