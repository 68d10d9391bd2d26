"""The form of a challenge: a row for each of its terms, whose value keys change, so that no wrong one is typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from msgspec import UNSET
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ironbottom.language import N_, _
from ironbottom.vocabulary import phrase
from ironbottom.wire.agreeing import Offered
from ironbottom.wire.pace import DAY, HOUR, MOST, PaceTerms
from ironbottom.wire.terms import Terms, Wish

from ...text.people.table_list import free_side
from ...text.sanitize import sanitize
from ..drawing.flowing import Flowing, in_paragraphs
from ..drawing.keys import Keys

ADDED = 12 * HOUR  # that a side gets at each of its turns
SIDES: tuple[Wish, ...] = ("either", "us", "jp")
OFFERS: tuple[tuple[Offered, ...], ...] = ((), ("draw", "pause"), ("draw", "pause", "takeback"))
ABOUT = N_("p posts it: it waits for an opponent.  s seeks: where one waits by the same terms you are paired at once, "
           "else yours waits.  Battles and optional rules: `ironbottom challenge post`.")


class ChallengeDraft(NamedTuple):
    """What is to be played, and against whom."""

    side: Wish = "either"
    cards: str = "core"
    days: int = 3  # of thinking for each side; 0: none are counted
    bank: int = 0  # minutes for each side, where no days are counted; 0: no clock
    rated: bool = True
    offers: tuple[Offered, ...] = ()
    within: int = 0  # points to an opponent at most; 0: anybody
    wait: int = 7  # days
    seek: bool = False

    @property
    def terms(self) -> Terms:
        """As the command makes them, and the page."""
        bank = 0 if self.days else 60 * self.bank
        pace = PaceTerms(self.days * DAY, ADDED, min(MOST, 2 * self.days) * DAY, 24, 0) if self.days else UNSET
        return Terms(
            side=self.side, cards=self.cards, absent="clock" if self.days or bank else "wait", bank=bank,
            spectators=True, reach="open", least=400, pace=pace, rated=self.rated or UNSET,
            offers=self.offers or UNSET,
        )


class DraftRow(NamedTuple):
    """A row of the form."""

    field: str
    about: str
    values: tuple[Any, ...]
    said: Callable[[Any], str] = str

    def text(self, draft: ChallengeDraft) -> str:
        """What is read: a mark before what is on or off, else the value behind what it is of."""
        value = getattr(draft, self.field)
        if isinstance(value, bool):
            return f"[{'x' if value else ' '}] {self.about}"
        return f"{self.about}: {self.said(value)}"


def draft_rows(draft: ChallengeDraft, sets: tuple[str, ...]) -> list[DraftRow]:
    """The terms, in the order in which they are read; the clock of an evening only where no days are counted."""
    evening = DraftRow("bank", _("Minutes to think, for each side"), (0, 15, 30, 45, 60, 90, 120), _minutes)
    return [
        DraftRow("side", _("Your side"), SIDES, free_side), DraftRow("cards", _("Cards"), sets, sanitize),
        DraftRow("days", _("Days to think, for each side"), (0, 1, 2, 3, 5, 7, 10, 14, 21, 30, 60), _days),
        *([] if draft.days else [evening]),
        DraftRow("rated", phrase("special.rated"), (True, False)),
        DraftRow("offers", _("You may agree upon"), OFFERS, _offers),
        DraftRow("within", phrase("challenge.most_apart"), (0, 50, 100, 150, 200, 300, 400, 500, 1000), _within),
        DraftRow("wait", phrase("challenge.wait"), (1, 2, 3, 5, 7, 10, 14, 21, 30)),
    ]


def _days(n: int) -> str:
    return str(n) if n else _("0 (not by the day)")


def _minutes(n: int) -> str:
    return str(n) if n else phrase("terms.no_clock")


def _within(n: int) -> str:
    return str(n) if n else _("any number")


def _offers(kinds: tuple[Offered, ...]) -> str:
    return phrase("rows.inside").join([phrase(f"offers.{what}") for what in kinds]) or _("nothing")


def turned(draft: ChallengeDraft, row: DraftRow, steps: int) -> ChallengeDraft:
    """The next value of a row, around its end."""
    now = getattr(draft, row.field)
    at = row.values.index(now) if now in row.values else 0
    return draft._replace(**{row.field: row.values[(at + steps) % len(row.values)]})


class PostSheet(ModalScreen[ChallengeDraft | None]):
    """Ends with what is to be posted or sought; None: it was put away."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,plus,space", "turn(1)", N_("more"), key_display="→"),
        Binding("left,minus", "turn(-1)", N_("less"), key_display="←"),
        Binding("p", "post(False)", N_("post it"), key_display="p"),
        Binding("s", "post(True)", N_("seek"), key_display="s"),
        Binding("escape", "away", N_("close"), key_display="Esc"),
    ]

    def __init__(self, draft: ChallengeDraft, sets: tuple[str, ...]) -> None:
        super().__init__()
        self.draft = draft if draft.cards in sets or not sets else draft._replace(cards=sets[0])
        self._sets = sets or (draft.cards,)

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet small club-small"):
            yield Static(Text(phrase("challenge.post")), classes="title", markup=False)
            yield DraftList(id="club-draft", markup=False)
            with Container(classes="club-about"):
                yield Flowing(in_paragraphs([_(ABOUT)]))
            yield Keys()

    def on_mount(self) -> None:
        self._draw(0)

    def _draw(self, at: int) -> None:
        rows = draft_rows(self.draft, self._sets)
        box = self.query_one(OptionList)
        box.clear_options()
        box.add_options([Option(Text(sanitize(row.text(self.draft)))) for row in rows])
        box.highlighted = min(at, len(rows) - 1)

    def action_turn(self, steps: int) -> None:
        box = self.query_one(OptionList)
        at = box.highlighted or 0
        self.draft = turned(self.draft, draft_rows(self.draft, self._sets)[at], steps)
        self._draw(at)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter at a row changes it: what is posted has a key of its own."""
        event.stop()
        self.action_turn(1)

    def action_post(self, seek: bool) -> None:
        self.dismiss(self.draft._replace(seek=seek))

    def action_away(self) -> None:
        self.dismiss(None)


class DraftList(OptionList):
    """Left and right belong to the sheet: they change a value."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "screen.turn(1)", show=False), Binding("left", "screen.turn(-1)", show=False),
    ]
