"""A finished game to be reviewed: a transcript that is sound, whatever version of cards and rules it was played by."""

from __future__ import annotations

from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from ironbottom.language import _
from ironbottom.printed import CardSet
from ironbottom.proof.transcript import lines
from ironbottom.proof.verify import check
from ironbottom.record import RecordedMoment

from ...console.errors import UserError
from ...storage.card_sets import KnownSets
from ...storage.finished_games import LARGEST, is_transcript, reel_of


class NoReview(UserError):
    """Why a file cannot be reviewed, in one sentence."""


class FinishedTranscript(NamedTuple):
    """A finished game, answer by answer; number 0 is the beginning."""

    moments: list[RecordedMoment]
    cards: CardSet
    names: tuple[str, str]
    digest: bytes  # of the file


def played_game(name: str, sets: KnownSets) -> FinishedTranscript:
    """The game of a transcript.  Raises NoReview for what is no transcript, not over, or not sound."""
    data = _bytes(name)
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
    return FinishedTranscript(found.moments, found.cards, (found.names[0], found.names[1]), sha256(data).digest())


def _bytes(name: str) -> bytes:
    try:
        with Path(name).open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or _("it cannot be read")
        text = _("{file}: found no file to read ({why}); allowed is a transcript (.ibss).")
        raise NoReview(text.format(file=name, why=why)) from None
    if len(data) > LARGEST:
        text = _("{file}: found more than {n} bytes; allowed is the transcript of one game.")
        raise NoReview(text.format(file=name, n=LARGEST))
    return data
