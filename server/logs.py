"""The log: one line of JSON for each event, made from an allow-list, so that nothing secret can slip into it.

An event of ours has one of our own words for what happened, and facts whose names stand in FACTS; everything else is
left out.  Of other people's events (Twisted's) only the template is written, never what was put into it; of a fault the
kind and the places in the code, never its text, which could quote a hand of cards.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from ipaddress import IPv4Address, ip_network
from pathlib import Path
from time import monotonic
from traceback import extract_tb
from typing import Any, TextIO

from twisted.logger import ILogObserver, LogEvent, Logger, LogLevel, globalLogBeginner
from twisted.python.failure import Failure
from zope.interface import implementer

from .limits import Bucket, plain_address
from .log_file import LogFile, log_file
from .settings import Settings

OURS = "ironbottom"
FACTS = (
    "address", "bot", "code", "count", "games", "kind", "number", "pin", "port", "reason", "seconds", "status", "table",
    "version", "way",
)  # fmt: skip
LONGEST = 200  # letters of a fact
FRAMES = 12  # innermost places of a fault
SHOWN_V4, SHOWN_V6 = 24, 48  # bits of an address that are written
A_SECOND, AT_ONCE = 20.0, 200  # lines that are no warning

log = Logger(namespace=OURS)

LEGACY = "{log_text}"  # Twisted's older way: of what it says nothing is left when only templates are written


def note(what: str, **facts: object) -> None:
    """Something happened; `what` is one of our own words, and the facts are those of FACTS."""
    log.info(what, **facts)


def line(event: LogEvent, *, full_addresses: bool = False) -> str:
    """One event as one line, without its end."""
    namespace = str(event.get("log_namespace", ""))
    level = event.get("log_level")
    told: dict[str, Any] = {
        "at": datetime.fromtimestamp(float(event.get("log_time", 0)), UTC).isoformat(timespec="milliseconds"),
        "level": getattr(level, "name", "info"),
        "from": namespace,
        "what": str(event.get("log_format") or "")[:LONGEST],
    }
    if namespace.split(".", 1)[0] == OURS:
        told |= {fact: _plain(event[fact]) for fact in FACTS if fact in event}
        if "address" in told and not full_addresses:
            told["address"] = network_of(str(event["address"]))
    failure = event.get("log_failure", event.get("failure"))
    if isinstance(failure, Failure):
        told["fault"] = failure.type.__name__ if failure.type is not None else ""
        told["places"] = _places(failure)
    return json.dumps(told, ensure_ascii=True, allow_nan=False)


def _plain(value: object) -> object:
    if isinstance(value, float):
        return round(value, 6) if abs(value) < 1e15 else str(value)
    return value if isinstance(value, bool | int) else str(value)[:LONGEST]


def _places(failure: Failure) -> list[str]:
    frames = extract_tb(failure.getTracebackObject())[-FRAMES:]
    return [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]


def network_of(host: str) -> str:
    """The network that an address is of, which is enough to see where a flood comes from."""
    address = plain_address(host)
    if address is None:
        return "?"
    if address.is_loopback:
        return str(address)
    bits = SHOWN_V4 if isinstance(address, IPv4Address) else SHOWN_V6
    return str(ip_network((address, bits), strict=False))


@implementer(ILogObserver)
class JsonLines:
    """Writes every event to a stream; where that cannot be written (a full disk), the server goes on without a log.

    Whoever floods the server does not flood the log: of what is no warning, so many lines a second are written.
    """

    def __init__(
        self, stream: TextIO | LogFile, *, full_addresses: bool = False, now: Callable[[], float] = monotonic
    ) -> None:
        self._stream, self._full, self._now = stream, full_addresses, now
        self._bucket = Bucket(AT_ONCE, now())
        self._left_out = 0

    def __call__(self, event: LogEvent) -> None:
        level = event.get("log_level", LogLevel.info)
        if level is LogLevel.debug or (level is LogLevel.info and event.get("log_format") == LEGACY):
            return
        if level is LogLevel.info and self._bucket.take(AT_ONCE, A_SECOND, self._now):
            self._left_out += 1
            return
        if self._left_out:
            count, self._left_out = self._left_out, 0
            self._write(event | {"log_namespace": OURS, "log_format": "lines left out", "count": count})
        self._write(event)

    def _write(self, event: LogEvent) -> None:
        try:
            self._stream.write(line(event, full_addresses=self._full) + "\n")
            self._stream.flush()
        except (OSError, ValueError):
            pass


def start_log(settings: Settings) -> None:
    """Write the log from now on, to a file or to standard error.  Raises OSError where the file cannot be written."""
    stream = sys.stderr if settings.log is None else log_file(settings.log, settings.data)
    observer = JsonLines(stream, full_addresses=settings.full_addresses)
    globalLogBeginner.beginLoggingTo([observer], redirectStandardIO=False)
