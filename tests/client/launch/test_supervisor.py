"""The processes of a game at home: how often they are started again, and what a person hears when that is no use."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from ironbottom.client.__main__ import main
from ironbottom.client.console.errors import UserError
from ironbottom.client.launch import browser_game
from ironbottom.client.launch.player import _another_key, _given_up
from ironbottom.client.launch.processes import supervisor
from ironbottom.client.launch.processes.proxy_process import ProxyProcess
from ironbottom.client.launch.processes.subprocesses import ServerProcess, Subprocess
from ironbottom.client.launch.processes.supervisor import BOT, JOURNAL, KEY, SERVER, TRIES, Supervisor, tended
from ironbottom.client.net.reconnecting_client import Endpoint
from ironbottom.client.net.seat_session import Numbers, SeatSession
from ironbottom.client.net.session_events import SessionEnded, SessionEvent
from ironbottom.client.storage.evidence_log import EvidenceLog
from ironbottom.client.storage.identity import HOME, KEY_FILE, Identity
from ironbottom.client.storage.seat_store import OwnServer, SavedSeat
from ironbottom.keys import new_key
from ironbottom.views import SeenOutcome
from ironbottom.words import Side
from tests.support.lengths import some

from ..support.double import PATIENCE
from ..support.table import ID, SERVER_PUBLIC, VIEWS, seated, table, update

OVER = replace(VIEWS[Side.US], question=None, outcome=SeenOutcome(Side.US, "", (0, 0)))


class Dying:
    """A program that ends by itself: after so many seconds, with this code, and with a last word."""

    def __init__(self, code: int = 1, seconds: float = 0.0, word: str = "") -> None:
        self.code, self.seconds, self.word = code, seconds, word
        self.process = self

    async def wait(self) -> int:
        await asyncio.sleep(self.seconds)
        return self.code

    def complaint(self) -> str:
        return self.word

    async def stop(self) -> None:
        """It has ended."""


def given_up(*lives: Dying | UserError, monkeypatch: pytest.MonkeyPatch) -> tuple[str | None, int]:
    """Why a program is given up that lives and dies like this, the last one for ever; and how often it was started."""
    monkeypatch.setattr(supervisor, "PAUSE", 0.0)
    monkeypatch.setattr(supervisor, "STEADY", 0.05)
    started = 1

    async def again() -> Subprocess:
        nonlocal started
        life = lives[min(started, len(lives) - 1)]
        started += 1
        if isinstance(life, UserError):
            raise life
        return cast(Subprocess, life)

    async def run() -> str | None:
        async with asyncio.timeout(PATIENCE):
            return await tended(cast(Subprocess, lives[0]), again)

    return asyncio.run(run()), started


def test_who_dies_at_once_is_given_up_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    assert given_up(Dying(word="No key."), monkeypatch=monkeypatch) == ("No key.", TRIES + 1)
    assert given_up(Dying(), UserError("The disk is full."), monkeypatch=monkeypatch) == (
        "The disk is full.",
        TRIES + 1,
    )
    assert given_up(Dying(), monkeypatch=monkeypatch) == ("", TRIES + 1)


def test_who_ends_well_is_not_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert given_up(Dying(), Dying(code=0), monkeypatch=monkeypatch) == (None, 2)


def test_who_has_run_for_a_while_may_die_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The failures of a whole evening are not added up."""
    lives = [Dying(), Dying(), Dying(seconds=0.06)] * 4
    assert given_up(*lives, Dying(code=0), monkeypatch=monkeypatch) == (None, len(lives) + 1)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "PAUSE", 0.0)
    monkeypatch.setattr(supervisor, "TRIES", 1)


@pytest.mark.usefixtures("quick")
def test_a_bot_that_cannot_start_ends_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(HOME, str(tmp_path))
    (tmp_path / "bots" / "first").mkdir(parents=True)
    (tmp_path / "bots" / "first" / KEY_FILE).write_bytes(b"bad")
    assert main(["play", "--plain", "--bot", "first"]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"The bot first does not play on: {tmp_path / 'bots' / 'first' / KEY_FILE} is damaged")
    assert said.endswith("The game is kept: `ironbottom resume` goes on with it.\n")
    assert len(list((tmp_path / "alone").iterdir())) == 1


@pytest.mark.usefixtures("quick")
def test_a_server_that_is_gone_for_good_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[SessionEvent] = []
    started: list[ServerProcess] = []
    serve = ServerProcess.serve

    async def once(own: OwnServer) -> ServerProcess:
        if started:
            raise UserError("The disk is full.")
        started.append(await serve(own))
        return started[0]

    monkeypatch.setattr(ServerProcess, "serve", once)

    async def run() -> None:
        async with asyncio.timeout(PATIENCE), Supervisor(OwnServer(tmp_path / "server")) as own:
            own.tell(heard.append)
            (server,) = started
            server.process.kill()
            await own.gone()
            own.tell(heard.append)

    asyncio.run(run())
    text = "Your own server does not run on: The disk is full.  The game is kept: `ironbottom resume` goes on with it."
    assert heard == [SessionEnded(text, SERVER)] * 2


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("fault", "code", "why"), [
    ("The disk is full.", 1, "The disk is full."),
    ("", 1, "it ended again and again and did not say why."),
    ("", 0, "somebody else has ended it."),
])
def test_a_page_whose_server_is_given_up_tells_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str, code: int, why: str
) -> None:
    """Whoever has nothing but a browser before him reads it in the terminal that he has left behind."""

    async def dying(*_anything: object) -> ServerProcess:
        return cast(ServerProcess, Dying(code, word=fault))

    monkeypatch.setattr(ServerProcess, "serve", dying)
    monkeypatch.setattr(Dying, "port", 4277, raising=False)
    monkeypatch.setattr(Dying, "pin", bytes(16), raising=False)
    monkeypatch.setattr(ServerProcess, "proxy", dying)

    async def of_ours() -> None:
        async with Supervisor(OwnServer(tmp_path / "server")) as own:
            await browser_game.stay(own)

    async def of_a_friend() -> None:
        async with ProxyProcess(Endpoint((), bytes(16)), tmp_path / "page") as companion:
            await browser_game.stay(companion)

    for page, folder in ((of_ours, "server"), (of_a_friend, "page")):
        with pytest.raises(UserError) as error:
            asyncio.run(page())
        said = f"What serves the page has stopped, and is not started again: {why}  More may stand in "
        assert str(error.value).startswith(f"{said}{tmp_path / folder}")


@pytest.mark.parametrize("missing", some([".", KEY, JOURNAL], 1))
def test_a_server_that_lacks_its_files_does_not_begin_anew(missing: str, tmp_path: Path) -> None:
    """It would have another key, and its host would be told to ask the host."""
    own = OwnServer(tmp_path / "game")

    async def up(*, again: bool) -> bytes:
        async with Supervisor(own, again=again) as there:
            await asyncio.sleep(0.1)
            return there.pin

    pin = asyncio.run(up(again=False))
    assert asyncio.run(up(again=True)) == pin
    away = own.data / missing
    away.rename(tmp_path / "away")
    with pytest.raises(UserError) as error:
        asyncio.run(up(again=True))
    assert str(error.value).startswith(f"{away} is missing, without which this game cannot go on")
    assert not away.exists()


def test_a_key_of_ones_own_server_is_nothing_to_ask_a_host_about(tmp_path: Path) -> None:
    seat = SavedSeat("join", ID, 0, b"T" * 16, b"p" * 16, b"K" * 32, (), 1_000)
    assert str(_another_key(seat)).startswith("STOP: the server has another key")
    said = str(_another_key(replace(seat, own=OwnServer(tmp_path))))
    assert said.startswith(f"{tmp_path / KEY} is another key than when this game was begun")


def test_a_game_that_is_over_needs_no_bot() -> None:
    queue: asyncio.Queue[SessionEvent] = asyncio.Queue()
    session = SeatSession(Identity(new_key(), "Ann"), SERVER_PUBLIC, ID, Numbers(), EvidenceLog(None))
    for message in (seated(), table()):
        session.hear(message)
    _given_up(session, queue, SessionEnded("The bot is gone.", BOT))
    assert queue.qsize() == 1
    session.hear(update(1, shown=OVER))
    _given_up(session, queue, SessionEnded("The bot is gone.", BOT))
    assert queue.qsize() == 1
    _given_up(session, queue, SessionEnded("The server is gone.", SERVER))
    assert queue.qsize() == 2
