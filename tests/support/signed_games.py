"""Honest transcripts, made in this process by a referee, two players and nobody's clock; and the tools of a host who
would have them otherwise.

The referee stands beside the server's own code, not on it: what the verifier accepts from here is what the papers say,
whatever a server may do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from random import Random
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from ironbottom.catalog import card_set
from ironbottom.events import Rolled
from ironbottom.flow import Game, IllegalAnswer, Mix
from ironbottom.keys import private_key, public_bytes, sign
from ironbottom.proof.chain import Chain, events_digest, position_digest
from ironbottom.proof.entries import (
    FORMAT,
    AnsweredEntry,
    Begun,
    Body,
    Closed,
    Countersigned,
    Ended,
    Ordered,
    Player,
    ResignedEntry,
)
from ironbottom.proof.seeds import game_id, joint_seed, sides
from ironbottom.proof.standing import ordered
from ironbottom.proof.transcript import KeptReceipt
from ironbottom.proof.verify import Verdict, check
from ironbottom.questions import Answer
from ironbottom.record import ENGINE
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.wire.answers import Plain, plain
from ironbottom.wire.answers import answer as understood
from ironbottom.wire.messages import Bound, Given, Thrown
from ironbottom.wire.orders import StandingOrder
from ironbottom.wire.shown import TELLING
from ironbottom.wire.signing import (
    CLOSED,
    COMMIT,
    COUNTERSIGN,
    DIGEST,
    ORDERS,
    RECEIPT,
    RESIGNS,
    REVEAL,
    TOSS,
    commitment,
    countersigned,
    digest,
)
from ironbottom.wire.signing import (
    ordered as ordered_parts,
)
from ironbottom.wire.terms import Terms, Wish
from ironbottom.words import SIDES, Side
from tests.support.players import eager

CARDS = card_set("core")
BLOCK = 16  # own answers after which a player signs
NOON = 1_800_000_000


class Party(NamedTuple):
    """Somebody with a key, and a share of the toss."""

    name: str
    key: Ed25519PrivateKey
    share: bytes

    @property
    def public(self) -> bytes:
        return public_bytes(self.key)


def party(name: str) -> Party:
    return Party(name, private_key(sha256(f"key of {name}".encode()).digest()), sha256(name.encode()).digest())


SERVER, ANN, BOB = party("the server"), party("Ann"), party("Bob")


class Setting(NamedTuple):
    """What a game is to be like."""

    number: int = 1
    wishes: tuple[Wish, Wish] = ("either", "either")
    terms: Terms = Terms()
    server: Party = SERVER
    players: tuple[Party, Party] = (ANN, BOB)
    orders: tuple[tuple[int, int, tuple[StandingOrder, ...]], ...] = ()  # before which answer, which side, which orders
    resigns: int = 0  # after so many answers the US resigns; 0: nobody does
    signs_last: tuple[bool, bool] = (True, True)  # whether US and Japan sign when it is over
    away: range = range(0)  # the answers in which a stand-in plays Japan
    slow: int = 0  # every so many answers the clock gives one
    vain: int = 0  # so many tosses were thrown away before
    fork: int = 0  # after so many answers everybody plays otherwise
    format: int = FORMAT  # of the transcript
    cards: str = "core"


class SignedGame(NamedTuple):
    """A transcript, what it was made of, and the receipts of both sides."""

    bodies: tuple[Body, ...]
    lines: tuple[bytes, ...]
    receipts: tuple[tuple[KeptReceipt, ...], tuple[KeptReceipt, ...]]

    def number(self, fits: Callable[[Body], bool]) -> int:
        """The number of the first entry that is such."""
        return next(n for n, body in enumerate(self.bodies, 1) if fits(body))

    @property
    def begun(self) -> Begun:
        begun = self.bodies[0]
        assert isinstance(begun, Begun)
        return begun


HONEST = Setting()


def in_vain(setting: Setting) -> tuple[Thrown, ...]:
    """Tosses that were thrown away when Ann had shown her share."""
    found: tuple[Thrown, ...] = ()
    server, players = setting.server, setting.players
    for n in range(setting.vain):
        shares = [sha256(b"%d %d in vain" % (n, which)).digest() for which in range(3)]
        keys = [one.public for one in players]
        cards = card_set(setting.cards).fingerprint
        game = game_id(server.public, keys, "TABLE", setting.number, ENGINE, cards, found)
        three = [commitment(game, share) for share in shares]
        signed = [sign(one.key, COMMIT, game, three[0], three[1 + i]) for i, one in enumerate(players)]
        ann = Bound(keys[0], three[1], signed[0], shares[1], sign(players[0].key, REVEAL, game, *three))
        bob = Bound(keys[1], three[2], signed[1])
        signature = sign(server.key, TOSS, game, three[0])
        found = (*found, Thrown(game, setting.number, ENGINE, cards, three[0], signature, (ann, bob)))
    return found


def begin(setting: Setting, seed_of: bytes = b"") -> tuple[Begun, bytes]:
    """The toss, and the seed that it gives; `seed_of` is another share of the server than the one it is bound to."""
    server, players = setting.server, setting.players
    keys, cards, thrown = [one.public for one in players], card_set(setting.cards), in_vain(setting)
    game = game_id(server.public, keys, "TABLE", setting.number, ENGINE, cards.fingerprint, thrown)
    bound = [commitment(game, one.share) for one in (server, *players)]
    seed = setting.terms.seed or joint_seed(game, seed_of or server.share, players[0].share, players[1].share)
    rows = [
        Player(
            one.name, one.public, False, wish, own, sign(one.key, COMMIT, game, bound[0], own),
            one.share, sign(one.key, REVEAL, game, *bound),
        )
        for one, own, wish in zip(players, bound[1:], setting.wishes, strict=True)
    ]
    us = sides(setting.wishes, seed).index(Side.US)
    begun = Begun(
        format=setting.format, software="ironbottom 0.1.0", engine=ENGINE, set=cards.name, cards=cards.fingerprint,
        table="TABLE", number=setting.number, game=game, server=server.public, commitment=bound[0],
        players=(rows[0], rows[1]), us=us, terms=setting.terms, at=NOON, telling=TELLING,
        thrown=thrown,
    )
    return begun, seed


class Referee:
    """Plays a game to its end and writes its transcript.  A host who cheats is a Referee with a method of its own."""

    def __init__(self, setting: Setting = HONEST, late: bytes = b"") -> None:
        self.setting, self.rng = setting, Random(setting.number)
        self.begun, seed = begin(setting, late)
        self.share = late or setting.server.share
        self.game = self.deal(seed)
        self.chain = Chain.of(self.begun.game, self.share)
        self.bodies: list[Body] = []
        self.lines: list[bytes] = []
        self.receipts: tuple[list[KeptReceipt], list[KeptReceipt]] = ([], [])
        self.unsigned: tuple[list[bytes], list[bytes]] = ([], [])
        self.signed, self.updates, self.answers = [0, 0], [1, 1], 0
        self.orders: list[tuple[StandingOrder, ...]] = [(), ()]
        self.note(self.begun)

    def deal(self, seed: bytes) -> Game:
        return new_game(card_set(self.setting.cards), seed)

    def carried_out(self, side: Side, answer: Answer) -> Answer:
        """What a server makes of the answer that a player sent."""
        return answer

    def party(self, side: int) -> Party:
        return self.setting.players[self.begun.us if side == Side.US else 1 - self.begun.us]

    def note(self, body: Body) -> None:
        line = self.chain.line(body)
        self.chain = self.chain.after(line)
        self.bodies.append(body)
        self.lines.append(line)

    def play(self) -> SignedGame:
        while self.game.outcome is None:
            self.turn()
        self.end()
        us, jp = self.receipts
        return SignedGame(tuple(self.bodies), tuple(self.lines), (tuple(us), tuple(jp)))

    def turn(self) -> None:
        setting, n = self.setting, self.answers
        if setting.fork and n == setting.fork:
            self.rng = Random(-setting.number)
        for at, side, orders in setting.orders:
            if at == n:
                self.order(Side(side), orders)
        if setting.resigns and n >= setting.resigns:
            self.resign(Side.US)
            return
        side = self.rng.choice([one for one in SIDES if one in self.game.asked])
        self.answer(side)
        if len(self.unsigned[side]) >= BLOCK and self.game.outcome is None:
            self.countersign(side)

    def answer(self, side: Side) -> None:
        """Whoever is to answer does."""
        game, n = self.game, self.answers
        standing = ordered(view(game, side), self.orders[side]) if self.orders[side] else None
        if standing is not None:
            self.take(side, standing, "order")
        elif side is Side.JP and n in self.setting.away:
            self.take(side, eager(self.rng)(game, side), "stand-in", party("a bot").public)
        elif self.setting.slow and n % self.setting.slow == self.setting.slow - 1:
            self.take(side, game.default(side), "clock")
        else:
            answer = eager(self.rng)(game, side)
            self.unsigned[side].append(digest(self.begun.game, self.updates[side], plain(answer)))
            self.take(side, self.carried_out(side, answer), "player")

    def take(self, side: Side, answer: Answer, given: Given, by: bytes = b"") -> None:
        said, window = plain(answer), self.game.window(side)
        self.game = self.game.after(side, understood(said))
        dice, events = outcome_of(self.game)
        at, mixes = NOON + self.answers, mixes_of(self.game) if self.setting.format > 1 else ()
        self.note(AnsweredEntry(side, window, self.updates[side], said, given, by, dice, events, at, mixes))
        self.answers += 1
        self.updates = [n + 1 for n in self.updates]

    def resign(self, side: Side) -> None:
        self.game = self.game.clone()
        self.game.resign(side)
        self.unsigned[side].append(digest(self.begun.game, self.updates[side], RESIGNS))
        _dice, events = outcome_of(self.game)
        self.note(ResignedEntry(side, self.updates[side], "player", events, NOON + self.answers))

    def order(self, side: Side, orders: tuple[StandingOrder, ...]) -> None:
        self.orders[side] = orders
        self.note(ordered_by(self.party(side), self.begun.game, side, self.chain.entries + 1, orders))

    def countersign(self, side: Side) -> None:
        """The player signs what he sent, and the head that he sees; the server gives him a receipt."""
        game, head, first, who = self.begun.game, self.chain.head, self.signed[side], self.party(side)
        digests = b"".join(self.unsigned[side])
        signature = sign(who.key, COUNTERSIGN, *countersigned(game, head, first, digests))
        receipt = sign(self.setting.server.key, RECEIPT, game, head)
        self.note(Countersigned(side, head, first, digests, signature, receipt))
        self.receipts[side].append(KeptReceipt(game, head, receipt))
        self.signed[side] += len(self.unsigned[side])
        self.unsigned[side].clear()

    def end(self) -> None:
        self.note(ended(self.game, self.share))
        for side in SIDES:
            if self.unsigned[side] and self.setting.signs_last[side]:
                self.countersign(side)
        self.note(closed(self.setting.server, self.begun.game, self.chain.head))


def outcome_of(game: Game) -> tuple[tuple[bytes, ...], bytes]:
    """The dice and the digest of what the last answer led to."""
    events = game.events or []
    return tuple([event.faces for event in events if isinstance(event, Rolled)]), events_digest(events)


def mixes_of(game: Game) -> tuple[Mix, ...]:
    """What chance gave besides dice."""
    return tuple(game.mixes or ())


def ended(game: Game, share: bytes) -> Ended:
    assert game.outcome is not None
    outcome = game.outcome
    return Ended(outcome.winner, outcome.reason, outcome.points, position_digest(game), share, NOON)


def ordered_by(who: Party, game: bytes, side: Side, seq: int, orders: tuple[StandingOrder, ...]) -> Ordered:
    return Ordered(side, seq, orders, sign(who.key, ORDERS, *ordered_parts(game, seq, orders)))


def closed(server: Party, game: bytes, head: bytes) -> Closed:
    return Closed(head, sign(server.key, CLOSED, game, head))


@cache
def honest(setting: Setting = HONEST) -> SignedGame:
    """The transcript of a game where nobody cheats."""
    return Referee(setting).play()


def verdict(lines: Sequence[bytes], receipts: Sequence[KeptReceipt] = ()) -> Verdict:
    """What the verifier says of lines without their ends."""
    return check([line + b"\n" for line in lines], [CARDS], receipts)


def chained(
    bodies: Sequence[Body], share: bytes = SERVER.share, own_keys: dict[int, Party] | None = None
) -> list[bytes]:
    """Entries made a transcript anew: numbers, salts and whatever the server signs, all as it should be.

    What a player has signed nobody else can sign: it stays, unless the host is that player himself (`own_keys`).
    """
    begun = bodies[0]
    assert isinstance(begun, Begun)
    chain, lines = Chain.of(begun.game, share), []
    own: tuple[list[bytes], list[bytes]] = ([], [])
    for body in bodies:
        signed = body
        if isinstance(body, AnsweredEntry | ResignedEntry) and body.given == "player":
            said: Plain = body.answer if isinstance(body, AnsweredEntry) else RESIGNS
            own[body.side].append(digest(begun.game, body.update, said))
        elif isinstance(body, Countersigned):
            signed = _signed_again(body, begun.game, chain.head, own[body.side], (own_keys or {}).get(body.side))
        elif isinstance(body, Closed):
            signed = closed(SERVER, begun.game, chain.head)
        line = chain.line(signed)
        chain = chain.after(line)
        lines.append(line)
    return lines


def _signed_again(
    body: Countersigned, game: bytes, head: bytes, own: list[bytes], who: Party | None
) -> Countersigned:
    if who is None:
        return replace(body, receipt=sign(SERVER.key, RECEIPT, game, body.head))
    digests = b"".join(own[body.first : body.first + len(body.digests) // DIGEST])
    signature = sign(who.key, COUNTERSIGN, *countersigned(game, head, body.first, digests))
    return Countersigned(body.side, head, body.first, digests, signature, sign(SERVER.key, RECEIPT, game, head))


def refitted(bodies: Sequence[Body], share: bytes = SERVER.share) -> list[Body] | None:
    """The entries with everything that the rules make of them; None where they cannot be played to the same end."""
    begun, *rest = bodies
    assert isinstance(begun, Begun)
    seed = begun.terms.seed or joint_seed(begun.game, share, begun.players[0].share, begun.players[1].share)
    game, fitted = new_game(CARDS, seed), list[Body]([begun])
    for body in rest:
        try:
            game, again = _fitted(game, body, share)
        except (IllegalAnswer, KeyError):
            return None
        fitted.append(again)
    return fitted if game.outcome is not None else None


def _fitted(game: Game, body: Body, share: bytes) -> tuple[Game, Body]:
    if isinstance(body, AnsweredEntry):
        side = Side(body.side)
        after = game.after(side, understood(body.answer))
        dice, events = outcome_of(after)
        return after, replace(body, window=game.window(side), dice=dice, digest=events, mixes=mixes_of(after))
    if isinstance(body, ResignedEntry):
        after = game.clone()
        after.resign(Side(body.side))
        return after, replace(body, digest=outcome_of(after)[1])
    if isinstance(body, Ended):
        if game.outcome is None:
            raise KeyError(body.reason)
        return game, ended(game, share)
    return game, body
