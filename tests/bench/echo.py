"""The peer: Twisted's own framing, our codec and certificate, and nothing else; run as a process of its own.

It decodes whatever comes and says Ok.  `python -m tests.bench.echo FOLDER` prints its port as one line of JSON and
stops when its input ends.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from twisted.internet import reactor as installed
from twisted.internet.protocol import Factory, Protocol
from twisted.internet.stdio import StandardIO
from twisted.protocols.basic import Int32StringReceiver
from twisted.protocols.tls import TLSMemoryBIOFactory

from ironbottom.server.transport.tls import Tls13, own_certificate
from ironbottom.wire.codecs import NATIVE_FROM_CLIENT, encode
from ironbottom.wire.frames import frame
from ironbottom.wire.messages import Ok


class Echo(Int32StringReceiver):
    """One connection."""

    def stringReceived(self, string: bytes) -> None:
        message: Any = NATIVE_FROM_CLIENT.decode(string)
        assert self.transport is not None
        self.transport.write(frame(encode(Ok(message.seq))))


class PeerInput(Protocol):
    """Standard input."""

    def connectionLost(self, reason: object = None) -> None:
        reactor: Any = installed
        reactor.stop()


def main() -> None:
    """Serve until the input ends."""
    reactor: Any = installed
    factory = TLSMemoryBIOFactory(Tls13(own_certificate(Path(sys.argv[1]))), False, Factory.forProtocol(Echo))
    port = reactor.listenTCP(0, factory, backlog=512, interface="127.0.0.1")
    StandardIO(PeerInput())
    print(json.dumps({"port": port.getHost().port}), flush=True)
    reactor.run()


if __name__ == "__main__":
    main()
