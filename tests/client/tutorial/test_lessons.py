"""The tutorial as real processes: server, tutor and a learner who types lines."""

from __future__ import annotations

from pathlib import Path

from ironbottom.client.tutorial.script import script
from tests.client.support.terminal import Terminal, children, wait_until_gone
from tests.support.lengths import by_night

TYPED = (
    "move 6 a", "1", "transports 2", "pair jintsu sendai", "deploy 1 f", "2b", "submarine squall salt", "3",
    "1b 2b 3b 4b", "1b 2a 3b 4a", "1b", "1",
)
WRONG = ("move 1 a", "2", "done", "move 1 b", "done", "1b", "done", "1", "1b", "1c 2a 3b 4a", "1a", "none")
KIND = "Fine in a game; here the lesson needs this:"
BACK = "You go on where you left the tutorial"


def reach(learner: Terminal, n: int) -> None:
    """Read up to the question of a lesson."""
    learner.learn(n)
    learner.until("^Type ")
    learner.until("^Your decision, Japan")
    learner.until("^(Type|Another step)")


def test_a_learner_who_types_every_answer(tmp_path: Path) -> None:
    """Each time a wrong one first: a kind sentence, and nothing is sent.  Then a game against the bot."""
    with Terminal(tmp_path, "tutorial", "--plain") as learner:
        for n, (wrong, typed) in enumerate(zip(WRONG, TYPED, strict=True), 1):
            reach(learner, n)
            before = len(learner.lines)
            learner.type(wrong)
            learner.until(f"^{KIND}")
            assert not any(line.startswith("Your answer") for line in learner.lines[before:])
            learner.type(typed)
            learner.until("^Your answer: ")
        learner.until("^Press Enter to go on")
        assert learner.lines[-2].startswith("Tulagi has fallen")
        learner.type("")
        learner.until("^The lessons are over")
        learner.until("^Now against the bot")
        learner.until("^Your decision, Japan")
        learner.type("bot")
        learner.until("A new game against mate")
        learner.until("against mate")
        learner.type("quit")
        assert learner.ended() == 0
    assert "6: 2 hits" in learner.text
    assert "Japan's fleet" not in learner.text
    assert learner.text.count("Press Enter to go on.") == len(script().pauses)


def test_the_turn_of_the_other_side_is_read_in_pieces(tmp_path: Path) -> None:
    """It waits where the turn begins, and again behind the dice of the search: nothing more is told meanwhile."""
    with Terminal(tmp_path, "tutorial", "--plain") as learner:
        reach(learner, 1)
        learner.type("skip")
        learner.until("^Press Enter to go on")
        learner.type("")
        learner.until("^Press Enter to read on")
        assert "Turn 1, US." in learner.text
        assert "US discards" not in learner.text
        learner.type("")
        learner.until("^Press Enter to read on")
        assert "US: Flying Fortress rolls Recon 3" in learner.text
        assert "US chooses its action" not in learner.text
        learner.type("")
        learner.until("^Press Enter for the next lesson")
        assert "US chooses its action: retreat." in learner.text


def test_hint_lesson_and_skip(tmp_path: Path) -> None:
    with Terminal(tmp_path, "tutorial", "--plain") as learner:
        reach(learner, 1)
        learner.type("hint", "lesson")
        learner.until("^Move Atago & Takao, and no other ship")
        learner.until("^Lesson 1 of 12")
        learner.type("skip")
        learner.until(r"^For you \(first deployment\): move Atago & Takao")
        reach(learner, 2)
        learner.type("quit")
        assert learner.ended() == 0


@by_night
def test_a_tutorial_that_is_left_and_killed_goes_on(tmp_path: Path) -> None:
    """Left with quit, killed, taken up by `tutorial` and by `resume`: always at the same lesson; or begun again."""
    with Terminal(tmp_path, "tutorial", "--plain") as learner:
        reach(learner, 1)
        learner.type("skip")
        reach(learner, 2)
        learner.type("quit")
        assert learner.ended() == 0
    with Terminal(tmp_path, "tutorial", "--plain") as learner:
        learner.until(BACK)
        reach(learner, 2)
        for n in range(3, 11):
            learner.type("skip")
            reach(learner, n)
        family = children(learner.process.pid)
        assert len(family) == 2
        learner.kill()
        wait_until_gone(family)
    with Terminal(tmp_path, "resume", "--plain") as learner:
        reach(learner, 10)
        learner.type("1c 2a 3b 4a")
        learner.until(f"^{KIND}")
        learner.type("1b 2a 3b 4a")
        reach(learner, 11)
        learner.type("quit")
        assert learner.ended() == 0
    with Terminal(tmp_path, "tutorial", "--again", "--plain") as learner:
        reach(learner, 1)
        learner.type("quit")
        assert learner.ended() == 0
    assert len([*(tmp_path / "alone").iterdir()]) == 1, "the one before is gone"
