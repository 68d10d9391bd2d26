"""What is signed: parts cannot be shifted from one to the next, and both ends work out the same bytes."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgpack
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.msgpack import encode
from msgspec.structs import replace

from ironbottom.keys import framed, private_key, public_bytes, sign, signed
from ironbottom.wire import signing
from ironbottom.wire.answers import Plain, plain
from ironbottom.wire.orders import StandingOrder
from ironbottom.wire.signing import COUNTERSIGN, DIGEST, RESIGNS, commitment, countersigned, digest, order_bytes
from tests.wire.anything import any_of
from tests.wire.games import turns

GAME = bytes(range(32))
PURPOSES = [
    signing.LOGIN, signing.COMMIT, signing.REVEAL, signing.COUNTERSIGN, signing.ORDERS, signing.RECEIPT, signing.CLOSED,
]
UNHURRIED = settings(deadline=None)  # other tests may need the processor more
PARTS = st.lists(st.binary(max_size=9), max_size=5)


def test_what_is_signed_byte_by_byte() -> None:
    assert framed("login", b"ab", b"", b"c") == b"ironbottom login\n\0\0\0\2ab\0\0\0\0\0\0\0\1c"


@UNHURRIED
@given(st.sampled_from(PURPOSES), PARTS, st.sampled_from(PURPOSES), PARTS)
def test_no_two_lists_of_parts_look_alike(one: str, parts: list[bytes], other: str, others: list[bytes]) -> None:
    assume((one, parts) != (other, others))
    assert framed(one, *parts) != framed(other, *others)


@UNHURRIED
@given(PARTS, st.binary(min_size=1, max_size=9), st.binary(max_size=9), st.integers(1, 4))
def test_bytes_shifted_from_one_part_to_the_next_do_not_fit(
    before: list[bytes], one: bytes, next_: bytes, by: int
) -> None:
    key = private_key(bytes(32))
    signature = sign(key, signing.COMMIT, *before, one, next_)
    assert signed(public_bytes(key), signature, signing.COMMIT, *before, one, next_)
    assert not signed(public_bytes(key), signature, signing.COMMIT, *before, one[:-by], one[-by:] + next_)


def test_purposes_are_different_words_of_letters() -> None:
    assert len(set(PURPOSES)) == len(PURPOSES)
    assert all(purpose.isalpha() for purpose in PURPOSES)


def test_a_commitment_hangs_on_the_game_and_the_share() -> None:
    share = bytes(32)
    expected = sha256(b"ironbottom share\n\0\0\0\x20" + GAME + b"\0\0\0\x20" + share).digest()
    assert commitment(GAME, share) == expected
    assert len({commitment(GAME, share), commitment(bytes(32), share), commitment(GAME, GAME)}) == 3


def elsewhere(game: bytes, update: int, answer: Any) -> bytes:
    """A digest as somebody works it out who has only the document and the package `msgpack`."""
    if isinstance(answer, dict):
        answer = dict(sorted(answer.items()))
    parts = (game, update.to_bytes(8, "big"), msgpack.packb(answer))
    return sha256(
        b"ironbottom answer\n" + b"".join([len(part).to_bytes(4, "big") + part for part in parts])
    ).digest()[:16]


@UNHURRIED
@given(any_of(Plain), st.integers(0, 2**53))
def test_a_digest_is_worked_out_alike_elsewhere(answer: Plain, update: int) -> None:
    assert digest(GAME, update, answer) == elsewhere(GAME, update, answer)


def test_the_digests_of_a_whole_game() -> None:
    for turn in turns(20):
        said = plain(turn.answer)
        assert len(digest(GAME, turn.reply.update, said)) == DIGEST
        assert digest(GAME, turn.reply.update, said) == elsewhere(GAME, turn.reply.update, said)


@UNHURRIED
@given(st.dictionaries(st.integers(0, 2**31 - 1), st.sampled_from(["stay", 3]), max_size=20), st.randoms())
def test_the_order_of_a_table_does_not_matter(table: dict[int, str | int], rng: Any) -> None:
    items = [*table.items()]
    rng.shuffle(items)
    assert digest(GAME, 5, dict(items)) == digest(GAME, 5, dict(table))


def test_the_order_of_a_list_does_matter() -> None:
    assert digest(GAME, 5, [1, 2]) != digest(GAME, 5, [2, 1])


@pytest.mark.parametrize(
    ("other", "update", "answer"),
    [(bytes(32), 5, "keep"), (GAME, 6, "keep"), (GAME, 5, "redraw"), (GAME, 5, ["keep"]), (GAME, 5, RESIGNS)],
)
def test_a_digest_hangs_on_game_update_and_answer(other: bytes, update: int, answer: Plain) -> None:
    assert digest(other, update, answer) != digest(GAME, 5, "keep")


def test_to_resign_is_no_answer_of_any_question() -> None:
    for number in (21, 22):
        for turn in turns(number):
            assert turn.question.shape.fault(RESIGNS) is not None


def test_standing_orders_as_they_are_signed() -> None:
    orders = [StandingOrder("23", "withdraw-at", 1), StandingOrder("*", "none")]
    assert order_bytes(orders) == msgpack.packb([["23", "withdraw-at", 1], ["*", "none", 0]])
    assert order_bytes([]) == b"\x90"
    assert order_bytes(orders) != order_bytes(orders[::-1])


def test_what_an_order_leaves_out_is_not_signed_and_what_it_says_is() -> None:
    """So orders without a turn and cards are the bytes that they were before there were such."""
    plain, his = StandingOrder("9", "intercept"), StandingOrder("9", "intercept", turn="his")
    zekes = StandingOrder("9", "intercept", turn="his", cards=("jp/zeke",))
    assert msgpack.unpackb(order_bytes([plain])) == [["9", "intercept", 0]]
    assert msgpack.unpackb(order_bytes([his])) == [["9", "intercept", 0, "his", []]]
    assert msgpack.unpackb(order_bytes([zekes])) == [["9", "intercept", 0, "his", ["jp/zeke"]]]
    always = replace(plain, cards=("jp/zeke",))
    assert msgpack.unpackb(order_bytes([always])) == [["9", "intercept", 0, "", ["jp/zeke"]]]
    assert encode(plain) == msgpack.packb({"window": "9", "does": "intercept", "n": 0})


def test_a_countersignature_covers_every_part() -> None:
    key, head, digests = private_key(bytes(32)), bytes(32), bytes(range(48))
    signature = sign(key, COUNTERSIGN, *countersigned(GAME, head, 3, digests))
    public = public_bytes(key)
    assert signed(public, signature, COUNTERSIGN, *countersigned(GAME, head, 3, digests))
    for parts in (
        (bytes(32), head, 3, digests), (GAME, GAME, 3, digests), (GAME, head, 4, digests),
        (GAME, head, 3, digests[:-16]),
    ):
        assert not signed(public, signature, COUNTERSIGN, *countersigned(*parts))
