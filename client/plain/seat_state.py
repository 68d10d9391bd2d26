"""What a reader at a seat knows: the last view, what its cards are called, the question, what was told so far."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from ironbottom.printed import CardSet
from ironbottom.questions import Answer
from ironbottom.views import View
from ironbottom.vocabulary import phrase
from ironbottom.wire.agreeing import Offers
from ironbottom.wire.messages import Table
from ironbottom.wire.orders import StandingOrder

from ..console.output import broken
from ..text.luck import Throws
from ..text.naming import Naming, half_of
from ..text.question.by_itself import Hand, Unasked
from ..text.question.how_to import question_lines
from ..text.question.menu import Menu
from ..text.question.still_open import open_text, still_open
from ..text.rules.table_rules import of_cards
from ..text.sanitize import sanitize
from ..text.table_text import Drawing, waiting

TALK = 100  # lines of chat that are remembered

Clocks = tuple[int | None, int | None]  # milliseconds left for US and Japan; None: no clock


class ReaderSeat:
    """The memory of a reader.  It holds nothing that did not come with a view or an event."""

    def __init__(self, cards: CardSet, width: int, orders: tuple[StandingOrder, ...]) -> None:
        self.naming = Naming(cards)
        self.agreed = of_cards(cards)  # what this table is played by besides the rules
        self.throws = Throws(self.naming)
        self.width, self.orders = width, orders
        self.view: View | None = None
        self.menu: Menu | None = None
        self.log: list[str] = []
        self.talk: deque[str] = deque(maxlen=TALK)  # lines of chat
        self.fault: tuple[str, str] | None = None  # what was refused last: the rule, and the sentence
        self.clocks: Clocks | None = None
        self.table: Table | None = None  # as it was told last
        self.muted = False
        self.sent = False  # an answer is on its way
        self.resigning = False  # to be confirmed by the next line
        self.unasked = Unasked(sole=False)  # what need not be asked
        self.partner = ""  # §26: who shares our side, while it is asked what is his
        self.may_ask = False  # advice may be asked for at this table
        self.place = 0
        self.late = 0  # turns until who looks on sees both hands; 0: he never does
        self.offers: Offers | None = None  # what one player has offered the other
        self.warns = False  # blunders are to be asked about
        self.advice: tuple[Answer, ...] = ()  # to the question that stands
        self.passing: Answer | None = None  # that which is to be given for it

    @property
    def asked(self) -> Menu | None:
        """The menu of the question that may be answered now."""
        return None if self.sent else self.menu

    @property
    def hand(self) -> Hand:
        """The cards in the hand of who is asked."""
        view = self.view
        return () if view is None or view.viewer is None else half_of(view, view.viewer).hand or ()

    def drawing(self, view: View) -> Drawing:
        return Drawing(view, self.naming, self.width)

    def fitted(self, lines: Iterable[str]) -> list[str]:
        """Lines as they may be printed: nothing in them steers a terminal, none is wider than it."""
        clean = [sanitize(line) for line in lines]
        return [part for line in clean for part in broken(line, self.width)] if self.width else clean

    def still_open(self) -> list[str]:
        """What the end of a segment would leave open: a hint."""
        if self.menu is None or self.view is None:
            return []
        text = open_text(still_open(self.menu.question, self.view, self.naming))
        return [text] if text else []

    def waiting(self, view: View) -> list[str]:
        """Who is asked what."""
        return waiting(view, self.partner)

    def question(self) -> list[str]:
        """The question that stands, whole."""
        if self.menu is None and self.partner and self.view is not None:
            return self.waiting(self.view)
        if self.menu is None:
            return [phrase("server.not-asked")]
        return [*question_lines(self.menu, self.naming), *self.still_open()]
