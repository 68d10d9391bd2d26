"""Why a bot answers as it does, line by line in a file: for after the game, as it tells of the bot's hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ironbottom.language import _
from ironbottom.printed import CardSet
from ironbottom.questions import Answer
from ironbottom.views import View

from ...console.errors import UserError
from ...console.output import complain
from ...text.naming import Naming
from ...text.question.by_itself import answer_text


def writable(file: Path) -> None:
    """Raises UserError where nothing can be written to it; what stands there stays."""
    try:
        with file.open("a", encoding="utf-8"):
            pass
    except OSError as error:
        raise UserError(_fault(file, error)) from None


class ReasonFile:
    """Adds a line for each answer: the turn, what was asked, what was answered and why."""

    def __init__(self, file: Path, cards: Callable[[], CardSet]) -> None:
        """`cards` are those of the present game."""
        self._file, self._cards, self._broken = file, cards, False
        self._naming: Naming | None = None  # one for each game: what it calls "unseen A" it calls so to the end

    def begin(self) -> None:
        """Another game, perhaps with other cards."""
        self._naming = None

    def note(self, view: View, answer: Answer, why: str) -> None:
        """A file that cannot be written any more costs the lines, and not the game."""
        if view.question is None or self._broken:
            return
        if self._naming is None:
            self._naming = Naming(self._cards())
        self._naming.see(view)
        answered = answer_text(view.question, answer, self._naming)
        said = why or _("It does not say why.")
        line = _("Turn {turn}. {answer}. {why}").format(turn=view.turn, answer=answered, why=said)
        try:
            with self._file.open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")
        except OSError as error:
            self._broken = True
            complain(_fault(self._file, error))


def _fault(file: Path, error: OSError) -> str:
    text = _("{file}: cannot be written ({why}); allowed is a file that reasons can be added to.")
    return text.format(file=file, why=error.strerror)
