"""§26  What a seat knows of a side that two people share, and how it lets somebody share its own."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ironbottom.windows import Command, commander
from ironbottom.wire.cleaning import clean_name
from ironbottom.wire.messages import AtTable, SeatedPartner, Table, Update
from ironbottom.wire.teams import invitation

from ..storage.identity import Identity


class SharedSide:
    """The part of a `SeatSession` that is about partners."""

    me: Identity
    server: bytes
    table: str
    place: int
    state: Table | None
    update: Update | None
    partner = False  # we share the side of who took this seat

    @property
    def plays(self) -> bool:
        """Whether this is a player's own seat."""
        raise NotImplementedError

    def _say(self, make: Callable[[int], AtTable]) -> int:
        raise NotImplementedError

    @property
    def shared_with(self) -> SeatedPartner | None:
        """§26  Whose key is the partner's at our place, perhaps ours; None: we play alone, or he is not there yet."""
        partners = None if self.state is None or self.place < 0 else self.state.partners or None
        return None if partners is None else partners[self.place]

    @property
    def commands(self) -> Command | None:
        """§26.2  What we command; None: everything."""
        shared = self.shared_with
        if shared is None:
            return None
        return shared.commands if self.partner else _other(shared.commands)

    @property
    def other_commander(self) -> str:
        """§26  What the other one of our side is called; empty: nobody shares it with us."""
        shared = self.shared_with
        if shared is None or self.state is None:
            return ""
        return self.state.seats[self.place].name if self.partner else shared.name

    @property
    def lacks_partner(self) -> bool:
        """§26.3  Whether our side is to be shared, and nobody is there yet to share it."""
        shared = () if self.state is None else self.state.terms.teams or ()
        return self.plays and not self.partner and self.place in shared and self.shared_with is None

    @property
    def partner_asked(self) -> str:
        """The name of our partner, where our side is asked and it is his question; else empty."""
        question = None if self.update is None else self.update.view.question
        asked = question is not None and not self.decides(question.window)
        return clean_name(self.other_commander) if asked else ""

    def decides(self, window: str) -> bool:
        """§26.2  Whether a question of our side is ours."""
        return self.commands in (None, commander(window))

    def invite_partner(self, secret: bytes, commands: Command) -> None:
        """§26.3  Let whoever has the secret share our side."""
        made = invitation(self.me.key, self.server, self.table, secret, commands)
        self._say(lambda seq: replace(made, seq=seq))


def _other(commands: Command) -> Command:
    return "fleet" if commands == "air" else "air"
