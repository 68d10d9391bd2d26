"""The processes of a game at home: a server of ours, and perhaps a bot on the other side.

They belong to this process and end with it.  One that dies is started again: nothing is lost by it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from ironbottom.language import _
from ironbottom.wire.invite import Address, Invite, write

from ...bots.registry import BotFault
from ...console.errors import UserError
from ...net.discovery import HERE
from ...net.reconnecting_client import Endpoint, Listener
from ...net.session_events import SessionEnded
from ...storage.atomic_files import cannot_read, own_folder
from ...storage.seat_store import OwnServer
from .subprocesses import LOG, ServerProcess, Subprocess

TRIES = 5  # how often in a row a program that dies is started again
STEADY = 60.0  # seconds after which one that ran is no failed start
AGAIN = 4  # how often a server is tried to be started that ran before
PAUSE = 1.0  # seconds before that
KEY, JOURNAL = "server.key", "journal.sqlite"  # without which a server is another one, or knows no game
BOT, SERVER = "bot", "server"  # of whom a message says that he is given up


class Supervisor:
    """Use it with `async with`: then the server listens, and the bot waits for its invite.

    `again`: the server has run before, on the same folder.
    """

    def __init__(self, own: OwnServer, *, again: bool = False) -> None:
        self.own = own
        self._again = again
        self.port, self.pin = 0, b""
        self._invite = asyncio.get_running_loop().create_future()
        self._tasks: list[asyncio.Task[Any]] = []
        self._listener: Listener | None = None
        self._ended: SessionEnded | None = None

    async def __aenter__(self) -> Supervisor:
        if self._again:
            _all_there(self.own.data)
        own_folder(self.own.data)
        bot = await self._start_bot() if self.own.bot else None  # it gets ready while the server does
        if bot is not None:
            self._tasks.append(asyncio.create_task(self._tend_bot(bot)))
            self._invite.add_done_callback(lambda invite: None if invite.cancelled() else bot.say(invite.result()))
        try:
            server = await self._serve()
        except BaseException:
            await self.__aexit__()
            raise
        self.port, self.pin = server.port, server.pin
        self._server = asyncio.create_task(self._tend_server(server))
        self._tasks.append(self._server)
        return self

    async def __aexit__(self, *_exc: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def gone(self) -> str:
        """Wait until the server has ended for good; why it is given up."""
        return await asyncio.shield(self._server)

    def tell(self, listener: Listener) -> None:
        """From now on somebody hears when one of them is given up, or at once where one was."""
        self._listener = listener
        if self._ended is not None:
            listener(self._ended)

    def _end(self, ended: SessionEnded) -> None:
        self._ended = self._ended or ended
        if self._listener is not None:
            self._listener(ended)

    async def _tend_bot(self, bot: Subprocess) -> None:
        why = await tended(bot, self._start_bot_again)
        if why is not None:
            text = _("The bot {bot} does not play on: {why}  The game is kept: `ironbottom resume` goes on with it.")
            self._end(SessionEnded(text.format(bot=self.own.bot, why=why or _silent()), BOT))

    async def _tend_server(self, server: Subprocess) -> str:
        why = await tended(server, self._serve_again)
        if why is not None:
            text = _("Your own server does not run on: {why}  The game is kept: `ironbottom resume` goes on with it.")
            self._end(SessionEnded(text.format(why=why or _silent()), SERVER))
        return told(why)

    @property
    def log(self) -> Path:
        """Where the server tells what happens."""
        return self.own.data / LOG

    @property
    def endpoint(self) -> Endpoint:
        """Where we ourselves find the server."""
        return Endpoint((Address(HERE, self.port),), self.pin)

    def invite(self, table: str, secret: bytes, addresses: tuple[Address, ...]) -> str:
        """The invite to a table here."""
        return write(Invite(table, secret, self.pin, addresses))

    def invite_bot(self, table: str, secret: bytes) -> None:
        """Let the bot take its seat."""
        self._invite.set_result(self.invite(table, secret, (Address(HERE, self.port),)))

    def keep(self, child: Subprocess) -> None:
        """One more process that ends with the others."""
        self._tasks.append(asyncio.create_task(_kept(child)))

    async def _start_bot(self) -> Subprocess:
        reasons = ("--reasons", self.own.reasons) if self.own.reasons else ()
        return await Subprocess.start(
            "ironbottom.client", "bot", self.own.bot, "join", *reasons, "-", log=self.own.data / "bot.txt"
        )

    async def _start_bot_again(self) -> Subprocess:
        invite = await asyncio.shield(self._invite)
        child = await self._start_bot()
        child.say(invite)
        return child

    async def _serve(self) -> ServerProcess:
        """The one before may still be about to end, when its client was killed a moment ago."""
        for _try in range(AGAIN - 1 if self._again else 0):
            try:
                return await ServerProcess.serve(self.own)
            except UserError:
                await asyncio.sleep(PAUSE)
        return await ServerProcess.serve(self.own)

    async def _serve_again(self) -> Subprocess:
        """On the port that everybody knows by now."""
        return await ServerProcess.serve(replace(self.own, port=self.port))


def _all_there(folder: Path) -> None:
    """A server without its files would begin anew, and nobody would find his game.  Raises UserError."""
    for path in (folder, folder / KEY, folder / JOURNAL):
        try:
            path.stat()
        except (FileNotFoundError, NotADirectoryError):
            text = _("{path} is missing, without which this game cannot go on: put back a copy of it; if you have "
                     "none, `ironbottom resume --forget` takes the game off the list.")
            raise UserError(text.format(path=path)) from None
        except OSError as error:
            raise cannot_read(path, error) from None


def told(why: str | None) -> str:
    """Why a program is given up, for people."""
    return _("somebody else has ended it.") if why is None else why or _silent()


def _silent() -> str:
    return _("it ended again and again and did not say why.")


async def _kept(child: Subprocess) -> None:
    try:
        await child.process.wait()
    finally:
        await child.stop()


async def tended(child: Subprocess, again: Callable[[], Awaitable[Subprocess]]) -> str | None:
    """Keep a program running, until it ends well or this task is cancelled; or why it is given up, "" if it never said.

    What counts is how often it has died in a row: one that ran for a while may die as often as it likes.  A bot that is
    wrong would be wrong again.
    """
    failures, why, now = 0, "", asyncio.get_running_loop().time
    try:
        while True:
            begun = now()
            if (code := await child.process.wait()) == 0:
                return None
            if code == BotFault.exit_code:
                return child.complaint() or why
            failures = 1 if now() - begun >= STEADY else failures + 1
            why = child.complaint() or why
            if failures > TRIES:
                return why
            await asyncio.sleep(PAUSE)
            try:
                child = await again()
            except UserError as error:
                why = str(error)
    finally:
        await child.stop()
