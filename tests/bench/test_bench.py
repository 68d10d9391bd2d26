"""The bench's own arithmetic: medians, ratios, goals, the table, its timers, and what it measures odds against.

Nothing here looks at how fast anything is.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from ironbottom.client.bots.mate import Mate
from ironbottom.dice import roll
from ironbottom.events import ActionTaken, Eliminated, Flew, Played, ShotDown, TurnBegan, Turned
from ironbottom.flow import Game
from ironbottom.odds import at_least, duel
from ironbottom.rules import s03_exchange
from ironbottom.words import CardId, Line, Side, Token
from tests.bench import by_chance
from tests.bench.__main__ import asked_for
from tests.bench.figures import Goal, Row, as_json, compared, plain, spread, table, verdict
from tests.bench.measure_answers import at_a_draw, played_on
from tests.bench.measure_ceiling import main as measure_ceiling
from tests.bench.measure_ceiling import wins_of
from tests.bench.measure_errors import ROWS, counted
from tests.bench.measure_shares import BUILDING, timers
from tests.bench.measuring import Arm, Time, in_turns
from tests.bench.peers import pins
from tests.bench.playing import game, in_combat, kept, play, player
from tests.bench.stopwatch import REST, Stopwatch, exchanged


def times(*cpu: float) -> list[Time]:
    """Times whose wall is twice the processor's time."""
    return [Time(t, 2 * t) for t in cpu]


def test_a_goal_may_be_reached_exactly() -> None:
    at_least_two, at_most_half = Goal(">=", 2), Goal("<=", 0.5)
    assert at_least_two.met(2.0)
    assert not at_least_two.met(1.99)
    assert at_most_half.met(0.5)
    assert not at_most_half.met(0.51)


def test_a_goal_says_how_far_off_a_figure_is() -> None:
    assert Goal(">=", 500).missed_by(400) == 1.25
    assert Goal("<=", 0.4).missed_by(0.5) == 1.25


def test_a_ratio_to_be_at_least_something_says_how_many_times_faster_we_are() -> None:
    row = compared("decisions", "/s", times(1.0, 2.0, 4.0), times(3.0, 3.0, 8.0), "peer", Goal(">=", 2))
    assert row.ratio == [3.0, 1.5, 2.0]
    assert row.ratio_wall == row.ratio
    assert row.judged == 2.0
    assert row.met


def test_a_ratio_to_be_at_most_something_says_how_many_times_the_cost() -> None:
    row = compared("a clone", "us", times(1.0, 2.0, 4.0), times(4.0, 4.0, 4.0), "peer", Goal("<=", 0.25))
    assert row.ratio == [0.25, 0.5, 1.0]
    assert row.judged == 0.5
    assert row.met is False


def test_ratios_are_of_pairs_of_the_same_round() -> None:
    """A round in which the machine is half as fast changes no ratio."""
    row = compared("decisions", "/s", times(1.0, 2.0), times(3.0, 6.0), "peer")
    assert row.ratio == [3.0, 3.0]


def test_wall_and_processor_are_kept_apart() -> None:
    row = compared("decisions", "/s", [Time(1.0, 5.0)], [Time(3.0, 10.0)], "peer")
    assert row.ratio == [3.0]
    assert row.ratio_wall == [2.0]


def test_without_a_peer_our_own_figure_is_judged() -> None:
    row = Row("a share", "%", [0.5, 0.3, 0.35], goal=Goal("<=", 0.4))
    assert row.judged == 0.35
    assert row.met


def test_without_a_goal_nothing_is_met_or_missed() -> None:
    assert Row("a share", "%", [0.5]).met is None


@pytest.mark.parametrize(
    ("value", "text"), [(58_549.6, "58,550"), (100, "100"), (2.345, "2.35"), (0.0333333, "0.0333"), (5e-16, "5e-16")]
)
def test_numbers_have_three_digits_that_count(value: float, text: str) -> None:
    assert plain(value) == text


def test_a_spread_shows_median_least_and_most() -> None:
    assert spread([3e-6, 1e-6, 2e-6], "us") == "2 (1..3) us"
    assert spread([0.25, 0.25], "%") == "25 %"
    assert spread([1.5, 2.5], "") == "2 (1.5..2.5)"


def test_a_rate_is_the_inverse_of_a_cost() -> None:
    assert spread([1 / 1000, 1 / 3000, 1 / 2000], "/s") == "2,000 (1,000..3,000) /s"


def test_the_table_shows_what_is_met_and_what_is_not() -> None:
    rows = [
        compared("fast enough", "us", times(1e-6), times(4e-6), "peer", Goal(">=", 2)),
        compared("too slow", "us", times(1e-6), times(1.5e-6), "peer", Goal(">=", 2)),
        Row("only told", "kB", [12_000]),
    ]
    heading, line, first, second, third = table(rows).splitlines()
    assert heading.split()[0] == "what"
    assert set(line) == {"-", " "}
    assert first.split("  ")[-1] == "yes"
    assert first.index("1 us") == second.index("1 us") == third.index("12 kB")
    assert second.endswith("NO, 1.33x off")
    assert third.endswith("12 kB")
    assert verdict(rows) == "1 of 2 goals met; not met: too slow"
    assert verdict(rows[:1]) == "1 of 1 goals met"


def test_the_goal_of_a_row_without_a_peer_has_its_unit() -> None:
    assert "<= 32 kB" in table([Row("a game", "kB", [12_000], goal=Goal("<=", 32_000))])


def test_figures_for_programs_keep_every_round() -> None:
    told = as_json(Row("a game", "kB", [12_000, 13_000], goal=Goal("<=", 32_000)))
    assert told["ours"] == [12_000, 13_000]
    assert told["goal"] == {"kind": "<=", "bound": 32_000}
    assert told["met"] is True


def test_arms_take_turns_and_the_first_round_is_thrown_away() -> None:
    order: list[tuple[str, int]] = []

    def arm(name: str, scale: float) -> Arm:
        def measure(number: int) -> tuple[Time, Time]:
            order.append((name, number))
            return Time(scale * number, 0.0), Time(-scale * number, 0.0)

        return measure

    ours, peer = in_turns(2, [arm("ours", 1.0), arm("peer", 10.0)], lambda _: None)
    assert order == [("ours", 0), ("peer", 0), ("ours", 1), ("peer", 1), ("ours", 2), ("peer", 2)]
    assert [[t.cpu for t in figure] for figure in ours] == [[1.0, 2.0], [-1.0, -2.0]]
    assert [[t.cpu for t in figure] for figure in peer] == [[10.0, 20.0], [-10.0, -20.0]]


def test_what_timers_cost_is_taken_off_and_nothing_else() -> None:
    watch = Stopwatch()
    watch.spent.update({REST: 5.0, "steps": 4.0})
    watch.entered["the rest", "steps"] = 10
    net = watch.net(untimed=6.0)
    assert sum(net.values()) == pytest.approx(6.0)
    assert net[REST] < 5.0
    assert net["steps"] < 4.0


def test_time_belongs_to_the_innermost_kind_also_after_an_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(100))
    monkeypatch.setattr("tests.bench.stopwatch.perf_counter", lambda: next(clock))
    watch = Stopwatch()

    def fails() -> None:
        raise RuntimeError

    inner = watch.around("inner", fails)
    outer = watch.around("outer", inner)
    watch.start()
    with pytest.raises(RuntimeError):
        outer()
    watch.stop()
    # one tick from each look at the clock to the next: rest, outer, inner, outer, rest
    assert watch.spent == {REST: 2, "outer": 2, "inner": 1}
    assert watch.entered == {(REST, "outer"): 1, ("outer", "inner"): 1}


def test_what_is_exchanged_comes_back() -> None:
    thing = SimpleNamespace(name="as it was")
    with exchanged([(thing, "name", "changed")]):
        changed = thing.name
    assert changed == "changed"
    assert thing.name == "as it was"


def test_timed_games_are_the_same_games() -> None:
    untimed, law = play(game(3), player(3)), Game.law
    watch = Stopwatch()
    with exchanged(timers(watch)):
        watch.start()
        assert play(game(3), player(3)) == untimed
        watch.stop()
    assert Game.law is law
    assert vars(s03_exchange)["roll"] is roll
    assert watch.entered[REST, BUILDING] >= untimed


def test_positions_in_combat_are_found_and_wait_for_a_decision() -> None:
    found = kept(in_combat, 3)
    assert len(found) == 3
    assert all(g.asked and in_combat(g) for g in found)


def test_fractions_and_simulation_agree_with_known_odds() -> None:
    """§3.2, §3.4  One attempt hits at least once with 2/5, twice with 7/25; three hit twice with 409/625."""
    assert by_chance.exactly(1, 1) == Fraction(2, 5)
    assert by_chance.exactly(1, 2) == Fraction(7, 25)
    assert by_chance.exactly(3, 2) == Fraction(409, 625)
    assert by_chance.exactly(0, 2) == Fraction(1, 36)


@pytest.mark.parametrize(("ability", "hp"), [(0, 1), (1, 1), (4, 3)])
def test_the_simulation_is_of_the_same_thing(ability: int, hp: int) -> None:
    """Within four standard deviations, which are at most 0.5 / sqrt(4000)."""
    assert by_chance.kill(Random(1), 4000, ability, hp) == pytest.approx(at_least(ability, hp), abs=0.032)


@pytest.mark.parametrize("case", [(2, 1, 1, 4), (3, 3, 2, 4), (1, 1, 0, 1)])
def test_the_simulated_duel_is_the_same_duel(case: tuple[int, int, int, int]) -> None:
    assert by_chance.duel(Random(1), 4000, *case) == pytest.approx(duel(*case).defender_down, abs=0.032)


def test_pins_are_read_without_comments() -> None:
    assert pins("# peers\nCatanatron==3.2.1\n\nnetworkx==3.6.1  # needed\n") == {
        "catanatron": "3.2.1",
        "networkx": "3.6.1",
    }


def test_a_wrong_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        asked_for(["speed"])
    assert "no such measurement: speed" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        asked_for(["--rounds", "2"])
    assert "at least 3" in capsys.readouterr().err


def test_playouts_are_the_same_whoever_looks_at_their_answers() -> None:
    """The two that are compared play the same games, whole ones, and leave the positions as they are."""
    for g in kept(at_a_draw, 3):
        assert played_on(g.clone(), 1, Game.take) == played_on(g.clone(), 1, Game.answer) > 0
        assert at_a_draw(g)


def test_the_ceiling_counts_by_deals_as_the_arena_does() -> None:
    """A deal that each side wins once tells more of a player than one that he wins twice."""
    split, whole = wins_of([True, False] * 20), wins_of([True] * 20 + [False] * 20)
    assert (split.won, split.games) == (whole.won, whole.games) == (20, 40)
    assert whole.low < split.low < 0.5 < split.high < whole.high
    assert wins_of([True, False, True]).rate == 2 / 3


def test_errors_are_counted_by_turns_as_they_are_told() -> None:
    """A search that finds something and ends in a Retreat, far behind; a boat that sinks something."""
    flights = tuple([(Token(n), Token(1), Line.JP_FRONT) for n in (11, 12)])
    told = (
        TurnBegan("12.2", 1, Side.JP),
        Played("15.3", Side.JP, CardId("jp/long-lance"), "submarine"),
        Eliminated("15.3", Side.US, Token(7), (CardId("us/hornet"),), 8),
        ActionTaken("16.1", Side.JP, "air"),
        TurnBegan("12.2", 6, Side.US),
        Flew("15.1(1)", Side.US, flights),
        ShotDown("15.2(3)", Side.US, ((Token(11), CardId("us/catalina")),)),
        Turned("15.2(4)", Side.JP, Token(3), (CardId("jp/zuiho"),)),
        ActionTaken("16.1", Side.US, "retreat"),
    )
    counts = counted(told)
    for what, n in (
        ("submarines", 1), ("VP of submarines", 8), ("searchers", 2), ("searchers shot down", 1), ("searching", 1),
        ("searching, home", 1), ("finding, home", 1), ("far behind, US, home", 1), ("breaking", 0),
        ("early landings", 0),
    ):
        assert counts[what] == n, what
    assert all(tell(counts) for _, tell in ROWS)


OWN = """
class Default:
    def __init__(self, cards, rng):
        pass

    def choose(self, view):
        return view.question.default


class Cheating(Default):
    def choose(self, view):
        return "win"
"""


@pytest.mark.parametrize(("bot", "code", "said"), [
    ("own_bots:Default", 0, "of 2 against own_bots:Default: "),
    ("own_bots:Cheating", 1, "The bot own_bots:Cheating gave an answer that is not legal"),
    ("own_bots:None", 2, "the module own_bots has no class None"), ("hal", 2, "There is no bot 'hal'"),
])
def test_the_ceiling_is_measured_against_a_bot_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bot: str, code: int, said: str
) -> None:
    """What is wrong with it is told in one sentence."""
    (tmp_path / "own_bots.py").write_text(OWN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "own_bots", raising=False)
    monkeypatch.setattr("tests.bench.measure_ceiling.CheatingSearch", lambda cards, rng, _real: Mate(cards, rng))
    found: object
    try:
        found = measure_ceiling(["--games", "2", "--against", bot])
    except SystemExit as ended:
        found = ended.code
    out, err = capsys.readouterr()
    assert (found, "Traceback" in err) == (code, False)
    assert said in (out if code == 0 else err)
