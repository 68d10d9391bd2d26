"""A player for the tests of the server: the client's end of the protocol, without a socket.

It looks at everything that it is told, and raises Wrong where a server does what it must never do.  What it has heard
and was promised stands in its Logbook, which belongs to the test: a client that is killed takes only its File along.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import UNSET, Struct, field

from ironbottom.events import AnyEvent
from ironbottom.keys import private_key, public_bytes, sign, signed
from ironbottom.questions import Answer, Question
from ironbottom.views import View
from ironbottom.wire.agreeing import Accept, Agreeable, Decline, MakeOffer, Offers, Withdraw
from ironbottom.wire.answers import Plain, plain
from ironbottom.wire.messages import (
    Bye,
    Challenge,
    Commit,
    Countersign,
    Create,
    Hello,
    Join,
    Login,
    Message,
    Missed,
    Ok,
    Orders,
    Ping,
    Pong,
    Receipt,
    Refused,
    Rematch,
    Reply,
    Resign,
    Resume,
    Reveal,
    Said,
    Say,
    Seated,
    Table,
    Toss,
    Tossed,
    Update,
    Welcome,
)
from ironbottom.wire.notifying import Subscriptions
from ironbottom.wire.orders import StandingOrder
from ironbottom.wire.session import Native, Session, Web
from ironbottom.wire.signing import (
    ACCEPT,
    COMMIT,
    COUNTERSIGN,
    DIGEST,
    LOGIN,
    OFFER,
    ORDERS,
    RECEIPT,
    RESIGNS,
    REVEAL,
    agreed,
    commitment,
    countersigned,
    digest,
    ordered,
)
from ironbottom.wire.terms import Terms, Wish

AGREEING = (MakeOffer, Accept, Decline, Withdraw)
LASTING = (Reply, Resign, Orders, Commit, Reveal, Rematch, Say, *AGREEING)  # what a server never forgets


class Wrong(AssertionError):
    """What a server must never do."""


class File(Struct):
    """What a client writes down, so that it can be killed."""

    request: bytes = b""  # drawn for the seat that it wants
    table: str = ""
    token: bytes = b""
    place: int = -1
    game: bytes = b""
    have: int = 0  # the number of the last update; it may lag behind
    tosses: dict[bytes, tuple[bytes, bytes]] = field(default_factory=dict)  # game: the server's commitment, our share


class Logbook(Struct):
    """What a seat has said, was told and was promised, over all its connections."""

    heard: dict[bytes, dict[int, list[AnyEvent]]] = field(default_factory=dict)  # by game and number
    views: dict[bytes, dict[int, View]] = field(default_factory=dict)
    gave: set[bytes] = field(default_factory=set)  # digests of answers
    acked: list[tuple[bytes, Any]] = field(default_factory=list)  # the game, and what was done
    refused: list[tuple[Refused, Any]] = field(default_factory=list)  # with the request
    receipts: list[tuple[bytes, Receipt]] = field(default_factory=list)
    said: dict[int, Said] = field(default_factory=dict)
    secret: bytes = b""  # of the invite
    settled: int = 0  # the greatest number that was acknowledged


class WirePlayer:
    """One player.  `send` takes the bytes to the server; `hear` is given those that come from it."""

    def __init__(
        self, name: str, seed: int, *, bot: bool = True, choose: Callable[[Update], Answer] | None = None,
        web: bool = False,
    ) -> None:
        self.name, self.bot, self.web, self.rng = name, bot, web, Random(f"{name} {seed}")
        self.key = private_key(sha256(f"{name} {seed}".encode()).digest())
        self.choose = choose or self.guess
        self.log, self.file = Logbook(), File()
        self.send: Callable[[bytes], None] = lambda data: None
        self.now: Callable[[], float] = lambda: 0.0
        self.auto = True  # answers and signs by itself
        self.tosses = True  # takes part in the toss by itself
        self.told: list[Any] = []
        self.server = b""
        self.restart()

    def restart(self) -> None:
        """A new process: everything is forgotten but the file."""
        self.session = Session("client", Web("client") if self.web else Native("client"), self.now())
        self.seq, self.secret, self.have, self.game = 0, b"", self.file.have, self.file.game
        self.table, self.token, self.place = self.file.table, self.file.token, self.file.place
        self.update: Update | None = None
        self.standing: Table | None = None
        self.own: list[tuple[int, Plain]] = []  # answers that are not signed
        self.signed = self.replied = 0
        self.waiting: dict[int, Any] = {}  # requests without a reply
        self.over = False
        self.offered = 0  # the number of the last offer

    # what is said

    def connect(self, send: Callable[[bytes], None], now: Callable[[], float] = lambda: 0.0) -> None:
        """A new connection."""
        self.send, self.now = send, now
        self.session = Session("client", Web("client") if self.web else Native("client"), now())
        self.say(Hello((1, 1), "test", public_bytes(self.key), self.name, self.bot))

    def say(self, message: Message) -> None:
        self.send(self.session.send(message, self.now()))

    def ask(self, kind: Callable[..., Any], *fields: Any, **more: Any) -> int:
        """A request, which is kept until it is answered."""
        self.seq += 1
        message = kind(self.seq, *fields, **more)
        self.waiting[self.seq] = message
        self.say(message)
        return self.seq

    def create(self, terms: Terms) -> None:
        self.ask(Create, self.rng.randbytes(16), terms)

    def join(
        self, table: str, secret: bytes, side: Wish = "either", *, special: bool = False, cast: bool = False
    ) -> None:
        self.file.request = self.file.request or self.rng.randbytes(16)
        self.ask(Join, table, secret, side, self.file.request, special=special, cast=cast or UNSET)

    def resume(self) -> int:
        return self.ask(Resume, self.table, self.token, self.have)

    def guess(self, update: Update) -> Answer:
        question = update.view.question
        assert question is not None
        if question.plays and self.rng.random() < 0.5:
            return ("play", self.rng.choice(question.plays))
        return question.shape.guess(self.rng)

    def other_than(self, answer: Answer) -> Answer:
        """Any answer to the question but this."""
        while (guess := self.question.shape.guess(self.rng)) == answer:
            pass
        return guess

    def consider(self) -> None:
        """Answer the question that stands, if that is not done or under way."""
        update = self.update
        if update is None or update.view.question is None or not self.auto or update.number <= self.replied:
            return
        if not any(isinstance(asked, Reply) and asked.update == update.number for asked in self.waiting.values()):
            self.answer(self.choose(update))

    def answer(self, answer: Answer) -> int:
        assert self.update is not None
        number, given = self.update.number, plain(answer)
        self.log.gave.add(digest(self.game, number, given))
        return self.ask(Reply, self.table, number, given)

    def resign(self) -> int:
        return self.ask(Resign, self.table)

    def order(self, *orders: StandingOrder) -> int:
        signature = sign(self.key, ORDERS, *ordered(self.game, self.seq + 1, orders))
        return self.ask(Orders, self.table, orders, signature)

    def offer(self, what: Agreeable, *, head: bytes = b"", key: Ed25519PrivateKey | None = None) -> int:
        """Offer the other player something; with a head of before, or under a key of somebody else."""
        n, seen = self.offered + 1, head or self.head
        signature = sign(key or self.key, OFFER, *agreed(self.game, n, what, seen))
        return self.ask(MakeOffer, self.table, what, n, seen, signature)

    def accept(self, what: Agreeable, *, head: bytes = b"") -> int:
        """Accept what is offered, as if it were this."""
        seen = head or self.head
        signature = sign(self.key, ACCEPT, *agreed(self.game, self.offered, what, seen))
        return self.ask(Accept, self.table, self.offered, seen, signature)

    def decline(self) -> int:
        return self.ask(Decline, self.table, self.offered)

    def withdraw(self) -> int:
        return self.ask(Withdraw, self.table, self.offered)

    @property
    def head(self) -> bytes:
        """Of the chain, as the last update has told it."""
        assert self.update is not None
        return self.update.head

    def chat(self, text: str = "", phrase: int = 0) -> int:
        return self.ask(Say, self.table, text, phrase)

    def countersign(self) -> None:
        assert self.update is not None
        digests = b"".join([digest(self.game, update, answer) for update, answer in self.own[:64]])
        if digests and not any(isinstance(asked, Countersign) for asked in self.waiting.values()):
            parts = countersigned(self.game, self.update.head, self.signed, digests)
            signature = sign(self.key, COUNTERSIGN, *parts)
            self.ask(Countersign, self.table, self.update.head, self.signed, digests, signature)

    # what is heard

    def hear_offers(self, offers: Offers) -> None:
        self.offered = offers.last

    def hear(self, data: bytes) -> None:
        for message in self.session.receive(data, self.now()):
            self.told.append(message)
            self.take(message)

    def take(self, message: Any) -> None:
        name = HEARS.get(type(message))
        if name is not None:
            getattr(self, name)(message)

    def hear_challenge(self, challenge: Challenge) -> None:
        self.server = challenge.key
        self.say(Login(sign(self.key, LOGIN, challenge.nonce, challenge.key)))

    def hear_welcome(self, welcome: Welcome) -> None:
        """We are in."""

    def hear_bye(self, bye: Bye) -> None:
        """The server hangs up."""

    def hear_ping(self, ping: Ping) -> None:
        self.say(Pong(ping.n))

    def hear_seated(self, seated: Seated) -> None:
        """What was said on a connection that is gone is said again, if it was not carried out."""
        self.waiting.pop(seated.seq, None)
        self.table, self.place, self.secret = seated.table, seated.place, seated.secret
        self.log.secret = seated.secret or self.log.secret
        if seated.token:
            if seated.table != self.file.table:
                self.log.settled = 0
            if seated.last < self.log.settled:
                raise Wrong(f"history lost: {self.log.settled} was done, now {seated.last}")
            self.token = seated.token
            self.file.table, self.file.token, self.file.place = seated.table, seated.token, seated.place
            self.seq = max(self.seq, seated.last)
        else:  # who looks on or stands in hears what happens from now on
            self.have = seated.number
        self.signed, self.own = seated.signed, [*seated.unsigned]
        again = [self.waiting.pop(seq) for seq in sorted(self.waiting)]
        for request in again:
            if request.seq > seated.last and not isinstance(request, Resume | Create | Join | Countersign):
                self.waiting[request.seq] = request
                self.say(request)

    def hear_table(self, table: Table) -> None:
        if table.game and self.game and table.game != self.game and table.status in ("playing", "over"):
            raise Wrong("a game began without us")
        if not self.game and table.game:
            self.game = self.file.game = table.game
        self.standing = table

    def hear_toss(self, toss: Toss) -> None:
        if toss.game != self.game:
            self.game, self.own, self.signed, self.update = toss.game, [], 0, None
            self.have = self.replied = 0
            self.over = False
        if toss.game not in self.file.tosses:
            self.file.tosses[toss.game] = (toss.commitment, self.rng.randbytes(32))
            self.file.game, self.file.have = toss.game, 0
        server, share = self.file.tosses[toss.game]
        if server != toss.commitment:
            raise Wrong("the server drew its share again")
        if self.tosses:
            self.commit(server, share)

    def commit(self, server: bytes, share: bytes) -> int:
        bound = commitment(self.game, share)
        return self.ask(Commit, self.table, bound, sign(self.key, COMMIT, self.game, server, bound))

    def hear_tossed(self, tossed: Tossed) -> None:
        server, share = self.file.tosses[tossed.game]
        own = commitment(tossed.game, share)
        if tossed.commitments[0] != server or tossed.commitments[1 + self.place] != own:
            raise Wrong("that is another toss")
        if self.tosses:
            self.reveal(share, tossed.commitments)

    def reveal(self, share: bytes, commitments: tuple[bytes, bytes, bytes]) -> int:
        return self.ask(Reveal, self.table, share, sign(self.key, REVEAL, self.game, *commitments))

    def hear_missed(self, missed: Missed) -> None:
        if len(missed.updates) > 8:
            raise Wrong("too long a piece")
        for number, events in enumerate(missed.updates, missed.first):
            self.note(number, [*events])

    def note(self, number: int, events: list[AnyEvent]) -> None:
        """The events of an update; they come one after the other, and whenever they come again they are the same."""
        if number > self.have + 1:
            raise Wrong(f"update {number} comes after {self.have}")
        known = self.log.heard.setdefault(self.game, {}).setdefault(number, events)
        if known != events:
            raise Wrong(f"the events of update {number} are others now")
        self.have = max(self.have, number)

    def hear_update(self, update: Update) -> None:
        if self.place >= 0 and update.number < self.have:
            raise Wrong(f"update {update.number} comes after {self.have}")
        if self.place >= 0 and update.number > self.have:
            self.note(update.number, [*update.events])
        elif update.events and self.place >= 0:
            raise Wrong(f"update {update.number} happens twice")
        self.update = update
        self.file.have = self.have
        self.log.views.setdefault(self.game, {})[update.number] = update.view
        self.over = update.view.outcome is not None
        if update.sign and self.auto:
            self.countersign()
        self.consider()

    def hear_subscriptions(self, told: Subscriptions) -> None:
        self.waiting.pop(told.seq, None)

    def hear_ok(self, ok: Ok) -> None:
        request = self.waiting.pop(ok.seq, None)
        if request is None:
            return
        self.log.acked.append((self.game, request))
        if isinstance(request, LASTING):
            self.log.settled = max(self.log.settled, ok.seq)
        if isinstance(request, Reply):
            self.own.append((request.update, request.answer))
            self.replied = max(self.replied, request.update)
        elif isinstance(request, Resign):
            self.log.gave.add(digest(self.game, self.have, RESIGNS))
            self.own.append((self.have, RESIGNS))

    def hear_refused(self, refused: Refused) -> None:
        request = self.waiting.pop(refused.seq, None)
        self.log.refused.append((refused, request))
        if isinstance(request, Reply) and self.update is not None and self.update.number > request.update:
            self.consider()

    def hear_receipt(self, receipt: Receipt) -> None:
        request = self.waiting.pop(receipt.seq, None)
        if not signed(self.server, receipt.signature, RECEIPT, receipt.game, receipt.head):
            raise Wrong("a receipt that is not signed")
        self.log.receipts.append((receipt.game, receipt))
        if isinstance(request, Countersign):
            n = len(request.digests) // DIGEST
            self.own, self.signed = self.own[n:], self.signed + n
            if self.over and self.auto:
                self.countersign()

    def hear_said(self, said: Said) -> None:
        known = self.log.said.setdefault(said.n, said)
        if known != said:
            raise Wrong(f"line {said.n} of the chat is another now")

    # what tests look at

    @property
    def events(self) -> list[AnyEvent]:
        """Everything that happened in this game, in order."""
        heard = self.log.heard.get(self.game, {})
        return [event for number in sorted(heard) for event in heard[number]]

    @property
    def view(self) -> View:
        """The table, as it was seen last."""
        assert self.update is not None
        return self.update.view

    @property
    def asked(self) -> bool:
        return self.update is not None and self.update.view.question is not None

    @property
    def question(self) -> Question:
        """What it is asked."""
        assert self.view.question is not None
        return self.view.question

    @property
    def table_now(self) -> Table:
        """The table, besides the game, as it was told last."""
        assert self.standing is not None
        return self.standing

    def status(self) -> str:
        """Of the table, as it was told last."""
        return self.table_now.status

    def last(self, kind: type) -> Any:
        return next(message for message in reversed(self.told) if isinstance(message, kind))

    def all(self, kind: type) -> list[Any]:
        return [message for message in self.told if isinstance(message, kind)]

    def refusal(self, seq: int) -> Refused:
        """Why a request was refused."""
        found: Refused = next(m for m in self.told if isinstance(m, Refused) and m.seq == seq)
        return found


HEARS: dict[type, str] = {
    kind: f"hear_{kind.__name__.lower()}"
    for kind in (
        Challenge, Welcome, Bye, Ping, Seated, Table, Toss, Tossed, Missed, Update, Ok, Refused, Receipt, Said, Offers,
        Subscriptions,
    )
}
