"""Dice that hang on what they are rolled for: two answers are tried with the same luck."""

from __future__ import annotations

from collections import Counter
from random import Random

from ironbottom.dice import DiceByRoll
from ironbottom.events import AnyEvent, Rolled
from ironbottom.flow import Game
from ironbottom.questions import Answer
from ironbottom.words import Side, Token
from tests.support.heard_games import heard
from tests.support.players import finish, first_legal

KEY = bytes(32)


def test_each_roll_has_its_own_faces_whatever_is_rolled_between() -> None:
    one, other = DiceByRoll(KEY), DiceByRoll(KEY)
    for dice, order in ((one, ("recon", "airc", "recon")), (other, ("airc", "recon", "recon"))):
        for ability in order:
            dice.aim((1, 0, 7, 8), ability)
            dice.faces(3)
    one.aim((1, 0, 7, 8), "airc")
    other.aim((1, 0, 7, 8), "airc")
    assert one.faces(40) == other.faces(40)


def test_no_face_is_favoured_and_no_roll_repeats() -> None:
    dice, faces, seen = DiceByRoll(KEY), Counter[int](), set[bytes]()
    for n in range(2_000):
        dice.aim((1, 0, n % 50, 0), "torp")
        fell = dice.faces(30)
        faces.update(fell)
        seen.add(fell)
    assert len(seen) == 2_000
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert all(abs(n - 10_000) < 450 for n in faces.values())


def test_a_copy_goes_its_own_way() -> None:
    dice = DiceByRoll(KEY)
    dice.aim((1, 0, 2, 3), "bomb")
    twin = dice.copy()
    assert dice.faces(9) == twin.faces(9)
    assert dice.faces(9) == twin.faces(9)


def rolls(before: Game, by: Side, answer: Answer) -> dict[tuple[int, Token, Token, str], list[bytes]]:
    """What falls after this answer in the rest of the turn, by who rolled at whom."""
    found: dict[tuple[int, Token, Token, str], list[bytes]] = {}
    world = before.clone()
    turn, world.events = world.state.turn, list[AnyEvent]()
    world.answer(by, answer)
    while world.asked and world.state.turn == turn:
        side = next(iter(world.asked))
        world.answer(side, world.default(side))
    for e in world.events:
        if isinstance(e, Rolled):
            found.setdefault((e.side, e.by, e.at, e.ability), []).append(e.faces)
    return found


def test_two_answers_meet_the_same_luck() -> None:
    """At strikes and searches of whole games: what is rolled after both answers falls alike, as far as as many roll."""
    alike = apart = 0
    for number in range(6):
        game, rng = heard(number), Random(number)
        for side, shown in game.questions():
            assert shown.question is not None
            if shown.question.step not in ("attacks.choose", "reconnaissance.meet", "air-attack.declare"):
                continue
            world = game.worlds.sample(shown, game.memories[side], rng)
            world.state.dice = DiceByRoll(rng.randbytes(32))
            shape = world.asked[side].shape
            once, again = [rolls(world, side, answer) for answer in (shape.first(), shape.guess(rng))]
            for what in once.keys() & again.keys():
                first, second = once[what][0], again[what][0]
                least = min(len(first), len(second))
                assert first[:least] == second[:least]
                alike += 1
            apart += len(once.keys() ^ again.keys())
    assert alike > 50
    assert apart > 10


def test_a_whole_game_is_played_with_them() -> None:
    game = heard(1)
    game.g.state.dice = DiceByRoll(KEY)
    finish(game.g, first_legal, first_legal)
    assert game.g.outcome is not None
