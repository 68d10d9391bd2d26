"""QR codes of the page are those that a program of its own standing makes of the same texts."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import segno
import segno.encoder
from playwright.sync_api import Page

from tests.support.lengths import some

BASE = "http://192.0.2.7:4277/#join=5TVRHE3L:zN6BvNizi9B97VHX9xs0fA"
INVITE = "IRONBOTTOM://JOIN/IB1-AEAQA-SASBA-2VIVS-SJBCT-GTGM3-2A3ZW-FTRPI-H33KR-273RW-ND4FH-3CIX2-A5FOO-BW5LK"
MADE = """async (texts) => {
    const {modules} = await import("/base/widgets/qr.js");
    return texts.map((text) => modules(text)?.map((row) => row.map(Number)) ?? null);
}"""


@pytest.fixture(autouse=True)
def no_byte_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the text ends at a byte, segno fills up a whole one more than the standard says; every reader skips it."""
    written: Any = segno.encoder.write_padding_bits

    def padded(buff: Any, version: int, length: int) -> None:
        if length % 8:
            written(buff, version, length)

    monkeypatch.setattr(segno.encoder, "write_padding_bits", padded)


def texts() -> list[str]:
    """Links and invites, and others of every length that fits."""
    rng = Random(1942)
    letters = "abcdefghijklmnopqrstuvwxyz0123456789-_:/#=&"
    lengths = [1, 9, 17, 18, 32, 33, 53, 54, 78, 79, 106, 107, 134, 135, 154, 155, 192, 193, 230, 231, 271]
    small = ["x" + "".join(rng.choices(letters, k=n - 1)) for n in lengths]
    large = ["".join(rng.choices("ABCXYZ0123456789-/:. ", k=n)) for n in (1, 2, 25, 26, 47, 114, 195, 196, 335, 395)]
    return [BASE, INVITE, "http://[fd00::2]:4277/#join=AB:CD&side=us", "本田", *small, *large]


@pytest.mark.parametrize("text", some(texts(), 9), ids=lambda text: f"{len(text)}{'A' if text.isupper() else 'a'}")
def test_the_code_of_a_text(bench: Page, text: str) -> None:
    """With the mask that was chosen."""
    (found,) = bench.evaluate(MADE, [text])
    mask = mask_of(found)
    plain = text.isascii() and text == text.upper() and not set(text) & set("_#=&")
    how: Any = {"mode": "alphanumeric"} if plain else {"mode": "byte", "encoding": "utf-8"}
    code = segno.make(text, error="l", micro=False, boost_error=False, mask=mask, **how)
    assert found == [[int(module) for module in row] for row in code.matrix]


def mask_of(rows: list[list[int]]) -> int:
    """The number of the mask, as the format beside the first corner says it."""
    bits = [rows[8][x] for x in (2, 3, 4)]
    return (4 * bits[0] + 2 * bits[1] + bits[2]) ^ 0b101


def test_the_mask_is_the_best_by_the_rules_of_the_standard(bench: Page) -> None:
    """Of the texts that the page really shows."""
    for text in (BASE, INVITE):
        (found,) = bench.evaluate(MADE, [text])
        best = segno.make(text, error="l", micro=False, boost_error=False)
        assert mask_of(found) == best.mask


def test_a_text_that_is_too_long_has_none(bench: Page) -> None:
    assert bench.evaluate(MADE, ["x" * 272]) == [None]
