"""The challenges of a server: take one up, post one, seek an opponent, take one of one's own back."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from msgspec.structs import replace
from textual.binding import Binding, BindingType

from ironbottom.language import N_, _
from ironbottom.vocabulary import phrase
from ironbottom.wire.cleaning import clean_name
from ironbottom.wire.messages import TableLine

from ....text.people.table_list import table_line
from ....text.sanitize import sanitize
from ..pane import ClubPlace
from ..player_sheet import ShowsPlayers
from ..posting.draft import ChallengeDraft
from ..posting.post_sheet import PostSheet
from ..row_list import ClubRow


class ChallengesPane(ShowsPlayers):
    """Those that wait, with all their terms; one's own are marked."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", N_("take it up"), key_display="Enter"),
        Binding("p", "post", N_("post one"), key_display="p"),
        Binding("d", "back", N_("take back"), key_display="d"),
        Binding("i", "player", N_("who it is"), key_display="i"),
    ]

    def __init__(self, place: ClubPlace) -> None:
        super().__init__(place)
        self._waiting: dict[str, TableLine] = {}
        self._draft = ChallengeDraft()

    @property
    def title(self) -> str:
        return phrase("challenge.title")

    async def look(self) -> None:
        found = await self.club.challenges()
        self._waiting = {one.table: one for one in found}
        self.fill([ClubRow(one.table, self._line(n, one), self._is_own(one.table)) for n, one in enumerate(found, 1)])
        self.told = phrase("challenge.about") if found else phrase("challenge.none")

    def _is_own(self, table: str) -> bool:
        return self.club.seat_at(table) is not None

    def _line(self, n: int, one: TableLine) -> str:
        own = f"  ({phrase('challenge.yours')})" if self._is_own(one.table) else ""
        return f"{table_line(n, one)}{own}"

    def enter(self, name: str) -> None:
        one = self._waiting[name]
        if self._is_own(name):
            self.tell(_("Nobody has taken it up yet: you come to its table when somebody has."))
            return
        lines = [_("Take this challenge up, and sit down at its table?"), sanitize(table_line(1, one))]
        self.confirm(lines, phrase("challenge.accept"), lambda: self.app.exit(name))

    def action_player(self) -> None:
        one = self._waiting.get(self.under_cursor)
        if one is not None:
            self.ask(partial(self.open, clean_name(one.name)))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """One takes back what is one's own."""
        if action == "back":
            return bool(self.under_cursor) and self._is_own(self.under_cursor)
        return bool(self.under_cursor) if action == "player" else super().check_action(action, parameters)

    def action_back(self) -> None:
        name = self.under_cursor
        self.confirm([_("Take this challenge back?"), sanitize(table_line(1, self._waiting[name]))],
                     phrase("challenge.take_back"), lambda: self.ask(partial(self._take_back, name)))

    async def _take_back(self, name: str) -> None:
        await self.club.take_back(name)
        await self.looked(phrase("challenge.back"))

    def action_post(self) -> None:
        sets = tuple(self.club.client.welcome.sets)
        sheet = PostSheet(self._draft, tuple([name for name, _fingerprint in sets]))
        self.app.push_screen(sheet, self._drafted)

    def _drafted(self, draft: ChallengeDraft | None) -> None:
        if draft is not None:
            self._draft = replace(draft, seek=False)
            self.ask(partial(self._post, draft))

    async def _post(self, draft: ChallengeDraft) -> None:
        posted = await self.club.post(draft.terms, days=draft.wait, within=draft.within, seek=draft.seek)
        told = phrase("challenge.paired") if posted.paired else phrase("challenge.posted")
        await self.looked(_("Table {table}: {told}").format(table=sanitize(posted.table), told=told))
