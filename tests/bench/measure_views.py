"""A view, built and encoded for one seat, beside a clone-and-answer; its encoding beside the msgpack package."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgpack
import msgspec

from ironbottom import odds
from ironbottom.flow import Game
from ironbottom.questions import Answer
from ironbottom.sight import view
from ironbottom.views import View
from ironbottom.words import SIDES, Side
from tests.bench.figures import Goal, Row, compared
from tests.bench.measuring import Time, in_turns, timed
from tests.bench.playing import decisions
from tests.bench.run import Run

GAMES, EVERY = 40, 17
encode = msgspec.msgpack.Encoder().encode
Position = tuple[Game, Side, Answer]


def measure(run: Run) -> list[Row]:
    """Two goals, over positions of random games as a server holds them: with the event log."""
    positions = sample()
    views = [view(g, side) for g, _, _ in positions for side in SIDES]
    contents = [msgspec.to_builtins(v) for v in views]
    for v, content in zip(views, contents, strict=True):
        unpacked = msgpack.unpackb(msgpack.packb(content), strict_map_key=False)
        assert unpacked == msgspec.msgpack.decode(encode(v)), "both must encode the same content"
    seen, after, ours, packed, reused = in_turns(
        run.rounds,
        [
            lambda _: (seeing(positions),),
            lambda _: (answering(positions),),
            lambda _: (encoding(views),),
            lambda _: (packing(contents, msgpack.packb),),
            lambda _: (packing(contents, msgpack.Packer().pack),),
        ],
        run.say,
    )
    note(run, positions, views)
    return [
        compared("a view built and encoded", "us", seen[0], after[0], "clone-and-answer", Goal("<=", 3)),
        compared("encoding a view", "us", ours[0], packed[0], "msgpack.packb", Goal("<=", 0.4)),
        compared("encoding a view", "us", ours[0], reused[0], "one msgpack.Packer"),
    ]


def note(run: Run, positions: list[Position], views: list[View]) -> None:
    """What was measured: how many positions, how large a view is, and how many of its odds were remembered."""
    sizes = sorted(len(encode(v)) for v in views)
    fires, duels = odds._fire.cache_info(), odds.duel.cache_info()
    run.notes.append(
        f"views: {len(positions)} positions of random games, every {EVERY}th decision, both seats; a view is"
        f" {sizes[len(sizes) // 2]:,} B (at most {sizes[-1]:,} B)."
    )
    run.notes.append(
        f"odds in these views: {found(fires.hits, fires.misses)} of one-sided fires and"
        f" {found(duels.hits, duels.misses)} of duels were remembered."
    )


def sample() -> list[Position]:
    """Positions with the answer that comes next."""
    odds._fire.cache_clear()
    odds.duel.cache_clear()
    return [
        (g.clone(), side, answer)
        for n, (g, side, answer) in enumerate(decisions(range(GAMES), log=True))
        if n % EVERY == 0
    ]


def found(hits: int, misses: int) -> str:
    """A share of look-ups."""
    return f"{hits / max(1, hits + misses):.0%}"


def seeing(positions: list[Position]) -> Time:
    """The mean time of a view, built and encoded, for one seat."""

    def loop() -> None:
        for g, _, _ in positions:
            for side in SIDES:
                encode(view(g, side))

    return timed(loop)[0].per(len(positions) * len(SIDES))


def answering(positions: list[Position]) -> Time:
    """The mean time of a clone-and-answer."""

    def loop() -> None:
        for g, side, answer in positions:
            g.after(side, answer)

    return timed(loop)[0].per(len(positions))


def encoding(views: list[View]) -> Time:
    """The mean time of an encoding by msgspec."""

    def loop() -> None:
        for v in views:
            encode(v)

    return timed(loop)[0].per(len(views))


def packing(contents: list[Any], pack: Callable[[Any], bytes]) -> Time:
    """The mean time of an encoding by msgpack, of content that is ready for it."""

    def loop() -> None:
        for content in contents:
            pack(content)

    return timed(loop)[0].per(len(contents))
