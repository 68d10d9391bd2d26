"""The review of a game: the curve above, a list of decisions and losses, and beside it one of them in full."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ironbottom.language import N_, _
from ironbottom.phrases import side_name
from ironbottom.words import Side

from ...bots.review.figures import SECTIONS, CurvePoint
from ...text.question.odds import percent
from ...text.sanitize import sanitize
from ..drawing.after_layout import after_layout
from ..drawing.keys import Keys
from ..state.model import UiState
from .plot import moment_at, plot
from .telling import account, decision
from .told import MakerLine, ShownDecision, ShownMoment, ShownReview

LEASTS: tuple[float | None, ...] = (None, 0.02, 0.0)  # the dearest alone; what gave away so much or more
SIDES = ("", *[side.name for side in Side])
KINDS = ("", *SECTIONS)


class MomentWanted(Message):
    """Somebody wants to see the table there."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self.n = n  # answers before it


class ListedRow(NamedTuple):
    """A line of the list."""

    n: int  # answers before it; -1: the reckoning, which is nowhere
    about: ShownDecision | ShownMoment | None


class ReviewScreen(Screen[None]):
    """Begins to make the review when it is shown first, and ends that when it goes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go", N_("see it there"), key_display="Enter"),
        Binding("l", "least", N_("which"), key_display="l"),
        Binding("s", "side", N_("side"), key_display="s"),
        Binding("k", "kind", N_("kind"), key_display="k"),
        Binding("t", "truth", N_("what was there"), key_display="t"),
        Binding("left", "turn(-1)", N_("turn before"), key_display="←", show=False),
        Binding("right", "turn(1)", N_("next turn"), key_display="→", show=False),
        Binding("escape", "app.leave", N_("leave"), key_display="Esc"),
        Binding("q", "app.leave", N_("leave"), key_display="q", show=False),
    ]
    AUTO_FOCUS = "#review-list"

    def __init__(self, ui: UiState, heading: str, lines: Callable[[], AsyncGenerator[MakerLine, None]]) -> None:
        super().__init__()
        self.ui, self._heading, self._lines = ui, heading, lines
        self.review: ShownReview | None = None
        self.curve: tuple[CurvePoint, ...] = ()
        self.rows: list[ListedRow] = []
        self._least = self._side = self._kind = 0
        self._truth = False
        self._note = _("The review is being made ...")
        self._making: asyncio.Task[None] | None = None

    def compose(self) -> ComposeResult:
        with Container(id="review"):
            yield Static(Text(sanitize(self._heading)), id="review-title", markup=False)
            yield CurvePlot(self)
            yield Static(id="review-note", markup=False)
            with Container(id="review-below"):
                yield DecisionList(id="review-list", markup=False)
                with VerticalScroll(id="review-about", can_focus=True):
                    yield Static(id="review-text", markup=False)
        yield Keys()

    def on_mount(self) -> None:
        self._making = asyncio.create_task(self._make())
        self._tell()

    def on_unmount(self) -> None:
        if self._making is not None:
            self._making.cancel()

    async def _make(self) -> None:
        async with aclosing(self._lines()) as lines:
            async for line in lines:
                self.hear(line)

    def hear(self, line: MakerLine) -> None:
        """What whoever makes it has said."""
        if line.curve:
            self.curve = line.curve
        elif line.fault:
            self._note = line.fault
        elif line.whole is not None:
            self.review, self.curve = line.whole, line.whole.curve
            self._list()
            self.refresh_bindings()
        elif line.all:
            self._note = _("The review is being made: {percent}.").format(percent=percent(line.done / line.all))
        self._tell()

    # what is shown

    def _tell(self) -> None:
        with suppress(LookupError):
            self.query_one("#review-note", Static).update(Text(sanitize(self._note), no_wrap=True))
            self.query_one(CurvePlot).refresh()
            self.query_one("#review-text", Static).update(self._about())

    def _about(self) -> Text:
        if self.review is None:
            return Text()
        row, room = self.here, max(20, self.query_one("#review-about").scrollable_content_region.width)
        if row is None or row.about is None:
            return account(self.review, room)
        if isinstance(row.about, ShownMoment):
            return Text(sanitize(row.about.words))
        return decision(self.ui, self.review, row.about, room, truth=self._truth)

    @property
    def here(self) -> ListedRow | None:
        """The line of the list that the cursor is on."""
        at = self.query_one("#review-list", OptionList).highlighted
        return self.rows[at] if at is not None and at < len(self.rows) else None

    def _list(self) -> None:
        """The list anew, with the cursor where it was, or at the reckoning."""
        review = self.review
        if review is None:
            return
        box, before = self.query_one("#review-list", OptionList), self.here
        wanted = [one for one in review.decisions if self._takes(one)]
        self.rows = [ListedRow(-1, None), *self._in_order(wanted)]
        box.clear_options()
        lines = [Text(sanitize(self._line(row)), no_wrap=True, overflow="ellipsis") for row in self.rows]
        box.add_options([Option(line) for line in lines])
        box.highlighted = self.rows.index(before) if before in self.rows else 0
        self._note = self._filtered(len(wanted))

    def _takes(self, one: ShownDecision) -> bool:
        assert self.review is not None
        least, side, kind = LEASTS[self._least], SIDES[self._side], KINDS[self._kind]
        dear = one.n in self.review.dearest.get(one.side, ()) if least is None else one.known.loss >= least
        return dear and side in ("", one.side) and kind in ("", one.section)

    def _in_order(self, wanted: list[ShownDecision]) -> list[ListedRow]:
        """The dearest by what they cost; else decisions and losses as they came."""
        assert self.review is not None
        if LEASTS[self._least] is None:
            return [ListedRow(one.n, one) for one in sorted(wanted, key=lambda one: (one.side, -one.known.loss))]
        lost = [one for one in self.review.moments if not KINDS[self._kind] and SIDES[self._side] in ("", one.side)]
        both: list[ShownDecision | ShownMoment] = [*wanted, *lost]
        return [ListedRow(one.n, one) for one in sorted(both, key=lambda one: one.n)]

    def _line(self, row: ListedRow) -> str:
        one, review = row.about, self.review
        assert review is not None
        if one is None:
            return _("Luck and skill")
        if isinstance(one, ShownMoment):
            return f"✶ {one.words}"
        words, side = one.words, review.words.sides[one.side]
        section = review.words.sections[one.section]
        lost = f"{100 * one.known.loss:.1f}"
        loss = _("{n} %").format(n=f"{'0.0' if lost == '0.0' else '−' + lost:>5}")
        return _("{loss}  {turn}, {side}, {section}").format(loss=loss, turn=words.turn, side=side, section=section)

    def _filtered(self, n: int) -> str:
        """Which decisions are listed."""
        assert self.review is not None
        least, side, kind = LEASTS[self._least], SIDES[self._side], KINDS[self._kind]
        enough = _("all that gave away {n} % or more").format(n=round(100 * (least or 0)))
        which = _("the dearest") if least is None else enough
        who = side_name(Side[side]) if side else _("both sides")
        what = self.review.words.sections[kind] if kind else _("every kind")
        return _("{which} (l); {who} (s); {what} (k): {n}").format(which=which, who=who, what=what, n=n)

    def redraw(self) -> None:
        """Colours are others."""
        self._tell()

    def on_resize(self) -> None:
        after_layout(self, self._tell)

    # what is done

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._tell()
        self.query_one("#review-about").scroll_home(animate=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_go()

    def action_go(self) -> None:
        row = self.here
        if row is not None and row.n >= 0:
            self.post_message(MomentWanted(row.n))

    def action_least(self) -> None:
        self._least = (self._least + 1) % len(LEASTS)
        self._relist()

    def action_side(self) -> None:
        self._side = (self._side + 1) % len(SIDES)
        self._relist()

    def action_kind(self) -> None:
        self._kind = (self._kind + 1) % len(KINDS)
        self._relist()

    def _relist(self) -> None:
        self._list()
        self._tell()

    def action_truth(self) -> None:
        self._truth = not self._truth
        self._tell()

    def action_turn(self, by: int) -> None:
        """To the first line of the next turn, or of the one before."""
        box, turns = self.query_one("#review-list", OptionList), [_turn_of(row) for row in self.rows]
        at = box.highlighted
        if at is None:
            return
        others = range(at + 1, len(turns)) if by > 0 else range(at - 1, -1, -1)
        found = next((i for i in others if turns[i] != turns[at]), at)
        box.highlighted = turns.index(turns[found])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Before the review is there, nothing can be chosen in it."""
        return self.review is not None or action.startswith("app.")


class DecisionList(OptionList):
    """Enter on a line of it is told in the line of keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", N_("see it there"), key_display="Enter"),
    ]


def _turn_of(row: ListedRow) -> int:
    return -1 if row.about is None else row.about.turn


class CurvePlot(Static):
    """The curve; a click goes to that moment."""

    def __init__(self, screen: ReviewScreen) -> None:
        super().__init__(id="review-plot", markup=False)
        self._review = screen

    def render(self) -> Text:
        """As large as there is room."""
        screen = self._review
        if not screen.curve:
            return Text()
        review, here = screen.review, screen.here if screen.review else None
        lost = [one.n for one in review.moments] if review else []
        at = -1 if here is None else here.n
        known = review.known if review else ()
        return plot(screen.ui, screen.curve, known, lost, at, (self.size.width, self.size.height))

    def on_click(self, event: events.Click) -> None:
        """There."""
        if self._review.curve:
            event.stop()
            self._review.post_message(MomentWanted(moment_at(event.x, self._review.curve[-1].n, self.size.width)))
