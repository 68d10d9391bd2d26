"""Dice on the cards of the battle board: what is kept, what is lost, what hits."""

from __future__ import annotations

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.terminal.battle.dice import LyingDice, is_limited, lying, spans, thrown
from ironbottom.client.terminal.drawing.signs import FINE, columns
from ironbottom.client.terminal.state.model import UiState
from ironbottom.dice import Attempts
from ironbottom.events import Rolled
from ironbottom.words import Side, Token


def roll(faces: list[int], hits: int, left: int, ability: str = "airc") -> Rolled:
    return Rolled("17.2(3)(c)", Side.US, Token(1), Token(2), ability, bytes(faces), hits, left)


def drawn(dice: LyingDice, room: int = 40) -> str:
    return "".join([text for text, _style in spans(UiState(card_set("core@1")), FINE, dice, room)])


@pytest.mark.parametrize(("faces", "hits", "left", "text"), [
    ([3, 6, 4, 1], 2, 2, "[6 4](3 1) ✸2"), ([5], 1, 1, "[5] ✸1"), ([1, 2], 0, 0, "(2 1)"), ([4], 0, 1, "[4]"),
    ([4], 0, 0, "(4) limited"), ([5], 0, 0, "(5) limited"), ([6], 1, 1, "[6] limited ✸1"), ([6], 2, 1, "[6] ✸2"),
])
def test_a_throw_is_parted_in_kept_and_lost(faces: list[int], hits: int, left: int, text: str) -> None:
    """§3.2, §3.4"""
    assert drawn(thrown(roll(faces, hits, left))) == text


@pytest.mark.parametrize(("faces", "hits", "text"), [
    ([5, 2, 4], 1, "[5](4 2) ✓"), ([4, 3], 0, "(4 3) ×"), ([5], 0, "(5) ×"), ([6], 1, "[6] ✓"),
])
def test_a_check_succeeds_or_fails(faces: list[int], hits: int, text: str) -> None:
    """§9.2  With Speed 0 a 5 is not enough."""
    assert drawn(thrown(roll(faces, hits, 0, "speed"))) == text


def test_what_was_kept_and_lost_lies_there_until_the_next_throw() -> None:
    last = roll([6, 4, 2], 2, 2)
    assert drawn(lying(Attempts(2), last)) == "[6 4](2)"
    assert drawn(lying(Attempts(1), last)) == "[6](2)"  # a die less, since the card was hit
    assert drawn(lying(Attempts(0), roll([1], 0, 0))) == "(1)"


def test_dice_whose_faces_nobody_knows_are_dots() -> None:
    assert drawn(lying(Attempts(3), None)) == "[· · ·]"
    assert drawn(lying(Attempts(1, True), None)) == "[·] limited"
    assert drawn(lying(Attempts(0), None)) == "no dice left"


@pytest.mark.parametrize("room", range(8, 30))
def test_many_dice_find_room(room: int) -> None:
    text = drawn(thrown(roll([6, 5, 5, 4, 3, 2, 1, 1], 4, 4)), room)
    assert columns(text) <= max(room, len("[4x](4x) ✸4"))
    assert text in ("[6 5 5 4](3 2 1 1) ✸4", "[6554](3211) ✸4", "[4x](4x) ✸4")


def test_one_of_many_dice_is_not_limited() -> None:
    assert not is_limited(roll([4, 1], 0, 0))
