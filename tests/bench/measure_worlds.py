"""Worlds that a seat cannot tell from its game: how many a second, and what it costs to remember and to get ready.

They are dealt as `mate` and `mate` play, at the seats that are asked; a search deals many from one question.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import msgspec

from ironbottom.client.bots.mate import Mate
from ironbottom.events import AnyEvent
from ironbottom.rules import new_game
from ironbottom.sight import seen, view
from ironbottom.views import View
from ironbottom.words import SIDES, Side
from ironbottom.worlds import InformationSet, Memory, Worlds
from tests.bench.figures import Goal, Row
from tests.bench.measuring import Time, in_turns, timed
from tests.bench.playing import CARDS
from tests.bench.run import Run
from tests.support.players import seed

GAMES, EVERY, MANY = 6, 5, 20
Update = tuple[list[AnyEvent], View]
Told = list[tuple[Side, Update]]


class Sample(NamedTuple):
    """Questions of whole games, made ready; and all that both sides were told in them."""

    ready: list[InformationSet]
    questions: list[tuple[View, Memory]]
    told: list[Told]


def measure(run: Run) -> list[Row]:
    """A goal for a world, in the processor's time."""
    sample, worlds = played(), Worlds(CARDS)
    one, ready, hearing = in_turns(
        run.rounds,
        [
            lambda _: (dealing(sample.ready),),
            lambda _: (preparing(worlds, sample.questions),),
            lambda _: (remembering(sample.told),),
        ],
        run.say,
    )
    updates = sum(len(told) for told in sample.told)
    run.notes.append(
        f"worlds: {len(sample.ready)} questions of {GAMES} games of mate, every {EVERY}th, {MANY} worlds each;"
        f" {updates:,} updates heard."
    )
    return [
        Row("worlds dealt from one question", "/s", [t.cpu for t in one[0]]),
        Row("a world", "us", [t.cpu for t in one[0]], goal=Goal("<=", 150e-6)),
        Row("a question made ready for worlds", "us", [t.cpu for t in ready[0]]),
        Row("an update that a memory hears", "us", [t.cpu for t in hearing[0]], goal=Goal("<=", 20e-6)),
    ]


def played() -> Sample:
    """Whole games, heard by both seats."""
    encode, decode = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(Memory).decode
    worlds, sample = Worlds(CARDS), Sample([], [], [])
    for number in range(GAMES):
        told: Told = []
        memories = {side: Memory.of(CARDS, side) for side in SIDES}
        g, players = new_game(CARDS, seed(number)), {side: Mate(CARDS, Random(number)) for side in SIDES}
        while True:
            assert g.events is not None
            for side, memory in memories.items():
                update = seen(g.events, side), view(g, side)
                memory.hear(*update)
                told.append((side, update))
            g.events.clear()
            if not g.asked:
                break
            side = next(iter(g.asked))
            before = view(g, side)
            if g.answers % EVERY == 0:
                memory = decode(encode(memories[side]))
                sample.questions.append((before, memory))
                sample.ready.append(worlds.at(before, memory))
            answer = players[side].choose(before)
            memories[side].answered(answer)
            g.answer(side, answer)
        sample.told.append(told)
    return sample


def dealing(ready: list[InformationSet]) -> Time:
    """The mean time of a world."""

    def loop() -> None:
        for n, questions in enumerate(ready):
            rng, deal = Random(n), questions.sample
            for _ in range(MANY):
                deal(rng)

    return timed(loop)[0].per(len(ready) * MANY)


def preparing(worlds: Worlds, questions: list[tuple[View, Memory]]) -> Time:
    """The mean time of what is done once for a question."""

    def loop() -> None:
        for before, memory in questions:
            worlds.at(before, memory)

    return timed(loop)[0].per(len(questions))


def remembering(games: list[Told]) -> Time:
    """The mean time in which an update is heard."""

    def loop() -> None:
        for told in games:
            memories = {side: Memory.of(CARDS, side) for side in SIDES}
            for side, update in told:
                memories[side].hear(*update)

    return timed(loop)[0].per(sum(len(told) for told in games))
