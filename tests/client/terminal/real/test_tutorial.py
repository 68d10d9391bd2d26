"""The tutorial in a terminal of 80x24, to its end: left once, answered wrongly once, and on against the bot."""

from __future__ import annotations

from tests.client.terminal.real.conftest import Opens
from tests.client.terminal.real.learner import ACTS, Learner
from tests.client.terminal.real.player import offered
from tests.client.terminal.real.terminal import flat
from tests.support.lengths import by_night

LEFT_AT = "Escorts"
WRONG = "The army goes ashore"


@by_night
def test_the_tutorial_to_its_end(opens: Opens) -> None:
    """Every lesson comes, in order; a wrong answer is one kind sentence; then a game begins against the bot."""
    terminal = opens("tutorial")
    learner = Learner(terminal)
    while (name := learner.read()) != LEFT_AT:
        learner.answer(ACTS[name])
    terminal.press("q")
    terminal.until(lambda _screen: terminal.ended == 0, "the end of the program, without a fault")
    again = opens("tutorial")
    learner = Learner(again)
    while name := learner.read():
        if name == WRONG:
            answer_wrongly(learner)
        learner.answer(ACTS[name])
    assert learner.titles == [*ACTS][[*ACTS].index(LEFT_AT) :]
    again.press("G")
    again.wait("against mate")
    again.until(offered, "the first question against the bot")


def answer_wrongly(learner: Learner) -> None:
    """Nothing is proposed: Enter says what is to be chosen; another answer than the lesson wants is refused kindly."""
    terminal = learner.terminal
    before = terminal.calm()
    terminal.press("Enter")
    asked = terminal.calm(after=before)
    assert "Not yet: pick one or more, or say that it is none of them." in flat(asked)
    terminal.press("0", "Enter")
    said = terminal.calm(after=asked)
    assert "an army that stays at sea takes nothing" in flat(said)
