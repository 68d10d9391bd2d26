"""WebSockets (RFC 6455): one JSON text is one message.

Twisted's own `twisted.web.websocket` answers no sub-protocol (browsers then refuse) and collects a message without any
limit; so the handshake and the joining of fragments are ours, and the frames are read by wsproto, as Twisted has it.
"""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from collections.abc import Mapping
from hashlib import sha1
from typing import NamedTuple

from wsproto.connection import Connection, ConnectionState, ConnectionType
from wsproto.events import BytesMessage, CloseConnection, Event, Ping, TextMessage

from ironbottom.language import _
from ironbottom.wire.frames import TO_SERVER
from ironbottom.wire.messages import Bye
from ironbottom.wire.session import Web

from ..transport.session import PATIENCE
from ..transport.stream import PlaintextStream

SPOKEN = "ironbottom.1"  # the sub-protocol
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455, 1.3
LONGEST = 4 * TO_SERVER  # letters of one message; JSON is longer than MessagePack
PIECES = 1_024  # pieces of one message
ENDED, BINARY = 1000, 1003  # why a WebSocket closes


class Upgrade(NamedTuple):
    """A handshake that is right, and the answer to it."""

    response: bytes


def upgrade(method: str, headers: Mapping[str, str]) -> Upgrade | None:
    """The answer to a handshake; None: it is none, or not one for our sub-protocol.  No extension is ever accepted."""
    key = headers.get("sec-websocket-key", "")
    if (
        method != "GET"
        or headers.get("upgrade", "").lower() != "websocket"
        or "upgrade" not in _words(headers.get("connection", "").lower())
        or headers.get("sec-websocket-version") != "13"
        or SPOKEN not in _words(headers.get("sec-websocket-protocol", ""))
        or not _is_key(key)
    ):
        return None
    accept = b64encode(sha1(key.encode() + GUID, usedforsecurity=False).digest()).decode()
    lines = (
        "HTTP/1.1 101 Switching Protocols",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Accept: {accept}",
        f"Sec-WebSocket-Protocol: {SPOKEN}",
    )
    return Upgrade("".join([line + "\r\n" for line in (*lines, "")]).encode())


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",")]


def _is_key(key: str) -> bool:
    try:
        return len(b64decode(key, validate=True)) == 16
    except (binascii.Error, ValueError):
        return False


class WebSocket:
    """Somebody speaks JSON over a WebSocket; the transport of his session."""

    __slots__ = ("_frames", "_guard", "_length", "_parts", "_pieces", "_session", "_stream")

    def __init__(self, stream: PlaintextStream) -> None:
        self._stream, self._guard = stream, stream.guard
        self._frames = Connection(ConnectionType.SERVER)
        self._parts: list[str] = []  # of the message that is coming
        self._length = self._pieces = 0  # of them
        self._session = stream.guard.context.session(Web("server"), self, stream.guard.address)
        stream.serve(self._session)

    def received(self, data: bytes) -> None:
        """Bytes have come.  Frames are read one by one, so that whoever is cut off costs nothing more."""
        self._frames.receive_data(data)
        for event in self._frames.events():
            self._take(event)
            if self._guard.closing:
                return

    def lost(self) -> None:
        self._session.lost()

    def write(self, data: bytes) -> None:
        """Send one message."""
        if self._frames.state is ConnectionState.OPEN:
            self._stream.write(self._frames.send(TextMessage(data.decode())))

    def close(self, code: int = ENDED) -> None:
        """Say that it ends, and end it."""
        if self._frames.state in (ConnectionState.OPEN, ConnectionState.REMOTE_CLOSING):
            self._stream.write(self._frames.send(CloseConnection(code)))
        self._stream.close()

    def progress(self) -> int:
        return self._guard.progress()

    def _take(self, event: Event) -> None:
        if isinstance(event, TextMessage):
            self._text(event.data, whole=event.message_finished)
        elif isinstance(event, BytesMessage):
            self.close(BINARY)
        elif isinstance(event, CloseConnection):
            self.close(event.code)
        elif isinstance(event, Ping):
            self._ping(event)

    def _text(self, part: str, *, whole: bool) -> None:
        self._parts.append(part)
        self._length += len(part)
        self._pieces += 1
        if self._length > LONGEST or self._pieces > PIECES:
            self._session.hang_up(Bye("frame", _("A message is too long, or comes in too many pieces.")))
        elif whole:
            text = "".join(self._parts)
            self._parts.clear()
            self._length = self._pieces = 0
            self._session.received(text.encode())

    def _ping(self, ping: Ping) -> None:
        too_many = self._guard.one_more()
        if too_many >= PATIENCE:
            self._session.hang_up(Bye("limit", _("Too many messages in too short a time.")))
        elif not too_many:
            self._stream.write(self._frames.send(ping.response()))
