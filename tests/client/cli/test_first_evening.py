"""What `ironbottom play` offers, and to whom."""

from __future__ import annotations

import argparse
import sys
from io import StringIO
from pathlib import Path

import pytest
from msgspec.structs import replace

from ironbottom.client.__main__ import main
from ironbottom.client.cli import first_evening
from ironbottom.client.cli.first_evening import ADVISED, AGAIN, FIRST, LEARN, PLAY, Beginning, picked_of
from ironbottom.client.launch import browser_game, resume_game
from ironbottom.client.launch.alone import local_game, tutorial_game
from ironbottom.client.storage import seat_store
from ironbottom.client.storage.evidence_log import GAMES
from ironbottom.client.storage.seat_store import SavedSeat
from ironbottom.client.text.people.rungs import bot_told, rungs
from ironbottom.wire.invite import Address

Begun = list[tuple[str, argparse.Namespace]]


class TypedAtTerminal(StringIO):
    """What a person types."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Begun:
    """What was begun."""
    found: Begun = []

    def noted(name: str) -> object:
        def run(*words: object) -> int:
            args = words[-1]
            assert isinstance(args, argparse.Namespace)
            found.append((name, args))
            return 0
        return run

    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path))
    monkeypatch.setattr(local_game, "run", noted("play"))
    monkeypatch.setattr(browser_game, "run", noted("page"))
    monkeypatch.setattr(tutorial_game, "run", noted("lessons"))
    return found


def at_terminal(monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    monkeypatch.setattr("sys.stdin", TypedAtTerminal(typed))
    monkeypatch.setattr(first_evening, "_somebody", lambda: True)


@pytest.mark.parametrize(("typed", "name", "advice"), [
    ("1\n", "lessons", None), ("\n", "lessons", None), ("2\n", "play", True), ("3\n", "play", False),
    ("7\nlearn\n 3 \n", "play", False),
])
def test_who_comes_first_is_offered_to_learn(
    monkeypatch: pytest.MonkeyPatch, begun: Begun, capsys: pytest.CaptureFixture[str], typed: str, name: str,
    advice: bool | None,
) -> None:
    at_terminal(monkeypatch, typed)
    assert main(["play"]) == 0
    [(what, args)] = begun
    assert (what, getattr(args, "advice", None)) == (name, advice)
    out = capsys.readouterr().out
    assert "  1  Learn the game in ten minutes" in out
    assert ("Found '7'." in out) == typed.startswith("7")


@pytest.mark.parametrize("typed", ["", "7\n"])
def test_the_end_of_the_input_begins_nothing(monkeypatch: pytest.MonkeyPatch, begun: Begun, typed: str) -> None:
    """Ctrl-D, at once or after what was not offered."""
    at_terminal(monkeypatch, typed)
    assert main(["play"]) == 0
    assert begun == []


def test_who_has_played_finds_that_first(
    monkeypatch: pytest.MonkeyPatch, begun: Begun, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / GAMES).mkdir()
    (tmp_path / GAMES / "game.ibss").touch()
    at_terminal(monkeypatch, "\n")
    assert main(["play"]) == 0
    assert begun[0][0] == "play"
    assert begun[0][1].bot == "mate"
    assert "  1  Play against a bot\n" in capsys.readouterr().out


@pytest.mark.parametrize(("typed", "name", "bot", "advice"), [
    ("b\n2\n3\n", "play", "cadet", False), ("b\nadmiral\n2\n", "play", "admiral", True),
    ("B\n\n3\n", "play", "mate", False), ("b\n7\nhal\n4\n3\n", "play", "ensign", False),
    ("b\n1\nb\n\n3\n", "play", "random", False), ("b\n2\n1\n", "lessons", "cadet", None),
])
def test_the_bot_is_chosen_by_a_key(
    monkeypatch: pytest.MonkeyPatch, begun: Begun, capsys: pytest.CaptureFixture[str], typed: str, name: str,
    bot: str, advice: bool | None,
) -> None:
    """From the ladder, whose rungs are told with strength and sentence; Enter keeps the one that stands."""
    at_terminal(monkeypatch, typed)
    assert main(["play"]) == 0
    [(what, args)] = begun
    assert (what, getattr(args, "advice", None)) == (name, advice)
    assert name != "play" or args.bot == bot
    out = capsys.readouterr().out
    assert f"Bot: {bot_told('mate')}" in out
    for n, rung in enumerate(rungs(), 1):
        assert f"  {n}  {rung.name} ({rung.elo} Elo)  {rung.character}\n" in out
    assert out.count(f"Bot: {bot} (") >= 1
    assert ("There is no bot 'hal'" in out) == ("hal" in typed)


def test_a_bot_of_ones_own_is_named_there_too(
    monkeypatch: pytest.MonkeyPatch, begun: Begun, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """What is wrong with it is told at once, and asked again; then it stands in the list."""
    (tmp_path / "carefully.py").write_text("class Own:\n    pass\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    monkeypatch.delitem(sys.modules, "carefully", raising=False)
    at_terminal(monkeypatch, "b\ncarefully:Other\ncarefully:Own\nb\n\n3\n")
    assert main(["play"]) == 0
    assert [(what, args.bot) for what, args in begun] == [("play", "carefully:Own")]
    out = capsys.readouterr().out
    assert "the module carefully has no class Other" in out
    assert "  7  carefully:Own  No rung of the ladder" in out


@pytest.mark.parametrize("typed", ["b\n", "b\n9\n"])
def test_the_end_of_the_input_among_the_bots_begins_nothing(
    monkeypatch: pytest.MonkeyPatch, begun: Begun, typed: str
) -> None:
    at_terminal(monkeypatch, typed)
    assert main(["play"]) == 0
    assert begun == []


def test_a_page_is_opened_against_the_chosen_bot(monkeypatch: pytest.MonkeyPatch, begun: Begun) -> None:
    at_terminal(monkeypatch, "b\nseaman\n3\n")
    assert main(["play", "--web"]) == 0
    assert [(what, args.bot) for what, args in begun] == [("page", "seaman")]


def test_a_campaign_that_stands_is_offered_first(
    monkeypatch: pytest.MonkeyPatch, begun: Begun, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """By its number among the games that wait; a game that is of no campaign is left to `resume`."""
    here = Address("192.0.2.7", 4277)
    other = SavedSeat("join", "FIRST", 1, b"T" * 16, b"p" * 16, b"K" * 32, (here,), 2_000, against="Ann")
    stands = replace(
        other, table="SECOND", against="Ben", made=1_000, campaign="guadalcanal", battle=1, of=7, over=True
    )
    for seat in (other, stands):
        seat_store.keep(tmp_path, seat)
    resumed = list[int]()

    def resume(args: argparse.Namespace) -> int:
        resumed.append(args.n)
        return 0

    monkeypatch.setattr(resume_game, "run", resume)
    at_terminal(monkeypatch, "1\n")
    assert main(["play"]) == 0
    assert (resumed, begun) == ([2], [])
    out = capsys.readouterr().out
    assert "  1  Go on: campaign Guadalcanal, after battle 1 of 7, against Ben\n  2  Play against a bot\n" in out
    assert "Ann" not in out


@pytest.mark.parametrize(("typed", "bot"), [("1\n", "tutor"), ("3\n", "mate")])
def test_the_same_for_the_page(monkeypatch: pytest.MonkeyPatch, begun: Begun, typed: str, bot: str) -> None:
    at_terminal(monkeypatch, typed)
    assert main(["play", "--web"]) == 0
    [(what, args)] = begun
    assert (what, args.bot) == ("page", bot)


@pytest.mark.parametrize("words", [
    ("--bot", "mate"), ("--side", "us"), ("--seed", "1"), ("--plain",), ("--name", "Ann"), ("--advice",),
    ("--web", "--bot", "mate"), ("--set", "full"), ("--least", "5"),
])
def test_who_says_what_he_wants_is_not_asked(
    monkeypatch: pytest.MonkeyPatch, begun: Begun, words: tuple[str, ...]
) -> None:
    at_terminal(monkeypatch, "1\n")
    assert main(["play", *words]) == 0
    [(what, args)] = begun
    assert (what, args.bot, args.advice) == ("page" if "--web" in words else "play", "mate", "--advice" in words)


def test_a_pipe_is_not_asked(monkeypatch: pytest.MonkeyPatch, begun: Begun) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("1\n"))
    assert main(["play"]) == 0
    assert begun[0][0] == "play"


@pytest.mark.parametrize(("offered", "line", "picked"), [
    (FIRST, "\n", LEARN), (AGAIN, "\n", PLAY), (AGAIN, "3\n", LEARN), (FIRST, "2", ADVISED), (FIRST, "0\n", None),
    (FIRST, "4\n", None), (FIRST, "-1\n", None), (FIRST, "²\n", None),
])
def test_what_a_line_picks(offered: tuple[Beginning, ...], line: str, picked: Beginning | None) -> None:
    assert picked_of(offered, line) == picked
