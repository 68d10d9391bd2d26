"""Two people before one terminal: the table of the one who sits there, and the curtain until the other does.

Each sits down at an app of his own, which knows his seat alone; when he gets up, all that it had drawn goes with it.
"""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.timer import Timer
from textual.widgets import OptionList, Static

from ironbottom.language import N_, _
from ironbottom.vocabulary import phrase

from ...net.session_events import AtTable, Updated
from ...plain.client import HowLeft
from ...plain.hotseat import GRACE, NextPlayer, both_here, next_player, unless_ordered
from ...storage import fault_log, identity
from ...text.sanitize import sanitize
from ..drawing.keys import Keys
from ..sheets.sheet import choices
from ..state.model import LogLine
from .base_app import ThemedApp, shown_until_left
from .conversation import Conversation
from .player_app import TerminalApp, TerminalPlay

HAND_OVER, STAY = "hand over", "stay"
DEAF = 0.7  # seconds: a key that was pressed twice is not meant for the curtain


class HotSeatPlay(TerminalPlay):
    """One of the two, until he gets up."""

    def __init__(self, *words: Any, seen: int, **more: Any) -> None:
        """`seen`: the last update that this player was shown before he got up."""
        super().__init__(*words, **more)
        self._seen = seen

    def _app(self) -> TerminalApp:
        conversation = HotSeatConversation(
            self.client, self.session, self.ui, self.games, self.queue, self._save, seen=self._seen
        )
        return HotSeatApp(self.ui, self.games.parent, conversation, warned=self.warned)


class HotSeatConversation(Conversation):
    """Hears first what has happened since this player was here."""

    def __init__(self, *words: Any, seen: int) -> None:
        super().__init__(*words)
        self.since: list[LogLine] | None = None  # None: the table is not here yet
        self._seen = seen

    @property
    def due(self) -> NextPlayer | None:
        """Whom the screen is to be handed to, when all is shown."""
        ui = self.ui
        busy = ui.playing is not None or ui.coming or ui.sent is not None or not self.queue.empty()
        return None if busy else next_player(self.session)

    def _show(self, update: Updated) -> None:
        update = unless_ordered(self.session, update)
        if self.since is not None:
            super()._show(update)
            return
        past, self._past = self._past, []
        self.since = self.ui.take_up(past, update, self._seen)

    def _hear_at_table(self, event: AtTable) -> None:
        """Nobody is away: he sits beside."""
        self.ui.sit(both_here(event.now), self.session.place)
        self.ui.orders = self.session.orders


class HotSeatApp(TerminalApp):
    """The table of one of the two."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("F", "hand_over", N_("hand over"), key_display="F")]
    conversation: HotSeatConversation

    _told_since = False
    _waiting: Timer | None = None
    _again = False  # another game is wished for, and the transcript of this one is on its way
    _offered = -1  # the update after which the seat was offered

    def _redraw(self) -> None:
        super()._redraw()
        since = self.conversation.since
        if since is not None and not self._told_since:
            self._told_since = True
            if since:
                self.lay(SinceSheet(since))
        if self.conversation.due is not None and self._waiting is None:
            self._waiting = self.set_timer(GRACE, self._offer)
        self._play_again()

    def _offer(self) -> None:
        """Once after each update; who wants to look around first hands over by a key."""
        self._waiting = None
        update, due = self.conversation.session.update, self.conversation.due
        if update is None or due is None or update.number == self._offered or isinstance(self.screen, ModalScreen):
            return
        self._offered = update.number
        self.lay(HandOverSheet(due), self._hand)

    def _hand(self, hands: bool | None) -> None:
        if hands and self.conversation.due is not None and self._leaving is None:
            self.exit(HowLeft.HANDED)

    def action_hand_over(self) -> None:
        """Without another question: it was asked before."""
        self._hand(True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is something to hand over while the other is asked."""
        if action == "hand_over":
            return self.conversation.due is not None
        return super().check_action(action, parameters)

    def _print_error_renderables(self) -> None:
        """Textual tells of a fault with all that the code had in hand; the other may look, so it goes to the file."""
        self._exit_renderables.clear()
        if self._exception is not None:
            fault_log.told(self._exception)

    def rematch(self) -> None:
        """Both sit before it; the transcript of this game comes first."""
        self._again = True
        if not self._play_again():
            self.tell(_("The transcript is on its way ..."))

    def _play_again(self) -> bool:
        """Whether this game is left for another, now that its transcript is here."""
        over = self.ui.over
        ready = self._again and over is not None and over.transcript is not None
        if ready and self._leaving is None:
            self.exit(HowLeft.AGAIN)
        return ready


class SinceSheet(ModalScreen[None]):
    """What happened while the other sat here, before the table is looked at."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,escape", "dismiss", N_("to the table"), key_display="Enter"),
        Binding("q", "app.leave", N_("leave"), key_display="q"),
    ]

    def __init__(self, since: list[LogLine]) -> None:
        super().__init__()
        self.since = since

    def compose(self) -> ComposeResult:
        lines = [f"{line.text} §{line.rule}" if line.rule else line.text for line in self.since]
        with Vertical(classes="paper"):
            yield Static(Text(phrase("hotseat.since"), "bold"), markup=False)
            with VerticalScroll(id="since"):
                yield Static(Text("\n".join(map(sanitize, lines))), markup=False)
            yield Keys()

    def on_mount(self) -> None:
        self.query_one("#since").focus()


class HandOverSheet(ModalScreen[bool]):
    """Whether the one who sits here has seen enough."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(False)", N_("look around first"), key_display="Esc"),
        Binding("q", "app.leave", N_("leave"), key_display="q"),
    ]

    def __init__(self, due: NextPlayer) -> None:
        super().__init__()
        self.due = due

    def compose(self) -> ComposeResult:
        with Vertical(classes="paper"):
            yield Static(Text(self.due.offer), markup=False)
            ways = [(HAND_OVER, phrase("hotseat.hand_over")), (STAY, phrase("hotseat.stay"))]
            yield OptionList(*choices(ways), markup=False)
            yield Static(Text(_("Later F hands over.")), classes="about", markup=False)
            yield Keys()

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(event.option.id == HAND_OVER)


async def seated(due: NextPlayer) -> bool:
    """Hold the curtain until the next player sits here; False: they have left."""
    return await shown_until_left(CurtainApp(due)) is True


class CurtainApp(ThemedApp[bool]):
    """Ends with True: who is named there sits down."""

    def __init__(self, due: NextPlayer) -> None:
        super().__init__(identity.home())
        self._curtain = CurtainScreen(due)

    def on_mount(self) -> None:
        self.lay(self._curtain)


class CurtainScreen(Screen[None]):
    """Two sentences and a key; nothing of either seat."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "sit", N_("sit down"), key_display="Enter"),
        Binding("q", "app.leave", N_("leave"), key_display="q"),
    ]

    def __init__(self, due: NextPlayer) -> None:
        super().__init__()
        self.due = due
        self._deaf = True

    def compose(self) -> ComposeResult:
        with Container(id="lobby"):
            yield Static(Text(phrase("game.title")), id="lobby-title", markup=False)
            words = [*self.due.curtain, phrase("hotseat.seated", name=self.due.name)]
            yield Static(Text("\n\n".join(words)), id="curtain", markup=False)
        yield Keys()

    def on_mount(self) -> None:
        self.set_timer(DEAF, partial(setattr, self, "_deaf", False))

    def action_sit(self) -> None:
        if not self._deaf:
            self.app.exit(True)
