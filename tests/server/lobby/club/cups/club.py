"""A club on a server under test: players with names of their own, a cup, and games that somebody gives up."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from ironbottom.keys import private_key, public_bytes, sign
from ironbottom.server.lobby.club.cups.cup import Fixture, StoredCup
from ironbottom.server.lobby.club.cups.cup_tables import terms_of_games
from ironbottom.server.lobby.club.cups.cups import new_id
from ironbottom.wire.cups import Cup, CupKind, Cups, CupSeat, EnterCup, ListCups, ShowCup
from ironbottom.wire.messages import Bye, Resume
from ironbottom.wire.naming import RECOVER, ClaimName, RecoverName, recovered
from ironbottom.wire.pace import DAY, PaceTerms
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import ServerUnderTest

NAMES = ("Ada", "Ben", "Cay", "Dan", "Eve", "Fay", "Gus", "Hal")
SLOW = Terms(least=0, pace=PaceTerms(3 * DAY))


class CupMember(WirePlayer):
    """A player of a club: he plays at the tables that he is told to, and answers nothing by himself."""

    def __init__(self, name: str, seed: int = 1) -> None:
        super().__init__(name, seed, bot=False)
        self.auto, self.seed = False, seed


class CupClub:
    """A server, its members, and one cup."""

    def __init__(
        self, players: int, kind: CupKind = "round-robin", games: int = 1, server: ServerUnderTest | None = None,
        **more: Any,
    ) -> None:
        self.server = server or ServerUnderTest()
        self.members = [CupMember(name) for name in NAMES[:players]]
        for one in self.members:
            self.comes(one)
            self.claims(one)
        self.cup = self.made(kind, games, **more)

    def comes(self, one: WirePlayer) -> None:
        self.server.connect(one)
        self.server.run(0.05)

    def claims(self, one: WirePlayer) -> str:
        paper = public_bytes(private_key(sha256(one.name.encode()).digest()))
        return self.server.answered(one, one.ask(ClaimName, paper))

    def made(self, kind: CupKind, games: int, terms: Terms = SLOW, days: int = 5, most: int = 16) -> str:
        now = self.server.lobby.seconds()
        cup = StoredCup(new_id(), "Cup", kind, games, terms_of_games(terms), most, now + DAY, days, now)
        said: list[object] = []
        self.server.lobby.cups.make(cup, said.append)
        self.server.run(0.1)
        assert said == [None]
        return cup.id

    def enters(self, *players: WirePlayer) -> list[str]:
        return [self.server.answered(one, one.ask(EnterCup, self.cup), 0.1) for one in players]

    def starts(self) -> object:
        return self.does(self.server.lobby.cups.start, self.cup)

    def does(self, act: Any, *what: Any) -> object:
        """What becomes of something that the host does: None, or why not."""
        said: list[object] = []
        act(*what, said.append)
        self.server.run(0.2)
        assert len(said) == 1
        return said[0]

    @property
    def now(self) -> StoredCup:
        return self.server.lobby.cups.cups[self.cup]

    @property
    def games(self) -> list[Fixture]:
        return self.server.lobby.cups.games(self.cup)

    @property
    def open(self) -> list[Fixture]:
        return [one for one in self.games if one.result is None]

    def shown(self, one: WirePlayer, round_: int = 0) -> Cup:
        one.ask(ShowCup, self.cup, round_)
        self.server.run(0.05)
        return next(message for message in reversed(one.told) if isinstance(message, Cup))

    def seats(self, one: WirePlayer) -> Sequence[CupSeat]:
        one.ask(ListCups)
        self.server.run(0.05)
        return next(message for message in reversed(one.told) if isinstance(message, Cups)).seats

    def member(self, n: int) -> CupMember:
        """An entrant, by his number."""
        return next(one for one in self.members if public_bytes(one.key) == self.now.entrants[n].key)

    def comes_again(self, one: CupMember) -> str:
        """He comes by the device that he had, and hears why not."""
        same = CupMember(one.name, one.seed)
        self.comes(same)
        return str(next(message.code for message in same.told if isinstance(message, Bye)))

    def recovers(self, one: CupMember) -> str:
        """He types his printed code at another device."""
        old = private_key(sha256(one.name.encode()).digest())
        after = public_bytes(private_key(sha256(b"the next code").digest()))
        parts = recovered(one.server, one.name, public_bytes(one.key), after)
        return self.server.answered(one, one.ask(RecoverName, one.name, after, sign(old, RECOVER, *parts)))

    def sits(self, one: CupMember, table: str) -> CupMember:
        """He comes as another process, and takes the seat that waits for him at a table."""
        anew = CupMember(one.name, one.seed)
        self.comes(anew)
        (seat,) = [seat for seat in self.seats(anew) if seat.table == table]
        anew.ask(Resume, table, seat.token, 0)
        self.server.run(0.05)
        return anew

    def resumes(self, one: CupMember, table: str, token: bytes) -> CupMember:
        """He comes as another process to a seat that he had."""
        anew = CupMember(one.name, one.seed)
        self.comes(anew)
        anew.ask(Resume, table, token, 0)
        self.server.run(0.05)
        return anew

    def plays(self, fixture: Fixture, loser: int) -> None:
        """A game is begun, and given up by one of both."""
        both = {n: self.sits(self.member(n), fixture.table) for n in (fixture.us, fixture.jp)}
        self.server.until(lambda: all(one.update is not None for one in both.values()))
        both[loser].resign()
        self.server.run(1.0)

    def is_over(self, table: str) -> bool:
        return bool(self.server.lobby.tables[table].stored.status == "over")

    def passes(self, days: float) -> None:
        """Time passes, and the server looks after its cups."""
        self.server.run(days * DAY)
        self.server.lobby.sweep()
        self.server.run(1.0)

    def restarts(self, down: float = 0.0) -> None:
        """The server is killed, and is back after so many days."""
        self.server.kill()
        self.server.run(down * DAY)
        self.server.start()
        self.server.run(1.0)

    def plays_all(self, wins: Any) -> None:
        """Until it is over; `wins`: who wins a game."""
        while self.open:
            one = self.open[0]
            self.plays(one, one.against(wins(one)))
