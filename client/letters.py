"""What a terminal may be given: no letter that would steer it, and a plain one for one that it does not know."""

from __future__ import annotations

import sys
from unicodedata import category

STEERING = ("Cc", "Cf", "Cs", "Zl", "Zp")  # control letters, marks of direction, bytes that are no text, line ends

PLAIN = {"§": "par. ", "…": "~", "─": "-", "│": "|"} | dict.fromkeys("┌┐└┘├┤", "+")


def shown(text: str) -> str:
    """Text from outside, for one line: what would steer the terminal, or begin another line, is written as `\\x1b`."""
    return "".join([ascii(c)[1:-1] if category(c) in STEERING else c for c in text])


def can_print(text: str) -> bool:
    """Whether standard output knows all letters of a text."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def spelt(text: str) -> str:
    """Text with our own signs and lines drawn plainly where standard output does not know them."""
    if can_print(text):
        return text
    return "".join([c if can_print(c) else PLAIN.get(c, c) for c in text])
