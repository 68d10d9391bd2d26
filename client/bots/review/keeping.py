"""Reviews are kept beside their transcripts: what took a minute is there at once the next time.

A review that was made from another file, other weights, other work or by another version is made anew, and so is one
that is damaged.  Where the folder cannot be written, nothing is kept.
"""

from __future__ import annotations

from hashlib import sha256
from importlib import import_module
from importlib.resources import files
from pathlib import Path

from msgspec import DecodeError, json

from ironbottom.private_files import write_whole

from .. import light
from ..light import deployments
from ..value import weights
from .figures import FORMAT, GameReview
from .making import Thoroughness
from .reading import FinishedTranscript

ENDING = ".review.json"


def place_of(transcript: str) -> Path:
    """Where the review of a transcript is kept."""
    return Path(transcript).with_suffix(ENDING)


def key_of(game: FinishedTranscript, work: Thoroughness) -> str:
    """What a review hangs on: the file, what was learned from games, the work, and the version of the program."""
    version = import_module("importlib.metadata").version("ironbottom")
    parts = [b"%d" % FORMAT, game.digest, *_learned(), repr(work).encode(), version.encode()]
    return sha256(b"\n".join(parts)).hexdigest()


def _learned() -> list[bytes]:
    """The hashes of the weights of the value, and of how players deploy."""
    value = files(weights.__package__)
    learned = (value / weights.SHIPPED, value / weights.BATTLES / weights.SHIPPED, files(light) / deployments.SHIPPED)
    return [sha256(file.read_bytes()).digest() for file in learned]


def kept(transcript: str, key: str) -> GameReview | None:
    """The review that is kept, if it is one of this game as it would be made now."""
    try:
        found = json.decode(place_of(transcript).read_bytes(), type=GameReview)
    except (OSError, ValueError, DecodeError):
        return None
    return found if (found.format, found.key) == (FORMAT, key) else None


def keep(transcript: str, review: GameReview) -> None:
    """Put it beside the transcript.  Raises OSError."""
    write_whole(place_of(transcript), json.encode(review) + b"\n")
