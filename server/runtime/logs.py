"""The log: one line of JSON for each event, made from an allow-list, so that nothing secret can slip into it.

An event of ours has one of our own words for what happened, and facts whose names stand in FACTS; everything else is
left out.  Of other people's events (Twisted's) only the template is written, never what was put into it; of a fault the
kind and the places in the code, never its text, which could quote a hand of cards.  Of an error that something is told
because of (`error=`, the exception itself) the name is written that the system or SQLite has for it.
"""

from __future__ import annotations

import json
import re
import sqlite3
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from errno import errorcode
from io import FileIO
from ipaddress import IPv4Address, ip_network
from pathlib import Path
from threading import Lock
from time import monotonic
from traceback import extract_tb
from typing import Any, Protocol

from twisted.internet.error import CannotListenError, ProcessDone, ProcessTerminated
from twisted.logger import ILogObserver, LogEvent, Logger, LogLevel, globalLogBeginner
from twisted.python.failure import Failure
from zope.interface import implementer

from .log_file import log_file
from .rate_limits import TokenBucket, plain_address
from .settings import Settings

OURS = "ironbottom"
FACTS = (
    "address", "bot", "code", "count", "error", "games", "kind", "number", "pin", "port", "reason", "seconds", "status",
    "table", "version", "way", "window",
)
FIELD = re.compile(r"\{(\w*)[^{}]*\}")  # in a template
LONGEST = 200  # letters of a fact
FRAMES = 12  # innermost places of a fault
SHOWN_V4, SHOWN_V6 = 24, 48  # bits of an address that are written
A_SECOND, AT_ONCE = 20.0, 200  # lines that are no warning
KEPT = 200  # lines that wait for a disk that cannot be written

log = Logger(namespace=OURS)

LEGACY = "{log_text}"  # Twisted's older way: of what it says nothing is left when only templates are written


def note(what: str, **facts: object) -> None:
    """Something happened; `what` is one of our own words, and the facts are those of FACTS."""
    log.info(what, **facts)


def line(event: LogEvent, *, full_addresses: bool = False) -> str:
    """One event as one line, without its end."""
    namespace = str(event.get("log_namespace", ""))
    level = event.get("log_level")
    facts: dict[str, Any] = {}
    if namespace.split(".", 1)[0] == OURS:
        facts = {fact: _plain(event[fact]) for fact in FACTS if fact in event}
        if "address" in facts and not full_addresses:
            facts["address"] = network_of(str(event["address"]))
        if "error" in facts:
            facts["error"] = cause(event["error"])
    told: dict[str, Any] = {
        "at": datetime.fromtimestamp(float(event.get("log_time", 0)), UTC).isoformat(timespec="milliseconds"),
        "level": getattr(level, "name", "info"),
        "from": namespace,
        "what": filled(str(event.get("log_format") or ""), facts)[:LONGEST],
    } | facts
    failure = event.get("log_failure", event.get("failure"))
    if isinstance(failure, Failure):
        told["fault"] = failure.type.__name__ if failure.type is not None else ""
        told["places"] = _places(failure)
    return json.dumps(told, ensure_ascii=True, allow_nan=False)


def filled(template: str, facts: dict[str, Any]) -> str:
    """What happened, with its facts; what is not among them stays unsaid."""
    return FIELD.sub(lambda found: str(facts.get(found[1], "...")), template)


def cause(error: object) -> str:
    """What went wrong, in the words of the system or of SQLite alone; of any other exception its kind."""
    if error.__class__.__module__.startswith(OURS) and isinstance(error, Exception) and error.__cause__ is not None:
        return cause(error.__cause__)
    if isinstance(error, ProcessDone | ProcessTerminated):
        return f"signal {error.signal}" if error.signal else f"exit code {error.exitCode}"
    if isinstance(error, CannotListenError):
        return cause(error.socketError)
    if isinstance(error, sqlite3.Error):
        return str(getattr(error, "sqlite_errorname", type(error).__name__))
    if isinstance(error, OSError):
        name = errorcode.get(error.errno or 0, "")
        return f"{name}: {error.strerror}" if name else str(error.strerror or error)[:LONGEST]
    return type(error).__name__


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


class LogStream(Protocol):
    """Where lines go: a file without a buffer, which would hold back half a line when the disk is full."""

    def write(self, data: bytes, /) -> int | None: ...


@implementer(ILogObserver)
class JsonLines:
    """Writes every event to a stream; where that cannot be written (a full disk), the server goes on.

    The first lines that could not be written wait, and are written when there is room; warnings go to `spare` at once.
    Whoever floods the server does not flood the log: of what is no warning, so many lines a second are written.
    """

    def __init__(
        self, stream: LogStream, spare: LogStream | None = None, *, full_addresses: bool = False,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._stream, self._spare, self._full, self._now = stream, spare, full_addresses, now
        self._bucket = TokenBucket(AT_ONCE, now())
        self._left_out = 0
        self._waiting: deque[bytes] = deque()
        self._one = Lock()  # the journal's thread may have something to tell too

    def __call__(self, event: LogEvent) -> None:
        level = event.get("log_level", LogLevel.info)
        if level is LogLevel.debug or (level is LogLevel.info and event.get("log_format") == LEGACY):
            return
        with self._one:
            if level is LogLevel.info and self._bucket.take(AT_ONCE, A_SECOND, self._now):
                self._left_out += 1
                return
            self._write(event, spare=level is not LogLevel.info)

    def _write(self, event: LogEvent, *, spare: bool) -> None:
        told = f"{line(event, full_addresses=self._full)}\n".encode()
        written = self._written()
        if self._left_out and written:
            left_out = event | {"log_namespace": OURS, "log_format": "lines left out", "count": self._left_out}
            self._left_out = 0
            self._waiting.append(f"{line(left_out)}\n".encode())
        if len(self._waiting) < KEPT:
            self._waiting.append(told)
        else:
            self._left_out += 1
        if not self._written() and spare and self._spare is not None:
            with suppress(OSError, ValueError):
                self._spare.write(told)

    def _written(self) -> bool:
        """Write what waits, as far as there is room."""
        while self._waiting:
            try:
                n = self._stream.write(self._waiting[0])
            except (OSError, ValueError):
                return False
            if n is None:
                return False
            rest = self._waiting.popleft()[n:]
            if rest:
                self._waiting.appendleft(rest)
        return True


def start_log(settings: Settings) -> None:
    """Write the log from now on, to a file or to standard error.  Raises OSError where the file cannot be written."""
    errors = FileIO(sys.stderr.fileno(), "wb", closefd=False)
    full = settings.full_addresses
    if settings.log is None:
        observer = JsonLines(errors, full_addresses=full)
    else:
        observer = JsonLines(log_file(settings.log, settings.data), errors, full_addresses=full)
    globalLogBeginner.beginLoggingTo([observer], redirectStandardIO=False)
