"""Programs that belong to this one: a server, a bot.  They end when it ends, however it ends.

Each reads from a pipe that this process holds open and never writes to again: when the process is gone, even by
`kill -9`, the pipe is at its end, and they stop by themselves.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from ironbottom.language import _
from ironbottom.private_files import opened
from ironbottom.wire.invite import Address

from ...console.errors import UserError
from ...net.discovery import HERE, own_addresses
from ...storage.atomic_files import own_folder
from ...storage.evidence_log import GAMES
from ...storage.seat_store import OwnServer

STARTING = 30.0  # seconds for a server to listen
STOPPING = 4.0  # seconds for one that was asked to stop
LONGEST = 1 << 24  # bytes of a line that one prints: a bot tells the times of all its decisions at once
LOG = "server.log"  # in the folder of a server

MODULE = ("-P", "-m")  # what lies in the present folder, and may be called like us, is not ours
# A signal from the keyboard is for this process: it decides what becomes of the others.
APART: dict[str, Any] = (
    {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    if sys.platform == "win32"
    else {"start_new_session": True}
)


class Subprocess:
    """A program of ours that runs; `log` is where it complains, from `begun` on."""

    def __init__(self, process: asyncio.subprocess.Process, log: Path | None = None, begun: int = 0) -> None:
        self.process = process
        self._log, self._begun = log, begun

    @classmethod
    async def start(cls, *argv: str, log: Path | None = None, words: str = "") -> Subprocess:
        """Start one of our own modules; `words` is what it reads first.  What it complains of goes to a file."""
        with _written(log) as complaints:
            begun = complaints.tell()
            process = await asyncio.create_subprocess_exec(
                sys.executable, *MODULE, *argv, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                stderr=complaints, limit=LONGEST, **APART,
            )
        child = cls(process, log, begun)
        child.say(words)
        return child

    def say(self, words: str) -> None:
        """Give it something to read."""
        assert self.process.stdin is not None
        if words:
            self.process.stdin.write(f"{words}\n".encode())

    async def line(self) -> str:
        """The next line that it prints; nothing when it has ended."""
        assert self.process.stdout is not None
        return (await self.process.stdout.readline()).decode("utf-8", "replace").strip()

    def complaint(self) -> str:
        """The last thing that it complained of; "" where it said nothing."""
        said = b""
        if self._log is not None:
            with suppress(OSError):
                said = self._log.read_bytes()[self._begun :]
        return next(reversed(said.decode("utf-8", "replace").strip().splitlines()), "")

    async def stop(self) -> None:
        """Let it end, and see that it does."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        try:
            async with asyncio.timeout(STOPPING):
                await self.process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()


class FolderInUse(UserError):
    """Another server of ours runs on this folder."""


class PortTaken(UserError):
    """Another program has the port."""


FAULTS: dict[object, type[UserError]] = {"in-use": FolderInUse, "port": PortTaken}  # as a server names them


class ServerProcess(Subprocess):
    """A server of ours that listens."""

    port = 0
    pin = b""

    @classmethod
    async def serve(cls, own: OwnServer) -> ServerProcess:
        """Start a server on its folder.  Raises UserError with what it complains of."""
        argv = [] if own.everywhere else ["--interface", "127.0.0.1"]
        argv += ["--cards", own.cards] if own.cards else []
        argv += [] if own.announce else ["--no-announce"]
        argv += ["--replay", own.replay] if own.replay else []
        argv += [word for file in own.battles for word in ("--battle", file)]
        argv += [word for name in own.own_bots for word in ("--bot", name)]
        argv += ["--games", str(own.data / GAMES)] if own.keeps else []
        argv += ["--public", own.public] if own.public else []
        there = [name for name, _port in own_addresses(own.port, own.addresses)] if own.everywhere else own.addresses
        for name in there:  # a browser may come by it, too, and the page says so
            argv += [] if name == HERE else ["--name", name]
        return await cls._listening(own.data, own.port, argv)

    @classmethod
    async def proxy(cls, data: Path, port: int, pin: bytes, addresses: Iterable[Address]) -> ServerProcess:
        """Start what serves the page on this computer for a server elsewhere.  Raises UserError."""
        where = [word for address in addresses for word in (address.host, str(address.port))]
        return await cls._listening(data, port, ["--relay", pin.hex(), *where])

    @classmethod
    async def _listening(cls, data: Path, port: int, words: Iterable[str]) -> ServerProcess:
        own_folder(data)
        complaints = data / "complaints.txt"
        complaints.unlink(missing_ok=True)
        argv = ["ironbottom.server", "--child", "--port", str(port), "--data", str(data)]
        argv += ["--log", str(data / LOG), *words]
        started = await cls.start(*argv, log=complaints)
        assert isinstance(started, ServerProcess)
        try:
            async with asyncio.timeout(STARTING):
                said = json.loads(await started.line())
            if (fault := FAULTS.get(said.get("error"))) is not None:
                await started.stop()
                raise fault(_why(complaints))
            started.port, started.pin = said["port"], bytes.fromhex(said["pin"])
        except (TimeoutError, ValueError, KeyError, TypeError, AttributeError):
            await started.stop()
            raise UserError(_why(complaints)) from None
        except asyncio.CancelledError:
            await started.stop()
            raise
        return started


def _written(log: Path | None) -> BinaryIO:
    """A file behind whose end a program complains, for nobody but its owner; without one, nowhere."""
    if log is None:
        return open(os.devnull, "ab")
    return open(opened(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND), "ab")


def _why(complaints: Path) -> str:
    """The last thing that a server complained of."""
    lines = complaints.read_text("utf-8", "replace").splitlines() if complaints.exists() else []
    if lines:
        return lines[-1]
    return _("The server did not start, and said nothing; see {path}.").format(path=complaints)
