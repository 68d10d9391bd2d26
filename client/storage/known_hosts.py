"""Servers that this player has met, by address, and the key that each had then.

An invite says which key to expect.  Where nobody said it, what is remembered is the key of the first server that let us
in at an address that was typed, or that a table on the LAN announced; another one there later is a hard stop.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from ironbottom.language import _
from ironbottom.wire.invite import PIN, Address
from ironbottom.wire.spoken import spoken

from ..console.errors import UserError
from .atomic_files import read_if_there, write_whole

FILE = "known_hosts.json"

_read = msgspec.json.Decoder(dict[str, bytes]).decode


class ChangedKey(UserError):
    """Somebody else may be answering."""


def known(folder: Path, address: Address) -> bytes | None:
    """The pin of the server that was met at an address; None: none was."""
    return _all(folder).get(_named(address))


def meet(folder: Path, address: Address, pin: bytes, *, anew: bool = False) -> None:
    """Remember a server.  Raises ChangedKey if another one was met there before, unless it is to be met `anew`."""
    hosts = _all(folder)
    before = hosts.get(_named(address))
    if before == pin:
        return
    if before is not None and not anew:
        raise changed(address, before, pin)
    write_whole(folder / FILE, msgspec.json.encode(hosts | {_named(address): pin}))


def changed(address: Address, before: bytes, now: bytes) -> ChangedKey:
    """The hard stop."""
    text = _("STOP: the server at {address} has another key than when you met it.  Its words were {before}, now they "
             "are {now}.  Either it was set up anew, or somebody else answers in its place and would see your cards.  "
             "Ask its host; if the words are right, join again with --new-key.")
    return ChangedKey(text.format(address=_named(address), before=spoken(before), now=spoken(now)))


def _named(address: Address) -> str:
    host = f"[{address.host}]" if ":" in address.host else address.host.lower()
    return f"{host}:{address.port}"


def _all(folder: Path) -> dict[str, bytes]:
    path = folder / FILE
    text = read_if_there(path)
    if text is None:
        return {}
    try:
        hosts = _read(text)
    except (msgspec.DecodeError, UnicodeDecodeError):
        hosts = None
    if hosts is None or any(len(pin) != PIN for pin in hosts.values()):
        why = _("{path} is damaged: it holds the keys of servers that you have met.  Put back a copy, or move it away "
                "to meet them anew.")
        raise UserError(why.format(path=path))
    return hosts
