"""What standing orders answer, at every question of whole games and in each shape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import get_args

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from ironbottom.catalog import card_set
from ironbottom.dice import LIMITED, NONE, Attempts
from ironbottom.flow import Game
from ironbottom.proof.standing import WITHDRAWALS, forced, ordered
from ironbottom.questions import Answer, Assign, Choose, Move, Pick, Place, Question, Shape, Value
from ironbottom.questions import Order as InOrder
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.views import View
from ironbottom.wire.answers import answer as understood
from ironbottom.wire.orders import Does, StandingOrder
from ironbottom.words import OWN_LINES, Side
from tests.support.players import eager, questions, seed

GAMES = 6
FEW = 2_000  # ways to place cards that are worth counting


def asked() -> Iterator[tuple[Game, Side, View]]:
    for n in range(GAMES):
        game, rng = new_game(card_set("full"), seed(n)), Random(n)
        player = eager(rng)
        for side in questions(game, player, player, rng):
            yield game, side, view(game, side)


class Kept:
    """The questions of some games, with what is known of the cards that they are about."""

    def __init__(self) -> None:
        self.views: list[View] = []
        self.attempts: list[dict[int, Attempts | None]] = []
        for game, side, seen in asked():
            forces = game.forces[side]
            attempts = {int(token): airplane.attempts for token, airplane in forces.airplanes.items()}
            attempts |= {int(token): formation.attempts for token, formation in forces.formations.items()}
            self.views.append(seen)
            self.attempts.append(attempts)


@cache
def kept() -> Kept:
    return Kept()


def question(seen: View) -> Question:
    assert seen.question is not None
    return seen.question


EACH: tuple[Does, ...] = get_args(Does)


def by(does: Does, seen: View, n: int = 0) -> Answer | None:
    return ordered(seen, [StandingOrder("*", does, n)])


def test_every_answer_of_an_order_is_legal() -> None:
    given_: Counter[str] = Counter()
    for seen in kept().views:
        for does in EACH:
            for n in (0, 2):
                answer = by(does, seen, n)
                if answer is not None:
                    assert question(seen).shape.fault(answer) is None, (does, seen.question)
                    given_[does] += 1
    assert min([given_[does] for does in EACH]) > 50


def small(shape: Shape) -> bool:
    if not isinstance(shape, Place):
        return True
    ways = 1
    for places in shape.choices.values():
        ways *= 1 + len(places)
    return ways <= FEW


def test_pass_when_forced_answers_where_there_is_one_answer_and_no_card_to_play() -> None:
    for seen in kept().views:
        asks = question(seen)
        if small(asks.shape):
            answer = by("pass-when-forced", seen)
            assert (answer is not None) == (asks.shape.count() == 1 and not asks.plays)
            assert answer is None or answer == next(iter(asks.shape.answers()))


def test_the_default_is_that_of_the_question() -> None:
    assert all(by("default", seen) == question(seen).default for seen in kept().views)


def test_the_harmless_default_is_given_only_where_nothing_is_lost_by_it() -> None:
    for seen in kept().views:
        asks = question(seen)
        assert by("harmless", seen) == (asks.default if asks.harmless else None)


def test_nothing_is_picked_flown_and_played() -> None:
    found: Counter[type[Shape]] = Counter()
    for seen in kept().views:
        shape, answer = question(seen).shape, by("none", seen)
        if answer is None:
            assert not isinstance(shape, Move)
            continue
        found[type(shape)] += 1
        nothing = {"pass", "none", "done"} if isinstance(shape, Choose) else {"stay"}
        if isinstance(shape, Choose):
            assert answer in nothing
        elif isinstance(shape, Assign):
            assert isinstance(answer, dict)
            assert set(answer.values()) <= nothing
        else:
            assert answer in ((), ("done",), {})
    assert {Choose, Pick, Move, Assign} <= set(found)


def test_those_with_few_attempts_withdraw_and_nobody_else() -> None:
    """§9  At the questions of withdrawal alone, and never who has not rolled yet."""
    found: Counter[str] = Counter()
    for seen, attempts in zip(kept().views, kept().attempts, strict=True):
        asks = question(seen)
        step = asks.step.rpartition(".")[2]
        for n in (0, 1, 2, 20):
            answer = by("withdraw-at", seen, n)
            if WITHDRAWALS.get(asks.window) != step:
                assert answer is None
                continue
            assert isinstance(asks.shape, Pick)
            gone = []
            for token in asks.shape.items:
                assert isinstance(token, int)
                left = attempts[token]
                if n and left is not None and left.dice <= n:
                    gone.append(token)
            assert answer == tuple(gone)
            found[f"{asks.window} {bool(gone)}"] += 1
    assert set(found) >= {"13 False", "23 True", "23 False", "24 True", "24 False", "28 True", "28 False"}


def with_attempts(seen: View, attempts: Attempts | None) -> View:
    """A view where all airplanes of the US have as many attempts."""
    airplanes = tuple([replace(airplane, attempts=attempts) for airplane in seen.us.airplanes])
    return replace(seen, us=replace(seen.us, airplanes=airplanes))


def test_attempts_of_every_kind() -> None:
    seen = next(
        seen for seen in kept().views
        if question(seen).window == "23" and isinstance(question(seen).shape, Pick) and seen.viewer is Side.US
    )
    shape = question(seen).shape
    assert isinstance(shape, Pick)
    assert shape.items
    for attempts, n, leave in (
        (None, 20, False), (NONE, 1, True), (LIMITED, 1, True), (Attempts(2), 1, False), (Attempts(2), 2, True),
        (NONE, 0, False),
    ):
        assert by("withdraw-at", with_attempts(seen, attempts), n) == (shape.items if leave else ())


def test_the_first_order_that_fits_answers() -> None:
    flying = next(seen for seen in kept().views if question(seen).window == "20.1" and by("none", seen) is not None)
    none = by("none", flying)
    changed = next(answer for answer in question(flying).shape.answers() if answer != none)
    first = replace(flying, question=replace(question(flying), default=changed))
    assert ordered(first, [StandingOrder("20.1", "none"), StandingOrder("*", "default")]) == none
    assert ordered(first, [StandingOrder("*", "default"), StandingOrder("20.1", "none")]) == changed
    assert (
        ordered(first, [StandingOrder("20.2", "none"), StandingOrder("20", "none"), StandingOrder("2*", "none")])
        is None
    )
    assert (
        ordered(
            first,
            [StandingOrder("20.2", "none"), StandingOrder("*", "withdraw-at", 3), StandingOrder("20.1", "default")],
        )
        == changed
    )
    assert ordered(first, []) is None


def test_who_is_not_asked_gives_no_answer() -> None:
    game = new_game(card_set("core"), seed(1))
    game.answer(Side.US, "keep")
    assert Side.US not in game.asked
    assert ordered(view(game, Side.US), [StandingOrder("*", "default")]) is None
    assert ordered(view(game, Side.JP), [StandingOrder("*", "default")]) == "keep"
    assert ordered(view(game, None), [StandingOrder("*", "default")]) is None


cards = st.dictionaries(
    st.integers(1, 6), st.dictionaries(st.integers(0, 3), st.integers(0, 3), max_size=3), max_size=5
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(cards, st.lists(st.integers(0, 3), min_size=4, max_size=4))
def test_placing_is_forced_where_there_is_one_way(choices: dict[int, dict[int, int]], room: list[int]) -> None:
    shape = Place(choices, tuple(room))
    assert forced(shape) == (shape.count() == 1)
    if forced(shape):
        assert shape.first() == next(iter(shape.answers()))


def test_forced_is_never_slow() -> None:
    many = {card: dict.fromkeys(range(5), 0) for card in range(40)}
    assert not forced(Place(many, (40,)))
    assert forced(Place({card: {0: 0} for card in range(200)}, (200,)))
    assert not forced(Place({card: {0: 0} for card in range(200)}, (199,)))
    assert forced(Place(many, (0,)))
    assert not forced(InOrder("target", {1: (5,), 2: (5,)}))


def test_a_table_means_the_same_in_any_order() -> None:
    """Dice are thrown in the order of a table of aims: who carries it must not choose that order."""
    assert list({**_table(understood({9: 1, 3: 2, 5: 0}))}) == [3, 5, 9]


def _table(answer: Answer) -> dict[int, object]:
    assert isinstance(answer, dict)
    return {**answer}



def cards_of(seen: View) -> dict[Value, str | None]:
    mine = seen.us if question(seen).side is Side.US else seen.jp
    return {a.token: a.card for a in mine.airplanes}


def foes_over(seen: View, line: int) -> int:
    theirs = seen.jp if question(seen).side is Side.US else seen.us
    return len([a for a in theirs.airplanes if not a.host and a.line == line])


def told_to(seen: View, does: Does, n: int = 0, *cards: str) -> Answer | None:
    return ordered(seen, [StandingOrder("*", does, n, cards=cards or UNSET)])


def test_an_order_for_one_turn_answers_in_no_other() -> None:
    met: Counter[bool] = Counter()
    for seen in kept().views:
        mine = seen.phasing is question(seen).side
        met[mine] += 1
        his, own = [ordered(seen, [StandingOrder("*", "default", turn=turn)]) for turn in ("his", "mine")]
        assert (his, own) == ((None, question(seen).default) if mine else (question(seen).default, None))
    assert min(met.values()) > 100


def test_all_stay_where_few_come_and_where_more_do_one_is_asked() -> None:
    few, many = 0, 0
    for seen in kept().views:
        asks, shape = question(seen), question(seen).shape
        answer = told_to(seen, "stay-when-few", 2)
        if asks.window not in ("9", "20.2", "20.3") or not isinstance(shape, Assign) or shape.of != "line":
            assert answer is None
            continue
        theirs = seen.jp if asks.side is Side.US else seen.us
        more = len([a for a in theirs.airplanes if not a.host]) > 2
        assert answer == (None if more else dict.fromkeys(shape.choices, "stay"))
        few, many = few + (not more), many + more
    assert min(few, many) > 5


def test_those_that_are_named_intercept_where_enemies_come_and_nobody_else() -> None:
    rose, kept_down = 0, 0
    for seen in kept().views:
        asks, shape = question(seen), question(seen).shape
        answer = told_to(seen, "intercept", 0, "jp/zeke", "us/wildcat")
        flight = asks.window in ("9", "20.2", "20.3") and isinstance(shape, Assign) and shape.of == "line"
        assert (answer is not None) is flight
        if answer is None:
            continue
        assert isinstance(answer, dict)
        cards, own = cards_of(seen), OWN_LINES[asks.side]
        for token, line in answer.items():
            if line == "stay":
                kept_down += cards[token] not in ("jp/zeke", "us/wildcat")
                continue
            rose += 1
            assert cards[token] in ("jp/zeke", "us/wildcat")
            assert line in own
            assert foes_over(seen, line) >= 1
        assert told_to(seen, "intercept", 20, "jp/zeke", "us/wildcat") == dict.fromkeys(answer, "stay")
        assert told_to(seen, "intercept", 0, "us/no-such-card") == dict.fromkeys(answer, "stay")
    assert rose > 5
    assert kept_down > 5


def test_damaged_formations_withdraw_and_of_carriers_these_alone() -> None:
    found: Counter[str] = Counter()
    for seen in kept().views:
        asks = question(seen)
        damaged, carriers = told_to(seen, "withdraw-damaged", 1), told_to(seen, "withdraw-carriers", 1)
        if asks.step != "sea-rounds.check":
            assert damaged is carriers is None
            continue
        assert isinstance(asks.shape, Pick)
        mine = (seen.us if asks.side is Side.US else seen.jp).formations
        damage: dict[Value, int] = {f.token: f.damage for f in mine}
        icons: dict[Value, str | None] = {f.token: f.values.icon for f in mine if f.values is not None}
        hurt = tuple([token for token in asks.shape.items if damage[token]])
        assert damaged == hurt
        built = tuple([token for token in asks.shape.items if icons[token] == "carrier"])
        assert carriers == tuple([token for token in hurt if token in built])
        assert told_to(seen, "withdraw-carriers", 0) == built
        found[f"{bool(hurt)} {bool(built)}"] += 1
    assert found["True False"] + found["True True"] > 3


def test_all_break_off_when_few_are_left_and_none_before() -> None:
    asked_for = 0
    for seen in kept().views:
        asks, shape = question(seen), question(seen).shape
        answers = [told_to(seen, "break-off", n) for n in (0, 1, 20)]
        if WITHDRAWALS.get(asks.window) != asks.step.rpartition(".")[2] or asks.window == "28":
            assert answers == [None] * 3
            continue
        assert isinstance(shape, Pick)
        assert answers == [(), shape.items if len(shape.items) <= 1 else (), shape.items]
        asked_for += 1
    assert asked_for > 20


def test_each_escort_is_held_by_one_and_who_is_named_escorts() -> None:
    held: Counter[str] = Counter()
    for seen in kept().views:
        asks, shape = question(seen), question(seen).shape
        answer = told_to(seen, "meet-escorts", 0, "jp/zeke", "us/wildcat")
        divides = asks.window in ("22", "27") and isinstance(shape, Assign) and shape.of == "task"
        assert (answer is not None) is divides
        if answer is None:
            continue
        assert isinstance(answer, dict)
        assert isinstance(shape, Assign)
        tasks, cards = list(answer.values()), cards_of(seen)
        if asks.step == "air-combat.assign":
            theirs = seen.jp if asks.side is Side.US else seen.us
            escorts = len([a for a in theirs.airplanes if a.line == seen.line and a.task == "escort"])
            assert tasks.count("control") == min(escorts, len(tasks))
            assert tasks.count("intercept") == len(tasks) - tasks.count("control")
        if asks.step == "air-combat.divide":
            for token, task in answer.items():
                able = "escort" in shape.choices[token] and cards[token] in ("jp/zeke", "us/wildcat")
                assert task == ("escort" if able else "attack")
        held[asks.step] += 1
    assert set(held) >= {"air-combat.assign", "air-combat.divide", "landing-phase.assign", "landing-phase.divide"}


def test_aims_are_spread_as_far_as_they_go() -> None:
    spread = 0
    for seen in kept().views:
        asks, answer = question(seen), told_to(seen, "spread")
        assert (answer is not None) is (asks.step.rpartition(".")[2] == "aim")
        if answer is None:
            continue
        assert isinstance(asks.shape, Assign | InOrder)
        at = Counter((answer if isinstance(answer, dict) else dict(answer)).values())  # type: ignore[arg-type]
        alike = set(asks.shape.choices.values())
        if len(alike) == 1:  # all may aim at the same
            assert max(at.values()) - min([at[target] for target in alike.pop()]) <= 1
            spread += len(at) > 1
    assert spread > 3


def test_who_presses_on_attacks_and_fires() -> None:
    found: Counter[str] = Counter()
    for seen in kept().views:
        answer = told_to(seen, "press-on")
        assert (answer is not None) is (question(seen).step in ("strike.go_on", "barrage.go_on"))
        found[str(answer)] += 1
    assert found["attack"]
    assert found["fire"]
