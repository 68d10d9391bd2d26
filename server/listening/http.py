"""HTTP: the pages, /healthz, /metrics, and the way up to a WebSocket.

A connection carries one request after the other, a limited number of them: the next one may come when the answer to the
last one is out.  Whoever sends more before that gets the one answer, and the connection ends.  So nobody can queue a
thousand requests for a great page in one packet, and there is no body that a request of ours could have.  What a
request gets is decided by `Website.answer`, which knows nothing of sockets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from io import BytesIO
from ipaddress import IPv4Address, IPv6Address
from typing import Any, NamedTuple

from twisted.internet.error import ConnectionDone
from twisted.python.failure import Failure
from twisted.web.http import HTTPChannel, Request

from ironbottom.language import _
from ironbottom.printed import CardSet
from ironbottom.wire.public_address import host_of

from ..runtime.metrics import Metrics
from ..runtime.rate_limits import Network, among, networks, plain_address
from ..runtime.settings import PUZZLES, Settings
from ..transport.stream import PlaintextStream
from .app_shell import WORKER, WORKER_HEADERS, with_shell
from .static import TEXT, StaticFile, battle_pages, books, card_pages, own_battle, pages, puzzles, vocabulary
from .web_socket import Upgrade, WebSocket, upgrade

SAFE = {"Cross-Origin-Resource-Policy": "same-origin"}  # on every answer
# Not on scripts and styles: a module must have a script's type in any case, and more than a hundred of them are sent.
UNGUESSED = {"X-Content-Type-Options": "nosniff"}
DOCUMENT = {  # what is shown by itself; a script, a style or data goes by the document that asked for it
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}
BATTLES = "/battles"  # how the paths of the list of battles and of each battle begin
CODE = ("text/javascript", "text/css")
PARTS = (*CODE, "application/json")  # the types of all else
# Browsers heed this from https and from their own machine only, and complain of it elsewhere.
APART = {"Cross-Origin-Opener-Policy": "same-origin"}
HOST = re.compile(r"(?:\[(?P<six>[^\[\]]+)\]|(?P<name>[^:\[\]/@,\s]+))(?::(?P<port>[0-9]{1,5}))?")
USUAL_PORTS = {"http": "80", "https": "443"}
FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
REASONS = {
    101: "Switching Protocols", 200: "OK", 304: "Not Modified", 400: "Bad Request", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 413: "Content Too Large", 421: "Misdirected Request",
    426: "Upgrade Required", 429: "Too Many Requests", 503: "Service Unavailable",
}
GOES_ON = (200, 304, 404)  # answers after which a connection may be kept


class HttpRequest(NamedTuple):
    """One request."""

    method: str
    path: str
    headers: Mapping[str, str]  # by lower-case name; what was sent twice is joined with a comma
    peer: str  # the address that it came from
    own: str  # the address of ours that it came to


class HttpResponse(NamedTuple):
    """What it gets."""

    status: int
    body: bytes
    type: str = TEXT
    headers: Mapping[str, str] = {}


Feed = Callable[[str], HttpResponse | None]  # from a path to what a player fetches there by its secret


def no_feed(_path: str) -> HttpResponse | None:
    """Of a website where nobody fetches anything."""
    return None


class Website:
    """What can be asked for, and by whom."""

    def __init__(
        self, settings: Settings, metrics: Metrics, sets: Mapping[str, CardSet] | None = None,
        more: Mapping[str, StaticFile] | None = None, feed: Feed = no_feed,
    ) -> None:
        texts = {**vocabulary(), **dict(books()), **dict(card_pages(sets or {}))}
        self._pages = {**with_shell({**pages(settings.pages), **texts}), **puzzles(PUZZLES), **(more or {})}
        self._own_battles = tuple(map(own_battle, settings.battles))
        self._metrics, self._feed = metrics, feed
        public = [host_of(settings.public)] if settings.public else []
        self._names = frozenset([_name(name) for name in (*settings.names, *public)])
        self._may_measure = networks((*settings.metrics, "127.0.0.0/8", "::1/128"))
        self._proxies = networks(settings.proxies)

    def answer(self, asked: HttpRequest) -> HttpResponse | Upgrade:
        """The answer to a request."""
        if (wrong := self._wrong_host(asked)) is not None:
            return wrong
        if asked.method not in ("GET", "HEAD"):
            return said(405, _("Pages are only read here: use GET."), Allow="GET, HEAD")
        if asked.path == "/play":
            return upgrade(asked.method, asked.headers) or said(
                426, _("This is the door for WebSockets of the protocol ironbottom.1."), Upgrade="websocket"
            )
        if asked.path == "/healthz":
            failure = self._metrics.failure()
            told = f"{failure or 'ok'}\n".encode()
            return HttpResponse(503 if failure else 200, told, headers={"Cache-Control": "no-store"})
        if asked.path == "/metrics":
            return self._measured(asked)
        return self._feed(asked.path) or self._page(asked)

    def who(self, asked: HttpRequest) -> str:
        """Whom a request really comes from: a proxy that we trust names him last."""
        if not among(asked.peer, self._proxies):
            return asked.peer
        named = asked.headers.get("x-forwarded-for", "").rsplit(",", 1)[-1].strip()
        address = plain_address(named)
        return asked.peer if address is None else str(address)

    @cached_property
    def _battles(self) -> Mapping[str, StaticFile]:
        """Read when somebody first asks for one: most players do not, and who starts a server shall not wait for it."""
        return battle_pages(self._own_battles)

    def _page(self, asked: HttpRequest) -> HttpResponse:
        page = (self._battles if asked.path.startswith(BATTLES) else self._pages).get(asked.path)
        if page is None:
            return said(404, _("There is no such page here."))
        headers = asked.headers
        status, body, more = page.sent(headers.get("accept-encoding", ""), headers.get("if-none-match", ""))
        return HttpResponse(status, body, page.type, more | WORKER_HEADERS if asked.path == WORKER else more)

    def _measured(self, asked: HttpRequest) -> HttpResponse:
        """Through a proxy everybody seems to be near: whoever comes so is not, unless we trust the proxy."""
        forwarded = any(name in asked.headers for name in FORWARDED)
        if not self._may_read(asked.peer, self._may_measure) or (
            forwarded and not (self.who(asked) != asked.peer and self._may_read(self.who(asked), self._may_measure))
        ):
            return said(403, _("Figures are given to this machine only, and to addresses that the host has named."))
        text = self._metrics.text().encode()
        return HttpResponse(200, text, "text/plain; version=0.0.4; charset=utf-8", {"Cache-Control": "no-store"})

    def _may_read(self, address: str, allowed: tuple[Network, ...]) -> bool:
        return among(address, allowed)

    def _wrong_host(self, asked: HttpRequest) -> HttpResponse | None:
        """Against DNS rebinding: a page of another name, made to point here, may not speak with us."""
        host = asked.headers.get("host", "")
        if not host or "," in host:
            return said(400, _("The request names no host."))
        if not self._ours(host_and_port(host)[0], asked.own):
            text = _("This server does not go by that name.  Its host can allow it with --name.")
            return said(421, text)
        origin = asked.headers.get("origin")
        if origin is not None and not same_origin(origin, host):
            return said(403, _("A page of another site may not speak with this server."))
        return None

    def _ours(self, name: str, own: str) -> bool:
        address = plain_address(name)
        if address is None:
            return name == "localhost" or name in self._names
        return address.is_loopback or _same(address, own) or str(address) in self._names


def said(status: int, text: str, **headers: str) -> HttpResponse:
    """A sentence for people."""
    return HttpResponse(status, text.encode() + b"\n", headers=headers)


def _name(host: str) -> str:
    name = host.lower().rstrip(".")
    address = plain_address(name)
    return name if address is None else str(address)


def is_near(name: str) -> bool:
    """Whether a browser that uses this name takes us for a program on its own machine."""
    address = plain_address(name)
    return name == "localhost" if address is None else address.is_loopback


def _same(address: IPv4Address | IPv6Address, own: str) -> bool:
    return address == plain_address(own)


def host_and_port(text: str) -> tuple[str, str]:
    """The name or address in a Host header, and the port or nothing; two empty texts for what is none."""
    found = HOST.fullmatch(text)
    return (_name(found["six"] or found["name"]), found["port"] or "") if found else ("", "")


def same_origin(origin: str, host: str) -> bool:
    """Whether a page is of the host that it speaks with; a port that its scheme implies may be left out."""
    scheme, _colon, rest = origin.partition("://")
    usual = USUAL_PORTS.get(scheme.lower())
    (theirs, their_port), (ours, our_port) = host_and_port(rest), host_and_port(host)
    return usual is not None and ours != "" and (theirs, their_port or usual) == (ours, our_port or usual)


class TwistedRequest(Request):
    """One request as Twisted reads it: without a body."""

    channel: Channel
    too_large = False

    def gotLength(self, length: int | None) -> None:
        """The headers are there: with a length of the body, or None for one in chunks."""
        self.content = BytesIO()
        if length != 0:
            self.too_large = True
            self.channel.browser.refuse_body()

    def handleContentChunk(self, data: bytes) -> None:
        """A body is not read."""

    def process(self) -> None:
        """The request is whole."""
        if not self.too_large:
            self.channel.browser.process(self)


class Channel(HTTPChannel):
    """One request as Twisted reads it: each has a channel of its own, so that nothing is left over for the next."""

    requestFactory = TwistedRequest
    timeOut = None  # the guard has the time
    browser: HttpConnection

    def checkPersistence(self, request: object, version: bytes) -> bool:
        """What stands behind a request is not read."""
        return False

    def loseConnection(self) -> None:
        """Everything is said: also what Twisted says to requests that it cannot read."""
        self.browser.answered()


class ResponseWriter:
    """Where a channel writes: what is written goes out, and how fast it goes is the browser's business."""

    def __init__(self, out: Any, close: Callable[[], None]) -> None:
        self.write, self.writeSequence = out.write, out.writeSequence
        self.getHost, self.getPeer = out.getHost, out.getPeer
        self.loseConnection = close
        self.disconnecting = False  # True: what stands behind is not looked at


class HttpConnection:
    """Somebody speaks HTTP."""

    def __init__(self, stream: PlaintextStream, website: Website) -> None:
        self._stream, self._context, self._website = stream, stream.guard.context, website
        self._requests = 0  # that were answered
        self._stays = False  # after this answer
        self._apart = False  # whether the browser heeds APART
        self._hurries = False  # he asks faster than he may: let him connect again, which has its own limits
        self._request = bytearray()
        stream.out.registerProducer(stream, True)
        self._open()

    def _open(self) -> None:
        """Ready for a request."""
        make: Any = Channel  # Twisted's part of it does not say its types
        self._channel = make()
        self._channel.browser = self
        self._paper = ResponseWriter(self._stream.out, self.close)
        self._channel.makeConnection(self._paper)

    def received(self, data: bytes) -> None:
        if self._stream.waiting:
            self.close()  # he asks on before he has taken what he asked for
            return
        self._request += data
        self._channel.dataReceived(data)

    def lost(self) -> None:
        self._channel.connectionLost(Failure(ConnectionDone()))

    def answered(self) -> None:
        """The answer is written: wait for the next request, or end."""
        self._paper.disconnecting = True
        if not self._stays:
            self.close()
            return
        self._request.clear()
        self._stays = False
        self._stream.guard.rest(self._context.limits.rest)
        self._open()

    def close(self) -> None:
        """The answer is written; who reads slowly gets the time that a page takes."""
        self._stream.close_within(self._context.limits.page)

    def refuse_body(self) -> None:
        """Pages are only read: whoever sends a body is told so before it comes."""
        self._context.metrics.pages[413] += 1
        self._stream.write(b"HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        self.close()

    def process(self, request: TwistedRequest) -> None:
        """Answer a request."""
        asked = HttpRequest(
            request.method.decode("latin-1"),
            request.path.decode("latin-1"),
            {
                name.decode("latin-1").lower(): ",".join([value.decode("latin-1") for value in values])
                for name, values in request.requestHeaders.getAllRawHeaders()
            },
            self._stream.guard.address,
            getattr(self._channel.getHost(), "host", ""),
        )
        self._apart = self._stream.secure or is_near(host_and_port(asked.headers.get("host", ""))[0])
        self._hurries = self._stream.guard.one_more() > 0
        answer = self._answer(asked)
        if isinstance(answer, HttpResponse):
            self._requests += 1
            self._stays = self._may_stay(request, asked, answer)
            self._write(request, answer)

    def _answer(self, asked: HttpRequest) -> HttpResponse | None:
        """What it gets; None: it has become a WebSocket."""
        answer = self._website.answer(asked)
        if not isinstance(answer, Upgrade):
            return answer
        if self._come_up(answer, self._website.who(asked)):
            return said(429, _("Too many connections come from your address."))
        return None

    def _may_stay(self, request: TwistedRequest, asked: HttpRequest, answer: HttpResponse) -> bool:
        """Whether another request may come after this one."""
        tokens = [token.strip() for token in asked.headers.get("connection", "").lower().split(",")]
        return (
            request.clientproto == b"HTTP/1.1"
            and "close" not in tokens
            and answer.status in GOES_ON
            and not self._hurries
            and self._requests < self._context.limits.requests
            and bytes(self._request).lstrip(b"\r\n").find(b"\r\n\r\n") == len(self._request.lstrip(b"\r\n")) - 4
        )

    def _come_up(self, upgrade: Upgrade, address: str) -> str:
        """The connection becomes a WebSocket; why it may not, or nothing."""
        guard = self._stream.guard
        if address != guard.address and (refused := guard.counted_as(address)):
            self._context.metrics.turned_away[refused] += 1
            return refused
        self._context.metrics.pages[101] += 1
        self._context.metrics.opened["websocket"] += 1
        self._stream.out.unregisterProducer()  # the session, which comes now, is one itself
        self.lost()  # and it hears no more
        guard.begins()
        self._stream.write(upgrade.response)
        self._stream.speaker = WebSocket(self._stream)
        return ""

    def _write(self, request: Any, answer: HttpResponse) -> None:
        self._context.metrics.pages[answer.status] += 1
        request.setResponseCode(answer.status, REASONS[answer.status].encode())
        length = {} if answer.status == 304 else {"Content-Length": str(len(answer.body))}
        ends = {} if self._stays else {"Connection": "close"}
        guessed = {} if answer.type.startswith(CODE) else UNGUESSED
        document = {} if answer.type.startswith(PARTS) else DOCUMENT | (APART if self._apart else {})
        sent = {**SAFE, **guessed, **document, **ends, "Content-Type": answer.type, **length, **answer.headers}
        for name, value in sent.items():
            request.setHeader(name, value)
        request.write(answer.body)
        request.finish()
