"""`ironbottom notify` in a terminal: the ways that were chosen, one more, reminders, and what can be done with each."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ironbottom.language import N_, Reader, _
from ironbottom.vocabulary import phrase, word
from ironbottom.wire.notifying import (
    ConfirmSubscription,
    Remind,
    Subscribe,
    Subscription,
    Subscriptions,
    TrySubscription,
    Unsubscribe,
    Way,
)

from ...console.errors import UserError
from ...storage import identity
from ...text.sanitize import sanitize
from ..drawing.keys import Keys
from .base_app import ThemedApp, shown_until_left

OWN, NEW = "own ", "new "  # how the ids of rows begin
HOURS = (0, 6, 12, 24, 48)
TOKEN = "IRONBOTTOM_NOTIFY_TOKEN"  # a token on a command line could be read by others

Ask = Callable[[Callable[[int], Any]], Awaitable[Subscriptions]]


async def shown(where: str, now: Subscriptions, ask: Ask) -> None:
    """Show them until somebody leaves."""
    await shown_until_left(NotifyApp(where, now, ask))


class NotifyApp(ThemedApp[None]):
    """Ends when somebody leaves: each change holds at once."""

    def __init__(self, where: str, now: Subscriptions, ask: Ask) -> None:
        super().__init__(identity.home())
        self._ways = NotifyScreen(where, now, ask)

    def on_mount(self) -> None:
        self.lay(self._ways)


class NotifyScreen(Screen[None]):
    """His ways first, then those that the server has; below them what is said, and a line for what is to be typed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "try", N_("try it"), key_display="t"),
        Binding("d,delete", "remove", N_("remove"), key_display="d"),
        Binding("r", "remind", N_("reminder"), key_display="r"),
        Binding("q", "app.leave", N_("leave"), key_display="q"),
        Binding("escape", "list", N_("back"), key_display="Esc", show=False),
    ]
    AUTO_FOCUS = "#ways"

    def __init__(self, where: str, now: Subscriptions, ask: Ask) -> None:
        super().__init__()
        self.where, self.now, self._ask = where, now, ask
        self._typing: Callable[[str], Callable[[int], Any]] | None = None  # what is made of the line that is typed
        self._asking: asyncio.Task[None] | None = None

    def compose(self) -> ComposeResult:
        with Container(id="lobby"):
            title = _("Notifications of {where}").format(where=self.where)
            yield Static(Text(sanitize(title)), id="lobby-title", markup=False)
            yield Static(Text(phrase("notifying.about")), markup=False)
            yield OptionList(*self._rows(), id="ways", markup=False)
            yield Static(Text(phrase("notifying.no_secret")), id="lobby-note", markup=False)
            yield Input(id="lobby-typed")
        yield Keys()

    def on_mount(self) -> None:
        self.query_one(Input).display = False

    def on_unmount(self) -> None:
        if self._asking is not None:
            self._asking.cancel()

    def _rows(self) -> list[Option]:
        own = [Option(Text(sanitize(f"✓ {row(one)}" if one.state == "on" else f"! {row(one)}")), id=f"{OWN}{one.id}")
               for one in self.now.subscriptions]
        ways = [Option(Text(f"+ {word('notifying_ways', way)}"), id=f"{NEW}{way}")
                for way in self.now.ways if way != "push"]
        hours = self.now.hours
        reminder = phrase("notifying.reminders", n=hours) if hours else phrase("notifying.no_reminders")
        return [*own, *ways, Option(Text(f"↻ {reminder}"), id="hours")]

    def _note(self, text: str) -> None:
        self.query_one("#lobby-note", Static).update(Text(sanitize(text)))

    def _under_cursor(self) -> Subscription | None:
        """The way of his that the cursor is at."""
        box = self.query_one("#ways", OptionList)
        at = box.highlighted
        return self.now.subscriptions[at] if at is not None and at < len(self.now.subscriptions) else None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        name = event.option.id or ""
        if name == "hours":
            self.action_remind()
        elif name.startswith(NEW):
            self._choose(next(way for way in self.now.ways if name == f"{NEW}{way}"))
        elif (one := self._under_cursor()) is not None and one.state == "unconfirmed":
            self._type(phrase("notifying.confirm", where=one.shown), partial(_confirming, one.id))
        else:
            self.action_try()

    def _choose(self, way: Way) -> None:
        language = Reader.language.split("_")[0]
        if way == "feed":
            self._send(partial(Subscribe, way="feed", language=language))
        else:
            self._type(word("notifying_help", way), partial(_subscribing, way, language))

    def _type(self, what: str, made: Callable[[str], Callable[[int], Any]]) -> None:
        """A line is to be typed."""
        self._typing = made
        self._note(what)
        field = self.query_one(Input)
        field.value, field.display = "", True
        field.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        made = self._typing
        if made is not None and event.value.strip():
            self.action_list()
            self._send(made(event.value.strip()))

    def action_list(self) -> None:
        """Back to the list; what was typed is let go."""
        self._typing = None
        self.query_one(Input).display = False
        self.query_one("#ways").focus()

    def action_try(self) -> None:
        if (one := self._under_cursor()) is not None:
            self._send(partial(TrySubscription, subscription=one.id), phrase("notifying.tried"))

    def action_remove(self) -> None:
        if (one := self._under_cursor()) is not None:
            self._send(partial(Unsubscribe, subscription=one.id), phrase("notifying.removed"))

    def action_remind(self) -> None:
        """The next of the usual times."""
        following = next((n for n in HOURS if n > self.now.hours), 0)
        self._send(partial(Remind, hours=following))

    def _send(self, make: Callable[[int], Any], told: str = "") -> None:
        """Ask the server, one thing after the other."""
        if self._asking is None or self._asking.done():
            self._note(_("One moment ..."))
            self._asking = asyncio.create_task(self._answered(make, told))

    async def _answered(self, make: Callable[[int], Any], told: str) -> None:
        before = len(self.now.subscriptions)
        try:
            self.now = await self._ask(make)
        except UserError as error:
            self._note(str(error))
            return
        box = self.query_one("#ways", OptionList)
        at = box.highlighted
        box.clear_options()
        box.add_options(self._rows())
        box.highlighted = None if at is None else min(at, box.option_count - 1)
        more = len(self.now.subscriptions) > before
        self._note(told or (phrase("notifying.saved") if more else phrase("notifying.no_secret")))


def _subscribing(way: Way, language: str, typed: str) -> Callable[[int], Any]:
    """What was typed is the address, and for Matrix the room behind it."""
    address, _space, room = typed.partition(" ")
    token = os.environ.get(TOKEN, "")
    return partial(Subscribe, way=way, address=address, room=room.strip(), token=token, language=language)


def _confirming(name: str, typed: str) -> Callable[[int], Any]:
    return partial(ConfirmSubscription, subscription=name, code=typed)


def row(one: Subscription) -> str:
    """A way, where to, and how it stands."""
    standing = phrase("notifying.off", why=one.error) if one.state == "off" else phrase(f"notifying.{one.state}")
    return f"{word('notifying_ways', one.way)}: {one.shown} ({standing})"
