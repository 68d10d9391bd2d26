"""What the lists and sheets of the club have in common: they ask the server, one thing after the other, and say in a
sentence what has become of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from rich.text import Text
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Static

from ironbottom.language import _

from ...console.errors import UserError
from ...storage import fault_log
from ...text.sanitize import sanitize

Work = Callable[[], Awaitable[None]]
R = TypeVar("R")


class ClubNote(Message):
    """What is said below a list."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class AsksServer:
    """Mixed into what is on the screen.  While something is asked, keys that ask for more do nothing."""

    _asking: asyncio.Task[None] | None = None

    def tell(self, text: str) -> None:
        """Say something where this says things."""
        raise NotImplementedError

    def ask(self, work: Work) -> None:
        """Do something that asks the server."""
        if self._asking is None or self._asking.done():
            self.tell(_("One moment ..."))
            self._asking = asyncio.create_task(self._asked(work))

    async def _asked(self, work: Work) -> None:
        try:
            await work()
        except UserError as error:
            self.tell(str(error))
        except Exception as fault:
            self.tell(fault_log.told(fault))

    def ask_no_more(self) -> None:
        """It is put away."""
        if self._asking is not None:
            self._asking.cancel()


class AskingSheet(AsksServer, ModalScreen[R]):
    """A sheet that asks; what has become of it stands in its line of faults."""

    def on_unmount(self) -> None:
        self.ask_no_more()

    def tell(self, text: str) -> None:
        line = self.query_one(".fault", Static)
        line.update(Text(sanitize(text)))
        line.set_class(bool(text), "told")
