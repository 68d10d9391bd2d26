"""The server's clock: a clock on the wall that is put forward or back moves nothing, and a stop takes nothing."""

from __future__ import annotations

import ast
from time import monotonic, time
from typing import Any

import pytest
from twisted.internet.selectreactor import SelectReactor
from twisted.internet.task import Clock, Cooperator

from ironbottom.server.runtime.wake_clock import SLICE, STOOD, TICK, WakeClock, in_slices, keep_time
from tests import ROOT


class Real:
    """A clock of the system, as the test turns it."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def test_it_goes_on_while_it_is_read() -> None:
    real = Real()
    awake = WakeClock(real)
    for n in range(1, 500):
        real.now += TICK
        assert awake.seconds() == pytest.approx(1_000.0 + n * TICK)


@pytest.mark.parametrize("stop", [STOOD + 0.01, 30.0, 7_200.0, 1e7])
def test_of_a_stop_one_tick_is_counted(stop: float) -> None:
    real = Real()
    awake = WakeClock(real)
    real.now += stop
    assert awake.seconds() == pytest.approx(1_000.0 + TICK)
    real.now += 0.5
    assert awake.seconds() == pytest.approx(1_000.5 + TICK)


def test_it_never_goes_back() -> None:
    real = Real()
    awake = WakeClock(real)
    before = awake.seconds()
    real.now -= 3_600.0
    assert awake.seconds() == before
    real.now += 0.5
    assert awake.seconds() == pytest.approx(before + 0.5)


def test_time_goes_on_where_every_round_of_the_loop_is_slow() -> None:
    """Else nothing that is planned would ever be done."""
    real = Real()
    awake = WakeClock(real)
    for _ in range(100):
        real.now += 2 * STOOD
        awake.seconds()
    assert awake.seconds() >= 1_000.0 + 99 * TICK


def test_a_reactor_goes_by_it_for_good() -> None:
    reactor: Any = SelectReactor()
    real = Real()
    assert abs(reactor.seconds() - time()) < 60
    for call in reactor.getDelayedCalls():
        call.cancel()
    keep_time(reactor, real)
    done: list[str] = []
    call = reactor.callLater(1.5, done.append, "done")
    assert call.getTime() == 1_001.5
    real.now += 3_600.0
    reactor.runUntilCurrent()
    assert not done
    real.now += 0.9
    reactor.runUntilCurrent()
    assert not done
    real.now += 0.9
    reactor.runUntilCurrent()
    assert done == ["done"]


def test_nothing_may_be_planned_by_another_clock() -> None:
    reactor: Any = Clock()
    reactor.callLater(1.0, print)
    with pytest.raises(AssertionError, match="by another clock"):
        keep_time(reactor)


def test_long_work_goes_on_in_slices_whatever_the_wall_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twisted's own predicate asks the wall: put back an hour, one piece of work would hold everybody up."""
    monkeypatch.setattr("twisted.internet.task.time.time", lambda: 0.0)
    rounds: list[Any] = []
    steps = [0]

    def work() -> Any:
        while monotonic() < begun + 2.0:
            steps[0] += 1
            yield

    def later(step: Any) -> Any:
        rounds.append(step)
        return Clock().callLater(0, step)

    begun = monotonic()
    turns = Cooperator(in_slices, later)
    turns.coiterate(work())
    rounds.pop()()
    assert SLICE <= monotonic() - begun < 50 * SLICE
    assert steps[0] > 10
    assert rounds


READERS = {  # who asks the system for a time, and why that is right
    "server/runtime/wake_clock.py": "monotonic",  # the clock itself
    "server/transport/context.py": "monotonic",  # how late the loop comes: what the server's own clock leaves out
    "server/runtime/logs.py": "monotonic",  # how many lines a second, from several threads
    "server/store/schema.py": "monotonic",  # for how long a start looks through the pages of the store
    "server/store/journal.py": "monotonic sleep",  # how long the oldest write waits, from several threads
    "server/ops/backups.py": "monotonic sleep",  # how long a command waits for the server
    "server/ops/server_command.py": "localtime strftime time",  # when a backup was made: for people
    "server/ops/cup.py": "localtime strftime",  # until when somebody may enter, or a game be begun: for people
    "server/ops/cup_requests.py": "monotonic sleep",  # how long a command waits for the server
    "server/lobby/lobby.py": "time",  # when a table was made and something was said: for people
    "client/bots/review/serving.py": "monotonic",  # how often it tells how far it is
    "client/net/saved_seat.py": "time",  # the same of seats and pages
    "client/storage/web_profiles.py": "time",
    "client/net/downloads.py": "strftime",  # the name of a file
    "client/net/connection.py": "monotonic",
    "client/net/wormhole.py": "monotonic",
    "client/terminal/state/model.py": "monotonic",
    "client/terminal/question/question.py": "monotonic",
    "client/bots/seat/advice/adviser.py": "perf_counter",  # when an advice has taken long enough
    "client/text/people/cups.py": "localtime strftime",  # the same of cups, in one's own time
    "client/net/club/club_client.py": "time",  # when a seat was kept, as above
    "client/cli/statistics/telling.py": "localtime strftime",  # the day of a game, for people
    "client/cli/commands/selfplay.py": "monotonic",
    "client/launch/arena/in_process.py": "perf_counter",
    "client/launch/processes/cluster.py": "monotonic",  # when the workers were counted last
    "client/bots/search/weighing.py": "perf_counter",  # the second limit of its work
    "client/bots/seat/bot_seat.py": "perf_counter",
}


def readings(source: str) -> set[str]:
    """The functions of `time` that a module uses."""
    tree = ast.parse(source)
    names = {
        alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == "time"
        for alias in node.names
    }
    return names | {
        node.attr for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "time"
    }


def test_nobody_else_asks_the_system_for_the_time() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): " ".join(sorted(used))
        for folder in ("server", "client", "ironbottom") for path in sorted((ROOT / folder).rglob("*.py"))
        if (used := readings(path.read_text("utf-8")))
    }
    assert {name: used for name, used in found.items() if READERS.get(name) != used} == {}


PEOPLE = (
    "session_events.js: against:", "downloads.js: const now = new Date()", "saved_games.js: return at", "chat.js:",
    "noting.js: game:", "rows.js: export const dated",  # the day of a game
    "clock_words.js: const at = new Date(1000 * seconds)",  # when a clock for days runs out, in one's own time
    "own_key.js: if (key !==",  # when a key was set aside, by which somebody finds it again
    "api.js: kept.keepSeat({table", "cup_seats.js: keepSeat({ table",  # when a seat was kept: the list is sorted by it
    "blocked.js: const since", "player.js: const day",  # days, as the server tells them
    "my_tables.js: const recent",  # which games of other days are still asked about: these are kept by the wall
)  # fmt: skip


def test_the_page_asks_the_wall_only_for_people_to_read() -> None:
    asking = [
        f"{path.name}: {line.strip()}" for path in sorted((ROOT / "client/web").rglob("*.js"))
        for line in path.read_text("utf-8").splitlines() if "Date.now" in line or "new Date" in line
    ]
    assert [line for line in asking if not line.startswith(PEOPLE)] == []
