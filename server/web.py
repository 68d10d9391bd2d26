"""HTTP: the pages, /healthz, /metrics, and the way up to a WebSocket.

Each connection carries one request: who wants another page connects again.  So nobody can queue a thousand requests for
a great page in one packet, and there is no body that a request of ours could have.  What a request gets is decided by
`Website.answer`, which knows nothing of sockets.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path
from typing import Any, NamedTuple

from twisted.internet.error import ConnectionDone
from twisted.python.failure import Failure
from twisted.web.http import HTTPChannel, Request

from ironbottom.language import _

from .limits import Network, among, networks, plain_address
from .metrics import Metrics
from .plain_text import PlainText
from .settings import CannotServe, Settings
from .web_socket import Upgrade, WebSocket, upgrade

LARGEST = 4 * 1024 * 1024  # bytes of a page
TEXT = "text/plain; charset=utf-8"
TYPES = {
    ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon",
    ".webmanifest": "application/manifest+json", ".woff2": "font/woff2", ".txt": TEXT,
}  # fmt: skip
SAFE = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Server": "ironbottom",
    "Connection": "close",
}
HOST = re.compile(r"(?:\[(?P<six>[^\[\]]+)\]|(?P<name>[^:\[\]/@,\s]+))(?::(?P<port>[0-9]{1,5}))?")
USUAL_PORTS = {"http": "80", "https": "443"}
FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
REASONS = {
    101: "Switching Protocols", 200: "OK", 304: "Not Modified", 400: "Bad Request", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 413: "Content Too Large", 421: "Misdirected Request",
    426: "Upgrade Required", 429: "Too Many Requests",
}  # fmt: skip


class BadPages(CannotServe):
    """The folder of pages cannot be served."""


class Asked(NamedTuple):
    """One request."""

    method: str
    path: str
    headers: Mapping[str, str]  # by lower-case name; what was sent twice is joined with a comma
    peer: str  # the address that it came from
    own: str  # the address of ours that it came to


class Answer(NamedTuple):
    """What it gets."""

    status: int
    body: bytes
    type: str = TEXT
    headers: Mapping[str, str] = {}


class Page(NamedTuple):
    """A file that is served."""

    body: bytes
    type: str
    tag: str  # its ETag


def pages(folder: Path) -> dict[str, Page]:
    """Every file of a folder by the path that it is asked for with: only what is there now is ever served."""
    if not folder.is_dir():
        raise BadPages(_("{folder} is no folder: the web pages are missing.").format(folder=folder))
    found: dict[str, Page] = {}
    for file in sorted(folder.rglob("*")):
        parts = file.relative_to(folder).parts
        if not file.is_file() or file.suffix not in TYPES or any(part.startswith(".") for part in parts):
            continue
        body = file.read_bytes()
        if len(body) > LARGEST:
            text = _("{file} has {size} bytes; a page may have {most} at most.")
            raise BadPages(text.format(file=file, size=len(body), most=LARGEST))
        page = Page(body, TYPES[file.suffix], f'"{sha256(body).hexdigest()[:32]}"')
        found["/" + "/".join(parts)] = page
    if "/index.html" in found:
        found["/"] = found["/index.html"]
    return found


class Website:
    """What can be asked for, and by whom."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._pages = pages(settings.pages)
        self._metrics = metrics
        self._names = frozenset([_name(name) for name in settings.names])
        self._may_measure = networks((*settings.metrics, "127.0.0.0/8", "::1/128"))
        self._proxies = networks(settings.proxies)

    def answer(self, asked: Asked) -> Answer | Upgrade:
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
            return Answer(200, b"ok\n", headers={"Cache-Control": "no-store"})
        if asked.path == "/metrics":
            return self._measured(asked)
        return self._page(asked)

    def who(self, asked: Asked) -> str:
        """Whom a request really comes from: a proxy that we trust names him last."""
        if not among(asked.peer, self._proxies):
            return asked.peer
        named = asked.headers.get("x-forwarded-for", "").rsplit(",", 1)[-1].strip()
        address = plain_address(named)
        return asked.peer if address is None else str(address)

    def _page(self, asked: Asked) -> Answer:
        page = self._pages.get(asked.path)
        if page is None:
            return said(404, _("There is no such page here."))
        kept = {"ETag": page.tag, "Cache-Control": "no-cache"}
        if page.tag in asked.headers.get("if-none-match", ""):
            return Answer(304, b"", page.type, kept)
        return Answer(200, page.body, page.type, kept)

    def _measured(self, asked: Asked) -> Answer:
        """Through a proxy everybody seems to be near: whoever comes so is not, unless we trust the proxy."""
        forwarded = any(name in asked.headers for name in FORWARDED)
        if not self._may_read(asked.peer, self._may_measure) or (
            forwarded and not (self.who(asked) != asked.peer and self._may_read(self.who(asked), self._may_measure))
        ):
            return said(403, _("Figures are given to this machine only, and to addresses that the host has named."))
        text = self._metrics.text().encode()
        return Answer(200, text, "text/plain; version=0.0.4; charset=utf-8", {"Cache-Control": "no-store"})

    def _may_read(self, address: str, allowed: tuple[Network, ...]) -> bool:
        return among(address, allowed)

    def _wrong_host(self, asked: Asked) -> Answer | None:
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


def said(status: int, text: str, **headers: str) -> Answer:
    """A sentence for people."""
    return Answer(status, text.encode() + b"\n", headers=headers)


def _name(host: str) -> str:
    name = host.lower().rstrip(".")
    address = plain_address(name)
    return name if address is None else str(address)


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


class Asking(Request):
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
    """One connection as Twisted reads it: for one request."""

    requestFactory = Asking
    timeOut = None  # the guard has the time
    browser: Browser

    def checkPersistence(self, request: object, version: bytes) -> bool:
        """No second request."""
        return False

    def loseConnection(self) -> None:
        """Everything is said: also what Twisted says to requests that it cannot read."""
        self.browser.close()


class Browser:
    """Somebody speaks HTTP."""

    def __init__(self, plain: PlainText) -> None:
        self._plain, self._shared = plain, plain.guard.shared
        make: Any = Channel  # Twisted's part of it does not say its types
        self._channel = make()
        self._channel.browser = self
        self._channel.makeConnection(plain.out)

    def received(self, data: bytes) -> None:
        self._channel.dataReceived(data)

    def lost(self) -> None:
        self._channel.connectionLost(Failure(ConnectionDone()))

    def close(self) -> None:
        """The answer is written; who reads slowly gets the time that a page takes."""
        self._plain.close_within(self._shared.limits.page)

    def refuse_body(self) -> None:
        """Pages are only read: whoever sends a body is told so before it comes."""
        self._shared.metrics.pages[413] += 1
        self._plain.write(b"HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        self.close()

    def process(self, request: Asking) -> None:
        """Answer a request."""
        asked = Asked(
            request.method.decode("latin-1"),
            request.path.decode("latin-1"),
            {
                name.decode("latin-1").lower(): ",".join([value.decode("latin-1") for value in values])
                for name, values in request.requestHeaders.getAllRawHeaders()
            },
            self._plain.guard.address,
            getattr(self._channel.getHost(), "host", ""),
        )
        answer = self._shared.website.answer(asked)
        if isinstance(answer, Upgrade):
            refused = self._come_up(answer, self._shared.website.who(asked))
            if not refused:
                return
            answer = said(429, _("Too many connections come from your address."))
        self._write(request, answer)

    def _come_up(self, upgrade: Upgrade, address: str) -> str:
        """The connection becomes a WebSocket; why it may not, or nothing."""
        guard = self._plain.guard
        if address != guard.address and (refused := guard.counted_as(address)):
            self._shared.metrics.turned_away[refused] += 1
            return refused
        self._shared.metrics.pages[101] += 1
        self._shared.metrics.opened["websocket"] += 1
        self._plain.out.unregisterProducer()  # which was Twisted's reader of HTTP
        self.lost()  # and it hears no more
        self._plain.write(upgrade.response)
        self._plain.speaker = WebSocket(self._plain)
        return ""

    def _write(self, request: Any, answer: Answer) -> None:
        self._shared.metrics.pages[answer.status] += 1
        request.setResponseCode(answer.status, REASONS[answer.status].encode())
        length = {} if answer.status == 304 else {"Content-Length": str(len(answer.body))}
        for name, value in {**SAFE, "Content-Type": answer.type, **length, **answer.headers}.items():
            request.setHeader(name, value)
        request.write(answer.body)
        request.finish()
