"""Players of a server whom one has blocked: block one more, lift it again."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual.binding import Binding, BindingType

from ironbottom.language import N_, _
from ironbottom.vocabulary import phrase
from ironbottom.wire.blocking import BlockedPlayer, BlockedPlayers

from ....text.people.blocks import blocked_line, blocked_name
from ....text.sanitize import sanitize
from ..pane import ClubPane, ClubPlace
from ..row_list import ClubRow


class BlocksPane(ClubPane):
    """By name and key, and since when."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b", "block", N_("block somebody"), key_display="b"),
        Binding("d", "lift", N_("lift it"), key_display="d"),
    ]
    marks = False

    def __init__(self, place: ClubPlace) -> None:
        super().__init__(place)
        self._blocked: dict[str, BlockedPlayer] = {}

    @property
    def title(self) -> str:
        return _("Blocked")

    async def look(self) -> None:
        self._show(await self.club.blocks())

    def _show(self, found: BlockedPlayers) -> None:
        self._blocked = {one.key: one for one in found.blocked}
        self.fill([ClubRow(one.key, blocked_line(one)) for one in found.blocked])
        self.told = phrase("blocking.about") if found.blocked else phrase("blocking.none")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Lifted is what the cursor is at."""
        return bool(self.under_cursor) if action == "lift" else super().check_action(action, parameters)

    def action_block(self) -> None:
        self.typed([_("Block a player; nobody tells him."), phrase("blocking.who")], self._ask_name)

    def _ask_name(self, who: str) -> None:
        lines = [_("Block {name}?").format(name=sanitize(who)), phrase("blocking.about")]
        self.confirm(lines, phrase("blocking.block"), lambda: self.ask(partial(self._block, who)))

    async def _block(self, who: str) -> None:
        self._show(await self.club.block(who))
        self.tell(_("{name} is blocked; nobody tells him.").format(name=sanitize(who)))

    def enter(self, name: str) -> None:
        self.action_lift()

    def action_lift(self) -> None:
        one = self._blocked.get(self.under_cursor)
        if one is not None:
            lines = [_("Lift the block of {name}, as if there had never been one?").format(name=blocked_name(one))]
            self.confirm(lines, phrase("blocking.lift"), lambda: self.ask(partial(self._lift, one.key)))

    async def _lift(self, key: str) -> None:
        self._show(await self.club.unblock(key))
        self.tell(self.told)
