"""Faults of this program, written down where a person can find them: the traceback behind one sentence.

The file lies in the player's own folder; it tells what the code did, and may quote what the player himself could see.
"""

from __future__ import annotations

from datetime import UTC, datetime
from traceback import format_exception

from ironbottom.language import _

from ..console.errors import UserError
from . import identity
from .atomic_files import append, read_if_there, write_whole

FILE = "faults.log"
MOST = 256 * 1024  # bytes, of which the older half goes when they are reached


def told(fault: BaseException) -> str:
    """Write a fault down, and say so in a sentence for whoever met it."""
    path = identity.home() / FILE
    try:
        before = read_if_there(path) or b""
        if len(before) > MOST:
            write_whole(path, before[-MOST // 2 :].partition(b"\n")[2])
        when = datetime.now(UTC).isoformat(timespec="seconds")
        append(path, "".join([f"{when}\n", *format_exception(fault), "\n"]).encode("utf-8", "backslashreplace"))
    except UserError as error:
        text = _("A fault of this program stopped it ({fault}), and could not be written down: {why}  Your game is "
                 "saved; please report this.")
        return text.format(fault=repr(fault), why=error)
    text = _("A fault of this program stopped it ({fault}).  Your game is saved.  Please report this, with what stands "
             "at the end of {path}.")
    return text.format(fault=repr(fault), path=path)
