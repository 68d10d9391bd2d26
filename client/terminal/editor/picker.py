"""What is asked in the editor: which card of those that are left, and what the battle is called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

from ironbottom.battle_sheet import TITLE
from ironbottom.language import N_, _
from ironbottom.printed import AnyCard, ShipCard

from ...text.card_summary import in_few_words
from ...text.sanitize import printed_name
from ..drawing.keys import Keys
from ..sheets.sheet import choices, fill


class CardPicker(ModalScreen[AnyCard]):
    """The cards that fit a place, with how many are left of each; typing narrows them down."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", N_("close"), key_display="Esc"),
        Binding("down", "step(1)", N_("next"), key_display="↓"), Binding("up", "step(-1)", show=False),
    ]

    def __init__(self, offered: Sequence[tuple[AnyCard, int]]) -> None:
        super().__init__()
        self.offered = offered
        self.found: list[AnyCard] = []

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(_("Which card?  Type a part of its name; Enter takes it."), classes="title", markup=False)
            yield Input(id="card-sought", placeholder=_("a name, a type"))
            yield OptionList(id="cards-left", markup=False)
            yield Keys()

    def on_mount(self) -> None:
        self._list("")
        self.query_one(Input).focus()

    def _list(self, sought: str) -> None:
        words = sought.casefold().split()
        rows = [(card, n) for card, n in self.offered if all(word in _searched(card) for word in words)]
        self.found = [card for card, _n in rows]
        texts = [(card.id, f"{printed_name(card)} ×{n}  {in_few_words(card)}") for card, n in rows]
        fill(self.query_one(OptionList), choices([(str(card), text) for card, text in texts]), 0)

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._list(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._take()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._take()

    def action_step(self, by: int) -> None:
        """Up and down go through the list while letters are typed."""
        box = self.query_one(OptionList)
        if self.found:
            box.highlighted = ((box.highlighted or 0) + by) % len(self.found)

    def _take(self) -> None:
        at = self.query_one(OptionList).highlighted
        if self.found and at is not None:
            self.dismiss(self.found[at])


def _searched(card: AnyCard) -> str:
    texts = [card.name, card.ja, card.id, card.type if isinstance(card, ShipCard) else ""]
    return " ".join(texts).casefold()


class TitleSheet(ModalScreen[str]):
    """Another title."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", N_("close"), key_display="Esc")]

    def __init__(self, title: str) -> None:
        super().__init__()
        self._now = title

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet small"):
            yield Static(Text(_("What is the battle called?")), classes="title", markup=False)
            yield Input(self._now, id="title-typed", max_length=TITLE)
            yield Keys()

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.dismiss(" ".join(event.value.split()))
