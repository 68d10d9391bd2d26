"""E-mail by the operator's mail server: one message, one recipient."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from io import BytesIO
from typing import Any
from urllib.parse import unquote, urlsplit

from msgspec import Struct
from twisted.internet.defer import Deferred
from twisted.internet.ssl import optionsForClientTLS
from twisted.mail.smtp import ESMTPSenderFactory, SMTPClientError
from twisted.python.failure import Failure

from ironbottom.language import _

from ....runtime.settings import CannotServe
from ..notification import Notification
from ..subscriber import MAIL, StoredSubscription
from .outbound import PATIENCE, NotDelivered

PORTS = {"smtp": 587, "smtps": 465}


class BadMailServer(CannotServe):
    """What the operator has written is no mail server."""


class MailServer(Struct, frozen=True):
    """The operator's mail server, and who is to be seen as the sender."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    encrypted: bool = True  # from the first byte (smtps), or by STARTTLS, without which nothing is sent
    implicit: bool = False


def mail_server(url: str, sender: str, password: str = "") -> MailServer:
    """A mail server as an operator writes it: smtp://user@mail.example.org:587, smtps://..., or with ?plain behind it.

    Raises BadMailServer.
    """
    try:
        parts = urlsplit(url)
        port = parts.port or PORTS.get(parts.scheme, 0)
    except ValueError:
        raise _no_server(url) from None
    if parts.scheme not in PORTS or not parts.hostname or parts.path.strip("/") or parts.query not in ("", "plain"):
        raise _no_server(url)
    if MAIL.fullmatch(sender) is None:
        text = _("found {text}; allowed is an address of e-mail, such as ironbottom@example.org")
        raise BadMailServer(text.format(text=repr(sender[:40])))
    implicit = parts.scheme == "smtps"
    user = unquote(parts.username or "")
    return MailServer(parts.hostname, port, sender, user, password, implicit or not parts.query, implicit)


def _no_server(url: str) -> BadMailServer:
    text = _("found {text}; allowed is a mail server, such as smtp://user@mail.example.org:587")
    return BadMailServer(text.format(text=repr(re.sub(r"//.*@", "//…@", url)[:60])))


def message_of(one: StoredSubscription, told: Notification, sender: str, at: int) -> EmailMessage:
    """The message: nothing in it can end a header, whatever a name holds."""
    message = EmailMessage()
    message["From"], message["To"] = f"Iron Bottom & Sunset Sky <{sender}>", one.address
    message["Subject"] = " ".join(told.title(one.language).split())
    message["Date"] = format_datetime(datetime.fromtimestamp(at, UTC))
    message["Message-ID"] = f"<{told.id}@{sender.rpartition('@')[2]}>"
    message["Auto-Submitted"] = "auto-generated"
    message["Content-Language"] = one.language
    message.set_content("\n\n".join([part for part in (told.body(one.language), told.link) if part]) + "\n")
    return message


class MailSender:
    """Gives messages to the mail server."""

    def __init__(self, reactor: Any, to: MailServer) -> None:
        self._reactor, self._server = reactor, to

    def send(self, one: StoredSubscription, told: Notification, at: int) -> Deferred[None]:
        """Fires when it has taken it; fails with NotDelivered."""
        server, done = self._server, Deferred[Any]()
        tls = optionsForClientTLS(server.host) if server.encrypted else None
        whole = BytesIO(message_of(one, told, server.sender, at).as_bytes())
        factory: Any = ESMTPSenderFactory(
            server.user.encode() or None, server.password.encode(), server.sender, one.address, whole, done, retries=0,
            timeout=int(PATIENCE), contextFactory=tls, requireAuthentication=bool(server.user),
            requireTransportSecurity=server.encrypted and not server.implicit, hostname=server.host,
        )
        factory.noisy = False
        way = self._reactor.connectSSL if server.implicit else self._reactor.connectTCP
        args = (server.host, server.port, factory, *((tls,) if server.implicit else ()))
        connector = way(*args, timeout=PATIENCE)
        done.addTimeout(2 * PATIENCE, self._reactor, lambda late, _after: _given_up(late, connector))
        return done.addCallbacks(lambda _sent: None, _why)


def _given_up(late: Any, connector: Any) -> Any:
    connector.disconnect()
    return late


def _why(failure: Failure) -> None:
    """Of what it says only its number: the text may name whom it knows."""
    code = getattr(failure.value, "code", 0) if isinstance(failure.value, SMTPClientError) else 0
    if isinstance(code, int) and code >= 500:
        raise NotDelivered(_("The mail server refuses that address ({code}).").format(code=code))
    raise NotDelivered(_("The mail server of this host does not take it now."))
