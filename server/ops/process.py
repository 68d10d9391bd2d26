"""A server from its start to its end: the only file that takes the reactor of this process."""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from twisted.internet import reactor as installed
from twisted.internet.protocol import Protocol
from twisted.internet.stdio import StandardIO

from ironbottom.catalog import CardError
from ironbottom.language import ENGLISH, _, speak
from ironbottom.private_files import OTHERS
from ironbottom.wire.invite import Address
from ironbottom.wire.spoken import spoken

from ..listening.listener import CannotListen, Listener
from ..listening.static import Upstream
from ..proxy.proxy import HERE, LIMITS, Proxy
from ..runtime.logs import start_log
from ..runtime.settings import CannotServe, Settings, software
from ..runtime.wake_clock import keep_time
from ..store.data_folder import own_folder
from ..store.journal import JournalInUse
from .service import Service

COLLECT = (50_000, 20, 1_000)  # new objects, and rounds, after which Python looks for rings of dead objects
FAULTS: dict[type[Exception], str] = {JournalInUse: "in-use", CannotListen: "port"}  # that a parent can mend


class Parent(Protocol):
    """Standard input of a server that another program has started: when it ends, so does the server."""

    def __init__(self, service: Service | Proxy) -> None:
        self._service = service

    def connectionLost(self, reason: Any = None) -> None:
        """The program that started us is gone."""
        self._service.interrupted()


def proxy(settings: Settings, words: Sequence[str], *, child: bool) -> int:
    """Serve the page on this computer only, for a server elsewhere: its pin, then each of its hosts with its port."""
    pin, *rest = words
    addresses = tuple([Address(host, int(port)) for host, port in zip(rest[::2], rest[1::2], strict=True)])
    here = replace(settings, interface=HERE, announce=False, limits=LIMITS)
    return run(here, child=child, upstream=Upstream(bytes.fromhex(pin), addresses))


def run(settings: Settings, *, child: bool, upstream: Upstream | None = None) -> int:
    """Serve until stopped; 0 then, 1 when it cannot start.  With `upstream` only the page, for a server there."""
    reactor: Any = installed
    keep_time(reactor)
    speak(ENGLISH)  # what it says to players is English; a client that knows better says it again
    os.umask(OTHERS)  # for whatever is written here, by us, by a library or by a bot of ours
    try:
        own_folder(settings.data)
        start_log(settings)
        ours = replace(settings, hosted=child)
        service = Service(ours, reactor) if upstream is None else Proxy(settings, reactor, upstream)
        listening = service.start()
    except (CannotServe, CardError) as error:
        if child and (code := next((code for kind, code in FAULTS.items() if isinstance(error, kind)), "")):
            print(json.dumps({"error": code}), flush=True)
        return _complain(error.at_home if child and isinstance(error, CannotServe) else str(error))
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


def _tell(settings: Settings, listening: Listener) -> None:
    text = _("{software} serves on port {port}; its data is in {data}.  Its words are: {words}; its pin is {pin}.  "
             "Ctrl-C stops it.")
    pin, words = listening.pin.hex(), spoken(listening.pin)
    said = text.format(software=software(), port=listening.port, data=settings.data, words=words, pin=pin)
    print(said, flush=True)


def _complain(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1
