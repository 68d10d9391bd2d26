"""§26  Twin worlds in which both sides are shared: the keeper of the secrets has a partner, and so has the viewer.

Both seats of the viewer's side are listened to; each of the two who keep the secrets answers what is his.
"""

from __future__ import annotations

from hashlib import sha256

from msgspec import UNSET
from msgspec.structs import replace

from ironbottom.keys import public_bytes, sign
from ironbottom.windows import Command
from ironbottom.wire.messages import Join, ListTables, Toss, Tossed
from ironbottom.wire.teams import JOINS, JoinAsPartner, invitation, invitation_key, joined_parts
from ironbottom.wire.terms import Terms
from ironbottom.words import Side
from tests.secrecy.over_wire.wholes import Whole
from tests.secrecy.over_wire.world import Deal, ScriptedPlayer, World
from tests.server.support.player import WirePlayer

COMMANDS: tuple[Command, Command] = ("air", "fleet")  # of the keeper's partner, and of the viewer's


class ScriptedPartner(ScriptedPlayer):
    """Who shares a side, and leaves the toss to who took its seat."""

    def share(self, table: str, secret: bytes) -> None:
        key = invitation_key(secret)
        signature = sign(key, JOINS, *joined_parts(self.server, table, public_bytes(self.key)))
        self.ask(JoinAsPartner, table, public_bytes(key), signature)

    def hear_toss(self, toss: Toss) -> None:
        self.game, self.own, self.signed, self.have = toss.game, [], 0, 0

    def hear_tossed(self, tossed: Tossed) -> None:
        """It is nothing to him."""


class TeamWorld(World):
    """One of the two."""

    def _sit_down(self, terms: Terms) -> None:
        self.partners = (
            ScriptedPartner("Keeper's partner", 11, bot=self.keeper.bot),
            ScriptedPartner("Viewer's partner", 12, bot=self.viewer.bot, web=not self.viewer.web),
        )
        self.connect(self.keeper)
        self.connect(self.partners[0])
        self.tap(self.viewer, "viewer")
        self.tap(self.partners[1], "viewer's partner")
        self.tap(self.stranger, "stranger")
        self.run(0.01)
        self.keeper.create(terms)
        self.stranger.ask(ListTables, True)
        self.run(0.01)
        self.viewer.ask(Join, self.keeper.table, b"", special=True)
        self.run(0.01)
        for n, player in enumerate((self.keeper, self.viewer)):
            self._share(player, self.partners[n], sha256(b"%d" % n).digest()[:16], COMMANDS[n])
        self.let_look_on()
        self.run(0.5)

    def _share(self, player: ScriptedPlayer, partner: ScriptedPartner, secret: bytes, commands: Command) -> None:
        made = invitation(player.key, player.server, self.keeper.table, secret, commands)
        player.ask(type(made), made.table, made.invitation, made.commands, made.signature)
        self.run(0.01)
        partner.share(self.keeper.table, secret)
        self.run(0.01)

    def answering(self, side: Side) -> WirePlayer:
        """Whoever of the side is asked."""
        if side not in self.game.asked:
            return super().answering(side)
        chair = self.table.deciding(side)
        return (self.keeper, self.viewer, *self.partners)[chair]

    def restart(self, have: int) -> None:
        for pipe in self.pipes:
            pipe.cut = True
        self.pipes.clear()
        self.lifetime.die()
        self._start()
        for player in (self.keeper, self.viewer, *self.partners):
            player.restart()
        self.connect(self.keeper)
        self.connect(self.partners[0])
        self.tap(self.viewer, "viewer")
        self.tap(self.partners[1], "viewer's partner")
        self.run(0.01)
        for player in (self.keeper, self.partners[0]):
            player.resume()
        self.run(0.1)
        for player in (self.viewer, self.partners[1]):
            player.say_again(have)
        self.let_look_on()
        self.run(0.5)

    def seats_heard(self) -> set[str]:
        """Who of the viewer's side has heard something since the last time."""
        return {heard.to for heard in self.tape if heard.to.startswith("viewer")}


class WholeTeams(Whole):
    """A whole game of four."""

    def chosen_terms(self) -> Terms:
        """§26  No offers: nobody speaks for two."""
        return replace(super().chosen_terms(), teams=(0, 1), offers=UNSET)

    def _world(self, kind: str, deal: Deal) -> World:
        web = self.number // 4 % 2 == 1
        return TeamWorld(f"{kind} {self.number}", self.secret, self.terms, web=web, bots=(False, False), deal=deal)


