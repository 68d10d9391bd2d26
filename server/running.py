"""A server from its start to its end: the only file that takes the reactor of this process."""

from __future__ import annotations

import gc
import json
import sys
from typing import Any

from twisted.internet import reactor as installed
from twisted.internet.protocol import Protocol
from twisted.internet.stdio import StandardIO

from ironbottom.catalog import CardError
from ironbottom.language import ENGLISH, _, speak
from ironbottom.wire.spoken import spoken

from .journal import InUse, JournalError
from .listening import Listening
from .logs import start_log
from .service import Service, software
from .settings import CannotServe, Settings

COLLECT = (50_000, 20, 1_000)  # new objects, and rounds, after which Python looks for rings of dead objects


class Parent(Protocol):
    """Standard input of a server that another program has started: when it ends, so does the server."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def connectionLost(self, reason: Any = None) -> None:
        """The program that started us is gone."""
        self._service.interrupted()


def run(settings: Settings, *, child: bool) -> int:
    """Serve until stopped; 0 then, 1 when the server cannot start."""
    reactor: Any = installed
    speak(ENGLISH)  # what it says to players is English; a client that knows better says it again
    try:
        start_log(settings)
        service = Service(settings, reactor)
        listening = service.start()
    except (CannotServe, JournalError, CardError) as error:
        if child and isinstance(error, InUse):
            print(json.dumps({"error": "in-use"}), flush=True)
        return _complain(str(error))
    except OSError as error:
        return _complain(_("{path}: {why}.").format(path=error.filename or settings.data, why=error.strerror or error))
    reactor.addSystemEventTrigger("before", "shutdown", service.stop)
    if child:
        StandardIO(Parent(service), reactor=reactor)
        print(json.dumps({"port": listening.port, "pin": listening.pin.hex(), "version": software()}), flush=True)
    else:
        _tell(settings, listening)
    _collect_seldom()
    reactor.run()
    return 0


def _collect_seldom() -> None:
    """Almost nothing here makes rings of objects; looking for them among thousands of games would stop the world."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


def _tell(settings: Settings, listening: Listening) -> None:
    text = _("{software} serves on port {port}; its data is in {data}.  Its words are: {words}.  Ctrl-C stops it.")
    words = spoken(listening.pin)
    print(text.format(software=software(), port=listening.port, data=settings.data, words=words), flush=True)


def _complain(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1
