"""A game in progress, with its chain of entries and the numbers of its updates.  No sockets, no clocks, no disk.

Taking an answer changes nothing: it gives the game as it would be, what is to be written down, and what each side is
then to be told.  Whoever asked for it writes first, goes on with the game afterwards, and speaks last.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from ironbottom.events import AnyEvent, Rolled
from ironbottom.flow import Game
from ironbottom.printed import CardSet
from ironbottom.proof.chain import Chain, digest_of, position_digest
from ironbottom.proof.entries import Agreed, AnsweredEntry, Begun, Body, Ended, ResignedEntry
from ironbottom.proof.opening import first_position
from ironbottom.proof.seeds import joint_seed
from ironbottom.proof.takeback import Undoable, before_it, undoable
from ironbottom.proof.told import NOTHING, PRIVATE, Hearing, Pair, goes_on_in_private, hearing, window_of
from ironbottom.questions import Move
from ironbottom.sight import Sighted, seen, view
from ironbottom.views import View
from ironbottom.wire.answers import Plain
from ironbottom.wire.answers import answer as understood
from ironbottom.wire.messages import Given
from ironbottom.wire.signing import DIGEST, RESIGNS, digest
from ironbottom.words import Side

BLOCK = 32  # own answers after which a player is asked to sign them
OPEN = 2  # behind US and Japan: those who look on
LIMIT = 64  # own answers that may wait for a signature

_pack = msgspec.msgpack.Encoder().encode
unpacked = msgspec.msgpack.Decoder(list[AnyEvent]).decode  # events


class Signing(Struct, frozen=True):
    """What a side has answered itself, and how much of it is signed."""

    signed: int = 0
    unsigned: tuple[tuple[int, Plain], ...] = ()  # update and answer

    def given(self, update: int, answer: Plain) -> Signing:
        return Signing(self.signed, (*self.unsigned, (update, answer)))

    def digests(self, game: bytes) -> bytes:
        """What a countersignature of all of them holds."""
        return b"".join([digest(game, update, answer) for update, answer in self.unsigned])

    def countersigned(self, digests: bytes) -> Signing:
        n = len(digests) // DIGEST
        return Signing(self.signed + n, self.unsigned[n:])


def signer_of(side: int, *, partner: bool) -> int:
    """The number among those who sign: a side's own, or that of who shares it."""
    return side + 2 if partner else side


class StoredEntry(NamedTuple):
    """An entry for the journal, and what it led to."""

    n: int
    line: bytes
    events: bytes
    numbers: tuple[int, int]


class Transition(NamedTuple):
    """What an answer leads to."""

    live_game: LiveGame
    rows: tuple[StoredEntry, ...]
    told: Hearing
    events: list[AnyEvent]
    hidden: bool = False  # a step of a private segment, of which only who took it hears
    open: bool = False  # §22.7  something has happened that those who look on may hear of


class LiveGame(Struct, frozen=True):
    """One game, as it stands."""

    begun: Begun
    share: bytes  # the server's, secret until the end
    game: Game
    chain: Chain
    sighted: Sighted
    numbers: tuple[int, int] = (0, 0)  # of the last updates of US and Japan
    since: tuple[int, int] = (0, 0)  # the updates that put their present questions
    watched: int = 0  # the number of the last update for those who look on
    seen: tuple[int, int] = (0, 0)  # what they showed, as hashes that only this process knows
    heads: tuple[bytes, ...] = ()  # over the entries up to what US, Japan and those who look on were last told
    signing: tuple[Signing, ...] = (Signing(),) * 4  # of US and Japan, then of those who share these sides (§26)
    undoable: Undoable | None = None  # an answer that might be taken back, where the terms allow that
    paused: bool = False  # by agreement
    ended: bool = False
    closed: bool = False

    def place(self, side: Side) -> int:
        """Who plays a side."""
        return self.begun.us if side is Side.US else 1 - self.begun.us

    def side(self, place: int) -> Side:
        """What a place plays."""
        return Side.US if place == self.begun.us else Side.JP

    def answered(self, side: Side, update: int, plain: Plain, given: Given, at: int, by: bytes = b"") -> Transition:
        """The game after an answer.  Raises IllegalAnswer, and whatever a rule with a bug in it raises."""
        if side not in self.game.asked:
            self.game.answer(side, understood(plain))  # raises, and says why
        window = self.game.window(side)
        after = self.game.after(side, understood(plain))
        events = after.events or []
        packed = _pack(events)
        dice = tuple([event.faces for event in events if isinstance(event, Rolled)])
        mixes = tuple(after.mixes or ()) if self.begun.format > 1 else ()  # a game goes on in the format it began in
        body = AnsweredEntry(side, window, update, plain, given, by, dice, digest_of(packed), at, mixes)
        return self._taken(after, body, packed, at)

    def resigned(self, side: Side, given: Given, at: int) -> Transition:
        """§11.4  The game after a resignation."""
        after = self.game.clone()
        after.resign(side)
        packed = _pack(after.events or [])
        return self._taken(after, ResignedEntry(side, self.numbers[side], given, digest_of(packed), at), packed, at)

    def agreed(self, body: Agreed) -> Transition:
        """The game after both have agreed to something.  Raises IllegalAnswer where it is over already."""
        if body.what == "draw":
            after = self.game.clone()
            after.agree_draw()
            return self._taken(after, body, _pack(after.events or []), body.at)
        if body.what == "takeback":
            assert self.undoable is not None
            return self._taken(before_it(self.undoable), body, NOTHING, body.at)
        noted, rows = self.noted(body)
        return Transition(replace(noted, paused=body.what == "pause"), rows, (None, None), [], open=True)

    def _taken(self, after: Game, body: AnsweredEntry | ResignedEntry | Agreed, packed: bytes, at: int) -> Transition:
        side = Side(body.side)
        live_game = replace(self, game=after, signing=self._signing(body), undoable=self._undoable(after, body))
        private = not isinstance(body, Agreed) and self._goes_on_in_private(side, after)
        told, numbers, shown = live_game.outgoing(side, packed=packed, veiled=private)
        bodies: list[Body] = [body]
        if (outcome := after.outcome) is not None:
            digest = position_digest(after)
            bodies.append(Ended(outcome.winner, outcome.reason, outcome.points, digest, self.share, at))
        chain, rows = lengthened(self.chain, bodies, packed, numbers)
        events = after.events or []
        opened = is_open(events, both=None not in told)
        live_game = replace(
            live_game, chain=chain, numbers=numbers, since=self._since(after, numbers, side), seen=shown,
            watched=self.watched + opened, heads=self._heads(told, chain.head, opened=opened),
            ended=outcome is not None,
        )
        return Transition(live_game, rows, told, events, private and told[side.enemy] is None, opened)

    def _heads(self, told: Hearing, head: bytes, *, opened: bool) -> tuple[bytes, ...]:
        """What happens unseen changes no head that anybody else is told, however often he asks how things stand."""
        us, jp, others = self.heads
        mine, theirs = told
        return head if mine else us, head if theirs else jp, head if opened else others

    def _since(self, after: Game, numbers: tuple[int, int], actor: Side) -> tuple[int, int]:
        """Whoever is asked the same as before may still answer the update that asked it."""
        same = self.game.asked.get(actor.enemy)
        since = [*numbers]
        if same is not None and after.asked.get(actor.enemy) is same:
            since[actor.enemy] = self.since[actor.enemy]
        return since[0], since[1]

    def unseen(self, side: Side, plain: Plain) -> bool:
        """§20.5, §14.3(4)  Whether this is a step that nobody else sees: no end of its segment, and no card played."""
        asked = self.game.asked.get(side)
        if asked is None or self.game.window(side) not in PRIVATE or not isinstance(asked.shape, Move):
            return False
        return isinstance(plain, list) and plain[:1] not in (["done"], ["play"])

    def current(self, side: Side, update: int) -> bool:
        """Whether an answer to this update is one to the present question."""
        return self.since[side] <= update <= self.numbers[side]

    def countersigned(self, signer: int, digests: bytes) -> LiveGame:
        """The game when a signer has signed so many of his answers."""
        signing = [*self.signing]
        signing[signer] = signing[signer].countersigned(digests)
        return replace(self, signing=tuple(signing))

    def _undoable(self, after: Game, body: AnsweredEntry | ResignedEntry | Agreed) -> Undoable | None:
        if not isinstance(body, AnsweredEntry) or not self.begun.terms.allow("takeback"):
            return None
        return undoable(self.undoable, self.game, after, body, self.chain.entries + 1)

    def _signing(self, body: AnsweredEntry | ResignedEntry | Agreed) -> tuple[Signing, ...]:
        if isinstance(body, Agreed) or body.given != "player":
            return self.signing
        said, by = (body.answer, body.by) if isinstance(body, AnsweredEntry) else (RESIGNS, b"")
        signing, signer = [*self.signing], signer_of(body.side, partner=bool(by))
        signing[signer] = signing[signer].given(body.update, said)
        return tuple(signing)

    def noted(self, body: Body, packed: bytes = NOTHING) -> tuple[LiveGame, tuple[StoredEntry, ...]]:
        """The game with one more entry at the end of its chain."""
        chain, rows = lengthened(self.chain, [body], packed, self.numbers)
        return replace(self, chain=chain), rows

    def _goes_on_in_private(self, actor: Side, after: Game) -> bool:
        """§20.5, §14.3(4)  Whether this is a step of which nobody else hears."""
        return goes_on_in_private(window_of(self.game, actor), window_of(after, actor))

    def outgoing(
        self, actor: Side | None, *, packed: bytes = NOTHING, veiled: bool = False
    ) -> tuple[Hearing, Pair, Pair]:
        """What the sides are to hear of the last answer, and the numbers and glances after it."""
        return hearing(self.game, self.sighted, self.numbers, self.seen, actor, packed=packed, veiled=veiled)

    def now(self, side: Side | None) -> View:
        """The table as a side, or a spectator, may see it at this moment."""
        return view(self.game, side)

    def to_sign(self, signer: int) -> bool:
        """Whether it is time for a countersignature."""
        unsigned = len(self.signing[signer].unsigned)
        return unsigned >= BLOCK or (self.ended and unsigned > 0)


def begin(begun: Begun, share: bytes, cards: CardSet) -> Transition:
    """§10  A game at its first question, from the shares of all three, or from a seed that was given for practice.

    A what-if begins where it left its game.  Raises KeyError for an edition of the rules that this version has not, and
    NoOpening.
    """
    first, second = begun.players
    seed = begun.terms.seed or joint_seed(begun.game, share, first.share, second.share)
    game = first_position(begun, seed, cards)
    packed = _pack(game.events or [])
    live_game = LiveGame(begun, share, game, Chain.of(begun.game, share), Sighted())
    told, numbers, shown = live_game.outgoing(None, packed=packed)
    live_game, rows = replace(live_game, numbers=numbers, since=numbers, seen=shown).noted(begun, packed)
    live_game = replace(live_game, watched=1, heads=(live_game.chain.head,) * 3)
    return Transition(live_game, rows, told, game.events or [], open=True)


def lengthened(
    chain: Chain, bodies: list[Body], packed: bytes, numbers: tuple[int, int]
) -> tuple[Chain, tuple[StoredEntry, ...]]:
    """The chain with entries at its end; what happened goes with the first of them."""
    rows = []
    for body in bodies:
        line = chain.line(body)
        chain = chain.after(line)
        rows.append(StoredEntry(chain.entries, line, packed, numbers))
        packed = b""
    return chain, tuple(rows)


def is_open(events: Iterable[AnyEvent], *, both: bool) -> bool:
    """§22.7  Whether something has happened that those who look on may hear of; `both` sides hear of it."""
    return both or bool(seen(events, None))


def heard(events: bytes, side: Side | None) -> bytes:
    """The events of an entry as a side may read them, as MessagePack."""
    return _pack(seen(unpacked(events), side)) if events else NOTHING


def packed(value: object) -> Raw:
    """Anything as MessagePack, to be sent as part of a message."""
    return Raw(_pack(value))
