"""What every host who cheats needs: ways to find an entry and to put another in its place; and what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from ironbottom.flow import IllegalAnswer
from ironbottom.proof.entries import AnsweredEntry, Begun, Body, Countersigned, Ended
from ironbottom.proof.faults import Code
from ironbottom.rules import new_game
from ironbottom.wire.answers import answer as understood
from ironbottom.wire.answers import plain
from ironbottom.words import Side
from tests.support.signed_games import (
    CARDS,
    Setting,
    SignedGame,
    begin,
    honest,
    mixes_of,
    outcome_of,
    refitted,
    verdict,
)

LATE = sha256(b"chosen when the players had shown theirs").digest()
FIXED = Setting(number=7, wishes=("us", "jp"))  # sides that no seed decides: Ann plays the US
SHORT = Setting(number=8, wishes=("us", "jp"), resigns=90)
T = TypeVar("T", bound=Body)


class ExpectedVerdict(NamedTuple):
    """What the verifier is to say."""

    entry: int
    code: Code


def said(lines: Sequence[bytes]) -> ExpectedVerdict:
    found = verdict(lines)
    assert not found.ok
    assert found.code is not None
    assert found.sentence.endswith(".")
    return ExpectedVerdict(found.entry, found.code)


def changed(made: SignedGame, n: int, body: Body) -> list[Body]:
    """The bodies with another one as entry n."""
    return [body if i == n else one for i, one in enumerate(made.bodies, 1)]


def entry(made: SignedGame, n: int, kind: type[T]) -> T:
    body = made.bodies[n - 1]
    assert isinstance(body, kind)
    return body


def nth(made: SignedGame, n: int, fits: Callable[[Body], bool]) -> int:
    """The number of the nth entry that is such, from 0."""
    return [i for i, body in enumerate(made.bodies, 1) if fits(body)][n]


def own(side: Side) -> Callable[[Body], bool]:
    return lambda body: isinstance(body, AnsweredEntry) and body.side == side and body.given == "player"


def countersigned_by(side: Side) -> Callable[[Body], bool]:
    return lambda body: isinstance(body, Countersigned) and body.side == side


def is_end(body: Body) -> bool:
    return isinstance(body, Ended)


def first_difference(bodies: Sequence[Body], seed: bytes) -> int:
    """The first entry that is not what comes of a seed."""
    begun, *_rest = bodies
    assert isinstance(begun, Begun)
    game, told = new_game(CARDS, seed), begun.format > 1
    for n, body in enumerate(bodies, 1):
        if isinstance(body, AnsweredEntry):
            side = Side(body.side)
            if side not in game.asked or game.window(side) != body.window:
                return n
            try:
                game = game.after(side, understood(body.answer))
            except IllegalAnswer:
                return n
            if outcome_of(game) != (body.dice, body.digest) or (told and mixes_of(game) != body.mixes):
                return n
    raise AssertionError("no difference")


@cache
def other_answer(side: Side) -> tuple[int, list[Body]]:
    """A game with another answer of a side, with which it can be played on to its end; and the number of the entry."""
    made, game = honest(SHORT), new_game(CARDS, begin(SHORT)[1])
    for n, body in enumerate(made.bodies, 1):
        if not isinstance(body, AnsweredEntry):
            continue
        if body.side == side and n > 30:
            for other in list(game.asked[side].shape.answers())[:6]:
                fitted = refitted(changed(made, n, replace(body, answer=plain(other))))
                if plain(other) != body.answer and fitted is not None:
                    return n, fitted
        game.answer(Side(body.side), understood(body.answer))
    raise AssertionError("no other answer fits")


def without(made: SignedGame, n: int) -> list[Body]:
    return [body for i, body in enumerate(made.bodies, 1) if i != n]
