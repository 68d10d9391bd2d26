"""Who reaches a server of ours: it listens on this computer alone, but for a game that others are to come to."""

from __future__ import annotations

import asyncio
import secrets
import socket
import sys
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from ironbottom.client.launch import browser_game
from ironbottom.client.launch.processes.subprocesses import ServerProcess
from ironbottom.client.net.discovery import search
from ironbottom.client.net.reconnecting_client import Endpoint, NotGranted, ReconnectingClient
from ironbottom.client.storage.identity import Identity
from ironbottom.client.storage.web_profiles import WebProfile
from ironbottom.keys import private_key
from ironbottom.wire.invite import Address
from ironbottom.wire.messages import Create, Join, ListTables, Seated, Tables
from ironbottom.wire.terms import Terms

OTHER = "127.0.0.2"  # this computer too, but not the address that it calls itself by


def page_profile(folder: Path, *, partner: bool) -> WebProfile:
    """Of `play --web`, or with --team."""
    name = browser_game._page_name("", shared=partner)
    found = browser_game._own_profile(folder, name, "", "mate")
    return browser_game._for_partner(found) if partner else found


def answers(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), 5.0).close()
    except OSError:
        return False
    return True


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere 127.0.0.2 is no address")
@pytest.mark.parametrize("partner", [False, True])
def test_a_page_for_one_is_reached_from_this_computer_alone(tmp_path: Path, *, partner: bool) -> None:
    """With a partner others reach it, as they do with `host --web`; without one they do not."""
    own = page_profile(tmp_path, partner=partner).own
    assert own is not None

    async def reached() -> tuple[bool, bool]:
        server = await ServerProcess.serve(replace(own, port=0))
        try:
            return await asyncio.to_thread(answers, "127.0.0.1", server.port), await asyncio.to_thread(
                answers, OTHER, server.port
            )
        finally:
            await server.stop()

    assert asyncio.run(reached()) == (True, partner)


def test_whoever_reaches_a_page_for_two_sees_no_table_and_gets_no_seat(tmp_path: Path) -> None:
    """It is not announced, and the table is for who has the invite."""
    own = page_profile(tmp_path, partner=True).own
    assert own is not None

    def somebody(server: ServerProcess, name: str) -> ReconnectingClient:
        endpoint = Endpoint((Address("127.0.0.1", server.port),), server.pin)
        return ReconnectingClient(endpoint, Identity(private_key(secrets.token_bytes(32)), name), lambda _event: None)

    async def tried() -> None:
        server = await ServerProcess.serve(own)
        try:
            async with somebody(server, "Ada") as ada, somebody(server, "Eve") as eve:
                terms = Terms(reach="invite", teams=(0,))
                made = await ada.ask(partial(Create, request=bytes(16), terms=terms), Seated)
                assert (await eve.ask(ListTables, Tables)).tables == ()
                for secret in (b"", bytes(16)):
                    with pytest.raises(NotGranted):
                        await eve.ask(partial(Join, table=made.table, secret=secret), Seated)
                assert server.pin not in [found.table.pin for found in await search(0.5)]
        finally:
            await server.stop()

    asyncio.run(tried())
