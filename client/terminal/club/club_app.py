"""The club of a server in a terminal: lists, of which one is seen at a time; what is said below it, and the keys."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.widgets import Static

from ironbottom.language import N_, _

from ...storage import identity
from ...text.sanitize import sanitize
from ..app.base_app import ThemedApp
from ..drawing.flowing import Flowing, in_paragraphs
from ..drawing.keys import Keys
from .asking import ClubNote
from .club_sheets import ReadingSheet
from .pane import ClubPane, ClubPlace
from .panes.blocks_pane import BlocksPane
from .panes.challenges_pane import ChallengesPane
from .panes.cups_pane import CupsPane
from .panes.games_pane import GamesPane
from .panes.key_pane import KeyPane
from .panes.ladder_pane import LadderPane

PANES: tuple[type[ClubPane], ...] = (LadderPane, ChallengesPane, CupsPane, BlocksPane, GamesPane, KeyPane)
KEYS = PANES.index(KeyPane)


class ClubApp(ThemedApp[str]):
    """Ends with the name of a table to sit down at, or "=" and a name; with nothing where somebody leaves."""

    def __init__(self, place: ClubPlace, told: str = "", first: int = 0) -> None:
        super().__init__(identity.home())
        self._club = ClubScreen(place, told, first)

    def on_mount(self) -> None:
        self.lay(self._club)

    def note(self, text: str) -> None:
        """Something that nobody has asked for, as the loss of the connection."""
        self._club.note(text)


class ClubScreen(Screen[None]):
    """A number for each list; arrows and Tab go to the next."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *[Binding(str(n), f"pane({n - 1})", show=False) for n in range(1, len(PANES) + 1)],
        Binding("right,tab", "next(1)", N_("next list"), key_display="→"),
        Binding("left,shift+tab", "next(-1)", show=False),
        Binding("question_mark", "help", N_("keys"), key_display="?"),
        Binding("q", "app.leave", N_("leave"), key_display="q"),
    ]
    AUTO_FOCUS = ""

    def __init__(self, place: ClubPlace, told: str = "", first: int = 0) -> None:
        """`told`: what is to be read first, as why one is back here."""
        super().__init__()
        self.place, self._first, self._told = place, first, told
        self.panes: tuple[ClubPane, ...] = tuple([kind(place) for kind in PANES])
        self.at = first

    def compose(self) -> ComposeResult:
        with Container(id="club"):
            title = _("The club of {where}").format(where=self.place.where)
            yield Static(Text(sanitize(title)), id="club-title", markup=False)
            yield Static(id="club-panes", markup=False)
            yield from self.panes
            yield Flowing(id="club-note")
        yield Keys()

    def on_mount(self) -> None:
        self.action_pane(self._first)

    def action_pane(self, n: int) -> None:
        """Another list to the front; it asks the server anew."""
        self.at = n
        for i, pane in enumerate(self.panes):
            pane.display = i == n
        self.query_one("#club-panes", Static).update(self._line())
        pane = self.panes[n]
        self.set_focus(pane)  # at once: the next key is meant for it
        told, self._told = self._told, ""
        pane.ask((lambda: pane.looked(told)) if told else pane.look_and_tell)

    def _line(self) -> Text:
        """All lists by number; the one that is seen stands in brackets."""
        line = Text()
        for n, pane in enumerate(self.panes, 1):
            here = n - 1 == self.at
            words = f"[{n} {pane.title}]" if here else f" {n} {pane.title} "
            click = Style.from_meta({"@click": ("app.simulate_key", (str(n),))})
            line.append(f"{words} ", Style(bold=here, reverse=here) + click if here else click)
        return line

    def action_next(self, steps: int) -> None:
        self.action_pane((self.at + steps) % len(self.panes))

    def on_club_note(self, message: ClubNote) -> None:
        message.stop()
        self.note(message.text)

    def note(self, text: str) -> None:
        """What is said below the list, each line a paragraph."""
        for lines in self.query("#club-note").results(Flowing):
            lines.show(in_paragraphs(text.split("\n")))

    def action_help(self) -> None:
        """All keys, list by list."""
        lines = [_("1 to {n}, arrows and Tab go from list to list; Enter opens what the cursor is at.").format(
            n=len(self.panes)), _("r asks the server again; q leaves; » stands before what is yours.")]
        for n, pane in enumerate(self.panes, 1):
            lines += ["", f"{n} {pane.title}", *keys_of(pane)]
        self.app.push_screen(ReadingSheet(_("Keys"), lines))


def keys_of(pane: ClubPane) -> list[str]:
    """What can be done in a list, by key."""
    own = [one for one in type(pane).BINDINGS if isinstance(one, Binding)]
    return [f"   {one.key_display or one.key:<6} {_(one.description)}" for one in own]
