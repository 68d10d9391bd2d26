"""Games to be reviewed, and how little work is enough for a test."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random

from msgspec import json

from ironbottom.client.bots.review.figures import GameReview
from ironbottom.client.bots.review.judging import Effort
from ironbottom.client.bots.review.making import Reviewing, Thoroughness
from ironbottom.client.bots.review.reading import FinishedTranscript
from ironbottom.flow import Game
from ironbottom.proof.transcript import written
from ironbottom.questions import Answer
from ironbottom.record import Entry, RecordedMoment, Resignation
from ironbottom.rules import new_game
from ironbottom.wire.answers import plain
from ironbottom.words import Side
from tests.support.players import at_random, eager, seed
from tests.support.signed_games import CARDS, Setting, honest

LITTLE = Thoroughness(known=2, all=Effort(2, 3, more=2), dearest=Effort(2, 8, 2), truth=Effort(0, 2, 2), again=3)
SHORT = Setting(number=11, resigns=40)


def moments_of(game: Game, script: Iterable[tuple[Side, Answer]]) -> list[RecordedMoment]:
    """A game by what was answered in it."""
    found = [RecordedMoment(None, None, None, game)]
    for n, (side, answer) in enumerate(script, 1):
        given = json.decode(json.encode(plain(answer)))
        entry, after = Entry(n, side.name, game.window(side), given, ()), game.after(side, answer)
        found.append(RecordedMoment(entry, game.asked[side], game, after))
        game = after
    return found


def random_game(number: int) -> list[RecordedMoment]:
    """A whole game; every other one of a player who seeks what is rare."""
    game, rng = new_game(CARDS, seed(number)), Random(number)
    player, script, begun = (eager if number % 2 else at_random)(rng), list[tuple[Side, Answer]](), game
    while game.asked:
        side = next(iter(game.asked))
        script.append((side, player(game, side)))
        game = game.after(*script[-1])
    return moments_of(begun, script)


def short_transcript(folder: Path) -> Path:
    """The transcript of a game that was given up after 40 answers."""
    path = folder / "game.ibss"
    path.write_bytes(written(honest(SHORT).lines))
    return path


def of_moments(moments: list[RecordedMoment]) -> FinishedTranscript:
    return FinishedTranscript(moments, moments[0].game.state.cards, ("Ann", "Bob"), bytes(32))


@cache
def short_review() -> tuple[FinishedTranscript, GameReview]:
    """That game again, with the fewest trials."""
    game, script, rng = new_game(CARDS, seed(3)), list[tuple[Side, Answer]](), Random(3)
    begun, player = game, eager(rng)
    for _ in range(60):
        side = next(iter(game.asked))
        script.append((side, player(game, side)))
        game = game.after(*script[-1])
    last = game.clone()
    last.resign(Side.US)
    moments = moments_of(begun, script)
    played = of_moments([*moments, RecordedMoment(Resignation(len(moments), "US", True), None, game, last)])
    return played, Reviewing(played, "key", LITTLE).review(lambda _done, _of: None)
