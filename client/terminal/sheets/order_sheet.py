"""Standing orders: what the server may answer for a player.  One is added step by step: what, when, how many dice."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input, OptionList, Static

from ironbottom.language import N_, _
from ironbottom.vocabulary import phrase
from ironbottom.windows import WINDOWS
from ironbottom.wire.orders import EVERY, StandingOrder

from ...text.question.dry_run import would
from ...text.question.standing_orders import HIGHEST, KINDS, NAMING, NUMBERED, OF_OLD, BadOrder, changed, order_text
from ...text.rules.table_rules import of_cards
from ..state.model import Actions, UiState
from .sheet import SheetScreen, choices, fill

LIST, WHAT, WHEN, WHO, DICE, TURN = "list", "what", "when", "who", "dice", "turn"
BOTH, HIS, MINE = "", " in his turn", " in my turn"


class StandingOrders(SheetScreen):
    """Those in force, in the order in which they are tried; and one more."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "add", N_("add one")), Binding("e", "earlier", N_("earlier")),
        Binding("u", "usual", N_("usual for his turn")),
        Binding("delete", "take_away", N_("take away"), key_display="Del"),
        Binding("backspace", "take_away", show=False),
    ]

    def __init__(self, ui: UiState, doing: Actions, about: str = "") -> None:
        super().__init__(ui, doing, about)
        self.step = LIST
        self._kind = 0  # of the order that is being added
        self._window, self._dice, self._who = EVERY, "", ""
        self._rules = of_cards(ui.set)
        self._shown: tuple[str, list[tuple[str, str]]] | None = None

    def heading(self) -> str:
        return _("Standing orders")

    def body(self) -> ComposeResult:
        yield Static(id="orders-said", classes="about", markup=False)
        yield OptionList(id="orders-list", markup=False)
        yield Input(id="orders-dice", max_length=80)

    def on_mount(self) -> None:
        self.redraw()
        self.query_one(OptionList).focus()

    def redraw(self) -> None:
        now = self.step, self._options()
        if self._shown == now:
            return
        first = None if self._shown is not None and self._shown[0] == self.step else 0
        self._shown = now
        self.query_one("#orders-said", Static).update(Text(self._said()))
        fill(self.query_one(OptionList), choices(now[1]), first)
        line, types = self.query_one(Input), self.step in (DICE, WHO)
        line.value, line.display = "", types
        self.query_one(OptionList).display = not types
        (line if types else self.query_one(OptionList)).focus()
        self.refresh_bindings()

    def _said(self) -> str:
        if self.ui.place < 0:
            return _("Who looks on has no standing orders.")
        if self.step == WHAT:
            return _("What shall be answered?")
        if self.step == WHEN:
            return _("When?")
        if self.step == WHO:
            return _("Which airplanes? Their names with commas between, or fighters.")
        if self.step == TURN:
            return _("In whose turn?")
        if self.step == DICE:
            return self._how_many()
        about = _("The server answers for you where an order fits (§20.5). The first that fits answers.")
        return about if self.ui.orders else f"{about} {phrase('order.no_orders')}"

    def _how_many(self) -> str:
        if KINDS[self._kind].does == "withdraw-at":
            return _("Withdraw with how many dice left, or fewer? From 0 to {most}.").format(most=HIGHEST)
        return _("{order}: how many? From 0 to {most}.").format(order=KINDS[self._kind].text, most=HIGHEST)

    def _options(self) -> list[tuple[str, str]]:
        if self.step == WHAT:
            return [(str(i), kind.text) for i, kind in enumerate(KINDS)]
        if self.step == WHEN:
            windows = KINDS[self._kind].windows_at(self._rules)
            named = [(one, f"{one}: {_(WINDOWS[one].decides)}") for one in windows]
            return [(EVERY, _("all windows")), *named]
        if self.step == TURN:
            return [(BOTH, _("in both")), (HIS, _("in his turn alone")), (MINE, _("in my turn alone"))]
        return [(str(i), f"{i + 1}  {self._row(order)}") for i, order in enumerate(self.ui.orders)]

    def _row(self, order: StandingOrder) -> str:
        """An order, and below it what it would do in the position that is shown."""
        view = self.ui.newest
        return order_text(order) if view is None else f"{order_text(order)}\n   {would(order, view, self.ui.naming)}"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that would do nothing now are not shown."""
        listed, plays = self.step == LIST, self.ui.place >= 0
        able = {
            "add": listed and plays, "usual": listed and plays, "take_away": listed and bool(self.ui.orders),
            "earlier": listed and len(self.ui.orders) > 1,
        }
        return able.get(action, True)

    def _go(self, step: str) -> None:
        self.step = step
        self.complain("")
        self.redraw()

    def action_back(self) -> None:
        """A step back; from the list, away."""
        if self.step == LIST:
            self.dismiss()
        else:
            steps = self._steps()
            self._go(steps[steps.index(self.step) - 1])

    def _steps(self) -> list[str]:
        """What is asked one after another for an order of the kind that is being added."""
        does = KINDS[self._kind].does
        who, dice = [WHO] if does in NAMING else [], [DICE] if does in NUMBERED else []
        return [LIST, WHAT, WHEN, *who, *dice, *([TURN] if does not in OF_OLD else [])]

    def action_add(self) -> None:
        self._dice = self._who = ""
        self._go(WHAT)

    def action_usual(self) -> None:
        """Those that are proposed for his turn, behind what there is."""
        self._change("usual")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        chosen = str(event.option.id)
        if self.step == WHAT:
            self._kind = int(chosen)
            self._go(WHEN)
        elif self.step == WHEN:
            self._window = chosen
            self._next()
        elif self.step == TURN:
            self._give(chosen)

    def _next(self) -> None:
        steps = self._steps()
        after = steps.index(self.step) + 1
        if after < len(steps):
            self._go(steps[after])
        else:
            self._give()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        typed = event.value.strip()
        if self.step == WHO:
            self._who = f" with {typed or 'fighters'}"
        elif typed and not (typed.isdecimal() and int(typed) <= HIGHEST):
            self.complain(phrase("order.dice", most=HIGHEST))
            return
        else:
            self._dice = f" at {typed or '0'}"
        self._next()

    def _give(self, turn: str = BOTH) -> None:
        """The order as it is typed at the prompt of the plain client: what may be given is said in one place."""
        window = "all" if self._window == EVERY else self._window
        self._change(f"add {self._kind + 1}{self._dice} window {window}{self._who}{turn}")

    def _change(self, words: str) -> None:
        try:
            orders = changed(words, self.ui.orders, self._rules)
        except BadOrder as bad:
            self.complain(str(bad))
            return
        self._order(orders)

    def _order(self, orders: tuple[StandingOrder, ...]) -> None:
        self.ui.orders = orders
        self.doing.order(orders)
        self._go(LIST)

    def _held(self) -> int | None:
        held = self.query_one(OptionList).highlighted
        return held if self.step == LIST and held is not None and held < len(self.ui.orders) else None

    def action_take_away(self) -> None:
        held = self._held()
        if held is not None:
            self._order((*self.ui.orders[:held], *self.ui.orders[held + 1 :]))

    def action_earlier(self) -> None:
        """The order is tried before the one above it."""
        held = self._held()
        if held:
            orders = list(self.ui.orders)
            orders[held - 1 : held + 1] = [orders[held], orders[held - 1]]
            self._order(tuple(orders))
            self.query_one(OptionList).highlighted = held - 1
