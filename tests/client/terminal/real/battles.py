"""Games that stand in mid-combat: the tutorial's, played to a lesson in lines of text and left there."""

from __future__ import annotations

from pathlib import Path

from tests.client.support.terminal import Terminal as Plain

AIR, GUNS = 10, 11  # lessons: airplanes over a line, and ships in one


def play_to(home: Path, lesson: int) -> None:
    """Have every lesson before that one done, then die."""
    with Plain(home, "tutorial", "--plain") as learner:
        for n in range(1, lesson):
            learner.learn(n)
            learner.until("^(Type|Another step)")
            learner.type("skip")
        learner.learn(lesson)
        learner.until("^(Type|Another step)")
        learner.kill()
