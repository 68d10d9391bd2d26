"""The program that makes a review for the screen, so that the screen stays alive: lines of JSON, each a MakerLine.

`python -m ironbottom.client.terminal.review.maker FILE LANGUAGE [CARDS]`.  The figures are kept beside the transcript,
as `ironbottom review` keeps them.
"""

from __future__ import annotations

import sys
from contextlib import suppress

from ironbottom.language import speak

from ...bots.review.making import THOROUGH, Thoroughness
from ...bots.review.reading import played_game
from ...bots.review.serving import Telling, be_modest, faults_told, reviewed, tell, whole
from ...storage.card_sets import KnownSets

MANNERS = 5  # the screen goes first


def made(file: str, sets: KnownSets, telling: Telling, work: Thoroughness = THOROUGH) -> None:
    """Make it, or take the one that is kept.  Raises UserError."""
    game = played_game(file, sets)
    review = reviewed(game, work, telling, tuple, beside=file)
    telling({"whole": whole(game, review)})


def main() -> int:
    """Whoever reads the lines may go at any time: then this ends, too."""
    file, language, *cards = sys.argv[1:]
    be_modest(MANNERS)
    speak(language)
    with suppress(BrokenPipeError), faults_told(tell):
        made(file, KnownSets(cards[0] if cards else None), tell)
    return 0


if __name__ == "__main__":
    sys.exit(main())
