"""The way to a server, kept open: connects, logs in, and after a loss tries again until it is there.

Whoever sits at a table gives his session to the client; the client brings him what is said at that table, carries what
he says, and takes his seat again on every new connection.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from ironbottom.language import _
from ironbottom.vocabulary import phrase
from ironbottom.wire.challenging import Moved
from ironbottom.wire.invite import Address
from ironbottom.wire.messages import Bye, Challenge, FromServer, Notice, Refused, Request, Seated, Welcome

from ..console.errors import NotWritten, UserError
from ..storage import fault_log
from ..storage.identity import Identity
from .connection import Connection, Lost, NotReached, Refusal, WrongKey
from .seat_session import Numbers, SeatSession
from .server_messages import in_our_words
from .session_events import Disconnected, Noticed, Reconnected, SessionEnded, SessionEvent

FIRST, LONGEST = 0.5, 15.0  # seconds between two tries to come back
NEXT = 0.3  # seconds until the next address is tried beside the first
TICK = 1.0
CLOSED = "closed"  # the host has left, and his server with him
MOVED = "moved"  # code of the notice that a seat of ours is at another table now
FATAL = ("version", "login", "elsewhere", "order", "malformed", "frame")  # farewells after which nobody comes back

Listener = Callable[[SessionEvent], None]
R = TypeVar("R", bound=FromServer)


class Endpoint(NamedTuple):
    """Where a server is, and what shows that it is the right one."""

    addresses: tuple[Address, ...]
    pin: bytes | None  # None: whichever key it shows is to be remembered
    plain: bool = False  # without TLS, on this machine, in tests


class NotGranted(UserError):
    """The server says no."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(in_our_words(refused.code, refused.text))
        self.refused = refused


def pause(tries: int, chance: Callable[[], float]) -> float:
    """Seconds before the next try: longer each time, and by chance less, so that not all come back at once."""
    return float(min(LONGEST, FIRST * 2 ** min(tries, 10))) * (0.5 + 0.5 * chance())


async def reach(endpoint: Endpoint) -> Connection:
    """A connection by whichever address works first.  Raises NotReached with what failed at each of them."""
    tries = [asyncio.create_task(_try(n, address, endpoint)) for n, address in enumerate(endpoint.addresses)]
    failed: list[NotReached] = []
    taken: Connection | None = None
    try:
        for done in asyncio.as_completed(tries):
            try:
                taken = await done
            except NotReached as error:
                failed.append(error)
            else:
                return taken
    finally:
        await _drop(tries, taken)
    raise _all_failed(failed)


async def _try(n: int, address: Address, endpoint: Endpoint) -> Connection:
    await asyncio.sleep(n * NEXT)
    return await Connection.open(address, endpoint.pin, plain=endpoint.plain)


async def _drop(tries: Sequence[asyncio.Task[Connection]], taken: Connection | None) -> None:
    """Give up the other tries, and close what came too late."""
    for one in tries:
        one.cancel()
    for found in await asyncio.gather(*tries, return_exceptions=True):
        if isinstance(found, Connection) and found is not taken:
            await found.close()


def _all_failed(failed: Sequence[NotReached]) -> NotReached:
    wrong = [error for error in failed if isinstance(error, WrongKey)]
    whys = "; ".join([str(error) for error in failed])
    if wrong:
        text = _("STOP: {whys}.  Perhaps the server was set up anew: ask its host for a new invite.  Perhaps somebody "
                 "answers in its place: then do not play there.")
        return WrongKey(text.format(whys=whys), tuple([address for error in wrong for address in error.addresses]))
    return NotReached(_("The server cannot be reached: {whys}.").format(whys=whys))


class ReconnectingClient:
    """A way to one server.  Use it with `async with`, which opens and closes it.

    `listener` hears of the connection itself; of a table hears the listener that its session was given.  Neither may
    raise.
    """

    def __init__(
        self, endpoint: Endpoint, me: Identity, listener: Listener, *, chance: Callable[[], float] = random.random
    ) -> None:
        self.endpoint, self.me, self.numbers = endpoint, me, Numbers()
        self.challenge: Challenge | None = None
        self.welcome = Welcome("", ())
        self._listener, self._chance = listener, chance
        self._connection: Connection | None = None
        self._sessions: dict[str, tuple[SeatSession, Listener]] = {}
        self._asked: dict[int, tuple[Request, asyncio.Future[Any]]] = {}
        self._early: dict[str, list[Any]] = {}  # what is said at a table before its session is here
        self._tasks: list[asyncio.Task[None]] = []
        self._ended: SessionEnded | None = None

    async def __aenter__(self) -> ReconnectingClient:
        await self._connect()
        self._tasks = [asyncio.create_task(self._watched(work)) for work in (self._run, self._beat)]
        return self

    async def __aexit__(self, *_exc: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._connection is not None:
            await self._connection.close(Bye("leaving"))

    @property
    def server(self) -> bytes:
        """The server's key."""
        assert self.challenge is not None
        return self.challenge.key

    @property
    def address(self) -> Address | None:
        """Where we are connected; None: nowhere now."""
        return None if self._connection is None else self._connection.address

    def take(self, session: SeatSession, listener: Listener, seated: Seated | None = None) -> None:
        """From now on a session hears what is said at its table; without `seated` it takes a seat it had before."""
        self._sessions[session.table] = (session, listener)
        session.sets = dict(self.welcome.sets)
        if seated is None:
            self._return(session)
            return
        for message in (seated, *self._early.pop(session.table, [])):
            self._tell(session, listener, message)

    def drop(self, session: SeatSession) -> None:
        """A session has left its table."""
        self._sessions.pop(session.table, None)

    def flush(self) -> None:
        """Say what the sessions have to say."""
        for session, listener in [*self._sessions.values()]:
            for event in session.denials():
                listener(event)
            if self._connection is not None:
                for request in session.drain():
                    self._connection.say(request)

    async def ask(self, make: Callable[[int], Request], kind: type[R]) -> R:
        """Ask something outside the game and wait for the answer, across losses.  Raises NotGranted or UserError."""
        if self._ended is not None:
            raise UserError(self._ended.sentence)
        request = make(self.numbers.next())
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._asked[request.seq] = (request, future)
        if self._connection is not None:
            self._connection.say(request)
        try:
            answer = await future
        finally:
            self._asked.pop(request.seq, None)
        if isinstance(answer, Refused):
            raise NotGranted(answer)
        if not isinstance(answer, kind):
            raise UserError(_("The server gave an answer that does not fit what it was asked."))
        return answer

    # the connection

    async def _connect(self) -> None:
        connection = await reach(self.endpoint)
        try:
            challenge, welcome = await connection.log_in(self.me)
            if self.challenge is not None and challenge.key != self.challenge.key:
                raise Refusal(phrase("distrust.other_key"))
        except BaseException:
            await connection.close()
            raise
        self._connection, self.challenge, self.welcome = connection, challenge, welcome

    async def _watched(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do one of the works of a connection: when it ends, there is no way on, and everybody hears why."""
        try:
            await work()
        except UserError as error:
            self._end(SessionEnded(str(error)))
        except _Farewell as farewell:
            self._end(farewell.ended)
        except Exception as fault:
            self._end(SessionEnded(fault_log.told(fault)))

    async def _run(self) -> None:
        """Hear, and come back after each loss."""
        while True:
            try:
                await self._listen()
            except Lost as lost:
                await self._come_back(lost)
            except NotWritten as why:  # our own disk is full: what was heard is said again when we come back
                await self._come_back(Lost(str(why)))

    async def _listen(self) -> None:
        while self._connection is not None:
            for message in await self._connection.hear():
                self._take(message)
            self.flush()

    async def _come_back(self, lost: Lost) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()
        if lost.bye is not None and lost.bye.code in FATAL:
            raise _Farewell(SessionEnded(str(lost), lost.bye.code))
        self._tell_of_loss(lost)
        tries = 0
        while self._connection is None:
            await asyncio.sleep(pause(tries, self._chance))
            tries += 1
            await self._try_again(connection)
        self._listener(Reconnected())
        for session, _listener in [*self._sessions.values()]:
            self._return(session)
        for request, _future in [*self._asked.values()]:
            self._connection.say(request)

    async def _try_again(self, before: Connection | None) -> None:
        try:
            await self._connect()
        except WrongKey as wrong:
            if before is not None and before.address in wrong.addresses:
                raise  # where our server was, somebody else is now
        except NotReached:
            return

    async def _beat(self) -> None:
        """Ask after a server that is silent."""
        while True:
            await asyncio.sleep(TICK)
            if self._connection is not None:
                self._connection.tick()

    def _return(self, session: SeatSession) -> None:
        session.sets = dict(self.welcome.sets)
        if self._connection is not None:
            self._connection.say(session.returning())

    def _tell_of_loss(self, lost: Lost) -> None:
        """A host who has left may be back tomorrow: who plays at his table hears what that means for his game."""
        if lost.bye is None or lost.bye.code != CLOSED:
            self._listener(Disconnected(str(lost)))
            return
        if any(session.plays and not session.over for session, _listener in self._sessions.values()):
            text = _("The host has left, and the table is closed.  Your game is kept there: it goes on here when he is "
                     "back, or another time with `ironbottom resume`.")
            why = _("the host has left: wait for him, or go on another time with `ironbottom resume`")
        else:
            text = _("The host has left, and the table is closed until he is back.")
            why = _("the host has left")
        self._listener(Noticed(CLOSED, text))
        self._listener(Disconnected(why, CLOSED))

    def _end(self, ended: SessionEnded) -> None:
        """There is no way on: everybody who waits hears why, once."""
        if self._ended is not None:
            return
        self._ended = ended
        for _request, future in self._asked.values():
            if not future.done():
                future.set_exception(UserError(ended.sentence))
        self._listener(ended)

    # what the server says

    def _take(self, message: Any) -> None:
        """Bring a message to whom it is for."""
        seq = getattr(message, "seq", 0)
        if seq in self._asked:
            future = self._asked[seq][1]
            if not future.done():
                future.set_result(message)
            if isinstance(message, Seated):
                self._early[message.table] = []
            return
        if isinstance(message, Notice):
            self._listener(Noticed(message.code, in_our_words(message.code, message.text)))
            return
        if isinstance(message, Moved):
            self._move(message)
            return
        table = getattr(message, "table", None)
        if table in self._early and table not in self._sessions:
            self._early[table].append(message)
            return
        for session, listener in [*self._sessions.values()]:
            if table is None or session.table == table:
                self._tell(session, listener, message)

    def _move(self, moved: Moved) -> None:
        """A seat of ours is at another table now: it is taken there."""
        session, listener = self._sessions.get(moved.table, (None, None))
        if session is None or listener is None or not session.plays:
            return
        session.move(moved)
        self._sessions[moved.to] = self._sessions.pop(moved.table)
        listener(Noticed(MOVED, phrase("challenge.moved")))
        self._return(session)

    def _tell(self, session: SeatSession, listener: Listener, message: Any) -> None:
        for event in session.hear(message):
            listener(event)
        self.flush()


class _Farewell(Exception):
    """The server has said goodbye for good."""

    def __init__(self, ended: SessionEnded) -> None:
        super().__init__(ended.sentence)
        self.ended = ended
