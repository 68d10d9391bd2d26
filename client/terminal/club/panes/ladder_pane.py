"""The ladder of a server: its rungs, one's own marked, each the way to the page of its player."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual.binding import Binding, BindingType

from ironbottom.language import N_
from ironbottom.vocabulary import phrase

from ....text.people.ladder import about, rung_lines
from ..player_sheet import ShowsPlayers
from ..row_list import OWN, ClubRow


class LadderPane(ShowsPlayers):
    """The strongest first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", N_("the player"), key_display="Enter"),
        Binding("slash", "name", N_("find a player"), key_display="/"),
    ]

    @property
    def title(self) -> str:
        return phrase("ratings.title")

    async def look(self) -> None:
        found = await self.club.ladder()
        own = found.you - 1
        rows = [ClubRow(rung.key, line, n == own)
                for n, (rung, line) in enumerate(zip(found.rungs, rung_lines(found), strict=True))]
        self.fill(rows, rows[own].name if 0 <= own < len(rows) else "")
        if not rows:
            self.told = phrase("ratings.none")
            return
        you = f"  {OWN}{phrase('ratings.you')}" if 0 <= own < len(rows) else ""
        self.told = "\n".join([phrase("ratings.counted", n=found.games) + you, *about(found)])

    def enter(self, name: str) -> None:
        self.ask(partial(self.open, name))

    def action_name(self) -> None:
        self.typed([phrase("players.who")], lambda who: self.ask(partial(self.open, who)))
