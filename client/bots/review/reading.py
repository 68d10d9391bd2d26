"""A finished game to be reviewed: a transcript that is sound, whatever version of cards and rules it was played by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from io import BytesIO
from typing import NamedTuple

from ironbottom.language import _
from ironbottom.printed import CardSet
from ironbottom.proof.entries import AnsweredEntry
from ironbottom.proof.reading import read
from ironbottom.proof.transcript import lines
from ironbottom.proof.verify import check
from ironbottom.record import RecordedMoment
from ironbottom.wire.messages import Given

from ...console.errors import UserError
from ...storage.finished_games import game_bytes, is_transcript, reel_of


class NoReview(UserError):
    """Why a file cannot be reviewed, in one sentence."""


class FinishedTranscript(NamedTuple):
    """A finished game, answer by answer; number 0 is the beginning."""

    moments: list[RecordedMoment]
    cards: CardSet
    names: tuple[str, str]
    digest: bytes  # of the file
    given: tuple[Given, ...] = ()  # who gave each answer; empty: nobody knows


def played_game(name: str, sets: Iterable[CardSet]) -> FinishedTranscript:
    """The game of a transcript's file.  Raises UserError for what is no transcript, not over, or not sound."""
    return finished_transcript(name, game_bytes(name, _("a transcript (.ibss)")), sets)


def finished_transcript(name: str, data: bytes, sets: Iterable[CardSet]) -> FinishedTranscript:
    """The game of a transcript.  Raises NoReview for what is no transcript, not over, or not sound."""
    rows = [*lines(BytesIO(data))]
    if not is_transcript(rows):
        text = _("{file}: found no transcript; allowed is the transcript (.ibss) of a finished game.")
        raise NoReview(text.format(file=name))
    verdict = check(rows, sets)
    if verdict.code == "cut":
        text = _("{file}: the game is not over, or its end was cut off: a review is for games that are over.")
        raise NoReview(text.format(file=name))
    if not verdict.ok:
        text = _("{file}: {fault}  `ironbottom verify` tells more.")
        raise NoReview(text.format(file=name, fault=verdict.sentence))
    found = reel_of(name, data, sets)
    if found.fault or found.cards is None or len(found.names) != 2:
        raise NoReview(found.fault)
    names = (found.names[0], found.names[1])
    return FinishedTranscript(found.moments, found.cards, names, sha256(data).digest(), _given(rows))


def _given(rows: Sequence[bytes]) -> tuple[Given, ...]:
    return tuple([body.given for _n, body in read(rows).main_line() if isinstance(body, AnsweredEntry)])
