"""Brings one notification to one endpoint, whatever kind it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from twisted.internet.defer import Deferred, fail

from ironbottom.language import _
from ironbottom.wire.notifying import Way

from ....runtime.rate_limits import networks
from ....runtime.settings import Settings
from ..notification import Notification
from ..subscriber import BadSubscription, StoredSubscription
from .forms import FORMS, Outgoing
from .mail import MailSender, mail_server
from .outbound import HttpSender, NotDelivered, OutboundGuard
from .web_push import PushKey, push_key

NOBODY = "mailto:nobody@localhost"  # of a host who has named no address at which a push service could reach him


class Courier(Protocol):
    """What delivers: the real one, or one of a test."""

    ways: tuple[Way, ...]  # that it has
    push: bytes  # the key of Web Push, or nothing

    def deliver(self, one: StoredSubscription, told: Notification) -> Deferred[None]: ...  # fails with NotDelivered


class NoCourier:
    """Of a server that tells nobody anything."""

    ways: tuple[Way, ...] = ()
    push = b""

    def deliver(self, one: StoredSubscription, told: Notification) -> Deferred[None]:
        """Nothing goes out."""
        return fail(NotDelivered(_("This server tells nobody.")))


class NetworkCourier:
    """By HTTP and by e-mail."""

    def __init__(
        self, http: Callable[[Outgoing], Deferred[None]], mail: MailSender | None, key: PushKey,
        seconds: Callable[[], int],
    ) -> None:
        self._http, self._mail, self._key, self._seconds = http, mail, key, seconds
        ways: list[Way] = ["webhook", "discord", "slack", "ntfy", "matrix", "push"]
        self.ways = (*ways, *(("mail",) if mail is not None else ()), "feed")
        self.push = key.public

    def deliver(self, one: StoredSubscription, told: Notification) -> Deferred[None]:
        """Fires when it was taken; fails with NotDelivered."""
        if one.way == "mail":
            if self._mail is None:
                return fail(NotDelivered(_("This server sends no e-mail any more.")))
            return self._mail.send(one, told, self._seconds())
        if one.way == "push":
            try:
                return self._http(self._key.request(one, told, self._seconds()))
            except BadSubscription as error:
                return fail(NotDelivered(str(error), gone=True))
        return self._http(FORMS[one.way](one, told))


def courier(settings: Settings, reactor: Any, seconds: Callable[[], int]) -> Courier:
    """What a server delivers with.  Raises CannotServe."""
    if not settings.notify:
        return NoCourier()
    http = HttpSender(OutboundGuard(reactor, networks(settings.notify_networks)))
    mail = None
    if settings.mail_server:
        mail = MailSender(reactor, mail_server(settings.mail_server, settings.mail_sender, settings.mail_password))
    by_mail = f"mailto:{settings.mail_sender}" if settings.mail_sender else NOBODY
    contact = settings.public.rstrip("/") if settings.public.startswith("https:") else by_mail
    return NetworkCourier(http.send, mail, push_key(settings.data, contact), seconds)
