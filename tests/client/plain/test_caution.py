"""An answer waits a moment until its adviser has looked at it; whatever goes wrong with that, it goes out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from ironbottom.client.net.seat_session import Numbers, SeatSession
from ironbottom.client.net.session_events import AdviceHeard
from ironbottom.client.plain.caution import PATIENCE, Caution
from ironbottom.client.storage.evidence_log import EvidenceLog
from ironbottom.language import Reader
from ironbottom.questions import Answer, Question
from ironbottom.wire.advising import Advice, Advise, AdvisedAnswer
from ironbottom.wire.answers import plain
from ironbottom.wire.messages import Reply, Table
from ironbottom.wire.terms import Terms

from ..support.sessions import ANSWER, ME
from ..support.table import ID, SERVER_PUBLIC, TOKEN, seat, seated, table, update


class Chair:
    """A seat, and what its caution did."""

    def __init__(self, state: Table | None = None) -> None:
        self.session = SeatSession(ME, SERVER_PUBLIC, ID, Numbers(), EvidenceLog(None), place=0, token=TOKEN)
        self.given: list[Answer] = []
        self.warned: list[Advice] = []
        self.later: list[tuple[float, Callable[[], None]]] = []
        self.caution = Caution(self.session, self.given.append, self._warn, self._later)
        self.caution.on = True
        self.session.hear(seated())
        self.session.hear(state or with_bot())
        self.session.hear(update(1))
        self.session.drain()

    def _warn(self, _question: Question, advice: Advice) -> None:
        self.warned.append(advice)

    def _later(self, seconds: float, act: Callable[[], None]) -> None:
        self.later.append((seconds, act))

    def asked(self) -> Advise:
        [request] = self.session.drain()
        assert isinstance(request, Advise)
        return request

    def hear(self, advice: Advice) -> list[object]:
        heard = [event for event in self.session.hear(advice) if isinstance(event, AdviceHeard)]
        return [self.caution.hear(event.advice) for event in heard]


def with_bot() -> Table:
    bot = replace(seat("mate", 1), bot=True)
    return table(seats=(seat("Ann", 0), bot))


def found(request: Advise, *, blunder: bool) -> Advice:
    given = AdvisedAnswer(plain(ANSWER), (), 0.3, 0.03, 0.2 if blunder else 0.0, 0.04, "It is worse.")
    return Advice(request.seq, ID, request.update, (given,), 64, given, blunder)


def test_two_people_ask_nothing_unless_both_agreed() -> None:
    chair = Chair(table())
    assert not chair.session.may_ask
    assert not chair.caution.hold(ANSWER)
    assert chair.session.advise() == 0
    assert chair.session.drain() == []
    agreed = Chair(replace(table(), terms=Terms(advice=True)))
    assert agreed.session.may_ask


def test_an_answer_goes_out_when_it_is_found_to_be_no_blunder() -> None:
    chair = Chair()
    assert chair.caution.hold(ANSWER)
    request = chair.asked()
    assert request.answer == plain(ANSWER)
    assert chair.given == []
    assert chair.hear(found(request, blunder=False)) == [True]
    assert chair.given == [ANSWER]


def test_before_a_blunder_there_is_one_question_and_the_same_again_goes_out() -> None:
    chair = Chair()
    chair.caution.hold(ANSWER)
    chair.hear(found(chair.asked(), blunder=True))
    assert (len(chair.warned), chair.given) == (1, [])
    assert not chair.caution.hold(ANSWER)


def test_it_waits_no_longer_than_so_long() -> None:
    chair = Chair()
    chair.caution.hold(ANSWER)
    request = chair.asked()
    [(seconds, act)] = chair.later
    assert seconds == PATIENCE
    act()
    assert chair.given == [ANSWER]
    assert chair.hear(found(request, blunder=True)) == [True]  # too late
    assert chair.warned == []
    act()
    assert chair.given == [ANSWER]


def test_without_advice_it_goes_out() -> None:
    chair = Chair()
    chair.caution.hold(ANSWER)
    assert chair.caution.denied(chair.asked().seq)
    assert chair.given == [ANSWER]
    assert not chair.caution.denied(99)


def test_who_does_not_wish_it_is_not_asked() -> None:
    chair = Chair()
    chair.caution.on = False
    assert not chair.caution.hold(ANSWER)
    assert chair.session.drain() == []


def test_advice_on_a_question_that_is_answered_is_dropped() -> None:
    chair = Chair()
    chair.session.advise()
    request = chair.asked()
    chair.session.answer(ANSWER)
    assert isinstance(chair.session.drain()[0], Reply)
    assert chair.session.hear(found(request, blunder=False)) == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_reasons_are_asked_for_in_the_readers_language(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reader, "language", language)
    chair = Chair()
    chair.session.advise()
    assert chair.asked().language == language
