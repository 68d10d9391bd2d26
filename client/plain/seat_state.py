"""What a reader at a seat knows: the last view, what its cards are called, the question, what was told so far."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from ironbottom.printed import CardSet
from ironbottom.views import View
from ironbottom.vocabulary import phrase
from ironbottom.wire.orders import StandingOrder

from ..console.output import broken
from ..text.luck import Throws
from ..text.naming import Naming
from ..text.question.how_to import question_lines
from ..text.question.menu import Menu
from ..text.sanitize import sanitize
from ..text.table_text import Drawing

TALK = 100  # lines of chat that are remembered

Clocks = tuple[int | None, int | None]  # milliseconds left for US and Japan; None: no clock


class ReaderSeat:
    """The memory of a reader.  It holds nothing that did not come with a view or an event."""

    def __init__(self, cards: CardSet, width: int, orders: tuple[StandingOrder, ...]) -> None:
        self.naming = Naming(cards)
        self.throws = Throws(self.naming)
        self.width, self.orders = width, orders
        self.view: View | None = None
        self.menu: Menu | None = None
        self.log: list[str] = []
        self.talk: deque[str] = deque(maxlen=TALK)  # lines of chat
        self.fault: tuple[str, str] | None = None  # what was refused last: the rule, and the sentence
        self.clocks: Clocks | None = None
        self.muted = False
        self.sent = False  # an answer is on its way
        self.resigning = False  # to be confirmed by the next line

    @property
    def asked(self) -> Menu | None:
        """The menu of the question that may be answered now."""
        return None if self.sent else self.menu

    def drawing(self, view: View) -> Drawing:
        return Drawing(view, self.naming, self.width)

    def fitted(self, lines: Iterable[str]) -> list[str]:
        """Lines as they may be printed: nothing in them steers a terminal, none is wider than it."""
        clean = [sanitize(line) for line in lines]
        return [part for line in clean for part in broken(line, self.width)] if self.width else clean

    def question(self) -> list[str]:
        """The question that stands, whole."""
        if self.menu is None:
            return [phrase("server.not-asked")]
        return question_lines(self.menu, self.naming)
