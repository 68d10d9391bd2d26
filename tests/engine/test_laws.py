"""What holds in every game, whatever is played: hypothesis draws the game and the players, and shrinks what fails."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ironbottom.catalog import card_set
from ironbottom.dice import Attempts
from ironbottom.events import DeploymentShown, Event, Rolled, TurnBegan
from ironbottom.flow import IDLE, Asked, Forced, Game, IllegalAnswer, Procedure, Step
from ironbottom.printed import BaseCard, ShipCard
from ironbottom.questions import Answer, Value
from ironbottom.rules import new_game
from ironbottom.rules.s05_lines import free_icons, unseen_in
from ironbottom.rules.s14_airplanes import Airplanes
from ironbottom.rules.s14_deployment import RemoveDamage, in_dock_damaged
from ironbottom.rules.s15_reconnaissance import Find
from ironbottom.sight import Sighted, TableViews, view
from ironbottom.state import AIR, Airplane, Base, Formation, State
from ironbottom.words import REAR, SIDES, Icon, Side
from tests.support.lengths import LAWS
from tests.support.players import (
    Player,
    at_random,
    cards_in,
    eager,
    finish,
    first_legal,
    printed_cards,
    questions,
    seed,
    window_of,
)

GAMES = settings(max_examples=LAWS, deadline=None, derandomize=True)
KINDS: tuple[Callable[[Random], Player], ...] = (eager, at_random, eager, lambda rng: first_legal)
PRIVATE = ("2", "5", "6")  # the windows of the segments that a side plays in private


@st.composite
def games(draw: st.DrawFn) -> tuple[Game, Player, Player, Random]:
    """A game at its first question, and who plays it."""
    number = draw(st.integers(0, 999_999))
    rng = Random(number)
    g = new_game(card_set(draw(st.sampled_from(("full", "core")))), seed(number), ask_sides=draw(st.booleans()))
    us, jp = [draw(st.sampled_from(KINDS))(rng) for _ in SIDES]
    return g, us, jp, rng


Drawn = tuple[Game, Player, Player, Random]


def taken(g: Game) -> tuple[State, list[Procedure], dict[Side, Asked], int, int]:
    """A picture of a game, to compare with another of it later."""
    clone = g.clone()
    return clone.state, clone.stack, dict(g.asked), g.answers, len(g.events or ())


def icons_left(host: Formation | Base, kind: Icon) -> int:
    """§4.6, §6.2  Icons that damage has left for airplanes of a kind; on a base the C airplanes stand on land icons."""
    if isinstance(host, Formation):
        return max(0, host.values.icons - host.damage) if host.values.icon is kind else 0
    printed: int = getattr(host.card, kind)
    return max(0, printed - host.damage)


def crowded(g: Game, side: Side) -> list[str]:
    """§6.1, §14.3(3)  Hosts of a side that carry more than they have icons for, or carry any in REAR."""
    forces = g.forces[side]
    aboard: Counter[tuple[int, Icon]] = Counter()
    for a in forces.airplanes.values():
        if a.host != AIR:
            land = a.host in forces.bases and a.card.icon is Icon.CARRIER
            aboard[a.host, Icon.LAND if land else a.card.icon] += 1
    wrong = []
    for (token, kind), n in aboard.items():
        host = forces.host(next(t for t in (*forces.formations, *forces.bases) if t == token))
        in_rear = isinstance(host, Formation) and host.line in REAR
        if in_rear or n > icons_left(host, kind):
            wrong.append(f"{n} {kind} on {host}")
    return wrong


@GAMES
@given(games())
def test_cards_are_conserved(drawn: Drawn) -> None:
    """§2.6, §4.1 to §4.4  No card is ever lost, doubled or given to the other side: it is in one place, always."""
    g, us, jp, rng = drawn
    for side in questions(g, us, jp, rng):
        if window_of(g, side) != "0":  # before the sides are settled no base has been placed
            assert all(cards_in(g, s) == printed_cards(g, s) for s in SIDES)
    for side in SIDES:
        assert cards_in(g, side) == printed_cards(g, side)


@GAMES
@given(games())
def test_positions_are_sound(drawn: Drawn) -> None:
    """§4.1, §4.3, §5.2, §7.2, §7.6  `check` finds nothing at any question, and the damage of all is within their HP."""
    g, us, jp, rng = drawn
    for _ in questions(g, us, jp, rng):
        assert g.state.check() == []
        for forces in g.forces:
            assert all(0 <= f.damage < f.values.hp for f in forces.formations.values())
            assert all(0 <= b.damage <= b.card.hp for b in forces.bases.values())
            tokens = [*forces.formations, *forces.bases, *forces.airplanes]
            assert len(set(tokens)) == len(tokens)
        us_tokens, jp_tokens = [{*f.formations, *f.bases, *f.airplanes} for f in g.forces]
        assert g.state.setting_up or g.state.shown is not None or not us_tokens & jp_tokens


@GAMES
@given(games())
def test_airplanes_stand_on_icons(drawn: Drawn) -> None:
    """§6.1, §14.3(3), §19.1  A deployment leaves its side in order, a return leaves both, and nobody in the air."""
    g, us, jp, rng = drawn
    heard = 0
    for side in questions(g, us, jp, rng):
        assert g.events is not None
        events, heard = g.events[heard:], len(g.events)
        for e in events:
            if isinstance(e, DeploymentShown):
                assert crowded(g, e.side) == []
        if any(isinstance(e, TurnBegan) for e in events) or window_of(g, side) == "33":
            assert [crowded(g, s) for s in SIDES] == [[], []]
            assert not [a for forces in g.forces for a in forces.airplanes.values() if a.host == AIR]


@GAMES
@given(games())
def test_asking_changes_nothing(drawn: Drawn) -> None:
    """§20.1  A question may be built again: the position stays as it was, and the shape is the same."""
    g, us, jp, rng = drawn
    for _ in questions(g, us, jp, rng):
        before = taken(g)
        for side, asked in g.asked.items():
            again = asked.step.run(g.stack[-1], g, side)
            built = again.shape if isinstance(again, Forced) else again
            assert asked.shape == (IDLE if built is None else built)
            events = asked.step.window in g.law.windows
            assert asked.plays == (g.law.playable(g, side, asked.step.window) if events else ())
            g.default(side)
        assert taken(g) == before


@GAMES
@given(games())
def test_what_was_shown_before_is_shown_alike(drawn: Drawn) -> None:
    """§22.7  A half of the table that is remembered is what looking at it now would give, for each pair of eyes."""
    g, us, jp, rng = drawn
    sighted, views = Sighted(), TableViews()
    for _ in questions(g, us, jp, rng):
        for viewer in (*SIDES, None):
            seen = view(g, viewer)
            assert sighted.view(g, viewer) == msgspec.msgpack.encode(seen)
            assert views.view(g, viewer) == seen


@GAMES
@given(games())
def test_free_icons_are_kept_right(drawn: Drawn) -> None:
    """§6.1, §14.3(2)  What the airplane segment keeps of the icons is what a count would give."""
    g, us, jp, rng = drawn
    for side in questions(g, us, jp, rng):
        top = g.stack[-1]
        if isinstance(top, Airplanes) and top.free is not None:
            assert top.free == free_icons(g.forces[side])


@GAMES
@given(games())
def test_somebody_is_asked_until_the_game_ends(drawn: Drawn) -> None:
    """§11, §20.6  At each question there is somebody with a legal default; at the end, an outcome and silence."""
    g, us, jp, rng = drawn
    for _ in questions(g, us, jp, rng):
        assert g.outcome is None
        for side, asked in g.asked.items():
            assert asked.shape.fault(g.default(side)) is None
    assert g.outcome is not None
    assert not g.asked
    assert not g.stack


ODD: tuple[Any, ...] = (  # answers, and what is none
    "nonsense", -1, 7, (), {}, ("play", "us/nothing"), ("play", "jp/squall"), (("bomb", 1),), {0: 0}, ("move", 1, 99),
    ("done", "done"), ((1, 2), (1, 2)), ("move", ({},)), ("play", {}), ({},), (({}, 1),), (({},),),
)


def spoiled(answer: Answer, rng: Random) -> Answer:
    """A legal answer with something wrong in it."""
    if isinstance(answer, dict):
        nowhere: dict[int, Value] = dict.fromkeys(answer, "nowhere")
        return rng.choice(({**answer, 12: 12}, dict(list(answer.items())[1:]), nowhere))
    if isinstance(answer, tuple):
        return rng.choice(((*answer, "more"), answer[1:], (*answer, *answer), tuple(reversed(answer))))
    return (answer,)


@GAMES
@given(games())
def test_illegal_answers_are_refused_and_change_nothing(drawn: Drawn) -> None:
    """§20.1  Answers of another kind, spoiled ones, cards that are not held, and whoever is not asked."""
    g, us, jp, rng = drawn
    for side in questions(g, us, jp, rng):
        if rng.random() < 0.9:
            continue
        before = taken(g)
        shape, rule = g.asked[side].shape, g.asked[side].step.rule
        held = [card.id for card in g.asked[side].plays]
        tried = [*ODD, *[spoiled(shape.guess(rng), rng) for _ in range(4)]]
        for answer in tried:
            played = isinstance(answer, tuple) and len(answer) == 2 and answer[0] == "play" and answer[1] in held
            if shape.fault(answer) is not None and not played:
                with pytest.raises(IllegalAnswer, match=re.escape(f"§{rule}: ") + "|§20.2: .* cannot be played now"):
                    g.answer(side, answer)
        if side.enemy not in g.asked:
            with pytest.raises(IllegalAnswer, match="not asked"):
                g.answer(side.enemy, shape.first())
        assert taken(g) == before
    with pytest.raises(IllegalAnswer, match="over"):
        g.answer(Side.US, ())


@GAMES
@given(games(), st.integers(0, 400))
def test_a_clone_plays_on_alike(drawn: Drawn, at: int) -> None:
    """§3, §20.5  With the same answers the same dice fall and the same happens; and the original is left as it was."""
    g, us, jp, rng = drawn
    for n, _ in enumerate(questions(g, us, jp, rng)):
        if n == at:
            break
    assert g.events is not None
    twin, before, told = g.clone(), taken(g), len(g.events)
    finish(twin, at_random(Random(at)), at_random(Random(at)))
    assert taken(g) == before
    finish(g, at_random(Random(at)), at_random(Random(at)))
    assert twin.events == g.events[told:]
    assert (twin.state, twin.outcome, twin.answers) == (g.state, g.outcome, g.answers)


@GAMES
@given(games())
def test_trying_an_answer_leaves_the_game_alone(drawn: Drawn) -> None:
    """`after` gives the next game; this one is as it was, and a second try gives the same."""
    g, us, jp, rng = drawn
    for side in questions(g, us, jp, rng):
        if rng.random() < 0.8:
            continue
        before, answer = taken(g), g.asked[side].shape.guess(rng)
        first, second = g.after(side, answer), g.after(side, answer)
        assert taken(g) == before
        assert (first.state, first.stack, first.asked, first.events) == (
            second.state, second.stack, second.asked, second.events,
        )


def all_steps() -> Iterator[Step[Any]]:
    """Every question of every section of the rules."""
    left = list(Procedure.__subclasses__())
    seen = set()
    while left:
        kind = left.pop()
        left += kind.__subclasses__()
        for step in kind.steps:
            if step.kind in ("ask", "both") and id(step) not in seen and kind.__module__.startswith("ironbottom."):
                seen.add(id(step))
                yield step


@contextmanager
def forced_shapes(found: Counter[str]) -> Iterator[None]:
    """Look at every shape that is answered without asking."""
    steps = list(all_steps())
    runs = [step.run for step in steps]

    def watched(step: Step[Any], run: Callable[..., Any]) -> Callable[..., Any]:
        def look(top: Any, g: Game, side: Side) -> Any:
            asking = run(top, g, side)
            if isinstance(asking, Forced):
                found[step.name] += 1
                one_way(top, g, side, asking)
            return asking

        return look

    for step, run in zip(steps, runs, strict=True):
        step.run = watched(step, run)
    try:
        yield
    finally:
        for step, run in zip(steps, runs, strict=True):
            step.run = run


def one_way(top: Procedure, g: Game, side: Side, asking: Forced) -> None:
    """The shape has one answer, or all of its answers come to the same."""
    if isinstance(top, RemoveDamage):  # all the damage in REAR goes, or one formation takes every hit
        in_dock = in_dock_damaged(g, side)
        assert len(in_dock) == 1 or top.hits >= sum([f.damage for f in in_dock])
    elif isinstance(top, Find):  # all of them are found
        assert top.hits >= len(unseen_in(g.forces[top.owner], top.line))
    else:
        assert asking.shape.count() == 1
    assert asking.shape.fault(asking.shape.first()) is None


@GAMES
@given(games())
def test_what_is_not_asked_has_one_answer(drawn: Drawn) -> None:
    """R-58, §20.1  Whoever is not asked could have answered in one way only, as far as it makes a difference."""
    g, us, jp, rng = drawn
    found: Counter[str] = Counter()
    with forced_shapes(found):
        finish(g, us, jp, rng)
    assert found


@GAMES
@given(games())
def test_dice(drawn: Drawn) -> None:
    """§3.1 to §3.4  No throw is empty, faces are 1 to 6, hits and what is maintained follow from them."""
    g, us, jp, rng = drawn
    finish(g, us, jp, rng)
    rolls = [e for e in g.events or () if isinstance(e, Rolled)]
    for e in rolls:
        assert e.faces
        assert all(1 <= face <= 6 for face in e.faces)
        fives, sixes, kept = e.faces.count(5), e.faces.count(6), [face for face in e.faces if face >= 4]
        normal = (fives + 2 * sixes, len(kept))
        limited = (sixes, sixes)
        assert (e.hits, e.left) == normal or (len(e.faces) == 1 and (e.hits, e.left) == limited)


@GAMES
@given(games())
def test_limited_attempts_are_one_die(drawn: Drawn) -> None:
    """§3.4  Whatever lies on a card, a limited attempt is a single die, and nobody keeps fewer than none."""
    g, us, jp, rng = drawn
    for _ in questions(g, us, jp, rng):
        rows: list[Airplane | Formation] = [a for forces in g.forces for a in forces.airplanes.values()]
        rows += [f for forces in g.forces for f in forces.formations.values()]
        for left in [row.attempts for row in rows if row.attempts is not None]:
            assert left.dice >= 0
            assert left == Attempts(1, limited=True) or not left.limited


@GAMES
@given(games())
def test_points_are_the_victory_pile(drawn: Drawn) -> None:
    """§4.1, §4.3, §11.3  VP are printed VP of ships and once or twice those of bases; the outcome counts them."""
    g, us, jp, rng = drawn
    finish(g, us, jp, rng)
    assert g.outcome is not None
    for side in SIDES:
        pile = g.forces[side].victory
        assert g.outcome.points[side] == g.forces[side].points == sum([points for _, points in pile])
        for card, points in pile:
            assert card.side is side.enemy
            assert isinstance(card, ShipCard | BaseCard)
            assert points in ((card.vp, 2 * card.vp) if isinstance(card, BaseCard) else (card.vp,))
    if g.outcome.winner is not None and g.outcome.reason == "time-up" and g.outcome.points[0] != g.outcome.points[1]:
        assert g.outcome.points[g.outcome.winner] == max(g.outcome.points)


def events_of(number: int) -> tuple[list[Event], State]:
    rng = Random(number)
    g = new_game(card_set("full"), seed(number))
    finish(g, eager(rng), eager(rng))
    return list(g.events or ()), g.state


def test_the_same_seed_is_the_same_game() -> None:
    """§3, §10  A seed and the answers decide everything; another seed gives another game."""
    assert events_of(3) == events_of(3)
    assert events_of(3)[0] != events_of(4)[0]
