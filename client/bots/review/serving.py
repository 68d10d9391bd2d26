"""A review that a process of its own makes for another program: short lines of JSON tell how far it is.

`{"curve": ...}` comes first: what was true, answer by answer, and whose turn it was; then `{"done": n, "all": m}` as
the work goes on; at last what the other program waits for, or `{"fault": "..."}`.  The screen of the terminal has it
made by `client/terminal/review/maker.py`, from parts of this.

For a server it is made here: a transcript comes in, points of the curve are `[n, turn, "US", 0.5123]`, and at last
there is `{"kept": true}`, when the whole lies in files beside each other, one for each language.  So whoever asked
holds nothing but lines.  When its input ends, so does this process: nobody is left who wants it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any

from msgspec import json

from ironbottom.catalog import CardError, every_set
from ironbottom.language import ENGLISH, LANGUAGES, Reader, _, speak
from ironbottom.phrases import side_name, window_phrase
from ironbottom.printed import CardSet
from ironbottom.private_files import write_whole
from ironbottom.words import Side

from ...console.errors import UserError
from ...storage.card_sets import KnownSets, chosen
from .figures import CurvePoint, GameReview
from .keeping import keep, kept, key_of
from .making import THOROUGH, Reviewing, Thoroughness
from .reading import FinishedTranscript, finished_transcript
from .telling import (
    GIVERS,
    JUDGED,
    LUCK,
    SECTION_NAMES,
    ReviewFilter,
    ReviewWriter,
    curve_lines,
    heading,
    loss_text,
    turn_name,
)

SELDOM = 0.5  # seconds between two lines that tell how far it is
POINTS = 1_000  # of the curve, at most: steps in private may be taken back and forth for ever, and fit no message
MEMORY = 2 << 30  # bytes of address space that a review may take
MANNERS = 10  # a game that somebody plays goes before
Telling = Callable[[dict[str, Any]], None]


def serve(argv: Sequence[str]) -> int:
    """`FILE [FOLDER OF CARDS ...]`: FILE.LANGUAGE.json is written.  The input is a size in a line, and a transcript."""
    place, *folders = argv
    be_modest(MANNERS)
    _take_no_more_than(MEMORY)
    speak(ENGLISH)
    size = int(sys.stdin.buffer.readline())
    data = sys.stdin.buffer.read(size)
    Thread(target=_leave, args=(sys.stdin.fileno(),), daemon=True).start()
    with faults_told(tell):
        make(data, [*map(chosen, folders), *every_set()] if folders else KnownSets(None), Path(place), tell)
    return 0


def tell(line: dict[str, Any]) -> None:
    """To whoever started this."""
    sys.stdout.buffer.write(json.encode(line) + b"\n")
    sys.stdout.buffer.flush()


@contextmanager
def faults_told(telling: Telling) -> Iterator[None]:
    """Why there is no review is its last line."""
    try:
        yield
    except (UserError, CardError) as fault:
        telling({"fault": str(fault)})
    except MemoryError:
        telling({"fault": _("a review of that game needs more memory than it may have")})


def make(
    data: bytes, sets: Iterable[CardSet], place: Path, telling: Telling, work: Thoroughness = THOROUGH
) -> None:
    """Review a transcript, and put it into files.  Raises UserError."""
    game = finished_transcript(_("the transcript"), data, sets)
    review = reviewed(game, work, telling, _points)
    before = Reader.language
    for language in LANGUAGES:
        speak(language)
        write_whole(file_of(place, language), json.encode(whole(game, review)))
    speak(before)
    telling({"kept": True})


def reviewed(
    game: FinishedTranscript, work: Thoroughness, telling: Telling, points: Callable[[tuple[CurvePoint, ...]], Any],
    beside: str = "",
) -> GameReview:
    """Make it, and tell the `points` of its curve first; or take the one that is kept `beside` a file, and keep it."""
    making = Reviewing(game, key_of(game, work), work)
    telling({"curve": points(making.curve())})
    found = kept(beside, making.key) if beside else None
    if found is not None:
        return found
    review = making.review(Seldom(telling))
    if beside:
        with suppress(OSError):
            keep(beside, review)
    return review


def _points(curve: tuple[CurvePoint, ...]) -> list[list[Any]]:
    """So few that they fit a message."""
    found = [[one.n, one.turn, one.phasing, round(one.chance, 4)] for one in curve]
    return found[:: -(-len(found) // POINTS) or 1]


def file_of(place: Path, language: str) -> Path:
    """Where the review lies in a language."""
    return place.with_name(f"{place.name}.{language}.json")


class Seldom:
    """Tells now and then how far it is."""

    def __init__(self, telling: Telling) -> None:
        self.telling, self.next = telling, 0.0

    def __call__(self, done: int, of: int) -> None:
        now = monotonic()
        if now >= self.next:
            self.next = now + SELDOM
            self.telling({"done": done, "all": of})


def whole(game: FinishedTranscript, review: GameReview) -> dict[str, Any]:
    """All figures, all words in the language of this process, and the text as `ironbottom review` prints it."""
    writer = ReviewWriter(game, review)
    found: dict[str, Any] = json.decode(writer.json())
    for one, told in zip(review.decisions, found["decisions"], strict=True):
        told["words"] |= {
            "turn": turn_name(one.turn), "window": window_phrase(one.window), "loss": loss_text(one.known),
            "given": "" if one.own else _(GIVERS[one.given]),
            "again": [turn_name(other.turn) for other in review.again(one)],
        }
    names = {side.name: side_name(side) for side in Side}
    every = ReviewFilter()
    curve = [heading(game), "", *curve_lines(game, review.curve, review.moments), ""]
    found["words"] = {
        "heading": heading(game), "luck": {kind: _(name) for kind, name in LUCK.items()},
        "sections": {kind: _(name) for kind, name in SECTION_NAMES.items()}, "sides": names,
        "labels": labels(), "text": "\n".join([*curve, *writer.lines(every, truth=True), ""]),
    }
    return found


def labels() -> dict[str, str]:
    """What a page says around the figures, in the very words of `ironbottom review`."""
    return {
        "account": _("Luck and skill: start + luck + decisions = result"), "start": _("start"), "result": _("result"),
        "luck": _("luck: {kind}"), "skill": _("decisions of {side}"), "change": _("{n} %"),
        "without_luck": _("Without luck: US {us}, Japan {jp}"), "dearest": _("The dearest decisions of {side}"),
        "none": _("{side}: nothing better was found that could be told from chance, in {n} decisions."),
        "judged": _(JUDGED), "did": _("Did: {what}"), "better": _("Better: {what}"),
        "odds": _("In {n} games that look like this one it wins {chance}, and the better answer {best}."),
        "again": _("The same was given away again: {turns}"), "there": _("What was really there:"),
        "really": _("In the real position it wins {chance}, and the better answer {best} (± {error})."),
    }


def be_modest(manners: int) -> None:
    """Let others go before; on systems that know no such thing this is nothing."""
    if hasattr(os, "nice"):
        os.nice(manners)


def _take_no_more_than(memory: int) -> None:
    """Where the system can see to that."""
    with suppress(ImportError, OSError, ValueError):
        resource = import_module("resource")
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _leave(stdin: int) -> None:
    """Wait for the end of the input, and end at once; without its buffer, whose lock would be held at the end."""
    while os.read(stdin, 1):
        pass
    os._exit(0)


if __name__ == "__main__":
    sys.exit(serve(sys.argv[1:]))
