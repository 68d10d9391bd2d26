"""Two people at one screen, as real processes in a pipe: a whole game, one that is left, and what is told to whom."""

from __future__ import annotations

from pathlib import Path

from ironbottom.client.cli.commands import hotseat

from ..support.terminal import OVER, Terminal, ran

CURTAIN = "Hand over to "


def test_a_whole_game_from_a_pipe(tmp_path: Path) -> None:
    """The seat changes by itself; at the end the transcript holds the answers of both, and nothing waits any more."""
    battle = ("--battle", "cape-esperance", "--seed", "7", "--side", "us")
    with Terminal(tmp_path, "hotseat", *battle, "--players", "Ann", "Bob") as both:
        both.play_on("^Your decision, Japan: Retreat, attack from the air, or land")
        both.until("^Type a number")
        both.type("2")
        both.play_on("^Your decision, Japan: Give each attacker a target")
        both.until("^Type a letter")
        both.type("1a")
        both.play_on()
        assert both.ended() == 0
        path = next(line for line in both.lines if line.startswith(OVER)).removeprefix(OVER)
        assert both.text.count(f"{CURTAIN}US: Ann.") >= 1
        assert both.text.count(f"{CURTAIN}Japan: Bob.") >= 1
        assert "Not accepted" not in both.text
        assert "Lost by Japan" in both.text
        assert "Luck of US: " in both.text
    code, said = ran(tmp_path, "verify", path)
    assert (code, "sound" in said) == (0, True), said
    assert ran(tmp_path, "resume")[0] == 1


def test_a_game_that_is_left_goes_on_behind_the_curtain(tmp_path: Path) -> None:
    """What happened since stands there first; the list of games names both."""
    with Terminal(tmp_path, "hotseat", "--seed", "7", "--side", "us", "--players", "Ann", "Bob") as both:
        both.play_on("^Turn 4, ")
        both.close_input()
        assert both.ended() == 0
        assert both.lines[-1] == "Saved.  Go on with `ironbottom resume`."
        assert "Since you last saw the board:" in both.text
    with Terminal(tmp_path, "resume") as both:
        both.until(f"^{CURTAIN}Japan: Bob")
        both.play_on(f"^{CURTAIN}US: Ann")
        both.play_on("^Since you last saw the board:")


def test_two_of_one_name_are_told_apart(tmp_path: Path) -> None:
    """Also when the game goes on."""
    with Terminal(tmp_path, "hotseat", "--seed", "7", "--side", "us", "--players", "Ada", "ada") as both:
        both.until(f"^{CURTAIN}US: Ada[.]")
        both.until("^Only Ada should look at this screen now")
        both.play_on(rf"^{CURTAIN}Japan: ada \(2\)[.]")
        both.close_input()
        assert both.ended() == 0
    with Terminal(tmp_path, "resume") as both:
        both.play_on(rf"^{CURTAIN}Japan: ada \(2\)[.]")


def test_each_question_may_be_handed_over(tmp_path: Path) -> None:
    """Then no standing order is given for anybody."""
    with Terminal(tmp_path, "hotseat", "--seed", "7", "--side", "us", "--every-question") as both:
        both.play_on("^Turn 2, ")
        every = both.text.count(CURTAIN)
    (tmp_path / "few").mkdir()
    with Terminal(tmp_path / "few", "hotseat", "--seed", "7", "--side", "us") as both:
        both.play_on("^Turn 2, ")
        assert both.text.count(CURTAIN) <= every


def test_the_command_has_an_example() -> None:
    assert "ironbottom hotseat --players Ann Bob" in hotseat.EXAMPLES
