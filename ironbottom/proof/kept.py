"""The record that a player's client keeps of a game, a line of JSON for each thing, in the order in which it came.

It holds every toss of the table up to this game, under the server's signatures; what stands for each update that the
player was shown (`ironbottom.wire.shown`); and the server's receipts.  Nothing secret stands in it once the game is
over.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, BinaryIO

import msgspec
from msgspec import Meta, Struct

from ironbottom.language import _
from ironbottom.proof.transcript import LONGEST, MOST, KeptReceipt, lines
from ironbottom.wire.fields import Bytes16, Bytes32, Count, GameId, Signature
from ironbottom.wire.messages import Toss, Tossed

ENDING = ".record.jsonl"


class OwnRecordError(ValueError):
    """A file that is no player's record; says which line."""


class BoundShare(Struct, frozen=True, tag="bound"):
    """We have bound ourselves to a share of this game: our answer to its `toss`."""

    game: GameId
    commitment: Bytes32
    signature: Signature


class Revealed(Struct, frozen=True, tag="revealed"):
    """We are about to show our share; from here on somebody may know the deal."""

    game: GameId
    share: Bytes32
    signature: Signature


class Began(Struct, frozen=True, tag="began"):
    """We were told of this game; what is shown from here on is of it."""

    game: GameId
    place: Annotated[int, Meta(ge=0, le=1)]  # where we sit


class OutcomeShown(Struct, frozen=True, tag="over", omit_defaults=True):
    """Its outcome was shown.  That is the server's word: another toss is asked for by the player (`WishedAgain`)."""

    game: GameId
    asks: bool = False  # whether such a wish is noted; clients of before noted none


class WishedAgain(Struct, frozen=True, tag="again"):
    """It is over, and we have asked for another game after it."""

    game: GameId


class WentOn(Struct, frozen=True, tag="went-on"):
    """Nothing came of this toss, we know it, and want another one."""

    game: GameId


class ShownUpdate(Struct, frozen=True, tag="shown", omit_defaults=True):
    """What an update showed; of one that was missed the events alone, of one that came again the table alone."""

    number: Count
    events: Bytes16 | None = None
    view: Bytes16 | None = None


Step = Toss | BoundShare | Tossed | Revealed | Began | OutcomeShown | WishedAgain | WentOn  # of tosses
Line = Step | ShownUpdate | KeptReceipt

_encode = msgspec.json.Encoder().encode
_tagged = msgspec.json.Decoder(Step | ShownUpdate).decode
_receipt = msgspec.json.Decoder(KeptReceipt).decode


class Attempt(Struct):
    """One toss, as the player who took part in it knows it."""

    toss: Toss
    bound: BoundShare | None = None
    tossed: Tossed | None = None
    revealed: Revealed | None = None
    began: bool = False
    over: bool = False
    asks: bool = False
    again: bool = False
    went_on: bool = False

    @property
    def settled(self) -> bool:
        """Whether there may be another toss after it: we have shown nothing, or have asked for one when it was over."""
        return self.revealed is None or (self.over and (self.again or not self.asks))


class TossHistory:
    """The tosses of one table, in their order.  `take` a step after the other."""

    def __init__(self, steps: Iterable[Step] = ()) -> None:
        self.by_game: dict[bytes, Attempt] = {}
        for step in steps:
            self.take(step)

    def take(self, step: Step) -> None:
        """A step that was kept; one without its toss tells nothing."""
        if isinstance(step, Toss):
            self.by_game.setdefault(step.game, Attempt(step))
            return
        attempt = self.by_game.get(step.game)
        if attempt is None:
            return
        match step:
            case BoundShare():
                attempt.bound = step
            case Tossed():
                attempt.tossed = step
            case Revealed():
                attempt.revealed = step
            case Began():
                attempt.began = True
            case OutcomeShown():
                attempt.over, attempt.asks = True, step.asks
            case WishedAgain():
                attempt.again = True
            case WentOn():
                attempt.went_on = True

    def broken(self, game: bytes) -> list[Attempt]:
        """Those besides a game in which we had shown our share, and after which we have asked for no other."""
        return [attempt for attempt in self.by_game.values() if not attempt.settled and attempt.toss.game != game]


def written(line: Line) -> bytes:
    """A line of the file, with its end."""
    return _encode(line) + b"\n"


def read(file: BinaryIO) -> tuple[Line, ...]:
    """The lines of a record, or of a file of receipts.  Raises OwnRecordError."""
    found: list[Line] = []
    for n, line in enumerate(lines(file), 1):
        if n > MOST:
            raise OwnRecordError(_("found more than {most} lines; allowed is one player's file.").format(most=MOST))
        try:
            found.append(line_of(line))
        except (ValueError, RecursionError):
            if not line.endswith(b"\n") and len(line) <= LONGEST:
                break  # the last one, which a power cut broke off
            wrong = _("line {n} is not of a player's record; copy the file again from where the client keeps it.")
            raise OwnRecordError(wrong.format(n=n)) from None
    return tuple(found)


def line_of(line: bytes) -> Line:
    """A line, with or without its end.  Raises ValueError or RecursionError for what is none."""
    try:
        found: Step | ShownUpdate = _tagged(line)
    except msgspec.ValidationError:
        return _receipt(line)
    return found
