"""The way to a server: whose key it has, what failed where, and how it is found again after a loss."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ironbottom.client.console.errors import UserError
from ironbottom.client.net import reconnecting_client as link_module
from ironbottom.client.net.connection import Connection, NotReached, Refusal, WrongKey
from ironbottom.client.net.reconnecting_client import Endpoint, NotGranted, ReconnectingClient
from ironbottom.client.net.seat_session import SeatSession
from ironbottom.client.net.session_events import (
    AtTable,
    Disconnected,
    Noticed,
    Reconnected,
    SessionEnded,
    SessionEvent,
    Updated,
)
from ironbottom.client.storage import fault_log
from ironbottom.client.storage.evidence_log import EvidenceLog
from ironbottom.client.storage.identity import HOME, Identity
from ironbottom.keys import new_key
from ironbottom.wire.invite import Address
from ironbottom.wire.messages import Bye, ListTables, Message, Notice, Ping, Refused, Reply, Resume, Say, Tables

from ..support.double import PATIENCE, Double, certificate, double
from ..support.table import ID, QUESTION_ANSWER, SERVER_PUBLIC, seated, table, update

ME = Identity(new_key(), "Ann")
PIN = b"p" * 16


PAUSE = link_module.pause


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits half a second for what a test has lost on purpose."""
    monkeypatch.setattr(link_module, "pause", lambda n, chance: 0.01)


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def timed() -> None:
        async with asyncio.timeout(4 * PATIENCE):
            await test()

    asyncio.run(timed())


def plain(server: Double) -> Endpoint:
    return Endpoint((server.address,), None, plain=True)


async def until(true: Callable[[], object]) -> None:
    """Wait for something that must come true."""
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.005)


class At:
    """A session at a table of a double, and everything that it was told."""

    def __init__(self, client: ReconnectingClient, heard: list[SessionEvent]) -> None:
        self.client, self.heard = client, heard
        self.session = SeatSession(client.me, SERVER_PUBLIC, ID, client.numbers, EvidenceLog(None))
        client.take(self.session, heard.append, seated())


def lobby(request: Any) -> list[Message]:
    """A server with an empty lobby."""
    return [Tables(request.seq, ())] if isinstance(request, ListTables) else []


def test_a_login_and_a_request() -> None:
    async def test() -> None:
        async with double(lobby) as server, ReconnectingClient(plain(server), ME, lambda _event: None) as client:
            assert client.welcome.name == "Ann"
            assert (await client.ask(ListTables, Tables)).tables == ()
            assert server.hellos[0].key == ME.public

    run(test)


def test_a_refusal_is_raised_with_its_sentence() -> None:
    async def test() -> None:
        async with (
            double(lambda request: [Refused(request.seq, "limit", "Too many.")]) as server,
            ReconnectingClient(plain(server), ME, lambda _event: None) as client,
        ):
            with pytest.raises(NotGranted, match="Too many"):
                await client.ask(ListTables, Tables)

    run(test)


def test_the_pinned_key_needs_no_authority(tmp_path: Path) -> None:
    """Self-signed, for another name, and out of date: the pin is all that counts."""

    async def test() -> None:
        context, pin = certificate(tmp_path)
        async with (
            double(lobby, context, pin) as server,
            ReconnectingClient(Endpoint((server.address,), pin), ME, lambda _event: None) as client,
        ):
            assert (await client.ask(ListTables, Tables)).tables == ()

    run(test)


def test_another_key_is_a_hard_stop_and_hears_nothing(tmp_path: Path) -> None:
    """Not a byte of ours goes to whoever has another key."""

    async def test() -> None:
        context, _pin = certificate(tmp_path)
        async with double(lobby, context) as server:
            with pytest.raises(WrongKey, match="somebody answers whose key is not the one in the invite"):
                await ReconnectingClient(Endpoint((server.address,), PIN), ME, lambda _event: None).__aenter__()
            assert server.hellos == []

    run(test)


def test_without_tls_only_on_this_machine() -> None:
    async def test() -> None:
        with pytest.raises(AssertionError):
            await Connection.open(Address("192.0.2.1", 1), None, plain=True)

    run(test)


def test_where_nobody_listens() -> None:
    async def test() -> None:
        server = Double()
        await server.open()
        await server.close()
        endpoint = Endpoint((server.address, Address("no-such-name.invalid", 5)), PIN)
        with pytest.raises(NotReached) as failed:
            await ReconnectingClient(endpoint, ME, lambda _event: None).__aenter__()
        said = str(failed.value)
        assert f"127.0.0.1 port {server.port} does not answer" in said
        assert "no-such-name.invalid port 5 does not answer" in said

    run(test)


def test_where_something_else_listens() -> None:
    """A mail server, say: it answers, and is not ours."""

    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.example.org ESMTP\r\n")
        await reader.read(100)
        writer.close()

    async def test() -> None:
        async with await asyncio.start_server(greet, "127.0.0.1", 0) as other:
            port = other.sockets[0].getsockname()[1]
            with pytest.raises(NotReached, match=f"port {port} answers, but is not an Iron Bottom server"):
                await ReconnectingClient(
                    Endpoint((Address("127.0.0.1", port),), PIN), ME, lambda _event: None
                ).__aenter__()

    run(test)


def test_one_good_address_of_many_is_enough(tmp_path: Path) -> None:
    async def test() -> None:
        context, pin = certificate(tmp_path)
        gone = Double()
        await gone.open()
        await gone.close()
        async with (
            double(lobby, context, pin) as server,
            ReconnectingClient(Endpoint((gone.address, server.address), pin), ME, lambda _event: None) as client,
        ):
            assert client.address == server.address

    run(test)


def test_a_server_that_is_too_new_says_what_to_do() -> None:
    async def test() -> None:
        async with double() as server:
            server.greeting = Bye("version", "Your client is too old; upgrade it.")
            with pytest.raises(Refusal, match="too old; upgrade it"):
                await ReconnectingClient(plain(server), ME, lambda _event: None).__aenter__()

    run(test)


def test_a_loss_is_told_and_mended_and_nothing_is_lost() -> None:
    """What was not acknowledged is said again, in its order, after the seat is taken again."""

    async def test() -> None:
        heard: list[SessionEvent] = []
        async with double() as server, ReconnectingClient(plain(server), ME, heard.append) as client:
            at = At(client, heard)
            server.say(table())
            server.say(update(1))
            await until(lambda: at.session.update is not None)
            at.session.answer(QUESTION_ANSWER)
            client.flush()
            first = await server.heard(Reply)
            at.session.chat("typed in time")
            server.cut()
            await until(lambda: Disconnected in map(type, heard))
            at.session.chat("typed while away")
            client.flush()
            resume = await server.heard(Resume)
            assert resume.have == 1
            server.say(seated(resume.seq, number=1))
            again = await server.heard(Reply, 2)
            assert again == first
            await server.heard(Say, 2)
            said = [one.text for one in server.asked if isinstance(one, Say)]
            assert said[-2:] == ["typed in time", "typed while away"]
            assert Reconnected in map(type, heard)

    run(test)


def test_a_question_to_the_server_survives_a_loss() -> None:
    async def test() -> None:
        async with double() as server, ReconnectingClient(plain(server), ME, lambda _event: None) as client:
            asked = asyncio.create_task(client.ask(ListTables, Tables))
            await server.heard(ListTables)
            server.cut()
            second = await server.heard(ListTables, 2)
            server.say(Tables(second.seq, ()))
            assert (await asked).tables == ()

    run(test)


def test_it_waits_longer_from_try_to_try() -> None:
    """Twice as long each time, up to the longest, and by chance up to half of it less."""
    assert [PAUSE(n, lambda: 1.0) for n in range(7)] == [0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 15.0]
    assert PAUSE(3, lambda: 0.0) == 2.0
    assert PAUSE(10_000, lambda: 0.5) == 11.25


@pytest.mark.parametrize("code", ["elsewhere", "version", "login"])
def test_a_farewell_for_good_ends_it(code: str) -> None:
    async def test() -> None:
        heard: list[SessionEvent] = []
        async with double() as server, ReconnectingClient(plain(server), ME, heard.append) as client:
            server.say(Bye(code, "Not here."))
            await until(lambda: heard)
            assert heard == [SessionEnded("Not here.", code)]
            with pytest.raises(UserError, match="Not here"):
                await client.ask(ListTables, Tables)

    run(test)


def test_a_restart_is_waited_for() -> None:
    async def test() -> None:
        heard: list[SessionEvent] = []
        async with double(lobby) as server, ReconnectingClient(plain(server), ME, heard.append) as client:
            server.say(Notice("restart", "Back in a minute."))
            server.say(Bye("restart", "The server restarts."))
            await until(lambda: Reconnected in map(type, heard))
            assert heard[:2] == [Noticed("restart", "Back in a minute."), Disconnected("The server restarts.")]
            assert (await client.ask(ListTables, Tables)).tables == ()

    run(test)


def test_a_host_who_has_left_is_waited_for_and_said_to_have_left() -> None:
    """Who plays there reads how to go on another time; who only asks for something reads that the table is closed."""

    async def test(seats: int, sentence: str) -> None:
        heard: list[SessionEvent] = []
        async with double(lobby) as server, ReconnectingClient(plain(server), ME, heard.append) as client:
            for _seat in range(seats):
                session = SeatSession(ME, SERVER_PUBLIC, ID, client.numbers, EvidenceLog(None), token=b"t" * 16)
                client.take(session, lambda _event: None)
            server.say(Bye("closed", "Somebody has closed the table."))
            await until(lambda: Reconnected in map(type, heard))
            noticed, gone, back = heard
            assert isinstance(noticed, Noticed)
            assert noticed.code == "closed"
            assert sentence in noticed.text
            assert isinstance(gone, Disconnected)
            assert (gone.code, back) == ("closed", Reconnected())
            assert gone.why.startswith("the host has left")
            assert ("`ironbottom resume`" in gone.why) == bool(seats)

    run(partial(test, 0, "closed until he is back"))
    run(partial(test, 1, "another time with `ironbottom resume`"))


def test_another_server_key_after_a_loss_is_a_hard_stop() -> None:
    async def test() -> None:
        heard: list[SessionEvent] = []
        async with double() as server, ReconnectingClient(plain(server), ME, heard.append):
            server.key = bytes(32)
            server.cut()
            await until(lambda: SessionEnded in map(type, heard))
            (ended,) = [one for one in heard if isinstance(one, SessionEnded)]
            assert "has another key than before" in ended.sentence

    run(test)


def test_what_is_said_at_a_table_before_its_guest_is_there_is_kept() -> None:
    """Seated, Table and Update come in one piece; the session is made of the first."""

    async def test() -> None:
        def answers(request: Any) -> list[Message]:
            return [seated(request.seq), table(), update(1)] if isinstance(request, ListTables) else []

        async with double(answers) as server, ReconnectingClient(plain(server), ME, lambda _event: None) as client:
            answer = await client.ask(ListTables, type(seated()))
            await asyncio.sleep(0)
            session = SeatSession(ME, SERVER_PUBLIC, ID, client.numbers, EvidenceLog(None))
            heard: list[SessionEvent] = []
            client.take(session, heard.append, answer)
            assert [type(one) for one in heard] == [AtTable, Updated]

    run(test)


def test_a_ping_is_answered() -> None:
    async def test() -> None:
        async with double() as server, ReconnectingClient(plain(server), ME, lambda _event: None):
            server.say(Ping(7))
            await until(lambda: server.pongs == [7])

    run(test)


def test_a_fault_of_ours_is_told_and_not_swallowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        heard: list[SessionEvent] = []

        def told(one: SessionEvent) -> None:
            if isinstance(one, Noticed):
                raise ZeroDivisionError("in a reader")
            heard.append(one)

        async with double() as server, ReconnectingClient(plain(server), ME, told):
            server.say(Notice("x", "y"))
            await until(lambda: heard)
            (ended,) = heard
            assert isinstance(ended, SessionEnded)
            assert "ZeroDivisionError" in ended.sentence
            assert str(tmp_path / fault_log.FILE) in ended.sentence

    monkeypatch.setenv(HOME, str(tmp_path))
    run(test)
    written = (tmp_path / fault_log.FILE).read_text()
    assert "Traceback (most recent call last)" in written
    assert 'ZeroDivisionError("in a reader")' in written
    assert (tmp_path / fault_log.FILE).stat().st_mode & 0o777 == 0o600


def test_a_fault_of_the_pulse_is_told_and_not_swallowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody would notice any more that a server is gone; and who waits for an answer would wait for ever."""

    def fail(_connection: Connection) -> None:
        raise ZeroDivisionError("in the tick")

    async def test() -> None:
        heard: list[SessionEvent] = []
        async with double() as server, ReconnectingClient(plain(server), ME, heard.append) as client:
            asking = asyncio.create_task(client.ask(ListTables, Tables))
            await until(lambda: heard)
            (ended,) = heard
            assert isinstance(ended, SessionEnded)
            assert "in the tick" in ended.sentence
            with pytest.raises(UserError, match="in the tick"):
                await asking
            with pytest.raises(UserError, match="in the tick"):
                await client.ask(ListTables, Tables)

    monkeypatch.setenv(HOME, str(tmp_path))
    monkeypatch.setattr(link_module, "TICK", 0.01)
    monkeypatch.setattr(Connection, "tick", fail)
    run(test)
    assert "in fail" in (tmp_path / fault_log.FILE).read_text()


def test_a_fault_that_cannot_be_written_down_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv(HOME, str(tmp_path / "file"))
    sentence = fault_log.told(ZeroDivisionError("x"))
    assert sentence.startswith("A fault of this program stopped it (ZeroDivisionError('x')), and could not be written")


def test_a_log_of_faults_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(tmp_path))
    monkeypatch.setattr(fault_log, "MOST", 1_000)
    for n in range(50):
        fault_log.told(ZeroDivisionError(f"number {n}"))
    written = (tmp_path / fault_log.FILE).read_text()
    assert "number 49" in written
    assert len(written) < 1_500



def test_a_server_that_passes_on_the_challenge_of_another_hears_no_login(tmp_path: Path) -> None:
    """Its TLS key is the one that we expect, but the key in its challenge has not signed it: nobody is logged in."""

    async def test() -> None:
        context, pin = certificate(tmp_path)
        async with double(lobby, context) as server:
            with pytest.raises(UserError, match="somebody stands in between"):
                await ReconnectingClient(Endpoint((server.address,), pin), ME, lambda _event: None).__aenter__()
            assert server.asked == []

    run(test)
