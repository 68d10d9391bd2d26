"""What a terminal may be given: no letter that would steer it, and a plain one for one that it does not know."""

from __future__ import annotations

import sys
from struct import iter_unpack
from typing import Protocol
from unicodedata import category

from ironbottom.language import Reader

STEERING = ("Cc", "Cf", "Cs", "Zl", "Zp")  # control letters, marks of direction, bytes that are no text, line ends

PLAIN = {"§": "par. ", "…": "~", "─": "-", "│": "|", "┊": ":", "●": "*", "◂": "<", "▸": ">", "∞": "inf"}
PLAIN |= dict.fromkeys("┌┐└┘├┤", "+")


def sanitize(text: str) -> str:
    """Text from outside, for one line: what would steer the terminal, or begin another line, is written as `\\x1b`."""
    if text.isprintable():  # then nothing of it steers, and most texts are
        return text
    return "".join([ascii(c)[1:-1] if category(c) in STEERING else c for c in text])


class NamedCard(Protocol):
    """A card, or the ship half of one: both print their names in two languages."""

    @property
    def name(self) -> str: ...
    @property
    def ja(self) -> str: ...


def printed_name(thing: NamedCard) -> str:
    """Its name, in the language of its reader where his terminal knows the letters."""
    return sanitize(thing.ja if _in_japanese(thing) else thing.name)


def other_name(thing: NamedCard) -> str:
    """Its name in the other of its two languages; nothing where the terminal does not know the letters."""
    if _in_japanese(thing):
        return sanitize(thing.name)
    return sanitize(thing.ja) if can_print(thing.ja) else ""


def _in_japanese(thing: NamedCard) -> bool:
    return bool(Reader.language.startswith("ja") and thing.ja and can_print(thing.ja))


def can_print(text: str) -> bool:
    """Whether standard output knows all letters of a text.  While the terminal client runs, it stands in for it."""
    out = sys.stdout if hasattr(sys.stdout, "encoding") else sys.__stdout__
    try:
        text.encode((out.encoding if out is not None else "") or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def in_json(text: str) -> str:
    """JSON in which no letter steers the terminal or is unknown to it: such a one stands there as JSON's own escape."""
    known = can_print(text)
    return "".join([
        c if c == "\n" or (category(c) not in STEERING and (known or can_print(c))) else _escape(c) for c in text
    ])  # fmt: skip


def _escape(c: str) -> str:
    """RFC 8259 §7: one beyond the first plane is written as two."""
    return "".join([f"\\u{unit:04x}" for (unit,) in iter_unpack(">H", c.encode("utf-16-be"))])


def to_ascii(text: str) -> str:
    """Text with our own signs and lines drawn plainly where standard output does not know them."""
    if can_print(text):
        return text
    return "".join([c if can_print(c) else PLAIN.get(c, c) for c in text])
