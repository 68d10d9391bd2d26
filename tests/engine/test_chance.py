"""Streams of chance: the same for the same seed and label, independent of any other, fair, never short of tokens."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ironbottom.catalog import card_set
from ironbottom.dice import Stream
from ironbottom.rules import new_game
from ironbottom.words import SIDES, Side
from tests.support.players import seed
from tests.support.table import LaidTable

SEED = bytes(range(32))


def chi_square(counts: list[int], expected: float) -> float:
    return sum([(n - expected) ** 2 / expected for n in counts])


def test_same_seed_and_label_same_stream() -> None:
    """§3  What a stream gives does not depend on how it is asked for it."""
    one, other = Stream.of(SEED, "dice"), Stream.of(SEED, "dice")
    assert one.faces(100) == b"".join([other.faces(n) for n in (1, 9, 0, 40, 50)])


def test_another_label_is_another_stream() -> None:
    """§3  Nothing that one stream gives tells of another: two labels agree in one face out of six, as chance has it."""
    us, jp = Stream.of(SEED, "airplanes/us").faces(6_000), Stream.of(SEED, "airplanes/jp").faces(6_000)
    agree = sum(a == b for a, b in zip(us, jp, strict=True))
    assert 880 < agree < 1_120  # 1,000 expected, deviation 29
    assert Stream.of(SEED, "dice").faces(20) != Stream.of(SEED[::-1], "dice").faces(20)


def test_drawing_from_one_stream_moves_no_other() -> None:
    """§3  The label alone decides: other streams may be drawn from before, between and after."""
    lone = Stream.of(SEED, "dice").faces(50)
    dice, deck = Stream.of(SEED, "dice"), Stream.of(SEED, "deck")
    deck.shuffled(tuple(range(60)))
    first = dice.faces(25)
    deck.below(100)
    assert first + dice.faces(25) == lone


def test_dice_are_fair() -> None:
    """§3.2  Chi-square of 60,000 faces, 5 degrees of freedom: 20.5 is passed once in a thousand."""
    counts = Counter(Stream.of(SEED, "fair").faces(60_000))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert chi_square([counts[face] for face in range(1, 7)], 10_000) < 20.5


def test_pairs_of_dice_are_fair() -> None:
    """§3.2  A face tells nothing of the next: 36 pairs, 35 degrees of freedom, 66.6 once in a thousand."""
    faces = Stream.of(SEED, "pairs").faces(72_000)
    counts = Counter(zip(faces[::2], faces[1::2], strict=True))
    assert len(counts) == 36
    assert chi_square(list(counts.values()), 1_000) < 66.6


def test_bytes_that_would_favour_a_face_are_rejected() -> None:
    """§3.2  Of the 256 bytes 252 make 42 of each face; the other four are thrown away."""

    class Scripted(Stream):
        """A stream whose blocks are written out."""

        def _next(self) -> bytes:
            self.block += 1
            return bytes([252, 253, 254, 255, 0, 251, 6, 255])

    scripted = Scripted(SEED)
    assert scripted.below(6) == 0
    assert scripted.block == 1
    assert scripted.rest == bytes([251, 6, 255])
    assert [scripted.below(6) for _ in range(2)] == [5, 0]
    assert scripted.below(100) == 0  # 255, then from 200 on all are thrown away; 0 is the next


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 100, 255, 256])
def test_numbers_below(n: int) -> None:
    """R-65, R-36  A lot among n reaches each of them, and nothing else."""
    stream = Stream.of(SEED, "below")
    counts = Counter(stream.below(n) for _ in range(40 * n))
    assert sorted(counts) == list(range(n))


@given(st.lists(st.integers()).map(tuple), st.binary(min_size=32, max_size=32))
def test_shuffling_keeps_every_card(cards: tuple[int, ...], key: bytes) -> None:
    """§10.3, §10.5  A shuffled deck holds the same cards, and the deck that was given stays as it was."""
    before = tuple(cards)
    shuffled = Stream.of(key, "deck").shuffled(cards)
    assert Counter(shuffled) == Counter(cards)
    assert cards == before


def test_every_order_comes() -> None:
    """§10.5  Of three cards all six orders come equally often: chi-square with 5 degrees of freedom."""
    stream = Stream.of(SEED, "orders")
    counts = Counter(stream.shuffled(("a", "b", "c")) for _ in range(6_000))
    assert len(counts) == 6
    assert chi_square(list(counts.values()), 1_000) < 20.5


def test_a_copy_goes_its_own_way() -> None:
    """§3  A copied stream gives what the other would have given, and leaves it alone."""
    stream = Stream.of(SEED, "dice")
    stream.faces(7)
    copy = stream.copy()
    assert copy.faces(50) == stream.copy().faces(50)
    assert copy != stream


def test_tokens_are_unique_and_of_one_length() -> None:
    """R-37  A token says nothing: all have 31 bits, and none names two cards on the table."""
    table = LaidTable(bases=False)
    state = table.state
    for _ in range(500):
        token = state.deal_tokens(1)[0]
        assert 1 << 30 <= token < 1 << 31
        assert token not in state.forces[Side.US].airplanes
        held = table.us.load(token, ["Wildcat"])[0]
        airplane = state.forces[Side.US].airplanes.pop(held)
        state.forces[Side.US].airplanes[token] = airplane
    assert len(state.forces[Side.US].airplanes) == 500


def test_a_token_that_is_taken_is_not_dealt() -> None:
    """R-37  Where chance gives a token that is on the table, it is asked again."""
    table = LaidTable(bases=False)
    base = table.jp.base("Buka", aboard=["Zeke"])
    next_one = table.state.clone().deal_tokens(1)[0]
    table.jp.forces.airplanes[next_one] = next(iter(table.jp.forces.airplanes.values()))
    assert table.state.deal_tokens(1)[0] not in (next_one, base)


def test_the_decks_of_the_sides_are_shuffled_apart() -> None:
    """§10.3, §10.5, R-38  Each of the four decks has a stream of its own, so none tells anything of another."""
    g = new_game(card_set("core"), seed(1))
    keys = [stream.key for side in SIDES for f in [g.forces[side]] for stream in (f.fleets, f.chance)]
    airs = [Stream.of(seed(1), f"airplanes/{side.name.lower()}") for side in SIDES]
    assert isinstance(g.state.dice, Stream)
    assert len({*keys, *[stream.key for stream in airs], g.state.dice.key, g.state.tokens.key}) == 8
    assert [stream.shuffled(g.state.cards.side(side).air) for side, stream in zip(SIDES, airs, strict=True)] == [
        g.forces[side].air_deck for side in SIDES
    ]
