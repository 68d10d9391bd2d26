"""§20  The bot `mate`: legal always, at fault never, at an end soon, better than chance, and blind but for its view."""

from __future__ import annotations

import ast
import subprocess
import sys
from copy import deepcopy
from itertools import pairwise
from random import Random
from secrets import token_hex
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from ironbottom.catalog import card_set, cards_by_id
from ironbottom.client.bots.mate import Mate, clock, worth
from ironbottom.client.bots.mate.assault import Army, Gunners, falls
from ironbottom.client.bots.mate.steady_seat import STEPS
from ironbottom.client.bots.mate.table import SeenTable
from ironbottom.client.bots.mate.volley import blow, mean, untouched
from ironbottom.client.bots.players import BOTS, Bot
from ironbottom.client.bots.registry import NamedBot, made
from ironbottom.client.launch.arena.in_process import Result, Series, play_game, play_numbered
from ironbottom.client.launch.arena.standing import a_side
from ironbottom.odds import at_least, duel
from ironbottom.printed import BaseCard
from ironbottom.questions import Answer, Choose, Move
from ironbottom.rules import new_game
from ironbottom.rules.s14_deployment import Deployment
from ironbottom.sight import view
from ironbottom.views import SeenBase, View
from ironbottom.words import SIDES, CardId, Line, Side, Token
from tests import ROOT
from tests.client.support.asked_views import asked_views
from tests.support.table import LaidTable as Laid

CARDS = {name: card_set(name) for name in ("core", "full")}
FOLDER = ROOT / "client" / "bots"
ENGINE = ("state", "flow", "rules", "sight", "question_odds", "record", "position")


class WatchedBot:
    """A bot whose every answer is looked at."""

    def __init__(self, inner: Bot) -> None:
        self.inner = inner
        self.steps = self.longest = 0

    def choose(self, view: View) -> Answer:
        question = view.question
        assert question is not None
        answer = self.inner.choose(view)
        played = isinstance(answer, tuple) and answer[:1] == ("play",) and answer[1] in question.plays
        assert played or question.shape.fault(answer) is None, (question.step, answer)
        self.steps = self.steps + 1 if isinstance(question.shape, Move) and answer != ("done",) else 0
        self.longest = max(self.longest, self.steps)
        return answer


def watched_game(series: Series, n: int) -> tuple[Result, dict[Side, WatchedBot]]:
    """A game of a series, and who played it."""
    names = series.players(n)
    bots = {side: WatchedBot(made(names[side], series.cards, series.chance(n, side)).bot) for side in SIDES}
    return play_game(series.cards, series.deal(n), {s: NamedBot(names[s], bots[s]) for s in SIDES}, n=n), bots


def rate(a: str, b: str, games: int) -> float:
    """How often `a` beats `b` in games that are always the same."""
    series = Series(a, b, "a small sample", CARDS["core"])
    results = [play_numbered(series, n) for n in range(games)]
    return sum([result.winner is a_side(result, a) for result in results]) / games


@pytest.mark.parametrize("opponent", ["random", "first", "mate"])
@pytest.mark.parametrize("cards", ["core", "full"])
def test_every_answer_is_legal_and_no_decision_fails(cards: str, opponent: str) -> None:
    """Other games on every run; a failure names the series, which plays them again."""
    series = Series("mate", opponent, token_hex(8), CARDS[cards])
    for n in range(6):
        _, bots = watched_game(series, n)
        for side in SIDES:
            inner = bots[side].inner
            if isinstance(inner, Mate):
                assert inner.failures == [], (series.seed, n, side)
                assert bots[side].longest < STEPS / 2, (series.seed, n, side)


def test_it_beats_chance_clearly() -> None:
    assert rate("mate", "random", 40) >= 0.9


def test_it_beats_who_does_nothing() -> None:
    assert rate("mate", "first", 30) >= 0.8


def test_a_view_is_all_it_needs() -> None:
    """A copy of the view, as it comes over the wire, gets the same answer from a new bot that has seen nothing else."""
    game, cards = new_game(CARDS["core"], bytes(32), log=False), CARDS["core"]
    players = {side: Mate(cards, Random(side)) for side in SIDES}
    codec = msgspec.msgpack
    answers = 0
    while game.asked:
        side = next(iter(game.asked))
        seen = view(game, side)
        carried = codec.decode(codec.encode(seen), type=View)
        answer = players[side].choose(seen)
        assert Mate(cards, Random("another")).choose(carried) == answer
        assert Mate(cards, Random("a third")).choose(deepcopy(seen)) == answer
        game.answer(side, answer)
        answers += 1
    assert answers > 50


def test_it_imports_nothing_of_the_engines_state() -> None:
    """§22  By its words, and by what is loaded with it."""
    for file in [*(FOLDER / "mate").glob("*.py"), FOLDER / "players.py"]:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not [name for name in names if name.startswith(tuple(f"ironbottom.{part}" for part in ENGINE))], file
    loaded = "import sys, ironbottom.client.bots.players; print(*sorted(sys.modules))"
    found = subprocess.run([sys.executable, "-c", loaded], check=True, capture_output=True, text=True).stdout.split()
    assert "ironbottom.client.bots.mate.mate" in found
    assert not [name for name in found if name in {f"ironbottom.{part}" for part in ENGINE}]


class ForgetfulMate(Mate):
    """A mate that has forgotten its cards."""

    def __init__(self) -> None:
        super().__init__(CARDS["core"], Random(1))
        self.cards = {}


def test_a_bug_costs_a_decision_and_not_the_game() -> None:
    """It falls back to the default, and counts."""
    broken = ForgetfulMate()
    series = Series("mate", "random", "broken", CARDS["core"])
    opponent = made("random", series.cards, series.chance(0, Side.JP))
    result = play_game(series.cards, series.deal(0), {Side.US: NamedBot("mate", broken), Side.JP: opponent})
    assert broken.faults == len(broken.failures) == result.faults[Side.US] > 0
    assert "KeyError" in broken.failures[0]


def test_a_segment_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the advice says, `done` comes at last."""
    game = new_game(CARDS["core"], bytes(32), log=False)
    for side in SIDES:
        game.answer(side, "keep")
    seen = view(game, Side.US)
    assert seen.question is not None
    shape = seen.question.shape
    assert isinstance(shape, Move)
    token, lines = next(iter(shape.steps["move"].items()))
    monkeypatch.setattr("ironbottom.client.bots.mate.mate.advised", lambda _: ("move", token, lines[0]))
    stuck = Mate(CARDS["core"], Random(1))
    assert [stuck.choose(seen) for _ in range(STEPS)] == [("move", token, lines[0])] * STEPS
    assert stuck.faults == 0
    assert stuck.choose(seen) == ("done",)
    assert stuck.faults == 1


def test_who_is_not_asked_cannot_answer() -> None:
    game = new_game(CARDS["core"], bytes(32), log=False)
    for name in BOTS:
        with pytest.raises(ValueError, match="holds a question"):
            made(name, CARDS["core"], Random(1)).bot.choose(view(game, None))


def test_the_same_chance_plays_the_same_random_game() -> None:
    """Every answer of the random seat comes from its own `rng`; now and then it plays a card."""
    series = Series("random", "random", "twice", CARDS["core"])
    assert play_numbered(series, 0)._replace(times=((), ())) == play_numbered(series, 0)._replace(times=((), ()))


def test_the_first_seat_takes_the_first() -> None:
    game = new_game(CARDS["core"], bytes(32), log=False)
    seen = view(game, Side.US)
    assert seen.question is not None
    assert isinstance(seen.question.shape, Choose)
    assert made("first", CARDS["core"], Random(1)).choose(seen) == seen.question.shape.options[0]


def test_the_law_of_a_blow_has_the_mean_of_the_duel() -> None:
    """§17.3, R-43  Unanswered fire has the exact law; answered fire the exact mean and the exact loss."""
    free = blow(3, 1, None, 4)
    assert free.law[4] == pytest.approx(at_least(3, 4))
    assert free.loss == 0
    for torpedo in (False, True):
        exact = duel(3, 1, 2, 4, "defence" if torpedo else None)
        answered = blow(3, 1, 2, 4, torpedo)
        assert sum(answered.law) == pytest.approx(1)
        assert mean(answered.law, (0, 1, 2, 3, 4)) == pytest.approx(exact.defender_damage)
        assert answered.loss == exact.attacker_down


def test_every_further_attack_adds() -> None:
    """A target that is sunk by one airplane is no target for the next."""
    worth = (0.0, 0.0, 0.0, 3.0)
    first, _ = untouched(1, 3, 1, worth).after(3, torpedo=False)
    second, loss = first.after(3, torpedo=False)
    assert 0 < first.value < second.value < 3
    assert sum(second.law) == pytest.approx(1)
    assert 0 < loss < duel(3, 1, 1, 3).attacker_down


def asked_for(step: str, side: Side, ships: int = 0) -> View:
    """The first view of a game between two mates in which this is asked, with so many ships of one's own."""
    for seen in asked_views(range(200)):
        assert seen.question is not None
        mine = seen.us if side is Side.US else seen.jp
        if seen.question.side is side and seen.question.step == step and len(mine.formations) >= ships:
            return seen
    raise AssertionError(f"{step} is never asked")


def with_question(seen: View, **changes: Any) -> View:
    assert seen.question is not None
    return replace(seen, question=replace(seen.question, **changes))


def answered(seen: View, cards: str = "core") -> Answer:
    """What mate answers, without a fault."""
    mate = Mate(CARDS[cards], Random(1))
    answer = mate.choose(seen)
    assert mate.failures == []
    return answer


def test_radar_goes_to_the_most_guns() -> None:
    """§21.10"""
    seen = asked_for("action.choose", Side.US, ships=3)
    ships = {f.token: f.values.surface or 0 for f in seen.us.formations if f.values is not None}
    naming = {"step": "playing.name", "card": "us/sg-radar", "shape": Choose(tuple(ships)), "plays": ()}
    answer = answered(with_question(seen, **naming))
    assert isinstance(answer, int)
    assert {f.token: f for f in seen.us.formations}[Token(answer)].values is not None
    assert ships[Token(answer)] == max(ships.values())


def test_a_decoy_hides_the_best_and_shows_the_least() -> None:
    """§21.7"""
    seen = asked_for("action.choose", Side.JP, ships=4)
    table = SeenTable(seen, seen.question or pytest.fail("no question"), cards_by_id(CARDS["full"]))
    value = {f.token: worth.ship(table, f) for f in seen.jp.formations}
    for detected, wanted in ((True, max), (False, min)):
        turned = tuple([replace(f, detected=detected) for f in seen.jp.formations])
        there = replace(seen, jp=replace(seen.jp, formations=turned))
        naming = {"step": "playing.name", "card": "jp/decoy-carrier", "shape": Choose(tuple(value)), "plays": ()}
        answer = answered(with_question(there, **naming), "full")
        assert isinstance(answer, int)
        assert value[Token(answer)] == wanted(value.values())


def test_who_leads_ends_the_game_when_he_can() -> None:
    """§11.2  A Retreat with an empty deck is the end: good for who is ahead, and for nobody else."""
    seen = asked_for("action.choose", Side.US)
    empty = replace(seen, us=replace(seen.us, air_deck=0, points=5), jp=replace(seen.jp, points=1))
    assert answered(empty) == "retreat"
    assert answered(replace(empty, us=replace(empty.us, points=0))) != "retreat"


def test_the_clock() -> None:
    """§11.2, §11.3  A tie is Japan's, unless Henderson Field stands in FRONT; the smaller deck tells the time."""
    seen = asked_for("action.choose", Side.US)
    cards = cards_by_id(CARDS["core"])

    def table(us: int, jp: int, air: tuple[int, int], bases: tuple[SeenBase, ...]) -> SeenTable:
        sides = replace(seen.us, points=us, air_deck=air[0], bases=bases), replace(seen.jp, points=jp, air_deck=air[1])
        assert seen.question is not None
        return SeenTable(replace(seen, us=sides[0], jp=sides[1]), seen.question, cards)

    homes = tuple([b for b in seen.us.bases if b.line is not Line.US_FRONT])
    henderson = SeenBase(Token(1), Line.US_FRONT, CardId("us/henderson-field"), 0)
    assert not clock.winning(table(2, 2, (9, 9), homes))
    assert clock.winning(table(2, 2, (9, 9), (*homes, henderson)))
    assert clock.winning(table(3, 2, (9, 9), homes))
    assert clock.turns_left(table(3, 2, (9, 9), homes)) == 1 + min(9 // 3, 9 // 2)
    assert clock.turns_left(table(2, 3, (9, 4), homes)) == 1 + min(9 // 3, 4 // (2 + 1))
    assert clock.desperate(table(2, 3, (9, 4), homes))
    assert not clock.desperate(table(3, 2, (9, 1), homes))


def test_a_base_falls_more_surely_to_more() -> None:
    """§18.4(d) to (f)  More damage, more armies, more guns, and ships that come through: each raises the chance."""
    base = cards_by_id(CARDS["core"])[CardId("us/henderson-field")]
    assert isinstance(base, BaseCard)
    alone = falls(base, [Army(3, 3)], [])
    assert all(less < more for less, more in pairwise(alone))
    assert all(less <= more for less, more in zip(alone, falls(base, [Army(3, 3), Army(2, 2)], []), strict=True))
    assert all(less <= more for less, more in zip(alone, falls(base, [Army(3, 3)], [Gunners(5, 6)]), strict=True))
    assert falls(base, [Army(3, 3)], [], 0.5)[base.hp] == pytest.approx(alone[base.hp] / 2)
    assert falls(base, [], [Gunners(5, 6)]) == (0.0,) * (base.hp + 1)


def test_a_wrecked_base_falls_to_whoever_comes_ashore() -> None:
    """§18.4(e)(3), §18.4(f)(2)  TB 2 at 7 damage is one limited die: it never sinks two HP but with two sixes."""
    base = cards_by_id(CARDS["core"])[CardId("us/henderson-field")]
    assert isinstance(base, BaseCard)
    assert falls(base, [Army(1, 2)], [])[base.hp] == pytest.approx(1 - 1 / 36)


def test_airplanes_change_places_where_that_helps_and_every_icon_is_taken() -> None:
    """§14.3(2)  A dive bomber in harbour reaches nothing; a Betty reaches as much from there."""
    t = Laid(CARDS["core"], phasing=Side.JP, bases=False)
    t.jp.base("Truk", damage=1, aboard=["Val"])
    t.jp.base("Rabaul", damage=4, aboard=["Betty"])
    g = t.play(Deployment(phasing=Side.JP))
    player = Mate(CARDS["core"], Random(1))
    answers = []
    while g.asked and g.window(Side.JP) == "6":
        answers.append(player.choose(view(g, Side.JP)))
        g.answer(Side.JP, answers[-1])
    assert [answer[0] for answer in answers if isinstance(answer, tuple)] == ["swap", "done"]
    hosts = {a.card.name: g.forces[Side.JP].bases[a.host].card.name for a in g.forces[Side.JP].airplanes.values()}
    assert hosts == {"Val": "Rabaul", "Betty": "Truk"}
