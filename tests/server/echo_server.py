"""A real server whose hall says back what it hears: `python -m tests.server.echo_server SETTINGS`.

SETTINGS is JSON.  It prints one line of JSON with its port and pin, and stops gracefully when its input ends.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import msgspec
from twisted.internet import reactor as installed
from twisted.internet.protocol import Protocol
from twisted.internet.stdio import StandardIO

from ironbottom.keys import new_key, public_bytes
from ironbottom.server.caller import Caller
from ironbottom.server.listening import listen
from ironbottom.server.logs import start_log
from ironbottom.server.settings import Settings
from ironbottom.wire.messages import PIECE, Fetch, Ok, Piece, Say, Welcome

LUMP = 64 * PIECE  # bytes of the greatest file


class Echo:
    """A hall of one thought."""

    def __init__(self) -> None:
        self.public = public_bytes(new_key())
        self.software, self.engine = "echo", "0"

    def welcome(self, caller: Caller) -> Welcome:
        return Welcome(caller.name, ())

    def hear(self, caller: Caller, message: Any) -> None:
        if isinstance(message, Say) and message.text == "sleep":
            time.sleep(0.3)
        if isinstance(message, Fetch):
            for part in range(message.part):
                caller.tell(Piece(message.seq, part, message.part, bytes(PIECE)))
        caller.tell(Ok(message.seq))

    def lost(self, caller: Caller) -> None:
        pass


class Parent(Protocol):
    """Standard input: when it ends, so do we."""

    def connectionLost(self, reason: object = None) -> None:
        reactor: Any = installed
        reactor.stop()


def main() -> None:
    settings = msgspec.json.decode(sys.argv[1], type=Settings, dec_hook=lambda kind, value: kind(value))
    reactor: Any = installed
    start_log(settings)
    listening = listen(Echo(), settings, reactor)
    reactor.addSystemEventTrigger("before", "shutdown", listening.stop)
    StandardIO(Parent())
    print(json.dumps({"port": listening.port, "pin": listening.pin.hex()}), flush=True)
    reactor.run()


if __name__ == "__main__":
    main()
