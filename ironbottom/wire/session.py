"""One end of a conversation: bytes in, messages out; who may say what, when; and whether the other end still lives.

The same class serves the server, the clients and the tests.  It has no socket and no clock: who has them gives it the
bytes that came and the time that it is.  Its table SPOKEN is the whole grammar of the protocol:

    client   Hello                Login               requests
    server            Challenge             Welcome   what belongs to them, and what happens
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, Protocol, get_args

from ironbottom.language import _
from ironbottom.wire.codecs import NATIVE_FROM_CLIENT, NATIVE_FROM_SERVER, WEB_FROM_CLIENT, WEB_FROM_SERVER, Codec
from ironbottom.wire.encoded import Encoded
from ironbottom.wire.frames import MAGIC, TO_CLIENT, TO_SERVER, FrameError, Frames, frame
from ironbottom.wire.messages import (
    VERSIONS,
    Bye,
    Challenge,
    FromClient,
    FromServer,
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
LOGGED_IN: dict[Role, frozenset[type]] = {  # what each may say from then on
    "client": frozenset(get_args(FromClient)) - {Hello, Login},
    "server": frozenset((*get_args(FromServer), *get_args(Encoded))) - {Challenge, Welcome},
}

PING = 10.0  # seconds of silence after which one asks whether the other is there
DEAD = 25.0  # seconds of silence after which he is not
ASLEEP = 5.0  # seconds between two calls of `tick`; with more of them this end itself was stopped
WOKEN = 5.0  # seconds that the other has to answer then
MALFORMED = 10  # messages that cannot be read, in one connection, before it ends


class Broken(Exception):
    """The conversation cannot go on; `bye` is what to say before hanging up."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.bye = Bye(code, text)


class Wire(Protocol):
    """How bodies travel: what came in whole, and how a message goes out."""

    def receive(self, data: bytes) -> Iterable[Any]: ...
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

    def receive(self, data: bytes) -> Iterable[Any]:
        try:
            bodies = self._frames.receive(data)
        except FrameError as error:
            raise Broken("frame", str(error)) from None
        return map(self._codec.decode, bodies)  # one after the other: who floods is stopped before all are read

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

    def receive(self, data: bytes) -> Iterable[Any]:
        if len(data) > self._limit:
            text = _("a message of {bytes} bytes; {limit} is the most")
            raise Broken("frame", text.format(bytes=len(data), limit=self._limit))
        return [self._codec.decode(data)]

    def send(self, message: Message) -> bytes:
        return self._codec.encode(message)


class Session:
    """One end of a conversation.  `now` is in seconds, on any clock that does not go back."""

    __slots__ = ("_asked", "_heard", "_looked", "_malformed", "_pinged", "role", "state", "wire")

    def __init__(self, role: Role, wire: Wire, now: float) -> None:
        self.role, self.wire = role, wire
        self.state: State = "new"
        self._heard = self._pinged = self._looked = now
        self._asked = self._malformed = 0

    def receive(self, data: bytes, now: float) -> list[Any]:
        """The messages that have come whole: Unknown, Malformed and Ping among them, Pong not; nothing after a Bye.

        Raises Broken where the peer does not keep to the protocol.
        """
        taken = []
        for message in self.wire.receive(data):
            self._heard = now  # half a message is no sign of life: its length may have been damaged on the way
            if self._take(message):
                taken.append(message)
        return taken

    def send(self, message: Message, now: float) -> bytes:
        """The bytes of a message.  To say one out of turn is our own mistake: AssertionError."""
        if not self._spoken(self.role, message):
            raise AssertionError(f"{type(message).__name__} said by the {self.role} while {self.state}")
        return self.wire.send(message)

    def tick(self, now: float) -> Ping | None:
        """Call it every second or so: a Ping to send after a silence.  Raises Broken when the silence was too long.

        Who was himself stopped meanwhile (his machine slept) could hear nothing: he asks, and waits a little.
        """
        looked, self._looked = self._looked, now
        if now - looked > ASLEEP:
            self._heard = max(self._heard, now - DEAD + WOKEN)
        silent = now - self._heard
        if self.state == "closed":
            return None
        if silent >= DEAD:
            text = _("nothing was heard for {seconds} seconds").format(seconds=int(silent))
            raise Broken("silence", text)
        if silent >= PING and now - self._pinged >= PING:  # whatever we say meanwhile: who listens need not speak
            self._asked, self._pinged = self._asked + 1, now
            return Ping(self._asked)
        return None

    def _take(self, message: Any) -> bool:
        """Whether a message is for whoever sits behind this end."""
        if self.state == "closed":
            return False
        if isinstance(message, Malformed):
            self._malformed += 1
            if self._malformed > MALFORMED or self.state != "in":
                raise Broken("malformed", _("a message cannot be read: {fault}").format(fault=message.fault))
            return True
        other: Role = "client" if self.role == "server" else "server"
        if isinstance(message, Unknown):
            if self.role == "server" and self.state != "in":
                raise Broken("order", _("the message {type} was not to be said now").format(type=message.type))
            return self.state == "in"
        if not self._spoken(other, message):
            said = type(message).__struct_config__.tag
            raise Broken("order", _("the message {type} was not to be said now").format(type=said))
        if isinstance(message, Challenge) and not VERSIONS[0] <= message.version <= VERSIONS[1]:
            raise Broken("version", _("the server chose version {n} of the protocol").format(n=message.version))
        return not isinstance(message, Pong)

    def _spoken(self, by: Role, message: Any) -> bool:
        """Whether this may be said now; what follows from it."""
        if isinstance(message, ANY_TIME):
            if isinstance(message, Bye):
                self.state = "closed"
            return True
        if self.state == "in":
            return type(message) in LOGGED_IN[by]
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
    if theirs[1] < ours[0]:
        text = _(
            "This server speaks version {least} to {most} of the protocol, your client {low} to {high}: your client is "
            "too old; upgrade it, as the README says under Install."
        )
    else:
        text = _(
            "This server speaks version {least} to {most} of the protocol, your client {low} to {high}: the server "
            "({software}) is too old; ask its host to upgrade ironbottom."
        )
    return text.format(least=ours[0], most=ours[1], low=theirs[0], high=theirs[1], software=software)
