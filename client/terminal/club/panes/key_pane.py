"""One's own name and key at a server: make the name one's own, carry the key to another device, get the name back."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from typing import ClassVar

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from textual.binding import Binding, BindingType

from ironbottom.language import N_, _
from ironbottom.vocabulary import phrase
from ironbottom.wire.naming import PAPER, printed_key

from ....console.qr import qr
from ....text.people.own_key import claimed, games_with_it, paper, recovered_line, revoked_line, to_receive
from ....text.sanitize import sanitize
from ..club_sheets import ReadingSheet
from ..pane import ClubPane
from ..row_list import ClubRow

NAME = 24  # letters of a name, as others read it
RENAMED = "="  # before a name, in what the app ends with: no table is called so


class KeyPane(ClubPane):
    """Who one is, and a row for each thing that can be done."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", N_("do it"), key_display="Enter")]
    marks = False

    @property
    def title(self) -> str:
        return _("Name and key")

    @property
    def _called(self) -> str:
        return sanitize(self.club.client.me.name)

    def _ways(self) -> dict[str, tuple[str, Callable[[], None]]]:
        return {
            "claim": (_("Make this name yours alone here, and get the code that recovers it"), self._ask_claim),
            "rename": (_("Come under another name"), self._ask_name),
            "carry": (_("Bring your key to another device"), lambda: self.ask(self._carry)),
            "recover": (_("Get the name back with its printed code"), self._ask_code),
            "revoke": (_("Revoke this key: it was stolen"), self._ask_revoke),
        }

    async def look(self) -> None:
        rows = [ClubRow(name, words) for name, (words, _work) in self._ways().items()]
        self.fill(rows)
        self.told = "\n".join([_("Your name: {name}").format(name=self._called),
                               _("Your key: {key}").format(key=self.place.key)])

    def enter(self, name: str) -> None:
        self._ways()[name][1]()

    def _read(self, title: str, lines: list[str], *, whole: bool = False) -> None:
        self.tell(self.told)
        self.app.push_screen(ReadingSheet(title, lines, whole=whole))

    def _ask_claim(self) -> None:
        lines = [_("Make {name} yours alone here?  Nobody else is called so then.").format(name=self._called),
                 _("A code is shown once: have paper and pencil at hand.  An earlier code is good for nothing then.")]
        self.confirm(lines, _("Make it mine"), lambda: self.ask(self._claim))

    async def _claim(self) -> None:
        drawn = secrets.token_bytes(PAPER)
        await self.club.claim(drawn)
        self._read(_("Your printed code"), [claimed(self._called, self.place.where), *paper(drawn)])

    def _ask_name(self) -> None:
        self.typed([_("The name that others read; the server is come to anew under it.")],
                   lambda name: self.app.exit(f"{RENAMED}{name}"), self.club.client.me.name, NAME)

    async def _carry(self) -> None:
        way = await self.club.carry()
        where = self.place.where
        told = [*to_receive(way.string, way.words, where), *games_with_it(way.games, way.left), "", *qr(way.string)]
        self._read(_("Your key on its way"), told)

    def _ask_code(self) -> None:
        self.typed([_("The printed code of the name {name}:").format(name=self._called)], self._code)

    def _code(self, text: str) -> None:
        old = printed_key(text)
        if old is None:
            self.tell(phrase("own_key.typed"))
            return
        lines = [_("Give the name {name} to the key of this computer?  The key that had it may not come here any more."
                   ).format(name=self._called)]
        self.confirm(lines, _("Get it back"), lambda: self.ask(partial(self._recover, old)))

    async def _recover(self, old: Ed25519PrivateKey) -> None:
        drawn = secrets.token_bytes(PAPER)
        await self.club.recover(old, drawn)
        self._read(_("Your printed code"), [recovered_line(self._called, self.place.where), *paper(drawn)])

    def _ask_revoke(self) -> None:
        lines = [phrase("own_key.revoking", server=self.place.where)]
        self.confirm(lines, _("Revoke it"), lambda: self.ask(self._revoke))

    async def _revoke(self) -> None:
        await self.club.revoke()
        sheet = ReadingSheet(self.title, [revoked_line(self.place.where)])
        self.app.push_screen(sheet, lambda _none: self.app.exit())
