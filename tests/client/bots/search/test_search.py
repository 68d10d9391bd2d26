"""§20  The admiral: legal always, the same again, in time, and no worse informed or better than it may be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from time import perf_counter

import pytest

from ironbottom.catalog import card_set, cards_by_id
from ironbottom.client.bots.light import LightPlayer
from ironbottom.client.bots.mate import Mate
from ironbottom.client.bots.mate.table import SeenTable
from ironbottom.client.bots.registry import NamedBot, made
from ironbottom.client.bots.search import SearchSeat
from ironbottom.client.bots.search.candidates import FINDERS, MOST, candidates
from ironbottom.client.bots.search.levels import Level
from ironbottom.client.bots.search.plans import deployments
from ironbottom.client.bots.search.weighing import Plan, Scale
from ironbottom.client.bots.value.value import shipped_value
from ironbottom.client.launch.arena.in_process import Series, forget, play_game, tell
from ironbottom.flow import Game
from ironbottom.questions import Answer
from ironbottom.rules import new_game
from ironbottom.sight import seen, view
from ironbottom.views import View
from ironbottom.words import SIDES, Side
from ironbottom.worlds import InformationSet, Memory, Worlds
from tests import ROOT
from tests.support.lengths import so_many, some
from tests.support.players import steps_of_options

CARDS = card_set("core")
GAMES = so_many("SEARCHED", 1, 10)  # whole games of a search
LITTLE = Level(4, side_turns=1, seconds=600)  # the clock is tested by itself


class LittleSearch(SearchSeat):
    """Tries little, so that a game is soon over."""

    level = LITTLE


def questions(games: int) -> Iterator[tuple[Game, Side, View, Memory]]:
    """Every question of some games of mates, with what its seat has heard."""
    for number in range(games):
        game, mate = new_game(CARDS, number.to_bytes(32, "big")), Mate(CARDS, Random(1))
        memories = {side: Memory.of(CARDS, side) for side in SIDES}
        while game.asked:
            for side in SIDES:
                memories[side].hear(seen(game.events or (), side), view(game, side))
            forget(game)
            side = next(iter(game.asked))
            shown = view(game, side)
            yield game, side, shown, memories[side]
            answer = mate.choose(shown)
            memories[side].answered(answer)
            game.answer(side, answer)


@pytest.mark.parametrize("cards", some(["core", "full"], 1))
def test_whole_games_without_a_fault(cards: str) -> None:
    """Every answer is legal, or the game would not go on; and no advice of its mate fails."""
    series = Series("mate", "first", f"searching {cards}", card_set(cards))
    for n in range(GAMES):
        seats = {side: LittleSearch(series.cards, series.chance(n, side)) for side in SIDES}
        result = play_game(series.cards, series.deal(n), {side: NamedBot("search", seats[side]) for side in SIDES})
        assert result.turns > 1
        assert [seat.faults for seat in seats.values()] == [0, 0]


def test_the_same_answer_again() -> None:
    """By the same chance: work is counted in playouts, not in seconds."""
    searched = 0
    for number, (_game, _side, shown, memory) in enumerate(questions(1)):
        if number % 6 == 0:
            seats = [LittleSearch(CARDS, Random(number)) for _ in range(2)]
            for seat in seats:
                seat.memory = deepcopy(memory)
            assert seats[0].choose(shown) == seats[1].choose(deepcopy(shown))
            assert seats[0].last == seats[1].last
            searched += bool(seats[0].last)
    assert searched > 3


def test_candidates_are_legal_and_few_and_the_mates_comes_first() -> None:
    by_id, mate, tried = cards_by_id(CARDS), Mate(CARDS, Random(1)), set()
    for _game, _side, shown, _memory in questions(2):
        assert shown.question is not None
        table, first = SeenTable(shown, shown.question, by_id), mate.choose(shown)
        found = candidates(table, first)
        assert found[0] == first
        assert len(found) <= MOST
        assert all(shown.question.fault(answer) is None for answer in found)
        assert not [answer for n, answer in enumerate(found) if answer in found[:n]]
        if len(found) > 1:
            tried.add(shown.question.step)
    seldom = {"air-combat-phase.meet", "landing-phase.assign", "going-ashore.name"}
    assert set(FINDERS) <= tried | seldom | steps_of_options()


def test_a_deployment_is_tried_whole() -> None:
    """§14.2, §14.3  Other plans differ from the mate's; each ends both segments, or where a card may draw others."""
    worlds, looked_at, whole, tried = Worlds(CARDS), 0, 0, 0
    for _game, side, shown, memory in questions(1):
        assert shown.question is not None
        if shown.question.step != "ships.step" or looked_at > 4:
            continue
        looked_at += 1
        world = worlds.sample(shown, memory, Random(2))
        plans = deployments(world, side, cards_by_id(CARDS), LightPlayer(CARDS))
        assert plans[0][0] == Mate(CARDS, Random(1)).choose(shown)
        for plan in plans:
            world = worlds.sample(shown, memory, Random(3))
            for answer in plan:
                world.answer(side, answer)
            plays = side in world.asked and world.asked[side].plays
            whole += bool(plays) or not world.step(next(iter(world.asked))).startswith(("ships.", "airplanes."))
            tried += 1
    assert whole == tried > looked_at


class MarkedScale(Scale):
    """Knows how good each plan is, on the mean; every trial is off by chance."""

    def __init__(self, worth: dict[Answer, float], level: Level) -> None:
        super().__init__(LightPlayer(CARDS), shipped_value(), level)
        self.worth, self.rng, self.tried_plans = worth, Random(7), 0

    def tried(self, world: Game, side: Side, plan: Plan, side_turns: int | None) -> float:
        self.tried_plans += 1
        return self.worth[plan[0]] + self.rng.gauss(0, 0.05)


def somewhere() -> InformationSet:
    """Any question."""
    _game, _side, shown, memory = next(questions(1))
    return Worlds(CARDS).at(shown, memory)


def test_the_best_is_found_and_most_work_goes_to_the_good_ones() -> None:
    """Eight plans, one of them better by 5 %: it is found nearly always, with the work that was granted."""
    here, found = somewhere(), 0
    for n in range(20):
        worth: dict[Answer, float] = {str(i): 0.55 if i == 5 else 0.5 for i in range(8)}
        scale = MarkedScale(worth, Level(240))
        scale.rng = Random(n)
        weighed = scale.weigh(here, Side.US, [(answer,) for answer in worth], Random(n))
        assert scale.tried_plans <= 250
        assert {w.plan for w in weighed[:2]} >= {("0",)}
        found += weighed[0].plan == ("5",) or weighed[1].plan == ("5",)
    assert found >= 17


def test_nothing_is_changed_that_is_not_surely_better() -> None:
    """Where all plans are alike, the mate's answer stands, but for a few accidents."""
    here, changed = somewhere(), 0
    for n in range(40):
        seat = SearchSeat(CARDS, Random(n))
        seat.scale = MarkedScale({str(i): 0.5 for i in range(4)}, Level(60))
        seat.scale.rng = Random(n)
        changed += seat._best(here, Side.US, [(str(i),) for i in range(4)]) != ("0",)
    assert changed <= 12


def test_the_clock_is_a_second_limit() -> None:
    """A machine that is too slow for the work decides with what it has."""
    here = somewhere()
    scale = Scale(LightPlayer(CARDS), shipped_value(), Level(10**9, seconds=0.05))
    question = here.question
    begun = perf_counter()
    weighed = scale.weigh(here, question.side, [(question.default,), (question.shape.first(),)], Random(1))
    assert perf_counter() - begun < 5
    assert all(w.worlds > 0 for w in weighed)


def test_who_comes_late_plays_as_the_mate_does() -> None:
    """It has not heard what it would have to know."""
    late = 0
    for number, (_game, _side, shown, _memory) in enumerate(questions(1)):
        if number % 40 == 39:
            late += 1
            answer = LittleSearch(CARDS, Random(1)).choose(shown)
            assert shown.question is not None
            plays = [("play", card) for card in shown.question.plays]
            assert answer in plays or shown.question.shape.fault(answer) is None
    assert late


def test_it_listens() -> None:
    """It is told what happens in an arena as at a table."""
    game, bot = new_game(CARDS, bytes(32)), made("admiral", CARDS, Random(1))
    assert bot.listens
    tell(game, {Side.US: bot})
    assert isinstance(bot.bot, SearchSeat)
    assert bot.bot.memory is not None


def test_the_player_with_four_times_the_work_is_what_its_document_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The three lines of README.md, in a file of one's own, and called as it is called there."""
    text = (ROOT / "client" / "bots" / "search" / "README.md").read_text("utf-8")
    (program,) = [block for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if "D240" in block]
    (tmp_path / "deep.py").write_text(program, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    bot = made("deep:D240", CARDS, Random(1))
    assert isinstance(bot.bot, SearchSeat)
    assert bot.bot.level.playouts == 4 * SearchSeat.level.playouts
    game, side, shown, _memory = next(iter(questions(1)))
    tell(game, {side: bot})
    assert shown.question is not None
    assert shown.question.shape.fault(bot.choose(shown)) is None
