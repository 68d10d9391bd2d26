"""What waits for a player as a feed that he fetches himself, by an address that nobody can guess: Atom, and a calendar.

It is made when it is fetched, of the hand-overs that are open, and holds what a notification does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from .notification import Notification

PATH = re.compile(r"/feed/(?P<secret>[0-9a-f]{32})\.(?P<kind>atom|ics)")
ATOM = "http://www.w3.org/2005/Atom"  # RFC 4287
TYPES = {"atom": "application/atom+xml; charset=utf-8", "ics": "text/calendar; charset=utf-8"}
TITLE = "Iron Bottom & Sunset Sky"
LINE = 75  # octets of a line of a calendar (RFC 5545)
HOUR = 3600


class Waiting(NamedTuple):
    """One thing that waits, and since when (seconds since 1970)."""

    told: Notification
    at: int


def atom(secret: str, language: str, waiting: Iterable[Waiting], updated: int) -> bytes:
    """The feed of a player; without anything that waits, an empty one."""
    rows = sorted(waiting, key=lambda one: -one.at)
    feed = Element("feed", {"xmlns": ATOM, "xml:lang": language})
    _put(feed, id=f"urn:ironbottom:feed:{secret}", title=TITLE, updated=_rfc3339(max([updated, *[r.at for r in rows]])))
    SubElement(SubElement(feed, "author"), "name").text = TITLE
    for told, at in rows:
        entry = SubElement(feed, "entry")
        _put(entry, id=f"urn:ironbottom:{told.id}", title=told.title(language), updated=_rfc3339(at),
             summary=told.body(language))
        if told.link:
            SubElement(entry, "link", {"href": told.link})
    written: bytes = tostring(feed, encoding="utf-8", xml_declaration=True)
    return written


def _put(parent: Element, **texts: str) -> None:
    for name, text in texts.items():
        SubElement(parent, name).text = text


def _rfc3339(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def ics(language: str, waiting: Iterable[Waiting], now: int) -> bytes:
    """The same as a calendar: an hour from when it began to wait."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//ironbottom//notifications//EN", f"X-WR-CALNAME:{TITLE}"]
    for told, at in sorted(waiting, key=lambda one: one.at):
        lines += [
            "BEGIN:VEVENT", f"UID:{told.id}@ironbottom", f"DTSTAMP:{_ical(now)}", f"DTSTART:{_ical(at)}",
            f"DTEND:{_ical(at + HOUR)}", f"SUMMARY:{_escaped(told.title(language))}",
            f"DESCRIPTION:{_escaped(told.body(language))}", *([f"URL:{told.link}"] if told.link else []),
            "TRANSP:TRANSPARENT", "END:VEVENT",
        ]
    return "".join([f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"]]).encode()


def _ical(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    text = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return " ".join(text.split())


def _folded(line: str) -> str:
    """A line in pieces that are short enough, none of which ends within a letter."""
    pieces: list[str] = []
    piece = ""
    for letter in line:
        if len((piece + letter).encode()) > LINE - (1 if pieces else 0):
            pieces.append(piece)
            piece = ""
        piece += letter
    return "\r\n ".join([*pieces, piece])
