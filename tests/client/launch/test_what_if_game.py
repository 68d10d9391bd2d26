"""A what-if on this computer: which moment is meant, what is refused, and that what a side knew is all that stays."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ironbottom import whatif
from ironbottom.client.bots.review.seats import answers
from ironbottom.client.console.errors import UserError
from ironbottom.client.launch.alone.what_if_game import leads_on, moment, moments_of, seeded, sound
from ironbottom.client.net.saved_seat import waiting_line
from ironbottom.client.storage import seat_store
from ironbottom.client.storage.finished_games import WhatIfChoice, command, reel
from ironbottom.client.storage.identity import HOME
from ironbottom.flow import Game
from ironbottom.position import to_text
from ironbottom.proof.transcript import written
from ironbottom.record import RecordedMoment
from ironbottom.whatif import LeftGame
from ironbottom.words import SIDES, Side
from ironbottom.worlds import Memory
from tests.client.bots.review.test_judging import twins
from tests.support.lengths import some
from tests.support.signed_games import CARDS, honest

PATIENCE = 60.0  # seconds
SEED = bytes(range(32))
PLACES = some((0, 3, 12, 40, 90, 130), 4)  # answers before


def left(moments: list[RecordedMoment], at: int, knows: Side | None, *, fresh: bool = True) -> str:
    """The position with which a what-if begins, at the next question of that side."""
    game = LeftGame(moments[0].game.clone(), knows)
    for n, side, answer in answers(moments):
        if n >= at and game.ready:
            break
        game.answer(side, answer)
    return game.position(SEED, fresh=fresh)


@pytest.fixture(scope="module", params=SIDES)
def pair(request: pytest.FixtureRequest) -> tuple[Side, list[list[RecordedMoment]]]:
    """A game, and the same with other cards of the enemy wherever none came to light."""
    return request.param, twins(1 + int(request.param), request.param)


@pytest.mark.parametrize("at", PLACES)
def test_other_hidden_cards_give_the_same_beginning(pair: tuple[Side, list[list[RecordedMoment]]], at: int) -> None:
    viewer, games = pair
    one, two = [left(moments, at, viewer) for moments in games]
    assert one == two


def test_a_beginning_that_holds_real_cards_is_caught(
    pair: tuple[Side, list[list[RecordedMoment]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault: the real game instead of a world."""
    viewer, games = pair

    def real(self: LeftGame, _memory: Memory, _seed: bytes) -> Game:
        return self.game.clone()

    monkeypatch.setattr(whatif.LeftGame, "_world", real)
    one, two = [left(moments, 12, viewer) for moments in games]
    assert one != two


def test_the_true_table_is_as_it_was(pair: tuple[Side, list[list[RecordedMoment]]]) -> None:
    """With the same chance to the last letter; with fresh chance other dice, and decks of the same cards."""
    moments = pair[1][0]
    assert left(moments, 40, None, fresh=False) == to_text(moments[40].game)
    assert left(moments, 40, None) != to_text(moments[40].game)


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "game.ibss"
    path.write_bytes(written(honest().lines))
    return str(path)


def test_moments_are_named_by_answers_or_turns(file: str) -> None:
    moments = moments_of(file, None)
    assert moment(moments, 0, None) == 0
    assert moment(moments, 7, None) == 7
    assert moments[moment(moments, None, 1)].game.state.turn == 1
    last = max(n for n, one in enumerate(moments) if one.game.outcome is None)
    assert moment(moments, last, None) == last


@pytest.mark.parametrize(("at", "turn", "said"), [
    (9_999, None, "--at: found 9999; allowed is a number from 0 to"), (-1, None, "--at: found -1; allowed"),
    (None, 99, "--turn: found 99; allowed is a number from 1 to"),
])
def test_no_such_moment(file: str, at: int | None, turn: int | None, said: str) -> None:
    with pytest.raises(UserError, match=said):
        moment(moments_of(file, None), at, turn)


def test_what_is_no_finished_game_is_refused(file: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="found no file to read"):
        moments_of(str(tmp_path / "nothing.ibss"), None)
    with pytest.raises(UserError, match="is a record of `ironbottom selfplay`"):
        moments_of("game.jsonl", None)
    cut = tmp_path / "cut.ibss"
    cut.write_bytes(b"".join(written(honest().lines).splitlines(keepends=True)[:12]))
    with pytest.raises(UserError, match="the game is not over"):
        moments_of(str(cut), None)
    assert not leads_on(str(cut), reel(str(cut), [CARDS]))
    assert leads_on(file, reel(file, [CARDS]))
    assert sound(file, reel(file, [CARDS]))


def test_the_command_gives_the_same_again() -> None:
    choice = seeded(WhatIfChoice(131, "us", fresh=True, side="us", bot="admiral"))
    assert choice.seed is not None
    said = command("my game.ibss", choice)
    assert said.startswith('ironbottom whatif "my game.ibss" --at 131 --knows us --dice fresh --side us --bot admiral')
    assert int(said.split()[-1], 16) == int.from_bytes(choice.seed, "big")
    assert seeded(choice) == choice


def ironbottom(folder: Path, *argv: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """The program as a person starts it in a pipe."""
    environment = {**os.environ, HOME: str(folder), "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        [sys.executable, "-m", "ironbottom", *argv], input=typed, env=environment, capture_output=True, text=True,
        timeout=PATIENCE, check=False,
    )


def test_it_is_played_and_kept(file: str, tmp_path: Path) -> None:
    """From the command to the first question; left, and gone on with: the file is needed no more."""
    home = tmp_path / "home"
    options = ("--at", "9", "--knows", "us", "--dice", "fresh", "--side", "us", "--bot", "random", "--plain")
    begun = ironbottom(home, "whatif", file, *options, typed="quit\n")
    assert begun.returncode == 0, begun.stderr
    assert "A what-if against random: it counts as no game, and is kept like one." in begun.stdout
    assert "answers; what the US did not know is dealt anew, new dice." in begun.stdout
    assert "You play US against random." in begun.stdout
    again = next(line for line in begun.stdout.splitlines() if line.startswith("The same again"))
    assert f"ironbottom whatif {file} --at 9 --knows us --dice fresh --side us --bot random --seed " in again
    [seat] = seat_store.found(home).seats
    assert waiting_line(1, seat).endswith("  (What-if)")
    Path(file).unlink()
    resumed = ironbottom(home, "resume", "1", "--plain", typed="quit\n")
    assert resumed.returncode == 0, resumed.stderr
    assert "answers; what the US did not know is dealt anew, new dice." in resumed.stdout
