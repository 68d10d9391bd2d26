"""What players ask for: to be told by a way, to try one, and to be told no more."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from hmac import compare_digest
from typing import Any, Protocol

from msgspec.structs import replace
from twisted.logger import Logger
from twisted.python.failure import Failure

from ironbottom.language import _
from ironbottom.vocabulary import phrase
from ironbottom.wire.notifying import (
    MOST_SUBSCRIPTIONS,
    ConfirmSubscription,
    ListSubscriptions,
    Remind,
    Subscribe,
    Subscriptions,
    TrySubscription,
    Unsubscribe,
)

from ...runtime.origins import Origins
from ...store.journal import NotStored
from ...table.table import not_stored, refuse
from ...transport.session import ClientSession
from .notification import Notification
from .register import SubscriberRegister
from .sending.courier import Courier
from .sending.outbound import Forbidden, NotDelivered
from .subscriber import CODE_TRIES, BadSubscription, StoredSubscription, Subscriber, asked_for, shown

log = Logger()

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # of a code: none that is taken for another
CODE = 8  # of them

ASKED = (ListSubscriptions, Subscribe, ConfirmSubscription, TrySubscription, Unsubscribe, Remind)


class RequestServices(Protocol):
    """What the requests are made at."""

    register: SubscriberRegister
    courier: Courier
    origins: Origins

    def seconds(self) -> int: ...
    def changed(self, key: bytes) -> None: ...  # a player is told by other ways, or at other times
    def judged(self, key: bytes, way: str, outcome: object) -> StoredSubscription | None: ...


class SubscriptionRequests:
    """Answers them: each with all ways of the player as they are then, or with why not."""

    def __init__(self, desk: RequestServices) -> None:
        self._desk = desk
        self._acts: dict[type, Callable[[ClientSession, Any], None]] = {
            ListSubscriptions: lambda session, message: self._show(session, message.seq), Subscribe: self._subscribe,
            ConfirmSubscription: self._confirm, TrySubscription: self._try, Unsubscribe: self._unsubscribe,
            Remind: self._remind,
        }

    def hear(self, session: ClientSession, message: Any) -> None:
        """One of ASKED."""
        if not self._desk.courier.ways and not isinstance(message, ListSubscriptions | Unsubscribe):
            refuse(session, message.seq, "failed", phrase("notifying.unavailable"))
            return
        self._acts[type(message)](session, message)

    def _own(self, session: ClientSession) -> Subscriber:
        """What is kept of a player, or a beginning."""
        desk = self._desk
        kept = desk.register.get(session.key)
        return kept or Subscriber(session.key, origin=desk.origins.of(session.address), seen=desk.seconds())

    def _show(self, session: ClientSession, seq: int) -> None:
        own, courier = self._own(session), self._desk.courier
        if session.logged_in:  # he may have gone while something was tried
            ways = tuple([shown(one) for one in own.subscriptions])
            session.tell(Subscriptions(seq, ways, own.hours, courier.ways, courier.push))

    def _keep(self, session: ClientSession, seq: int, changed: Subscriber) -> None:
        """Write it down, then show it."""

        def kept(_none: None) -> None:
            self._desk.changed(session.key)
            self._show(session, seq)

        def refused(failure: Failure) -> None:
            why = failure.value
            if not isinstance(why, NotStored):
                failure.raiseException()
            not_stored(session, seq)(why)

        done = self._desk.register.keep(changed).addCallbacks(kept, refused)
        done.addErrback(lambda failure: log.failure("a fault of ours in a request", failure=failure))

    def _subscribe(self, session: ClientSession, message: Subscribe) -> None:
        desk, own = self._desk, self._own(session)
        if message.way not in desk.courier.ways:
            refuse(session, message.seq, "failed", phrase("notifying.unavailable"))
            return
        try:
            wanted = asked_for(message, secrets.token_hex(16))
        except BadSubscription as error:
            refuse(session, message.seq, "failed", str(error))
            return
        if own.get(wanted.id) is None and len(own.subscriptions) >= MOST_SUBSCRIPTIONS:
            text = _("You are told by {n} ways already: remove one first.")
            refuse(session, message.seq, "limit", text.format(n=MOST_SUBSCRIPTIONS))
            return
        if not own.subscriptions and not desk.register.has_room(own.origin):
            refuse(session, message.seq, "limit", _("As many are told by this server as may, or from your address."))
            return
        if message.way == "feed":
            self._keep(session, message.seq, own.having(wanted))
        elif self._may_try(session, message.seq):
            self._send_first(session, message.seq, wanted)

    def _may_try(self, session: ClientSession, seq: int) -> bool:
        if not self._desk.register.too_many_trials(self._desk.origins.of(session.address)):
            return True
        refuse(session, seq, "limit", _("That was tried very often: try again in a few minutes."))
        return False

    def _send_first(self, session: ClientSession, seq: int, wanted: StoredSubscription) -> None:
        """What is said on a new way: a trial; or a code, so that nobody is told who has not asked for it."""
        if wanted.way == "mail":
            code = "".join([secrets.choice(LETTERS) for _n in range(CODE)])
            wanted = replace(wanted, state="unconfirmed", code=code)
        told = Notification(secrets.token_hex(16), "code" if wanted.code else "trial", code=wanted.code)

        def taken(_none: None) -> None:
            own = self._own(session)  # as it is now: two may be tried at a time
            if own.get(wanted.id) is not None or len(own.subscriptions) < MOST_SUBSCRIPTIONS:
                self._keep(session, seq, own.having(wanted))

        done = self._desk.courier.deliver(wanted, told)
        done.addCallbacks(taken, partial(self._failed, session, seq))
        done.addErrback(lambda failure: log.failure("a fault of ours in a trial", failure=failure))

    def _failed(self, session: ClientSession, seq: int, failure: Failure) -> None:
        """A trial went wrong: why, for who asked for it."""
        error = failure.value
        if not isinstance(error, NotDelivered):
            log.failure("a fault of ours in a trial", failure=failure)
        why = str(error) if isinstance(error, NotDelivered) else type(error).__name__
        text = why if isinstance(error, Forbidden) else phrase("notifying.trial_failed", why=why)
        if session.logged_in:
            refuse(session, seq, "failed", text)

    def _confirm(self, session: ClientSession, message: ConfirmSubscription) -> None:
        own = self._own(session)
        one = own.get(message.subscription)
        if one is None or one.state != "unconfirmed":
            refuse(session, message.seq, "failed", phrase("notifying.unknown"))
        elif compare_digest(one.code.encode(), message.code.strip().upper().encode()):
            self._keep(session, message.seq, own.having(replace(one, state="on", code="", tries=0)))
        elif one.tries + 1 >= CODE_TRIES:
            self._desk.register.keep(own.without(one.id)).addErrback(lambda _failure: None)
            refuse(session, message.seq, "failed", _("That code was wrong too often: give the address again."))
        else:
            self._desk.register.note(own.having(replace(one, tries=one.tries + 1)))
            refuse(session, message.seq, "failed", _("That is not the code: look at the last e-mail that came."))

    def _try(self, session: ClientSession, message: TrySubscription) -> None:
        one = self._own(session).get(message.subscription)
        if one is None or one.way == "feed" or one.state == "unconfirmed":
            refuse(session, message.seq, "failed", phrase("notifying.unknown"))
            return
        if not self._may_try(session, message.seq):
            return

        def arrived(outcome: object) -> None:
            self._desk.judged(session.key, message.subscription, outcome)
            if isinstance(outcome, Failure):
                self._failed(session, message.seq, outcome)
            else:
                self._desk.changed(session.key)
                self._show(session, message.seq)

        done = self._desk.courier.deliver(one, Notification(secrets.token_hex(16), "trial"))
        done.addBoth(arrived).addErrback(lambda failure: log.failure("a fault of ours in a trial", failure=failure))

    def _unsubscribe(self, session: ClientSession, message: Unsubscribe) -> None:
        self._keep(session, message.seq, self._own(session).without(message.subscription))

    def _remind(self, session: ClientSession, message: Remind) -> None:
        self._keep(session, message.seq, replace(self._own(session), hours=message.hours))
