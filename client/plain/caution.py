"""A gentle question before an answer goes out that loses much, for who wishes to be warned of blunders.

An answer waits until its adviser has looked at it, a second or two; whatever goes wrong with that, it goes out.  What
is answered by itself or by an order never comes here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ironbottom.questions import Answer, Question
from ironbottom.wire.advising import Advice

from ..net.seat_session import SeatSession

PATIENCE = 1.5  # seconds that an answer waits, at most
Later = Callable[[float, Callable[[], None]], object]  # as a loop of asyncio has it


SEGMENTS = ("first-deployment.place", "ships.step", "airplanes.step")  # which are judged by their end
DONE = ("done",)


class HeldAnswer(NamedTuple):
    """An answer that waits."""

    seq: int  # of the request for advice
    question: Question
    answer: Answer


class Caution:
    """One seat's.  `give` carries an answer out, `warn` asks whether that is meant."""

    def __init__(
        self, session: SeatSession, give: Callable[[Answer], None], warn: Callable[[Question, Advice], None],
        later: Later,
    ) -> None:
        self.session, self._give, self._warn, self._later = session, give, warn, later
        self.on = False
        self.held: HeldAnswer | None = None
        self._warned: tuple[Question, Answer] | None = None  # given once more, it goes out

    def hold(self, answer: Answer) -> bool:
        """Somebody gives an answer: whether it waits.  The same one again, after a warning, does not."""
        question = self.session.question
        if question is None or not self.on or self._warned == (question, answer) or _is_part(question, answer):
            self._warned = None
            return False
        if self.held is not None:
            return True
        seq = self.session.advise(answer)
        if not seq:
            return False
        self.held = held = HeldAnswer(seq, question, answer)
        self._later(PATIENCE, lambda: self._let_go(held))
        return True

    def hear(self, advice: Advice) -> bool:
        """What was found; whether it was about an answer that waits."""
        held = self.held
        if held is None or advice.seq != held.seq:
            return advice.given is not None  # it came too late
        if advice.blunder and advice.given is not None and advice.answers:
            self.held, self._warned = None, (held.question, held.answer)
            self._warn(held.question, advice)
        else:
            self._let_go(held)
        return True

    def denied(self, seq: int) -> bool:
        """There is no advice; whether an answer has waited for it."""
        held = self.held
        if held is None or seq != held.seq:
            return False
        self._let_go(held)
        return True

    def _let_go(self, held: HeldAnswer) -> None:
        """The answer goes out, if it still is one."""
        if self.held is held:
            self.held = None
            if self.session.question == held.question:
                self._give(held.answer)


def _is_part(question: Question, answer: Answer) -> bool:
    """A step of a segment that does not end it: it can be taken back."""
    return question.step in SEGMENTS and answer != DONE
