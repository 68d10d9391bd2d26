"""What a player's own record says of a transcript: was this the game that he was shown, and the toss that he knows?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ironbottom.keys import signed
from ironbottom.language import _, counted
from ironbottom.proof.entries import TELLS
from ironbottom.proof.faults import Fault
from ironbottom.proof.kept import Attempt, Began, Line, ShownUpdate, Step, TossHistory
from ironbottom.proof.reading import Transcript
from ironbottom.proof.told import PlayedUpdate as Update
from ironbottom.proof.told import Retold
from ironbottom.proof.transcript import KeptReceipt
from ironbottom.wire.messages import Toss
from ironbottom.wire.shown import TELLING, events_shown, view_shown
from ironbottom.wire.signing import TOSS
from ironbottom.words import Side


class Held:
    """A record, held against a transcript: `retold` is to be told of every entry that is played again."""

    def __init__(self, t: Transcript, record: Iterable[Line]) -> None:
        self.t, lines = t, tuple(record)
        self.receipts = tuple([line for line in lines if isinstance(line, KeptReceipt)])
        self.attempts = TossHistory([line for line in lines if isinstance(line, Step)])
        self._place, self._shown = _of_game(lines, t.begun.game)
        self.faults: list[Fault] = []
        self.compared: set[int] = set()  # numbers of the updates that were as they should be
        self.updates = 0  # of the side, in all

    @property
    def side(self) -> Side | None:
        """Whose record it is; None: it tells nothing of this game."""
        if self._place < 0:
            return None
        return Side.US if self._place == self.t.begun.us else Side.JP

    def retold(self) -> Retold | None:
        """Who is to hear what the game tells; None: there is nothing to be compared with it."""
        if self.side is None or not self._shown or self.t.begun.telling != TELLING:
            return None
        return Retold(self.side, self._hear)

    @property
    def knows_tosses(self) -> bool:
        """Whether the record begins with the toss of this game, and so with those before it."""
        attempt = self.attempts.by_game.get(self.t.begun.game)
        return attempt is not None and attempt.revealed is not None

    def _hear(self, n: int, update: Update) -> None:
        """An update of the game, and what the player was shown under its number."""
        game, self.updates = self.t.begun.game, update.number
        shown = self._shown.pop(update.number, None)
        if shown is None:
            return
        events, view = events_shown(game, update.number, update.events), view_shown(game, update.number, update.view)
        for one in shown:
            if one.events not in (None, events):
                text = _("update {number} was not what this game tells {name}: you were told of other events.")
            elif one.view not in (None, view):
                text = _("update {number} was not what this game tells {name}: you were shown another table.")
            else:
                self.compared.add(update.number)
                continue
            self.compared.discard(update.number)
            self.faults.append(Fault(n, "shown", self._named(text, update.number)))
            return

    def _named(self, text: str, number: int) -> str:
        side = self.side
        assert side is not None
        return text.format(number=number, name=self.t.name(side))

    def finish(self, *, whole: bool) -> None:
        """The game was played again, as far as it can be, and perhaps to its end: look at what is left."""
        self._tosses()
        if self.side is None or not self._shown:
            return
        if self.t.begun.telling == 0 and self._must_tell():
            text = _(
                "the file leaves out by which edition of views and events its updates were told, though a server that"
                " signs its tosses writes it down: your record cannot be held against it."
            )
            self.faults.append(Fault(1, "shown", text))
        elif self.t.begun.telling not in (0, TELLING):
            text = _(
                "its updates were told by edition {theirs} of views and events, and this program has edition {ours}:"
                " check your record with {software}."
            )
            edition = {"theirs": self.t.begun.telling, "ours": TELLING, "software": self.t.begun.software}
            self.faults.append(Fault(0, "version", text.format(**edition)))
        elif self.updates and whole and not self.faults and self.t.cut is None:
            text = _("update {number} is none of this game: it has fewer for {name}, and you were shown more.")
            self.faults.append(Fault(len(self.t.entries), "shown", self._named(text, min(self._shown))))

    def _must_tell(self) -> bool:
        """Whether the file is of a server that knows editions: its format says so, or the toss that it has signed."""
        attempt = self.attempts.by_game.get(self.t.begun.game)
        return self.t.begun.format >= TELLS or (attempt is not None and self._of_table(attempt))

    def _tosses(self) -> None:
        """A toss of this table for which the player had shown his share, and of which the file does not tell."""
        told = [one.game for one in self.t.begun.thrown]
        for attempt in self.attempts.broken(self.t.begun.game):
            if attempt.toss.game not in told and self._of_table(attempt):
                self.faults.append(Fault(1, "tosses", _left_out(attempt)))
                return

    def _of_table(self, attempt: Attempt) -> bool:
        """Whether it is the server's own signature that says so."""
        toss: Toss = attempt.toss
        server = self.t.begun.server
        return toss.table == self.t.begun.table and signed(server, toss.signature, TOSS, toss.game, toss.commitment)

    def notes(self) -> tuple[str, ...]:
        """What else there is to say."""
        if self.side is None:
            return (_("Nothing in the record is of this game."),)
        if not self.compared:
            return (_("The updates that you were shown could not be compared."),)
        n, missing = len(self.compared), self.updates - len(self.compared)
        text = counted(
            "{n} update that you were shown is as this game tells it.",
            "{n} updates that you were shown are as this game tells them.", n,
        )
        if missing <= 0:
            return (text,)
        never = counted("{n} more is not in your record.", "{n} more are not in your record.", missing)
        return (f"{text} {never}",)


def _left_out(attempt: Attempt) -> str:
    if attempt.over:
        text = _(
            "a game of this table before it (number {number}) was ended by the server alone, and you had asked for no"
            " other: whoever saw the deal could have another one."
        )
    elif attempt.began:
        text = _(
            "a game of this table that had begun before it (number {number}) was thrown away, and the file does not"
            " tell of it: whoever saw the deal could have another one."
        )
    else:
        text = _(
            "a toss of this table before it (for game {number}) was thrown away after you had shown your share, and the"
            " file does not tell of it: whoever saw the deal could have another one."
        )
    return text.format(number=attempt.toss.number)


def _of_game(record: Sequence[Line], game: bytes) -> tuple[int, dict[int, list[ShownUpdate]]]:
    """The place at which the player sat in a game, and what he was shown by its number; -1: the record has none."""
    place, here, shown = -1, False, dict[int, list[ShownUpdate]]()
    for line in record:
        if isinstance(line, Began):
            here = line.game == game
            place = line.place if here else place
        elif here and isinstance(line, ShownUpdate):
            shown.setdefault(line.number, []).append(line)
    return place, shown
