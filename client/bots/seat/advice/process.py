"""The adviser of one seat as a program: a server tells it on its input what the seat is told, and reads what it finds.

Nothing else comes here: no socket, no file, no game.  It ends when its input does.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from typing import BinaryIO

import msgspec

from ironbottom.editions import EDITIONS
from ironbottom.events import AnyEvent
from ironbottom.language import Reader, speak
from ironbottom.variant import varied
from ironbottom.views import View
from ironbottom.wire.advising import (
    BODY,
    Briefing,
    Finding,
    HeardUpdate,
    Inquiry,
    OwnAnswer,
    ToAdviser,
    pack,
    to_adviser,
)
from ironbottom.wire.answers import answer as understood
from ironbottom.wire.frames import Frames, frame
from ironbottom.words import Side

from ....net.downloads import unpacked
from .adviser import Adviser, Counsel

MANNERS = 5  # a server, and whoever plays, go first
PIECE = 1 << 16

_events = msgspec.msgpack.Decoder(list[AnyEvent]).decode
_view = msgspec.msgpack.Decoder(View).decode


class AdvisedSeat:
    """One seat's adviser, by messages."""

    def __init__(self, briefing: Briefing, make: Callable[..., Adviser] = Adviser) -> None:
        cards = varied(unpacked(briefing.cards), briefing.options, briefing.battle)
        self.adviser = make(cards, Side(briefing.side), EDITIONS[briefing.engine])

    def hear(self, message: HeardUpdate | OwnAnswer) -> None:
        """What the seat was told, or has answered."""
        if isinstance(message, OwnAnswer):
            self.adviser.answered(understood(message.answer))
        else:
            self.adviser.hears(_events(message.events), _view(message.view))

    def find(self, inquiry: Inquiry) -> Finding:
        """What is asked; a bug of the adviser costs one advice."""
        if Reader.language != inquiry.language:
            speak(inquiry.language)
        try:
            if inquiry.answer is None:
                found = self.adviser.advice()
            else:
                found = self.adviser.weighed(understood(inquiry.answer))
        except Exception as error:  # the same as for bots: whoever asked hears that there is no advice, and plays on
            traceback.print_exc()
            return Finding(inquiry.n, fault=f"{type(error).__name__}: {error}"[:200])
        return _told(inquiry.n, found)


def _told(n: int, counsel: Counsel) -> Finding:
    return Finding(n, counsel.answers, counsel.worlds, counsel.given, counsel.blunder)


def serve(heard: Iterator[bytes], say: Callable[[bytes], object]) -> None:
    """Until nothing more is heard."""
    frames, seat = Frames(BODY), None
    for data in heard:
        for body in frames.receive(data):
            message: ToAdviser = to_adviser(body)
            if isinstance(message, Briefing):
                seat = AdvisedSeat(message)
            elif seat is None:
                raise ValueError("an adviser is briefed first")
            elif isinstance(message, Inquiry):
                say(frame(pack(seat.find(message))))
            else:
                seat.hear(message)


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    return iter(lambda: os.read(file.fileno(), PIECE), b"")


def main() -> int:
    """Advise whoever started this."""
    if hasattr(os, "nice"):
        os.nice(MANNERS)
    out = sys.stdout.buffer

    def say(data: bytes) -> None:
        out.write(data)
        out.flush()

    with redirect_stdout(sys.stderr):
        serve(_pieces(sys.stdin.buffer), say)
    return 0


if __name__ == "__main__":
    sys.exit(main())
