"""`ironbottom join` in a terminal: the optional rules and the battle of a table, before anybody sits down there."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.screen import Screen
from textual.widgets import OptionList, Static

from ironbottom.language import N_, _
from ironbottom.vocabulary import phrase

from ...storage import identity
from ...text.sanitize import sanitize
from ..drawing.keys import Keys
from ..sheets.sheet import choices
from .base_app import ThemedApp, shown_until_left

SIT, AWAY = "sit", "away"


async def agreed(lines: list[str]) -> bool:
    """Show them until somebody sits down, or goes away."""
    return await shown_until_left(AgreeApp(lines)) is True


class AgreeApp(ThemedApp[bool]):
    """Ends with True: he sits down by these rules."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(identity.home())
        self._agreement = AgreeScreen(lines)

    def on_mount(self) -> None:
        self.lay(self._agreement)


class AgreeScreen(Screen[None]):
    """The lines, and the two ways; neither is marked beforehand."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "way(True)", N_("sit down"), key_display="y"),
        Binding("n,q,escape", "way(False)", N_("leave"), key_display="n"),
        Binding("pagedown", "turn(1)", N_("read on"), key_display="PgDn", priority=True),
        Binding("pageup", "turn(-1)", show=False, priority=True),  # the list beside it has these keys, too
    ]

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self.lines = lines

    def compose(self) -> ComposeResult:
        with Container(id="lobby"):
            yield Static(Text(phrase("special.sheet")), id="lobby-title", markup=False)
            with VerticalScroll(id="agreement", can_focus=False):
                yield Static(Text("\n\n".join(map(sanitize, self.lines))), markup=False)
            yield OptionList(*choices([(SIT, phrase("special.agree")), (AWAY, _("Leave the seat free"))]), markup=False)
        yield Keys()

    def on_mount(self) -> None:
        ways = self.query_one(OptionList)
        ways.highlighted = None
        ways.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_way(event.option.id == SIT)

    def action_way(self, sits: bool) -> None:
        self.app.exit(sits)

    def action_turn(self, pages: int) -> None:
        text = self.query_one("#agreement", VerticalScroll)
        text.scroll_relative(y=pages * max(1, text.size.height - 1), animate=False)
