"""What happened is seen beat by beat: together what falls together, at the pace that was chosen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from msgspec.structs import replace

from ironbottom import events as e
from ironbottom.client.terminal.state.beats import MOST_STEPS, MOST_WAITING, Beats, spans_of
from ironbottom.client.terminal.state.model import Beat
from ironbottom.client.terminal.state.settings import Speed, TerminalSettings
from ironbottom.events import AnyEvent
from ironbottom.rules.s17_air_combat import AirControl
from ironbottom.words import FRONT, Side, Task, Token
from tests.client.terminal.support.fights import WatchedFight
from tests.support.table import LaidTable

US, JP = Side.US, Side.JP
RULE = "17.2(3)(c)"


def roll(by: int, at: int = 9, rule: str = RULE) -> e.Rolled:
    return e.Rolled(rule, US, Token(by), Token(at), "airc", bytes([4]), 0, 1)


def grouped(*events: AnyEvent) -> list[int]:
    return [len(span.group) for span in spans_of(events)]


def test_the_throws_of_a_round_are_one_beat() -> None:
    assert grouped(roll(1), roll(2), roll(3)) == [3]
    assert grouped(roll(1), roll(2), roll(1)) == [2, 1]  # the next round
    assert grouped(roll(1), roll(2, rule="18.4(a)")) == [1, 1]


def test_what_is_hit_by_a_round_falls_together() -> None:
    shot = e.ShotDown(RULE, JP, ())
    assert grouped(roll(1), e.Damaged(RULE, JP, Token(9), 1, 1), e.Damaged(RULE, JP, Token(8), 1, 2), shot) == [1, 2, 1]
    assert grouped(e.Damaged(RULE, JP, Token(9), 1, 1), e.Damaged(RULE, JP, Token(9), 1, 2)) == [1, 1]


def test_what_is_only_told_is_no_beat() -> None:
    drew = e.Drew("13.1", US, 3, None)
    assert [(span.first, span.last) for span in spans_of([drew, roll(1), drew, roll(2), roll(3)])] == [(1, 1), (3, 4)]


def combat() -> WatchedFight:
    """Two rounds of air control combat: four Zekes at four Wildcats."""
    t = LaidTable()
    for name, side, task in (("Wildcat", t.us, Task.ESCORT), ("Zeke", t.jp, Task.CONTROL)):
        for _i in range(2):
            side.fly(name, FRONT[JP], task)
    fight = AirControl(line=FRONT[JP], defender=JP)
    return WatchedFight(t.play(fight, dice=[4] * 40), US)


def at(speed: Speed) -> WatchedFight:
    """The table just before the first round; its update waits."""
    watched = combat()
    watched.ui.settings = TerminalSettings(speed=speed)
    watched.default(2)
    while not any(isinstance(event, e.Rolled) for update in watched.ui.coming for event in update.events):
        watched.ui.catch_up()
        asked = next(side for side in Side if side in watched.game.asked)
        watched.answer(asked)
    return watched


class WholeTimeline:
    """All that was to be seen."""

    def __init__(self, watched: WatchedFight, pace: float = 0.001) -> None:
        self.watched, self.shown = watched, list[Beat | None]()
        self.beats = Beats(watched.ui, self._redraw, pace=pace)

    def _redraw(self) -> None:
        self.shown.append(self.watched.ui.beat)


def run(film: WholeTimeline, scene: Callable[[WholeTimeline], Awaitable[None]]) -> None:
    async def main() -> None:
        async with asyncio.timeout(20):
            await scene(film)

    asyncio.run(main())


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.001)


def test_an_update_is_played_to_its_end() -> None:
    async def scene(film: WholeTimeline) -> None:
        ui = film.watched.ui
        film.beats.arrived()
        assert film.beats.busy
        assert ui.menu is None
        await until(lambda: not film.beats.busy)
        throws = [beat for beat in film.shown if beat is not None and isinstance(beat.event, e.Rolled)]
        assert throws
        assert [type(event) for event in throws[0].group] == [e.Rolled] * 4
        assert ui.beat is None
        assert ui.view is ui.newest
        assert film.shown[-1] is None

    run(WholeTimeline(at("calm")), scene)


def test_dice_wait_for_a_key_when_they_are_shown_step_by_step() -> None:
    async def scene(film: WholeTimeline) -> None:
        film.beats.arrived()
        await until(lambda: film.beats.waits)
        beat = film.watched.ui.beat
        await asyncio.sleep(0.05)  # far longer than any beat takes here
        assert film.watched.ui.beat is beat
        assert film.beats.waits
        film.beats.step()
        await until(lambda: film.watched.ui.beat is not beat)
        while film.beats.busy:
            film.beats.step()
            await asyncio.sleep(0.001)
        assert film.watched.ui.playing is None

    run(WholeTimeline(at("step")), scene)


def test_a_beat_can_be_cut_short() -> None:
    async def scene(film: WholeTimeline) -> None:
        film.beats.arrived()
        await until(lambda: film.watched.ui.beat is not None)
        while film.beats.busy:
            film.beats.step()
            await asyncio.sleep(0.001)
        assert film.watched.ui.view is film.watched.ui.newest

    run(WholeTimeline(at("calm"), pace=1000), scene)


@pytest.mark.parametrize("speed", ["calm", "step"])
def test_everything_can_be_shown_at_once(speed: Speed) -> None:
    async def scene(film: WholeTimeline) -> None:
        film.beats.arrived()
        await until(lambda: film.watched.ui.beat is not None)
        film.beats.skip()
        ui = film.watched.ui
        assert (ui.beat, ui.playing, film.beats.busy) == (None, None, False)
        assert ui.view is ui.newest

    run(WholeTimeline(at(speed), pace=1000), scene)


def test_who_wants_no_beats_sees_none() -> None:
    async def scene(film: WholeTimeline) -> None:
        film.beats.arrived()
        assert not film.beats.busy
        assert film.shown == [None]
        assert film.watched.ui.view is film.watched.ui.newest

    run(WholeTimeline(at("at-once")), scene)


@pytest.mark.parametrize(("speed", "most"), [("calm", MOST_WAITING), ("step", MOST_STEPS)])
def test_who_is_far_behind_is_shown_what_there_is_now(speed: Speed, most: int) -> None:
    async def scene(film: WholeTimeline) -> None:
        film.beats.arrived()
        await until(lambda: film.watched.ui.beat is not None)
        for _i in range(most):
            film.watched.tell()
            film.beats.arrived()
        assert film.beats.busy
        film.watched.tell()
        film.beats.arrived()
        assert not film.beats.busy
        assert film.watched.ui.view is film.watched.ui.newest

    run(WholeTimeline(at(speed), pace=1000), scene)


def test_another_speed_holds_from_the_next_beat_on() -> None:
    async def scene(film: WholeTimeline) -> None:
        film.beats.arrived()
        await until(lambda: film.beats.waits)
        film.watched.ui.settings = replace(film.watched.ui.settings, speed="at-once")
        film.beats.step()
        await until(lambda: not film.beats.busy)
        assert film.watched.ui.view is film.watched.ui.newest

    run(WholeTimeline(at("step")), scene)


def test_when_the_table_closes_nothing_plays_on() -> None:
    async def scene(film: WholeTimeline) -> None:
        film.beats.arrived()
        await until(lambda: film.watched.ui.beat is not None)
        film.beats.close()
        n = len(film.shown)
        await asyncio.sleep(0.02)
        assert len(film.shown) == n

    run(WholeTimeline(at("calm")), scene)
