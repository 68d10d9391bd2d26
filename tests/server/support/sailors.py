"""Players at sea: they come back after every loss, chat, give orders, say things twice, and resign in the end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, get_args

from msgspec.structs import replace

from ironbottom.server.table.table import GameTable as ServerTable
from ironbottom.wire.messages import (
    Bye,
    Commit,
    Create,
    Join,
    Message,
    Ok,
    Orders,
    Refused,
    Rematch,
    Reply,
    Resign,
    Resume,
    Reveal,
    Say,
    Seated,
    Table,
    Update,
    Welcome,
)
from ironbottom.wire.orders import Does, StandingOrder
from ironbottom.wire.session import Broken
from ironbottom.wire.terms import Absent, Terms
from tests.server.support.accounts import closed, reckon
from tests.server.support.player import WirePlayer, Wrong
from tests.server.support.sea import Sea, SeaLine, everything_by_chance
from tests.server.support.server_under_test import Lifetime

MAY_BE = (  # why something may be refused to who does nothing wrong
    "stale", "not-asked", "again", "sign", "over", "not-yet", "not-stored", "limit",
)
KINDS: tuple[Does, ...] = get_args(Does)


class Sailor(WirePlayer):
    """A player who comes back."""

    def __init__(self, sea: Sea, name: str, seed: int, *, bot: bool, web: bool, answers: int, games: int) -> None:
        super().__init__(name, seed, bot=bot, web=web)
        self.sea, self.rng = sea, Random(f"{name} {seed}")
        self.left, self.games = answers, games  # until it resigns; games to be played
        self.line: SeaLine | None = None
        self.texts = self.ordered = 0
        self.begin: Callable[[], None] = lambda: None  # said when there is no seat yet
        self.alive, self.sits = True, False
        self.lifetime = Lifetime(sea.clock)
        self.reach()
        self.tick()

    def later(self, seconds: float, act: Callable[..., Any], *what: Any) -> None:
        """Unless it is killed before."""
        self.lifetime.callLater(seconds, act, *what)

    # the connection

    def reach(self) -> None:
        """Connect."""
        self.line, self.sits = self.sea.connect(self), False
        if self.line is None:
            self.later(0.2 + self.rng.random(), self.reach)
        else:
            self.connect(self.line.send, self.sea.clock.seconds)

    def say(self, message: Message) -> None:
        if self.line is not None:
            self.sea.count()
            super().say(message)

    def lost(self, line: SeaLine) -> None:
        """The connection is gone."""
        if line is self.line and self.alive:
            self.line = None
            self.later(self.rng.choice((0.01, 0.3, 4.0)) * self.rng.random(), self.reach)

    def leave_line(self) -> None:
        """Hang up, and come again on another line."""
        line = self.line
        if line is not None:
            line.hang_up()
            self.lost(line)

    def kill(self) -> None:
        """The process is gone, with all that it knew."""
        if not self.alive:
            return
        self.alive = False
        self.lifetime.die()
        if self.line is not None:
            self.line.hang_up()
            self.line = None
        if self.rng.random() < 0.3:  # the last writes did not reach its disk
            self.file.have = max(0, self.file.have - self.rng.randrange(12))
        self.sea.clock.callLater(self.rng.random() * self.rng.choice((0.1, 0.1, 5.0, 60.0)), self.revive)

    def revive(self) -> None:
        """A new process begins with what is in the file."""
        self.alive, self.lifetime = True, Lifetime(self.sea.clock)
        self.restart()
        self.reach()
        self.tick()

    def tick(self) -> None:
        self.later(1.0, self.tick)
        if self.line is None or self.session.state == "closed":
            return
        try:
            ping = self.session.tick(self.now())
        except Broken:
            self.leave_line()
            return
        if ping is not None:
            self.say(ping)

    def hear_bye(self, bye: Bye) -> None:
        if bye.code != "elsewhere":  # nor "silence": who can hear this was not silent
            raise Wrong(f"hung up on: {bye}")

    def hear_seated(self, seated: Seated) -> None:
        for line in self.sea.lines:
            if line.sailor is self:
                line.replaced = line.seated and line is not self.line
                line.seated = line.seated or line is self.line
        self.sits = True  # from now on: else what is said now would overtake what is said again
        super().hear_seated(seated)

    # what it does

    def hear_welcome(self, welcome: Welcome) -> None:
        if self.token:
            self.resume()
        elif not self.repeat(Create, Join):
            self.begin()

    def repeat(self, *kinds: type) -> bool:
        """Say again what was said on a connection that is gone."""
        found: list[Any] = [request for request in self.waiting.values() if isinstance(request, kinds)]
        for request in found:
            self.say(request)
        return bool(found)

    def ask(self, kind: Callable[..., Any], *fields: Any, **more: Any) -> int:
        seq = super().ask(kind, *fields, **more)
        request = self.waiting[seq]
        if self.rng.random() < 0.04 and not isinstance(request, Resume):  # it comes twice
            self.later(self.rng.random() * 0.1, self.say_again, request, self.line)
        return seq

    def say_again(self, request: Any, line: SeaLine | None) -> None:
        if line is self.line and self.ready and request.seq in self.waiting:
            self.say(request)

    def consider(self) -> None:
        slow = 0.02 if self.bot else self.rng.choice((0.05, 0.7))
        self.later(self.rng.random() * slow, self.consider_now)

    @property
    def ready(self) -> bool:
        return self.session.state == "in" and (self.sits or not self.token)

    def consider_now(self) -> None:
        if self.ready:
            super().consider()

    def answer(self, answer: Any) -> int:
        self.left -= 1
        if self.left < 0:
            return self.give_up()
        seq = super().answer(answer)
        if self.rng.random() < 0.03:  # impatient: the same answer under another number
            self.later(self.rng.random() * 0.05, self.insist, self.waiting[seq])
        if self.rng.random() < 0.08:
            self.texts += 1
            self.chat(f"{self.name} says {self.texts}")
        if not self.bot and self.rng.random() < 0.05 and self.ordered < 20:
            self.ordered += 1  # the last order is for no window: it makes each list another
            self.order(StandingOrder("*", self.rng.choice(KINDS), 2), StandingOrder("99", "withdraw-at", self.ordered))
        return seq

    def insist(self, request: Reply) -> None:
        if self.update is not None and self.update.number == request.update and self.ready:
            self.ask(Reply, self.table, request.update, request.answer)

    def give_up(self) -> int:
        if any(isinstance(request, Resign) for request in self.waiting.values()):
            return 0
        return self.resign()

    def hear_update(self, update: Update) -> None:
        super().hear_update(update)
        if self.over:
            self.wish()

    def hear_table(self, table: Table) -> None:
        super().hear_table(table)
        self.wish()

    def wish(self) -> None:
        """Another game, if there is to be one."""
        table = self.standing
        if table is None or table.status != "over" or table.games >= self.games or not self.over:
            return
        wished = table.seats[self.place].rematch
        if not wished and not any(isinstance(request, Rematch) for request in self.waiting.values()):
            self.left = max(self.left, 1 + self.rng.randrange(6))
            self.ask(Rematch, self.table)

    def hear_refused(self, refused: Refused) -> None:
        request = self.waiting.get(refused.seq)
        super().hear_refused(refused)
        if refused.code not in MAY_BE:
            raise Wrong(f"{request} was refused: {refused}")
        if refused.code == "not-stored" and request is not None:
            self.later(0.5 + self.rng.random(), self.once_more, request, self.game)

    def once_more(self, request: Any, game: bytes) -> None:
        """What could not be stored is asked for again, as something new."""
        if any(isinstance(told, Ok) and told.seq == request.seq for told in self.told[-100:]):
            return  # it came twice, and was taken the second time
        if isinstance(request, Reply):
            self.consider_now()
        elif not self.ready or game != self.game:
            return
        elif isinstance(request, Commit | Reveal) and self.have:
            return  # that toss is over
        elif isinstance(request, Orders):
            self.order(*request.orders)
        else:
            self.seq += 1
            self.waiting[self.seq] = replace(request, seq=self.seq)
            self.say(self.waiting[self.seq])

    def done(self) -> bool:
        """Whether there is nothing more to do."""
        table = self.standing
        through = table is not None and table.status == "over" and table.games == self.games
        return self.alive and self.over and through and not self.waiting


class SailingStandIn(Sailor):
    """A bot that plays for somebody who is away."""

    def __init__(self, sea: Sea, table: ServerTable, secret: bytes) -> None:
        seed = sea.rng.randrange(1 << 30)
        super().__init__(sea, f"Stand-in {seed}", seed, bot=True, web=False, answers=10_000, games=0)
        self.begin = lambda: self.join(table.id, secret)

    def lost(self, line: SeaLine) -> None:
        """It does not come back."""
        self.line = None
        self.alive = False
        self.lifetime.die()

    def kill(self) -> None:
        if self.line is not None:
            self.leave_line()

    def answer(self, answer: Any) -> int:
        return WirePlayer.answer(self, answer)

    def hear_update(self, update: Update) -> None:
        super().hear_update(replace(update, sign=False))
        if self.over:
            self.leave_line()

    def hear_refused(self, refused: Refused) -> None:
        if refused.code in ("no-table", "taken"):
            self.leave_line()
        else:
            super().hear_refused(refused)

    def done(self) -> bool:
        return True


class Stranger(Sailor):
    """Somebody who has no business at a table, and tries all the same."""

    def __init__(self, sea: Sea, victim: Sailor) -> None:
        self.victim = victim
        seed = sea.rng.randrange(1 << 30)
        super().__init__(sea, "Stranger", seed, bot=False, web=False, answers=0, games=0)

    def hear_welcome(self, welcome: Welcome) -> None:
        table, wrong = self.victim.table, self.rng.randbytes(16)
        token = self.victim.token or wrong  # somebody may have read it over the shoulder of the victim
        if table:
            self.ask(Resume, table, token, 0)
            self.ask(Join, table, wrong)
            self.ask(Reply, table, self.victim.have, "pass")
            self.ask(Say, table, "let me in")
            self.ask(Resign, table)

    def ask(self, kind: Callable[..., Any], *fields: Any, **more: Any) -> int:
        return WirePlayer.ask(self, kind, *fields, **more)

    def hear_seated(self, seated: Seated) -> None:
        raise Wrong("a stranger was seated")

    def hear_refused(self, refused: Refused) -> None:
        self.waiting.pop(refused.seq, None)
        if not self.waiting:
            self.leave_line()

    def lost(self, line: SeaLine) -> None:
        self.line, self.alive = None, False
        self.lifetime.die()

    def kill(self) -> None:
        self.leave_line()

    def done(self) -> bool:
        return True


class Forgetful(Stranger):
    """The victim himself, on another machine, where his token is not."""

    def reach(self) -> None:
        self.key = self.victim.key
        super().reach()

    def hear_welcome(self, welcome: Welcome) -> None:
        if self.victim.table:
            self.ask(Resume, self.victim.table, self.rng.randbytes(16), 0)


def _some_terms(rng: Random) -> Terms:
    policies: tuple[Absent, ...] = ("wait", "clock", "bot")
    absent = rng.choices(policies, (7, 2, 2))[0]
    bank = rng.randrange(3, 60) if absent == "clock" or rng.random() < 0.05 else 0
    return Terms(
        side=rng.choice(("us", "jp", "either")), cards=rng.choice(("core", "core", "full")), absent=absent, bank=bank,
        least=rng.choice((0, 50, 400, 1_500)),
    )


def _sailor(sea: Sea, name: str, seed: int, games: int, *, whole: bool) -> Sailor:
    rng = sea.rng
    answers = 100_000 if whole else min(60, int(rng.expovariate(1 / 9)))
    bot, web = rng.random() < 0.6, rng.random() < 0.2
    return Sailor(sea, name, seed, bot=bot, web=web, answers=answers, games=games)


def at_sea(seed: int, *, jumps: bool = False) -> tuple[Sea, Sailor, Sailor]:
    """Two players, a table, and what may go wrong; with `jumps` the server's time too, and there often are banks."""
    sea = Sea(seed, jumps=jumps)
    rng = sea.rng
    sea.stand_in = SailingStandIn
    games = 2 if rng.random() < 0.15 else 1
    whole = rng.random() < 0.01
    terms = _some_terms(rng)
    if jumps and sea.chance.random() < 0.7:
        terms = replace(terms, bank=sea.chance.choice((20, 60, 600)))
    ada, ben = [_sailor(sea, name, seed, games, whole=whole) for name in ("Ada", "Ben")]

    def create() -> None:
        ada.file.request = ada.file.request or rng.randbytes(16)
        ada.ask(Create, ada.file.request, terms)

    def join() -> None:
        if ada.table and ada.log.secret:
            ben.join(ada.table, ada.log.secret, rng.choice(("us", "jp", "either")))
        else:
            ben.later(0.5, join_if_in)

    def join_if_in() -> None:
        if ben.session.state == "in":
            join()

    ada.begin, ben.begin = create, join
    if rng.random() < 0.25:
        who = rng.choice((Stranger, Forgetful))
        sea.clock.callLater(0.6 + rng.random() * 2, lambda: who(sea, rng.choice((ada, ben))))
    return sea, ada, ben


def whole_game(seed: int, *, jumps: bool = False) -> Sea:
    """One game (or two at one table) to its end, and the reckoning.  Raises whatever is wrong."""
    with everything_by_chance(seed):
        sea, ada, ben = at_sea(seed, jumps=jumps)
        sea.run(lambda: ada.done() and ben.done() and closed(sea.disk, ada.table, ada.games))
        reckon(sea.disk, (ada, ben), ada.games)
    return sea
