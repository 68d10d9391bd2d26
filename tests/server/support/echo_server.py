"""A real server whose lobby says back what it hears: `python -m tests.server.support.echo_server SETTINGS`.

SETTINGS is JSON.  It prints one line of JSON with its port and pin, and stops gracefully when its input ends.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import msgspec
from twisted.internet import reactor as installed
from twisted.internet.protocol import Protocol
from twisted.internet.stdio import StandardIO

from ironbottom.server.listening.listener import listen
from ironbottom.server.runtime.logs import start_log
from ironbottom.server.runtime.settings import Settings
from ironbottom.server.runtime.wake_clock import keep_time
from tests.server.support.doubles import EchoLobby


class EchoInput(Protocol):
    """Standard input: when it ends, so do we."""

    def connectionLost(self, reason: object = None) -> None:
        reactor: Any = installed
        reactor.stop()


def main() -> None:
    settings = msgspec.json.decode(sys.argv[1], type=Settings, dec_hook=lambda kind, value: kind(value))
    reactor: Any = installed
    keep_time(reactor)
    start_log(settings)
    listening = listen(EchoLobby(), settings, reactor)
    reactor.addSystemEventTrigger("before", "shutdown", listening.stop)
    StandardIO(EchoInput())
    print(json.dumps({"port": listening.port, "pin": listening.pin.hex()}), flush=True)
    reactor.run()


if __name__ == "__main__":
    main()
