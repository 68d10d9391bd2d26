"""A tunnel through routers, as a small process of its own: a spoken code joins two computers, and TLS runs through it.

    python -m ironbottom.client.net.wormhole host PORT  reads an invite; prints the code; carries connections to PORT
    python -m ironbottom.client.net.wormhole join CODE  prints the invite and a local port; carries connections from it

It needs the extra [remote] (magic-wormhole).  The tunnel is only a way: the client speaks through it to the server
with the key that the invite names, as it does everywhere.  Each line that is printed is a JSON object.  The process
ends when its input does.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib import import_module
from time import monotonic
from typing import Any

from twisted.internet import reactor as installed
from twisted.internet.defer import Deferred, ensureDeferred
from twisted.internet.endpoints import TCP4ClientEndpoint, TCP4ServerEndpoint
from twisted.internet.protocol import Factory, Protocol, connectionDone
from twisted.internet.stdio import StandardIO
from twisted.protocols.basic import LineReceiver
from twisted.python.failure import Failure

APP = "ironbottom-sunset-sky/ibss"  # who does not say the same cannot meet us
SUBPROTOCOL = "ibss"
HERE = "127.0.0.1"
MAILBOX = "ws://relay.magic-wormhole.io:4000/v1"
WORDS = 2  # of the code, behind its number: one guess in 65,536, and a wrong one uses the code up


class TunnelEnd(Protocol):
    """One end of a connection that is carried on by another one."""

    def __init__(self) -> None:
        self.other: TunnelEnd | None = None
        self._waiting: list[bytes] = []
        self._over = self._doomed = False

    def connectionMade(self) -> None:
        """It is there; perhaps too late."""
        if self._doomed:
            self.hang_up()

    def joined(self, other: TunnelEnd) -> None:
        """The other end is there."""
        self.other, other.other = other, self
        for half in (self, other):
            half.pass_on()

    def pass_on(self) -> None:
        """What came before the other end was there."""
        assert self.other is not None
        for data in self._waiting:
            _write(self.other, data)
        self._waiting.clear()
        if self._over:
            self.other.hang_up()

    def dataReceived(self, data: bytes) -> None:
        """Carry it on."""
        if self.other is None:
            self._waiting.append(data)
        else:
            _write(self.other, data)

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """Then the other end is of no use."""
        self._over = True
        if self.other is not None:
            self.other.hang_up()

    def hang_up(self) -> None:
        """Close this end."""
        self._doomed = True
        if self.transport is not None:
            self.transport.loseConnection()


def _write(half: TunnelEnd, data: bytes) -> None:
    if half.transport is not None:
        half.transport.write(data)


class TunnelFactory(Factory):
    """Each connection that comes is carried on to a client endpoint."""

    def __init__(self, onward: Any) -> None:
        self._onward = onward

    def buildProtocol(self, addr: object) -> TunnelEnd:
        """One more."""
        half = TunnelEnd()
        factory = Factory.forProtocol(TunnelEnd)
        connected: Deferred[Any] = self._onward.connect(factory)
        connected.addCallbacks(half.joined, lambda _failure: half.hang_up())
        return half


class Input(LineReceiver):
    """What the program that started us says: one line, if it says any; when it ends, so do we."""

    delimiter = b"\n"

    def __init__(self, said: Callable[[str], object]) -> None:
        self._said = said

    def lineReceived(self, line: bytes) -> None:
        """A line."""
        self._said(line.decode("utf-8", "replace").strip())

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """The program is gone."""
        _stop()


def _stop() -> None:
    reactor: Any = installed
    if reactor.running:
        reactor.stop()


def tell(**what: object) -> None:
    """A line for the program that started us."""
    print(json.dumps(what), flush=True)


def opened(mailbox: str) -> Any:
    """A wormhole that is not yet anywhere."""
    return import_module("wormhole").create(APP, mailbox, installed, dilation=True)


async def host(hole: Any, port: int, invite: str) -> None:
    """Print the code, give the invite to who knows it, carry his connections to the server."""
    hole.allocate_code(WORDS)
    tell(code=await hole.get_code())
    dilated = hole.dilate()
    hole.send_message(invite.encode())
    await hole.get_verifier()
    tell(met=True)
    server = TCP4ClientEndpoint(installed, HERE, port)
    await dilated.listener_for(SUBPROTOCOL).listen(TunnelFactory(server))


async def join(hole: Any, code: str) -> None:
    """Take the invite, and carry connections from a port of this computer."""
    hole.set_code(code)
    dilated = hole.dilate()
    invite = (await hole.get_message()).decode("utf-8", "replace")
    listening = await TCP4ServerEndpoint(installed, 0, interface=HERE).listen(
        TunnelFactory(dilated.connector_for(SUBPROTOCOL))
    )
    tell(invite=invite, port=listening.getHost().port)


def main(argv: list[str]) -> int:
    """Run until the input ends."""
    what, which, *rest = argv
    reactor: Any = installed
    reactor.seconds = monotonic  # Twisted's own is the clock on the wall, which may be put back
    hole = opened(rest[0] if rest else MAILBOX)
    said: Deferred[str] = Deferred()

    async def begin() -> None:
        try:
            if what == "host":
                await host(hole, int(which), await said)
            else:
                await join(hole, which)
        except Exception as error:  # of the network, of the code: the program that started us tells the person
            tell(failed=type(error).__name__, why=str(error))
            _stop()

    StandardIO(Input(lambda line: None if said.called else said.callback(line)), reactor=installed)
    reactor.callWhenRunning(lambda: ensureDeferred(begin()))
    reactor.addSystemEventTrigger("before", "shutdown", hole.close)
    reactor.run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
