"""Playing on from a moment of a finished game: with which cards and dice, which side, against whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static

from ironbottom.language import N_, _
from ironbottom.vocabulary import amount, phrase
from ironbottom.wire.terms import Wish

from ...storage.finished_games import KNOWS, WISHES, WhatIfChoice
from ...text.people.rungs import bot_line, character, ladder_with
from ...text.situation import cards_of, dice_of
from ..drawing.keys import Keys
from ..sheets.sheet import choices, fill

T = TypeVar("T")
BEGIN, CARDS, DICE, SIDE, BOT = "begin", "cards", "dice", "side", "bot"


class PlayOnSheet(ModalScreen[WhatIfChoice | None]):
    """Enter on a row takes its next value; on the first row it begins.  A bot that was named comes after the rungs."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", N_("close"), key_display="Esc")]

    def __init__(self, choice: WhatIfChoice) -> None:
        super().__init__()
        self.choice, self._bots = choice, ladder_with(choice.bot)

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet small"):
            yield Static(phrase("whatif.on_from_here"), classes="title", markup=False)
            about = phrase("whatif.about", answers=amount("answers", self.choice.at))
            yield Static(Text(about), classes="about", markup=False)
            yield OptionList(id="play-on", markup=False)
            yield Static(id="play-on-bot", classes="about", markup=False)
            yield Keys()

    def on_mount(self) -> None:
        self.redraw()
        self.query_one(OptionList).focus()

    def redraw(self) -> None:
        fill(self.query_one(OptionList), choices(rows(self.choice)))
        self.query_one("#play-on-bot", Static).update(Text(character(self.choice.bot)))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option.id == BEGIN:
            self.dismiss(self.choice)
        else:
            self.choice = changed(self.choice, str(event.option.id), self._bots)
            self.redraw()


def rows(choice: WhatIfChoice) -> list[tuple[str, str]]:
    """What can be chosen, and how it stands."""
    sides: dict[Wish, str] = {"us": _("US"), "jp": _("Japan"), "either": phrase("terms.either_side")}
    said = _("{what}: {how}")
    return [
        (BEGIN, _("Begin")),
        (CARDS, said.format(what=_("Cards"), how=cards_of(choice.knows))),
        (DICE, said.format(what=_("Dice"), how=dice_of(choice.fresh))),
        (SIDE, said.format(what=_("Your side"), how=sides[choice.side])),
        (BOT, said.format(what=_("Bot"), how=bot_line(choice.bot))),
    ]


def changed(choice: WhatIfChoice, row: str, bots: Sequence[str]) -> WhatIfChoice:
    """The next value of a row."""
    if row == CARDS:
        return choice._replace(knows=_next(KNOWS, choice.knows))
    if row == DICE:
        return choice._replace(fresh=not choice.fresh)
    if row == SIDE:
        return choice._replace(side=_next(WISHES, choice.side))
    return choice._replace(bot=_next(bots, choice.bot))


def _next(values: Sequence[T], now: T) -> T:
    return values[(values.index(now) + 1) % len(values)] if now in values else values[0]
