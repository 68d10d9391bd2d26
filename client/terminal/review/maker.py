"""The program that makes a review for the screen, so that the screen stays alive: lines of JSON, each a MakerLine.

`python -m ironbottom.client.terminal.review.maker FILE LANGUAGE [CARDS]`.  The figures are kept beside the transcript,
as `ironbottom review` keeps them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress

from msgspec import json

from ironbottom.catalog import CardError
from ironbottom.language import speak

from ...bots.review.keeping import keep, kept, key_of
from ...bots.review.making import THOROUGH, Reviewing, Thoroughness
from ...bots.review.reading import played_game
from ...bots.review.serving import whole
from ...console.errors import UserError
from ...storage.card_sets import KnownSets

MANNERS = 5  # the screen goes first
OFTEN = 4  # answers from one word about the progress to the next

Saying = Callable[[bytes], object]


def made(file: str, sets: KnownSets, say: Saying, work: Thoroughness = THOROUGH) -> None:
    """Make it, or take the one that is kept.  Raises UserError."""
    game = played_game(file, sets)
    making = Reviewing(game, key_of(game, work), work)
    say(_line(curve=making.curve()))
    review = kept(file, making.key)
    if review is None:
        review = making.review(_watched(say))
        with suppress(OSError):
            keep(file, review)
    say(_line(whole=whole(game, review)))


def _watched(say: Saying) -> Callable[[int, int], None]:
    def looked(done: int, of: int) -> None:
        if done % OFTEN == 0:
            say(_line(done=done, all=of))

    return looked


def _line(**fields: object) -> bytes:
    return json.encode(fields) + b"\n"


def main() -> int:
    """Whoever reads the lines may go at any time: then this ends, too."""
    file, language, *cards = sys.argv[1:]
    if hasattr(os, "nice"):
        os.nice(MANNERS)
    speak(language)
    out = sys.stdout.buffer

    def say(line: bytes) -> None:
        out.write(line)
        out.flush()

    with suppress(BrokenPipeError):
        try:
            made(file, KnownSets(cards[0] if cards else None), say)
        except (UserError, CardError) as error:
            say(_line(fault=str(error)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
