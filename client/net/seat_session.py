"""A seat, as whoever sits there knows it: which messages it answers by itself, and what is left to decide.

No sockets, no clock: `hear` takes what the server says and gives back what is news; what is to be said waits until
somebody with a connection takes it (`drain`).  After a lost connection `returning` gives the request to begin with, and
everything that was not acknowledged is said again, in its order.

It does by itself: the toss, with a share of its own, but no second one after its share was shown (toss.py); the
countersignatures under its own answers, after a look into its own record; the receipts; an answer that was refused
because something had happened meanwhile, if the question is still the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from ironbottom.keys import sign, signed
from ironbottom.language import Reader, _
from ironbottom.printed import CardSet
from ironbottom.proof.kept import Began, ShownUpdate
from ironbottom.proof.transcript import KeptReceipt as Kept
from ironbottom.questions import Answer, Question
from ironbottom.vocabulary import phrase
from ironbottom.wire import agreeing, signing
from ironbottom.wire.advising import Advice, Advise
from ironbottom.wire.agreeing import Accept, Agreeable, Decline, MakeOffer, Offers, Withdraw
from ironbottom.wire.answers import Plain, plain
from ironbottom.wire.messages import AtTable as TableRequest
from ironbottom.wire.messages import (
    Commit,
    Countersign,
    Leave,
    Missed,
    Mute,
    Ok,
    Orders,
    Receipt,
    Refused,
    Rematch,
    Reply,
    Resign,
    Resume,
    Reveal,
    Said,
    Say,
    Scenes,
    Seated,
    Table,
    Toss,
    Tossed,
    Update,
    Watch,
)
from ironbottom.wire.orders import StandingOrder
from ironbottom.wire.pace import Hours, SetHours, Vacation
from ironbottom.wire.shown import events_shown, view_shown
from ironbottom.wire.signing import agreed, countersigned, digest, ordered
from ironbottom.wire.teams import InvitePartner
from ironbottom.words import Side

from ..console.errors import NotWritten, UserError
from ..storage.evidence_log import EvidenceLog
from ..storage.identity import Identity
from ..storage.seat_store import Known
from ..storage.toss_log import Tosses
from .server_messages import in_our_words, lost_history
from .session_events import (
    AdviceHeard,
    AnswerTaken,
    AtTable,
    ChatHeard,
    Denied,
    NewGame,
    OffersHeard,
    Past,
    SessionEvent,
    SharedSide,
    Updated,
)
from .toss import bind, go_on, show

AGREEING = (MakeOffer, Accept, Decline, Withdraw)
# what a server never forgets that it has done
LASTING = (Reply, Resign, Orders, Commit, Reveal, Rematch, InvitePartner, *AGREEING)
AGAIN = ("stale", "sign")  # codes of a refusal after which the same answer may be given again
MOST = 64  # answers under one signature
OWN_DISK = "own-disk"  # code of what this client refuses itself


class Numbers:
    """The numbers of requests, which only ever grow."""

    def __init__(self) -> None:
        self._last = 0

    def next(self) -> int:
        self._last += 1
        return self._last

    def beyond(self, last: int) -> None:
        """The numbers up to `last` were used before us."""
        self._last = max(self._last, last)


class PendingAnswer(NamedTuple):
    """An answer that is under way, or is perhaps to be given again."""

    seq: int
    update: int
    question: Question
    answer: Answer
    asked: bool  # whether anybody was asked for it
    refused: Refused | None = None


class SeatSession(SharedSide):
    """One seat, or a place among those who look on.

    `token` is that of a seat that was taken before; a new seat gets its own when `hear` takes the first Seated.
    """

    offers: Offers | None = None  # None: this table has told of none
    base: CardSet | None = None  # the set that the table is played with, without what was agreed upon

    def __init__(
        self, me: Identity, server: bytes, table: str, numbers: Numbers, record: EvidenceLog, *,
        place: int = 0, token: bytes = b"", secret: bytes = b"", known: Known | None = None,
    ) -> None:
        self.me, self.server, self.table, self.numbers, self.record = me, server, table, numbers, record
        self.place, self.token, self.secret = place, token, secret
        self.known = known or Known()
        self.game = self.known.game
        self.number = 0  # of the last update whose events were heard
        self.state: Table | None = None
        self.update: Update | None = None
        self.orders: tuple[StandingOrder, ...] = ()
        self._outbox: list[TableRequest] = []
        self._owed: dict[int, TableRequest] = {}  # said, and not yet acknowledged
        self._seated: Seated | None = None  # None: we are about to take our seat
        self._fresh = False  # nothing came yet since we sat down
        self._asked = (0, 0)  # the number of our Resume, and the update from which on it asked
        self._sent: PendingAnswer | None = None
        self._again: PendingAnswer | None = None
        self._signed, self._unsigned = 0, list[tuple[int, Plain]]()
        self._signing = b""  # the digests under the signature that is under way
        self._to_sign = b""  # the head that is to be signed
        self.sets: dict[str, str] = {}  # the sets of the server with their fingerprints, as it has said them
        self.toss: Toss | None = None
        self.broken_off = b""  # the game whose toss waits until who sits here decides
        self._stepped: dict[tuple[bytes, type], int] = {}  # the steps of tosses that are done, and their requests
        self._chat = 0  # the last line of chat that was told to who sits here now
        self._denied: list[SessionEvent] = []
        self._advised: tuple[int, Question] | None = None  # the last request for advice, and what it was about
        numbers.beyond(self.known.settled)

    @property
    def between_battles(self) -> bool:
        """§25.1  Whether the seat is wanted for the next battle of a campaign, perhaps weeks after this one is over."""
        battle = None if self.state is None else self.state.terms.battle or None
        return self.plays and battle is not None and battle.campaign is not None and not battle.campaign.last

    @property
    def tosses(self) -> Tosses:
        """The tosses of this table, as we know them."""
        return self.record.tosses(self.server, self.table)

    @property
    def plays(self) -> bool:
        """Whether this is a player's own seat: not of a spectator, and not of who stands in for somebody."""
        return bool(self.token)

    @property
    def question(self) -> Question | None:
        """What is to be answered now, by us."""
        question = None if self.update is None or self._sent is not None else self.update.view.question
        return question if question is None or self.decides(question.window) else None

    @property
    def may_ask(self) -> bool:
        """Whether advice may be asked for here: both players agreed to it, or a bot sits opposite."""
        if not self.plays or self.state is None:
            return False
        return self.state.terms.advice is True or self.state.seats[1 - self.place].bot

    @property
    def waits(self) -> bool:
        """Whether something that we said is not acknowledged yet."""
        return bool(self._owed) or self._again is not None

    @property
    def over(self) -> bool:
        """Whether the game is played out."""
        return self.update is not None and self.update.view.outcome is not None

    def hear(self, message: Any) -> list[SessionEvent]:
        """A message of this table, or the answer to a request of ours.  Raises UserError where there is no way on."""
        act = HEARS.get(type(message))
        return [] if act is None else act(self, message)

    def drain(self) -> list[TableRequest]:
        """What is to be said now."""
        if self._seated is None:
            return []
        said, self._outbox = self._outbox, []
        return said

    def returning(self) -> Resume | Watch:
        """The request to begin with on a new connection.  Raises UserError for who cannot come back."""
        self._seated = None
        seq = self.numbers.next()
        self._asked = (seq, self.number)
        if self.plays:
            return Resume(seq, self.table, self.token, self.number)
        if self.place < 0:
            return Watch(seq, self.table, self.secret)
        raise UserError(_("The connection of a stand-in is lost; the server sends another if it needs one."))

    # what whoever sits here wants

    def answer(self, answer: Answer, *, asked: bool = True) -> None:
        """Answer the question; where our own disk cannot note that, it is not sent, and `denials` says so."""
        question = self.question
        assert self.update is not None
        assert question is not None
        number, given = self.update.number, plain(answer)
        if not self._noted(number, given, Reply(0, self.table, number, given)):
            return
        seq = self._say(lambda seq: Reply(seq, self.table, number, given))
        self._sent = PendingAnswer(seq, number, question, answer, asked)

    def advise(self, answer: Answer | None = None) -> int:
        """Ask what to do, or what an answer would lose; the number of the request.  Nothing is answered by it."""
        question, update = self.question, self.update
        if question is None or update is None or not self.may_ask:
            return 0
        given = None if answer is None else plain(answer)
        seq = self._say(lambda seq: Advise(seq, self.table, update.number, Reader.language, given))
        self._advised = (seq, question)
        return seq

    def resign(self) -> None:
        """§11.4"""
        if not self._noted(self.number, signing.RESIGNS, Resign(0, self.table)):
            return
        self._say(lambda seq: Resign(seq, self.table))

    def _noted(self, number: int, given: Plain, request: Reply | Resign) -> bool:
        """Whether our own record has it, without which nothing may be signed later."""
        if not self.plays:
            return True
        try:
            self.record.gave(self.game, number, given)
        except NotWritten as why:
            self._denied.append(Denied(Refused(0, OWN_DISK, str(why)), request))
            return False
        return True

    def denials(self) -> list[SessionEvent]:
        """What was not even said, because our own disk cannot be written."""
        denied, self._denied = self._denied, []
        return denied

    @property
    def offered(self) -> agreeing.StandingOffer | None:
        """What stands to be answered, by us or by the other player."""
        return None if self.offers is None else self.offers.standing

    def offer(self, what: Agreeable) -> str:
        """Offer the other player something; why it cannot be, as a sentence, where nothing is sent."""
        state, update, last = self.state, self.update, 0 if self.offers is None else self.offers.last
        if not self.plays or state is None or update is None or self.over or not state.terms.allow(what):
            return phrase("server.no-offers")
        if self._sent is not None:
            return phrase("seat.on_its_way")
        n = min(last + 1, agreeing.OFFERS)
        signature = sign(self.me.key, signing.OFFER, *agreed(self.game, n, what, update.head))
        self._say(lambda seq: MakeOffer(seq, self.table, what, n, update.head, signature))
        return ""

    def reply_to_offer(self, *, accept: bool) -> str:
        """Accept what the other player offers, or decline it; one of our own is withdrawn.  Why not, where not."""
        found, update = self.offered, self.update
        if found is None or update is None or not self.plays or (found.place == self.place and accept):
            return phrase("server.nothing-offered")
        if accept:
            signature = sign(self.me.key, signing.ACCEPT, *agreed(self.game, found.n, found.what, update.head))
            self._say(lambda seq: Accept(seq, self.table, found.n, update.head, signature))
        else:
            kind = Withdraw if found.place == self.place else Decline
            self._say(lambda seq: kind(seq, self.table, found.n))
        return ""

    def chat(self, text: str = "", phrase: int = 0) -> None:
        """Say something to the table."""
        self._say(lambda seq: Say(seq, self.table, text, phrase))

    def mute(self, muted: bool) -> None:
        """Hear no more chat, or hear it again."""
        self._say(lambda seq: Mute(seq, self.table, muted))

    def order(self, orders: tuple[StandingOrder, ...]) -> None:
        """Give standing orders, in place of those before."""
        self.orders = orders
        self._say(lambda seq: Orders(seq, self.table, orders, self._order_signature(seq, orders)))

    def _order_signature(self, seq: int, orders: tuple[StandingOrder, ...]) -> bytes:
        return sign(self.me.key, signing.ORDERS, *ordered(self.game, seq, orders))

    def choose_hours(self, hours: Hours) -> None:
        """Say from when on our clock runs in each day."""
        self._say(lambda seq: SetHours(seq, self.table, hours))

    def vacation(self, *, away: bool) -> None:
        """Go on vacation, or come back from it."""
        self._say(lambda seq: Vacation(seq, self.table, away))

    def rematch(self) -> None:
        """Wish for another game."""
        self.tosses.again(self.game)
        self._say(lambda seq: Rematch(seq, self.table))

    def leave(self) -> None:
        """Get up."""
        self._say(lambda seq: Leave(seq, self.table))

    def _say(self, make: Callable[[int], TableRequest]) -> int:
        request = make(self.numbers.next())
        self._owed[request.seq] = request
        self._outbox.append(request)
        return request.seq

    # what the server says

    def _hear_seated(self, seated: Seated) -> list[SessionEvent]:
        """We sit: what was carried out before is done, what was not is said again."""
        if seated.last < self.known.settled:
            raise lost_history()
        self._seated, self._fresh = seated, True
        self.place, self.token, self.secret = seated.place, seated.token, seated.secret or self.secret
        self.partner = seated.partner is True
        if self.place < 0:
            self.number = min(self.number, seated.number)  # all is told again from the deal on
        elif not self.plays:
            self.number = seated.number
        self.numbers.beyond(seated.last)
        self.orders = seated.orders
        self._signed, self._unsigned = seated.signed, [*seated.unsigned]
        self._signing = self._to_sign = b""
        if self._sent is not None and self._sent.seq <= seated.last:
            self._again, self._sent = self._sent, None  # the number of the update will tell whether it was taken
        kept: list[TableRequest] = [
            request for seq, request in sorted(self._owed.items())
            if seq > seated.last and not isinstance(request, Countersign | Advise)
        ]
        self._owed = {request.seq: request for request in kept}
        self._outbox = kept
        return []

    def _hear_table(self, table: Table) -> list[SessionEvent]:
        heard: list[SessionEvent] = []
        seated, fresh = self._seated, self._fresh
        self._fresh = False
        if table.game and table.game != self.game:
            heard += self._begin(table.game)
            if fresh and self.plays and self._asked[1]:  # we asked for updates of a game that is no longer played
                self._outbox.insert(0, self.returning())
                self._seated = seated
        elif fresh and seated is not None and self.plays and seated.number < max(self.known.number, self.number):
            raise lost_history()
        before, self.state = self.state, table
        if table.status == "tossing" and self.toss is not None and self.toss.game == self.game and not self.partner:
            heard += self._hear_toss(self.toss)  # where a step could not be written down, it is tried again
        return [*heard, AtTable(table, before)]

    def _begin(self, game: bytes) -> list[SessionEvent]:
        """Another game than before."""
        before, self.game = max(self.number, self.known.number), game
        self.known = self.known._replace(game=game, number=0)
        if not before:  # nothing was played yet
            return []
        self.number, self.update = 0, None
        self.offers = None
        self._sent = self._again = None
        self._signed, self._unsigned, self._signing, self._to_sign = 0, [], b"", b""
        return [NewGame(game)]

    def _hear_toss(self, toss: Toss) -> list[SessionEvent]:
        """The server is bound to its share: now we bind ourselves to ours, if we go along."""
        heard = self._begin(toss.game) if toss.game != self.game else []
        self.toss = toss
        return [*heard, *bind(self, toss)]

    def _hear_tossed(self, tossed: Tossed) -> list[SessionEvent]:
        """Everybody is bound: now we show our share."""
        toss = self.toss
        if toss is not None and toss.game == tossed.game and not self.broken_off and not self.partner:
            show(self, toss, tossed)
        return []

    def step(self, kind: type, make: Callable[[int], TableRequest]) -> None:
        """A step of the toss, which is done once."""
        if (self.game, kind) not in self._stepped:
            self._stepped[self.game, kind] = self._say(make)

    def toss_again(self) -> None:
        """Go along with another toss, though the one before came to nothing after our share was shown."""
        go_on(self)

    def _hear_update(self, update: Update) -> list[SessionEvent]:
        shown = -1 if self.update is None else self.update.number
        if self.plays and update.number < shown:
            return []
        if self.plays and update.number > self.number + 1 and self._asked[1] != self.number:
            self._ask_again()
            return []
        fresh = update.number > self.number or self.place < 0
        self.number, self.update = max(self.number, update.number), update
        self.known = self.known._replace(number=self.number)
        self._keep(update, fresh=fresh)
        heard = self._give_again(update)
        if update.sign:
            self._to_sign = update.head
            self._sign()
        if not fresh and self._sent is not None:
            return heard
        question = update.view.question
        ours = self._sent is None and (question is None or self.decides(question.window))
        view = update.view if ours else replace(update.view, question=None)
        events = update.events if fresh else ()
        return [*heard, Updated(view, events, update.number, update.given, self._by_side(update.clocks))]

    def _keep(self, update: Update, *, fresh: bool) -> None:
        """What we are shown stands in our own record, whatever a server says of it later."""
        if not self.plays:
            self._follow_on()
            return
        self.tosses.shown(self.game, self.place, over=update.view.outcome is not None)
        self.record.shown(self.tosses, Began(self.game, self.place), partial(_shown, self.game, update, fresh=fresh))

    def _by_side(self, clocks: tuple[int, int] | None) -> tuple[int, int] | None:
        """Clocks of places 0 and 1, as those of the US and Japan."""
        if clocks is None or self.state is None or self.state.seats[0].side != Side.JP:
            return clocks
        return clocks[1], clocks[0]

    def _ask_again(self) -> None:
        """Something is missing between two updates: ask for it."""
        seated = self._seated
        self._outbox.append(self.returning())
        self._seated = seated

    def _give_again(self, update: Update) -> list[SessionEvent]:
        """An answer that was not taken is given again, if the question is still the same."""
        again, self._again = self._again, None
        if again is None:
            return []
        if again.refused is None and again.update != update.number:
            return []  # it was taken after all
        if update.view.question == again.question:
            self.answer(again.answer, asked=again.asked)
            return []
        return [Denied(again.refused, None)] if again.asked and again.refused is not None else []

    def _hear_missed(self, missed: Missed) -> list[SessionEvent]:
        known = max(0, self.number + 1 - missed.first)
        updates = missed.updates[known:]
        if not updates:
            return []
        for number, events in enumerate(updates, self.number + 1):
            told = partial(ShownUpdate, number, events_shown(self.game, number, events))
            self.record.shown(self.tosses, Began(self.game, self.place), told)
        self.number = missed.first + len(missed.updates) - 1
        return [Past(updates)]

    def _hear_ok(self, ok: Ok) -> list[SessionEvent]:
        request = self._owed.pop(ok.seq, None)
        if isinstance(request, LASTING):
            self.known = self.known._replace(settled=max(self.known.settled, ok.seq))
        if isinstance(request, Resign):
            self.record.gave(self.game, self.number, signing.RESIGNS)
            self._unsigned.append((self.number, signing.RESIGNS))
        if not isinstance(request, Reply):
            return []
        self._unsigned.append((request.update, request.answer))
        sent = self._sent
        if sent is None or sent.seq != ok.seq:
            return []
        self._sent = None
        return [AnswerTaken(sent.answer)]

    def _hear_refused(self, refused: Refused) -> list[SessionEvent]:
        if refused.seq == self._asked[0]:
            raise UserError(in_our_words(refused.code, refused.text))
        request = self._owed.pop(refused.seq, None)
        if request is None:
            return []  # somebody else's
        if isinstance(request, Reply):
            return self._reply_refused(refused, request)
        if isinstance(request, Commit | Reveal):
            if self._stepped.get((self.game, type(request))) != refused.seq:
                return []  # it came too late for a toss that is no more: the other seat was taken anew meanwhile
            if refused.code == "toss":
                raise UserError(in_our_words(refused.code, refused.text))
            del self._stepped[self.game, type(request)]
            return []
        if isinstance(request, Countersign):
            self._signing = b""
            return []
        return self._not_done(refused, request)

    def _reply_refused(self, refused: Refused, request: Reply) -> list[SessionEvent]:
        sent = self._sent
        if sent is None or sent.seq != refused.seq:
            return []
        self._sent = None
        newest, heard = self.update, list[SessionEvent]()
        missed = newest is not None and newest.number > sent.update  # an order or the clock was quicker than we
        if refused.code in AGAIN:
            self._again = sent._replace(refused=refused)
            if newest is not None and missed:
                heard += self._give_again(newest)
        else:
            heard.append(Denied(refused, request))
        if newest is not None and missed and self._sent is None:  # it was told without its question
            clocks = self._by_side(newest.clocks)
            heard.append(Updated(newest.view, (), newest.number, newest.given, clocks))
        return heard

    def _sign(self) -> None:
        """Sign our own answers since the last time, and the head over everything that was played."""
        if not self.plays or self._signing or not self._unsigned:
            return
        head, self._to_sign = self._to_sign, b""
        digests = b"".join([digest(self.game, update, given) for update, given in self._unsigned[:MOST]])
        if not self.record.all_given(self.game, digests):
            raise UserError(phrase("distrust.not_my_answer"))
        parts = countersigned(self.game, head, self._signed, digests)
        signature, first = sign(self.me.key, signing.COUNTERSIGN, *parts), self._signed
        self._signing = digests
        self._say(lambda seq: Countersign(seq, self.table, head, first, digests, signature))

    def _hear_offers(self, offers: Offers) -> list[SessionEvent]:
        told, self.offers = self.offers, offers
        return [] if told == offers else [OffersHeard(offers)]

    def _hear_advice(self, advice: Advice) -> list[SessionEvent]:
        """Advice on a question that stands no more is dropped."""
        self._owed.pop(advice.seq, None)
        if self._advised != (advice.seq, self.question):
            return []
        return [AdviceHeard(advice)]

    def _hear_receipt(self, receipt: Receipt) -> list[SessionEvent]:
        request = self._owed.pop(receipt.seq, None)
        if not isinstance(request, Countersign):
            return []
        if receipt.head != request.head or not signed(
            self.server, receipt.signature, signing.RECEIPT, self.game, request.head
        ):
            raise UserError(phrase("distrust.bad_receipt"))
        self.record.receipt(Kept(self.game, receipt.head, receipt.signature))
        n = len(request.digests) // signing.DIGEST
        self._signed, self._unsigned, self._signing = self._signed + n, self._unsigned[n:], b""
        if self._to_sign:
            self._sign()
        return []

    def _hear_said(self, said: Said) -> list[SessionEvent]:
        if said.n <= self._chat:
            return []
        self._chat, fresh = said.n, said.n > self.known.chat
        if fresh:
            self.known = self.known._replace(chat=said.n)
        return [ChatHeard(said, fresh)]


HEARS: dict[type, Callable[[SeatSession, Any], list[SessionEvent]]] = {
    Seated: SeatSession._hear_seated,
    Table: SeatSession._hear_table,
    Toss: SeatSession._hear_toss,
    Tossed: SeatSession._hear_tossed,
    Update: SeatSession._hear_update,
    Missed: SeatSession._hear_missed,
    Ok: SeatSession._hear_ok,
    Refused: SeatSession._hear_refused,
    Receipt: SeatSession._hear_receipt,
    Said: SeatSession._hear_said,
    Advice: SeatSession._hear_advice,
    Offers: SeatSession._hear_offers,
    Scenes: SeatSession._hear_scenes,
}


def _shown(game: bytes, update: Update, *, fresh: bool) -> ShownUpdate:
    """What stands for an update; the events of one that comes again are not told once more."""
    events = events_shown(game, update.number, update.events) if fresh else None
    return ShownUpdate(update.number, events, view_shown(game, update.number, update.view))
