"""A battle as a link: all of it, packed, behind the #, so that no server keeps it or sees it.

Twin of client/web/start/editor/share.js.  Whoever gives a link may be anybody: what unpacks to more than a battle can
be is left packed.
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode

from msgspec import DecodeError, json

from ironbottom.battle import Battle
from ironbottom.strict_yaml import CardError
from ironbottom.vocabulary import phrase

MARK = "#own-battle="  # as the page has it in its address
MOST_LETTERS, MOST_BYTES = 24 * 1024, 64 * 1024
RAW = -zlib.MAX_WBITS  # deflate without a header


def is_link(text: str) -> bool:
    """Whether that is meant as a link to a battle, and is no name of a file."""
    return MARK in text


def letters_of(link: str) -> str:
    """What stands behind the #."""
    return link.partition(MARK)[2]


def link_to(battle: Battle, page: str) -> str:
    """The link by which a page of the game opens this battle."""
    packer = zlib.compressobj(9, zlib.DEFLATED, RAW)
    packed = packer.compress(json.encode(battle)) + packer.flush()
    return f"{page}{MARK}{urlsafe_b64encode(packed).decode().rstrip('=')}"


def battle_in(link: str) -> Battle:
    """The battle of a link.  Raises CardError, in one sentence."""
    letters = letters_of(link)
    try:
        if len(letters) > MOST_LETTERS:
            raise ValueError(len(letters))
        packed = urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
        unpacker = zlib.decompressobj(RAW)
        text = unpacker.decompress(packed, MOST_BYTES)
        if not unpacker.eof:
            raise ValueError(len(text))
        return json.decode(text, type=Battle)
    except (ValueError, zlib.error, DecodeError, RecursionError):
        raise CardError(phrase("battle_faults.no_link")) from None
