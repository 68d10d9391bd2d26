"""Two players behind routers: a code of a number and two words, read out over the telephone, is all that they need.

The tunnel is a process of its own (net/wormhole.py); this module starts it and says what became of it.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import sys
from importlib.metadata import requires
from importlib.util import find_spec
from typing import Any

from msgspec.structs import replace

from ironbottom.language import _
from ironbottom.wire.invite import Address, Invite, InviteError, read

from ...console.errors import UserError
from ...net.discovery import HERE
from .subprocesses import Subprocess

CODE = re.compile(r"[0-9]{1,5}(-[a-z]+){2,6}\Z", re.IGNORECASE)
MAILBOX = "IRONBOTTOM_MAILBOX"  # the address of another mailbox server than the public one
PATIENCE = 60.0  # seconds for the mailbox, and for the other side's first words


def is_code(text: str) -> bool:
    """Whether somebody typed a spoken code: "7-crossover-clockwork"."""
    return CODE.match(text.strip()) is not None


def needs_extra() -> None:
    """Raises UserError where the package is not installed, with the command that installs it beside this program."""
    if find_spec("wormhole") is None:
        text = _("Spoken codes need one more package: install it with `{command}`.  Other ways are in "
                 "client/net/REMOTE.md.")
        raise UserError(text.format(command=shlex.join([sys.executable, "-m", "pip", "install", *extra("remote")])))


def extra(name: str) -> list[str]:
    """What an extra of this program consists of, as pip takes it."""
    wanted = [one.partition(";") for one in requires("ironbottom") or ()]
    return [one.strip() for one, _semicolon, when in wanted if f"extra == '{name}'" in when.replace('"', "'")]


async def host(port: int, invite: str) -> tuple[Subprocess, str]:
    """Open a tunnel to a port of this computer; the code to be read out.  Raises UserError."""
    child = await _start("host", str(port), invite)
    return child, str((await _said(child, "code"))["code"])


async def join(code: str) -> tuple[Subprocess, Invite]:
    """Go through a tunnel; the invite that lies at its other end, with the way through it.  Raises UserError."""
    child = await _start("join", code.strip().lower())
    said = await _said(child, "invite")
    try:
        invite = read(str(said["invite"]))
    except InviteError as error:
        await child.stop()
        raise UserError(str(error)) from None
    return child, replace(invite, addresses=(Address(HERE, int(said["port"])),))


async def _start(what: str, which: str, words: str = "") -> Subprocess:
    needs_extra()
    mailbox = os.environ.get(MAILBOX, "")
    own = [mailbox] if mailbox else []
    return await Subprocess.start("ironbottom.client.net.wormhole", what, which, *own, words=words)


async def _said(child: Subprocess, wanted: str) -> dict[str, Any]:
    """What the tunnel has to say.  Raises UserError with the leg that failed."""
    try:
        async with asyncio.timeout(PATIENCE):
            line = await child.line()
        said: dict[str, Any] = json.loads(line)
    except TimeoutError:
        said = {"failed": "TimeoutError"}
    except ValueError:
        said = {}
    if wanted not in said:
        await child.stop()
        raise UserError(why(said))
    return said


def why(said: dict[str, Any]) -> str:
    """Which leg failed."""
    failed = said.get("failed")
    if failed == "WrongPasswordError":
        return _("The code is not the one that was read out, and it is used up now: ask the host for a new one.")
    if failed == "TimeoutError":
        return _("The mailbox was reached, but the other side is not there: is the host's `ironbottom host --remote` "
                 "still running, and the code the newest one?")
    if failed in ("ServerConnectionError", "DNSLookupError", "ConnectionRefusedError"):
        return _("The mailbox server for spoken codes cannot be reached; try again later, or another way "
                 "(client/net/REMOTE.md).")
    return _("The tunnel failed ({why}); try again with a new code, or another way (client/net/REMOTE.md).").format(
        why=said.get("why") or failed or _("it said nothing")
    )
