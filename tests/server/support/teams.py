"""Two commanders of one side for the tests: they answer what is theirs, sign it, and invite each other."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from msgspec import UNSET

from ironbottom.keys import public_bytes, sign
from ironbottom.windows import Command, commander
from ironbottom.wire.messages import Seated, Update
from ironbottom.wire.teams import JOINS, JoinAsPartner, invitation, invitation_key, joined_parts
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import SEED, ServerUnderTest

SHARED = Terms(side="us", seed=SEED, teams=(0,))


class Commander(WirePlayer):
    """One of two who share a side; `honest`: he answers no question of the other."""

    honest = True
    partner = False

    @property
    def public(self) -> bytes:
        return public_bytes(self.key)

    def invite(self, commands: Command = "air", words: bytes = b"come") -> int:
        """Ask a partner to share the side; whoever has the words can come."""
        made = invitation(self.key, self.server, self.table, sha256(words).digest()[:16], commands)
        return self.ask(type(made), self.table, made.invitation, made.commands, made.signature)

    def share(self, table: str, words: bytes = b"come", *, cast: bool = False) -> int:
        """Come as partner."""
        key = invitation_key(sha256(words).digest()[:16])
        signature = sign(key, JOINS, *joined_parts(self.server, table, self.public))
        return self.ask(JoinAsPartner, table, public_bytes(key), signature, cast or UNSET)

    def hear_seated(self, seated: Seated) -> None:
        self.partner = seated.partner is True
        super().hear_seated(seated)

    def mine(self, update: Update) -> bool:
        """Whether the question of an update is his to answer."""
        question = update.view.question
        return question is not None and self.decides(question.window)

    def decides(self, window: str) -> bool:
        partners = self.table_now.partners
        partner = partners[self.place] if partners else None
        return partner is None or (commander(window) == partner.commands) == self.partner

    @property
    def asked(self) -> bool:
        return super().asked and (not self.honest or self.decides(self.question.window))

    def consider(self) -> None:
        if self.asked:
            super().consider()

    def hear_toss(self, toss: Any) -> None:
        if self.partner:  # who took the seat tosses for both
            if toss.game != self.game:
                self.game, self.own, self.signed, self.update = toss.game, [], 0, None
                self.have = self.replied = 0
                self.over = False
            return
        super().hear_toss(toss)

    def hear_tossed(self, tossed: Any) -> None:
        if not self.partner:
            super().hear_tossed(tossed)


def two_against_one(
    server: ServerUnderTest, terms: Terms = SHARED, *, auto: bool = False, bot: bool = True
) -> tuple[Commander, Commander, Commander]:
    """Ada (the ships) and Bob (the airplanes) share the US against Cato, at a table whose game has begun."""
    names = enumerate(("Ada", "Bob", "Cato"), 1)
    ada, bob, cato = [Commander(name, n, bot=bot) for n, name in names]
    for one in (ada, bob, cato):
        one.auto = auto
        server.connect(one)
    ada.create(terms)
    server.run(0.01)
    ada.invite()
    server.run(0.01)
    bob.share(ada.table, cast=bool(terms.cast))
    server.run(0.01)
    cato.join(ada.table, ada.secret, special=True, cast=bool(terms.cast))
    server.until(lambda: all(one.update is not None for one in (ada, bob, cato)))
    return ada, bob, cato
