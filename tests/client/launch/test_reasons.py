"""Why a bot answers as it does, in a file for after the game."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.bots.registry import made
from ironbottom.client.bots.seat.reasons import ReasonFile
from ironbottom.rules import new_game
from ironbottom.sight import view
from tests.client.support.terminal import Terminal, ran

TOLD = re.compile(r"Turn \d+\. [A-Z][^:]+: .+\. (Intention \d, \w+|Alertness \d|Roll \d); .+ table, row \d+: .+\.\n")
CARDS = card_set("core")


def test_the_admiral_tells_his_tables_and_goes_on_with_them_after_a_pause(tmp_path: Path) -> None:
    """The file is named when the game begins; who goes on with it has it go on, too."""
    file = tmp_path / "why.txt"
    words = ("play", "--bot", "envelope", "--side", "jp", "--battle", "tassafaronga", "--reasons", str(file))
    with Terminal(tmp_path / "home", *words) as player:
        player.until("^Your decision, Japan")
        player.close_input()
        assert player.ended() == 0
    before = file.read_text("utf-8").splitlines(keepends=True)
    assert before
    assert [line for line in before if not TOLD.fullmatch(line)] == []
    with Terminal(tmp_path / "home", "resume") as player:
        player.play_on()
        assert player.ended() == 0
    after = file.read_text("utf-8").splitlines(keepends=True)
    assert after[: len(before)] == before
    assert len(after) > len(before)


def test_a_game_goes_on_where_the_file_cannot_be_written_any_more(tmp_path: Path) -> None:
    """Its folder lay on a stick, say."""
    folder = tmp_path / "stick"
    folder.mkdir()
    words = ("play", "--bot", "envelope", "--side", "jp", "--battle", "tassafaronga", "--reasons", str(folder / "w"))
    with Terminal(tmp_path / "home", *words) as player:
        player.until("^Your decision, Japan")
        player.close_input()
        assert player.ended() == 0
    (folder / "w").unlink()
    folder.rmdir()
    with Terminal(tmp_path / "home", "resume") as player:
        player.play_on()
        assert player.ended() == 0
    assert "has won" in player.text


@pytest.mark.parametrize("words", [("play", "--bot", "envelope"), ("bot", "envelope", "join", "IB1-AEAQA")])
def test_what_cannot_be_written_is_said_before_a_game_begins(tmp_path: Path, words: tuple[str, ...]) -> None:
    code, said = ran(tmp_path / "home", *words, "--reasons", str(tmp_path / "none" / "why.txt"))
    assert code != 0
    assert re.search(r"why\.txt: cannot be written \(.+\); allowed is a file that reasons can be added to\.", said)
    assert "Traceback" not in said


def test_a_browser_has_none(tmp_path: Path) -> None:
    code, said = ran(tmp_path, "play", "--web", "--reasons", str(tmp_path / "why.txt"))
    assert (code, said.strip()) == (2, "--reasons is for a game in the terminal: leave --web away.")


def test_who_does_not_say_why_is_told_of(tmp_path: Path) -> None:
    game, file = new_game(CARDS, bytes(32)), tmp_path / "why.txt"
    side = next(iter(game.asked))
    shown = view(game, side)
    answer = made("first", CARDS, Random(1)).choose(shown)
    ReasonFile(file, lambda: CARDS).note(shown, answer, "")
    assert file.read_text("utf-8").endswith(". It does not say why.\n")


def test_a_disk_that_fails_later_costs_the_lines_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, folder = new_game(CARDS, bytes(32)), tmp_path / "folder"
    folder.mkdir()
    reasons = ReasonFile(folder / "why.txt", lambda: CARDS)
    folder.rmdir()
    shown = view(game, next(iter(game.asked)))
    assert shown.question is not None
    for _n in range(2):
        reasons.note(shown, shown.question.default, "It is best.")
    assert capsys.readouterr().err.count("cannot be written") == 1
