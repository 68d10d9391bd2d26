"""One end of a conversation: bytes in, messages out; who may say what, when; and whether the other end still lives.

The same class serves the server, the clients and the tests.  It has no socket and no clock: who has them gives it the
bytes that came and the time that it is.  Its table SPOKEN is the whole grammar of the protocol:

    client   Hello                Login               requests
    server            Challenge             Welcome   what belongs to them, and what happens
"""

from __future__ import annotations

from typing import Any, Literal, Protocol

from ironbottom.wire.codecs import NATIVE_FROM_CLIENT, NATIVE_FROM_SERVER, WEB_FROM_CLIENT, WEB_FROM_SERVER, Codec
from ironbottom.wire.frames import MAGIC, TO_CLIENT, TO_SERVER, FrameError, Frames, frame
from ironbottom.wire.messages import (
    VERSIONS,
    Bye,
    Challenge,
    Hello,
    Login,
    Malformed,
    Message,
    Ping,
    Pong,
    Unknown,
    Welcome,
)

Role = Literal["client", "server"]
State = Literal["new", "greeted", "challenged", "proving", "in", "closed"]

# state -> who speaks, which message, and the state after it
SPOKEN: dict[State, tuple[Role, type, State]] = {
    "new": ("client", Hello, "greeted"),
    "greeted": ("server", Challenge, "challenged"),
    "challenged": ("client", Login, "proving"),
    "proving": ("server", Welcome, "in"),
}
ANY_TIME = (Ping, Pong, Bye)

PING = 10.0  # seconds of silence after which one asks whether the other is there
DEAD = 25.0  # seconds of silence after which he is not
MALFORMED = 10  # messages that cannot be read, in one connection, before it ends


class Broken(Exception):
    """The conversation cannot go on; `bye` is what to say before hanging up."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.bye = Bye(code, text)


class Wire(Protocol):
    """How bodies travel: what came in whole, and how a message goes out."""

    def receive(self, data: bytes) -> list[Any]: ...
    def send(self, message: Message) -> bytes: ...


class Native:
    """MessagePack bodies behind their length, after the client's five bytes IBSS1."""

    __slots__ = ("_codec", "_encode", "_frames", "_magic")

    def __init__(self, role: Role) -> None:
        server = role == "server"
        self._codec: Codec[Any] = NATIVE_FROM_CLIENT if server else NATIVE_FROM_SERVER
        self._encode = self._codec.encode
        self._frames = Frames(TO_SERVER if server else TO_CLIENT, magic=server)
        self._magic = b"" if server else MAGIC  # still to be said

    def receive(self, data: bytes) -> list[Any]:
        try:
            return [self._codec.decode(body) for body in self._frames.receive(data)]
        except FrameError as error:
            raise Broken("frame", str(error)) from None

    def send(self, message: Message) -> bytes:
        sent = self._magic + frame(self._encode(message))
        self._magic = b""
        return sent


class Web:
    """JSON texts, one in each message of a WebSocket, which does the framing."""

    __slots__ = ("_codec", "_limit")

    def __init__(self, role: Role) -> None:
        server = role == "server"
        self._codec: Codec[Any] = WEB_FROM_CLIENT if server else WEB_FROM_SERVER
        self._limit = 4 * TO_SERVER if server else 4 * TO_CLIENT  # JSON is longer

    def receive(self, data: bytes) -> list[Any]:
        if len(data) > self._limit:
            raise Broken("frame", f"a message of {len(data)} bytes; {self._limit} is the most")
        return [self._codec.decode(data)]

    def send(self, message: Message) -> bytes:
        return self._codec.encode(message)


class Session:
    """One end of a conversation.  `now` is in seconds, on any clock that does not go back."""

    __slots__ = ("_asked", "_heard", "_malformed", "_said", "role", "state", "wire")

    def __init__(self, role: Role, wire: Wire, now: float) -> None:
        self.role, self.wire = role, wire
        self.state: State = "new"
        self._heard = self._said = now
        self._asked = self._malformed = 0

    def receive(self, data: bytes, now: float) -> list[Any]:
        """The messages that have come whole: Unknown and Malformed among them, Ping and Pong not.

        Raises Broken where the peer does not keep to the protocol.
        """
        self._heard = now
        return [message for message in self.wire.receive(data) if self._take(message)]

    def send(self, message: Message, now: float) -> bytes:
        """The bytes of a message.  To say one out of turn is our own mistake: AssertionError."""
        if not self._spoken(self.role, message):
            raise AssertionError(f"{type(message).__name__} said by the {self.role} while {self.state}")
        self._said = now
        return self.wire.send(message)

    def pulse(self, now: float) -> Ping | None:
        """Call it every second or so: a Ping to send after a silence.  Raises Broken when the silence was too long."""
        silent = now - self._heard
        if silent >= DEAD:
            raise Broken("silence", f"nothing was heard for {int(silent)} seconds")
        if silent >= PING and now - self._said >= PING:
            self._asked += 1
            return Ping(self._asked)
        return None

    def _take(self, message: Any) -> bool:
        """Whether a message is for whoever sits behind this end."""
        if isinstance(message, Malformed):
            self._malformed += 1
            if self._malformed > MALFORMED or self.state != "in":
                raise Broken("malformed", f"a message cannot be read: {message.fault}")
            return True
        other: Role = "client" if self.role == "server" else "server"
        if isinstance(message, Unknown):
            return self.state == "in"
        if not self._spoken(other, message):
            raise Broken("order", f"{type(message).__name__} was not to be said now")
        return not isinstance(message, Pong)

    def _spoken(self, by: Role, message: Any) -> bool:
        """Whether this may be said now; what follows from it."""
        if isinstance(message, ANY_TIME):
            if isinstance(message, Bye):
                self.state = "closed"
            return True
        if self.state == "in":
            return not isinstance(message, Hello | Login | Challenge | Welcome)
        step = SPOKEN.get(self.state)
        if step is None or step[0] != by or not isinstance(message, step[1]):
            return False
        self.state = step[2]
        return True


def version_of(theirs: tuple[int, int], ours: tuple[int, int] = VERSIONS) -> int | None:
    """The highest version that both ends speak; None: there is none."""
    highest = min(theirs[1], ours[1])
    return highest if highest >= max(theirs[0], ours[0]) else None


def mismatch(theirs: tuple[int, int], software: str, ours: tuple[int, int] = VERSIONS) -> str:
    """Which end is to be upgraded, as a sentence."""
    spoken = "This server speaks version {} to {} of the protocol, your client {} to {}:".format(*ours, *theirs)
    if theirs[1] < ours[0]:
        return f"{spoken} your client is too old; upgrade it with `pip install --upgrade ironbottom`."
    return f"{spoken} the server ({software}) is too old; ask its host to upgrade ironbottom."
