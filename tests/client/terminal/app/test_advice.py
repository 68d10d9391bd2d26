"""Advice in the terminal: a key asks, Enter stages; who wishes so is asked before a blunder goes out."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace
from textual.pilot import Pilot

from ironbottom.client.plain.client import HowLeft
from ironbottom.client.terminal.answer import staging
from ironbottom.client.terminal.answer.staged import Staged
from ironbottom.client.terminal.sheets.why import AdviceSheet
from ironbottom.client.terminal.state.settings import TerminalSettings
from ironbottom.questions import Choose
from ironbottom.wire.advising import Advice, Advise, AdvisedAnswer
from ironbottom.wire.answers import Plain, plain
from ironbottom.wire.messages import Refused, Reply, Table
from tests.client.support.table import ID, seat, table

from ..support.seat import Sat, act, until
from ..support.tables import played


class SatWithBot(Sat):
    """Opposite sits a bot."""

    def table(self) -> Table:
        other = replace(seat("mate", 1 - int(self.side)), bot=True)
        return table(seats=(seat("Ann", int(self.side)), other))


def choosing(sat: Sat) -> int:
    """A question of a few answers."""
    return next(i for i, turn in enumerate(played(1)) if turn.question.side is sat.side
                and isinstance(turn.question.shape, Choose) and len(turn.question.shape.options) > 1)


def advised(answer: Plain, behind: float = 0.0) -> AdvisedAnswer:
    return AdvisedAnswer(answer, (), 0.44, 0.03, behind, 0.02, "It promises 2.0 VP.")


def asks(sat: Sat) -> Advise:
    [request] = [one for one in sat.sent() if isinstance(one, Advise)]
    return request


async def begin(sat: Sat, pilot: Pilot[HowLeft]) -> tuple[Plain, Plain]:
    """At a question; its last answer, and the first."""
    sat.hear(SatWithBot.table(sat))  # type: ignore[arg-type]
    n = choosing(sat)
    await sat.tell(pilot, n)
    await until(pilot, lambda: sat.ui.menu is not None)
    shape = played(1)[n].question.shape
    assert isinstance(shape, Choose)
    sat.sent()
    return plain(shape.options[-1]), plain(shape.options[0])


def test_a_key_asks_and_enter_stages(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        best, _other = await begin(sat, pilot)
        await pilot.press("I")
        await pilot.pause()
        sheet = sat.app.screen
        assert isinstance(sheet, AdviceSheet)
        request = asks(sat)
        assert request.answer is None
        sat.hear(Advice(request.seq, ID, request.update, (advised(best),), 48))
        await sat.settle(pilot)
        await until(pilot, lambda: sat.ui.advice is not None)
        await pilot.pause(0.1)
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(sat.app.screen, AdviceSheet))
        await pilot.pause(0.1)
        assert sat.sent() == []
        assert isinstance(sat.ui.staged, Staged)
        assert plain(staging.complete(sat.ui.staged) or "") == best
        await pilot.press("ctrl+s")
        [reply] = sat.sent()
        assert isinstance(reply, Reply)
        assert reply.answer == best

    act(scene, tmp_path)


def test_before_a_blunder_there_is_one_question(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        best, bad = await begin(sat, pilot)
        sat.ui.settings = TerminalSettings(warns="on")
        await pilot.press("1", "ctrl+s")
        request = asks(sat)
        assert request.answer is not None
        sat.hear(Advice(request.seq, ID, request.update, (advised(best),), 64, advised(bad, 0.2), True))
        await sat.settle(pilot)
        assert sat.ui.fault is not None
        assert "20 ± 2 %" in sat.ui.fault[1]
        assert sat.sent() == []
        await pilot.press("ctrl+s")
        [reply] = sat.sent()
        assert isinstance(reply, Reply)

    act(scene, tmp_path)


def test_a_refusal_is_told_where_the_advice_would_stand(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await begin(sat, pilot)
        await pilot.press("I")
        await pilot.pause()
        sat.hear(Refused(asks(sat).seq, "no-advice", "There is no advice just now."))
        await sat.settle(pilot)
        assert sat.ui.unadvised

    act(scene, tmp_path)


def test_two_people_are_told_that_there_is_none(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.tell(pilot, choosing(sat))
        await until(pilot, lambda: sat.ui.menu is not None)
        sat.sent()
        sat.ui.settings = TerminalSettings(warns="on")
        await pilot.press("I")
        await pilot.pause()
        assert "both agreed" in sat.ui.unadvised
        assert sat.sent() == []

    act(scene, tmp_path)
