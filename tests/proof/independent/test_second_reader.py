"""`verify.mjs` reads transcripts as PROTOCOL.md describes them, and knows no rule and no line of our code.

What it finds in an honest game it has worked out for itself: decks, hands, mixes, dice, chain, signatures.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ironbottom.catalog import card_set
from ironbottom.proof.entries import AnsweredEntry, Ended, Ordered
from ironbottom.wire.orders import StandingOrder
from ironbottom.wire.terms import Terms
from tests.proof.hosts import FIXED, changed, entry, is_end
from tests.proof.test_cheats_at_play import Forger, LoadedDice, OtherDeal, OtherTokens, StackedDeck
from tests.support.lengths import NIGHT
from tests.support.signed_games import Referee, Setting, chained, honest

READER = Path(__file__).with_name("verify.mjs")
NUMBERS = (*range(1, 101 if NIGHT else 49), 160)  # 160 mixes packets of the US
MOST = 400  # lines of the reader: what PROTOCOL.md promises of it
ORDERS = (
    (9, 0, (StandingOrder("*", "pass-when-forced"), StandingOrder("23", "withdraw-at", 1))),
    (20, 1, (StandingOrder("9", "none"),)),
)

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")


def read_again(folder: Path, cards: str, games: Sequence[Sequence[bytes]]) -> list[dict[str, Any]]:
    """What the reader says of transcripts, each given as lines without their ends."""
    (folder / "cards.json").write_bytes(msgspec.json.encode(card_set(cards)))
    for n, lines in enumerate(games):
        (folder / f"{n}.ibss").write_bytes(b"".join([line + b"\n" for line in lines]))
    files = [str(folder / f"{n}.ibss") for n in range(len(games))]
    argv = ["node", str(READER), str(folder / "cards.json"), *files]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert not done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == (0 if all(one["sound"] for one in found) else 1)
    return found


def setting(n: int) -> Setting:
    """Games of every kind: with a clock, with standing orders, with somebody away, given up, of either set."""
    terms = Terms(bank=600 if n % 3 == 0 else 0, absent="bot", seed=bytes([n]) * 32 if n % 10 == 7 else None)
    return Setting(
        number=n, terms=terms, slow=9 if n % 3 == 0 else 0, orders=ORDERS if n % 4 == 0 else (),
        away=range(40, 60) if n % 5 == 0 else range(0), resigns=120 if n % 11 == 0 else 0,
        cards="full" if n % 6 == 0 else "core", vain=n // 30 if n % 9 == 0 else 0,
    )


@cache
def games(cards: str) -> tuple[tuple[bytes, ...], ...]:
    """The honest games of a set."""
    settings = [setting(n) for n in NUMBERS]
    return tuple([honest(one).lines for one in settings if one.cards == cards])


@pytest.mark.parametrize("cards", ["core", "full"])
def test_honest_games_are_sound(tmp_path: Path, cards: str) -> None:
    found = read_again(tmp_path, cards, games(cards))
    assert [one for one in found if not one["sound"]] == []
    for one, lines in zip(found, games(cards), strict=True):
        answers = [body for line in lines if isinstance(body := msgspec.json.decode(line)["body"], dict)]
        dice = [throw for body in answers for throw in body.get("dice", ())]
        counts = one["counts"]
        assert counts["entries"] == len(lines)
        assert (counts["dice"] > 0) == bool(dice)
        assert counts["mixes"] == sum([len(body.get("mixes", ())) for body in answers]) > 4


def test_there_are_as_many_games_as_we_say() -> None:
    assert len(games("core")) + len(games("full")) == len(NUMBERS)
    bodies = [msgspec.json.decode(line)["body"] for lines in games("core") for line in lines]
    labels = {label for body in bodies for label, _drawn in body.get("mixes", ())}
    assert labels == {"tokens", "fleet/us", "fleet/jp", "packets/us", "packets/jp"}
    assert any(body["type"] == Ordered.__struct_config__.tag for body in bodies)
    assert {body["given"] for body in bodies if body["type"] == "answered"} == {
        "player", "order", "clock", "stand-in"
    }
    assert any(body["type"] == "answered" and body["given"] == "clock" and body["window"] == "3" for body in bodies)


def test_games_of_the_format_that_told_no_mixes_are_read_too(tmp_path: Path) -> None:
    lines = [honest(setting(n)._replace(format=1, cards="core")).lines for n in range(1, 6)]
    found = read_again(tmp_path, "core", lines)
    assert [one["sound"] for one in found] == [True] * 5


@pytest.mark.parametrize(
    ("host", "code"),
    [(StackedDeck, "deal"), (OtherDeal, "mix"), (OtherTokens, "mix"), (LoadedDice, "dice"), (Forger, "forged")],
)
def test_a_host_who_cheats_is_found_out(tmp_path: Path, host: type[Referee], code: str) -> None:
    """By a reader that cannot play the game: of a card it hears when it is played."""
    [found] = read_again(tmp_path, "core", [host(FIXED).play().lines])
    assert (found["sound"], found["code"]) == (False, code)


def test_a_mix_changed_afterwards_is_found(tmp_path: Path) -> None:
    made = honest(FIXED)
    n = made.number(lambda body: isinstance(body, AnsweredEntry) and len(body.mixes) > 0)
    answered = entry(made, n, AnsweredEntry)
    (label, drawn), *rest = answered.mixes
    body = msgspec.structs.replace(answered, mixes=((label, (*drawn[:-1], drawn[-1] ^ 1)), *rest))
    [found] = read_again(tmp_path, "core", [chained(changed(made, n, body))])
    assert (found["entry"], found["code"]) == (n, "mix")


def test_a_share_exchanged_at_the_end_is_found(tmp_path: Path) -> None:
    made = honest(FIXED)
    n = made.number(is_end)
    body = msgspec.structs.replace(entry(made, n, Ended), share=bytes(32))
    [found] = read_again(tmp_path, "core", [chained(changed(made, n, body))])
    assert found["code"] == "late-seed"


def test_a_line_left_out_is_found(tmp_path: Path) -> None:
    lines = honest(FIXED).lines
    left_out, cut = read_again(tmp_path, "core", [lines[:50] + lines[51:], lines[:-1]])
    assert (left_out["code"], left_out["entry"]) == ("place", 51)
    assert cut["code"] == "cut"


def test_another_card_set_is_found(tmp_path: Path) -> None:
    [found] = read_again(tmp_path, "full", [honest(FIXED).lines])
    assert found["code"] == "cards"


def test_what_is_no_transcript_gets_a_verdict_too(tmp_path: Path) -> None:
    found = read_again(tmp_path, "core", [[b"hello"], [b"{}"], []])
    assert [one["sound"] for one in found] == [False] * 3


def test_the_reader_is_small_and_stands_alone() -> None:
    text = READER.read_text("utf-8")
    assert len(text.splitlines()) <= MOST
    assert set(re.findall(r'from "([^"]+)"', text)) == {"node:crypto", "node:fs"}
