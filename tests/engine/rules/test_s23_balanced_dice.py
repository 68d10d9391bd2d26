"""§23.19  Balanced dice: faces come from a shuffled pack of 36, each face six times."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ironbottom.catalog import card_set
from ironbottom.dice import PACK, Pack, Stream, dealt_anew
from ironbottom.events import Rolled
from ironbottom.position import PositionError, from_text, to_text
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.variant import varied
from ironbottom.words import SIDES
from ironbottom.worlds import Memory
from tests.support.heard_games import HeardGame
from tests.support.players import eager, questions, seed

PLAIN = card_set("core")
BALANCED = varied(PLAIN, ["balanced-dice"])


def pack(number: int) -> Pack:
    return Pack(Stream.of(seed(number), "pack"))


def test_23_19_each_face_falls_six_times_in_36() -> None:
    """§23.19  Whatever is thrown at a time, also where a throw begins with one pack and ends with the next."""
    for number in range(20):
        dice, rng = pack(number), Random(number)
        fallen = b""
        while len(fallen) < 36 * 5:
            fallen += dice.faces(rng.randint(1, 7))
        for n in range(5):
            assert Counter(fallen[36 * n : 36 * n + 36]) == dict.fromkeys(range(1, 7), 6)


def test_23_19_a_pack_is_shuffled_anew() -> None:
    """§23.19  Two packs in a row lie in other orders, and those of another game in others again."""
    dice = pack(1)
    orders = {dice.faces(36) for _ in range(5)} | {pack(2).faces(36)}
    assert len(orders) == 6


def test_23_19_every_face_may_come_first() -> None:
    """§23.19  None is favoured: of 3,000 first faces each is a sixth, with five deviations of allowance."""
    firsts = Counter([pack(number).faces(1)[0] for number in range(3_000)])
    assert all(abs(firsts[face] - 500) < 5 * (3_000 * 5 / 36) ** 0.5 for face in range(1, 7))


def test_23_19_a_copy_goes_its_own_way() -> None:
    """§2.6  As for every table of a state."""
    dice = pack(3)
    dice.faces(30)
    other = dice.copy()
    assert dice.faces(20) == other.faces(20)
    dice.faces(1)
    assert dice != other


def test_23_19_of_what_is_left_the_order_alone_is_dealt_anew() -> None:
    """§23.19  For games that are tried out: the same faces are left; plain dice are another stream."""
    dice = pack(4)
    dice.faces(11)
    other = dealt_anew(dice, Stream.of(bytes(32), "other"))
    assert isinstance(other, Pack)
    assert sorted(other.left) == sorted(dice.left)
    assert other.left != dice.left
    stream = Stream.of(bytes(32), "other")
    assert dealt_anew(Stream.of(bytes(32), "dice"), stream) is stream


def test_23_19_a_whole_game_is_played_with_it() -> None:
    """§23.19  All throws of both sides together, in the order in which they fell."""
    rng = Random(7)
    g = new_game(BALANCED, seed(7))
    for _ in questions(g, eager(rng), eager(rng)):
        pass
    faces = b"".join([e.faces for e in g.events or () if isinstance(e, Rolled)])
    assert len(faces) > 100
    for n in range(len(faces) // 36):
        assert sorted(faces[36 * n : 36 * n + 36]) == sorted(PACK)


def test_23_19_without_the_rule_dice_are_a_stream() -> None:
    """§3"""
    assert isinstance(new_game(PLAIN, seed(1)).state.dice, Stream)
    assert isinstance(new_game(BALANCED, seed(1)).state.dice, Pack)


def test_23_19_a_position_keeps_what_is_left() -> None:
    """§23.19  Written at every twentieth question and read again, the game goes on as it would have."""
    rng = Random(3)
    g = new_game(BALANCED, seed(3))
    for n, _ in enumerate(questions(g, eager(rng), eager(rng))):
        if n % 20 == 0:
            again = from_text(to_text(g), BALANCED)
            assert again.state.dice == g.state.dice
            assert to_text(again) == to_text(g)


@pytest.mark.parametrize("left", ["1111111", "7", "0", "x", "12 3", "--"])
def test_23_19_a_pack_that_cannot_be_is_refused(left: str) -> None:
    """§23.19  With the line, what was found and what is allowed."""
    text = to_text(new_game(BALANCED, seed(3)))
    assert "\npack - " in text
    with pytest.raises(PositionError, match=r"more than six times|a key of 64|pack FACES"):
        from_text(text.replace("pack - ", f"pack {left} "), BALANCED)


def test_23_19_a_world_has_the_same_pack_in_another_order() -> None:
    """§23.19  At every question each side knows what is left of the pack; in which order, nobody does."""
    rng = Random(5)
    g = new_game(BALANCED, seed(5))
    game = HeardGame(g, {side: eager(rng) for side in SIDES}, rng)
    orders = Counter[bool]()
    for side, shown in game.questions():
        world = game.worlds.sample(shown, game.memories[side], rng)
        here, there = g.state.dice, world.state.dice
        assert isinstance(here, Pack)
        assert isinstance(there, Pack)
        assert sorted(there.left) == sorted(here.left)
        orders[there.left == here.left] += len(here.left) > 12
        assert view(world, side) == shown
    assert orders[False] > 50
    assert orders[True] == 0


def test_23_19_who_joins_late_takes_the_pack_for_whole() -> None:
    """§23.19  A seventh of a face tells him that it was shuffled; a world is dealt all the same."""
    memory = Memory.of(BALANCED, SIDES[0])
    assert memory.fallen == [0] * 6
    g = new_game(BALANCED, seed(1))
    for _ in range(7):
        memory.hear([Rolled("9.2", SIDES[0], g.deal_token(), g.deal_token(), "speed", bytes([6]), 2, 1)],
                    view(g, SIDES[0]))
    assert memory.fallen == [0] * 6
    assert Memory.of(PLAIN, SIDES[0]).fallen == []
