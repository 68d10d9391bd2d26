"""Games of `mate`, as transcripts that are sound."""

from __future__ import annotations

from random import Random

from ironbottom.client.bots.mate import Mate
from ironbottom.proof.transcript import written
from ironbottom.sight import view
from ironbottom.wire.answers import plain
from ironbottom.wire.signing import digest
from ironbottom.words import Side
from tests.bench.playing import CARDS
from tests.support.signed_games import Referee, Setting


class MatesReferee(Referee):
    """Both sides are played by `mate`."""

    def __init__(self, number: int) -> None:
        super().__init__(Setting(number=number, wishes=("us", "jp")))
        self.mate = Mate(CARDS, Random(number))

    def answer(self, side: Side) -> None:
        answer = self.mate.choose(view(self.game, side))
        self.unsigned[side].append(digest(self.begun.game, self.updates[side], plain(answer)))
        self.take(side, answer, "player")


def transcript(number: int) -> bytes:
    """A whole game, of a number from 1 on; Ann plays the US, and Bob Japan."""
    return written(MatesReferee(number).play().lines)
