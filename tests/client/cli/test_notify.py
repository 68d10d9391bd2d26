"""`ironbottom notify`: a real server is asked, in lines of text and on the screen of a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input, OptionList, Static

from ironbottom.client.__main__ import main
from ironbottom.client.terminal.app.notify_app import NotifyApp
from ironbottom.wire.notifying import Remind, Subscribe, Subscription, Subscriptions, TrySubscription, Unsubscribe, Way
from tests.server.support.reached import RunningServer
from tests.server.support.receivers import Receiver, mail_server, receiver
from tests.server.support.seats import real_server

WAYS: tuple[Way, ...] = ("webhook", "ntfy", "mail", "feed", "push")


@pytest.fixture
def web() -> Iterator[Receiver]:
    with receiver() as one:
        yield one


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    with real_server(tmp_path / "server", "--notify-network", "127.0.0.0/8") as one:
        yield one


@pytest.fixture
def notify(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """The command, and what it has printed."""
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path / "home"))

    def run(port: int, *words: str) -> tuple[int, str]:
        code = main(["notify", "--plain", "--server", f"127.0.0.1:{port}", *words])
        said = capsys.readouterr()
        return code, said.out + said.err

    return run


def test_a_way_is_added_tried_and_removed(server: RunningServer, web: Receiver, notify: Callable[..., Any]) -> None:
    code, said = notify(server.port)
    assert (code, "You are told by no way yet." in said) == (0, True)
    code, said = notify(server.port, "add", "ntfy", f"{web.url}/my-topic")
    assert code == 0
    assert "1  ntfy: 127.0.0.1" in said
    assert len(web.heard) == 1
    assert notify(server.port, "try", "1")[0] == 0
    assert len(web.heard) == 2
    assert "Reminder every 24 hours" in notify(server.port, "remind", "24")[1]
    code, said = notify(server.port, "add", "webhook", f"{web.url}/status/500")
    assert code == 1
    assert "It answers with the error 500." in said
    code, said = notify(server.port, "remove", "2")
    assert code == 1
    assert "There is no way 2" in said
    assert "You are told by no way yet." in notify(server.port, "remove", "1")[1]


def test_a_server_without_e_mail_says_what_it_has(server: RunningServer, notify: Callable[..., Any]) -> None:
    code, said = notify(server.port, "add", "mail", "ann@example.org")
    assert code == 1
    assert "it has: webhook, discord, slack, ntfy, matrix, feed" in said


def test_an_e_mail_is_confirmed(tmp_path: Path, notify: Callable[..., Any]) -> None:
    with mail_server() as (box, port):
        mail = ("--mail-server", f"smtp://127.0.0.1:{port}?plain", "--mail-from", "ironbottom@example.org")
        with real_server(tmp_path / "server", *mail) as server:
            assert "ironbottom notify confirm 1 CODE" in notify(server.port, "add", "mail", "ann@example.com")[1]
            code = str(box.wait()[0][2]["Subject"]).rpartition(" ")[2]
            assert "e-mail: ann@example.com (works)" in notify(server.port, "confirm", "1", code)[1]


def test_without_a_game_that_waits_a_server_is_to_be_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path))
    assert main(["notify", "--plain"]) == 1
    assert "say which with --server ADDRESS" in capsys.readouterr().err


class ScriptedServer:
    """What the screen asks, and how it stands then."""

    def __init__(self) -> None:
        self.now = Subscriptions(1, (), 0, WAYS)
        self.heard: list[Any] = []

    async def ask(self, make: Callable[[int], Any]) -> Subscriptions:
        request = make(len(self.heard) + 1)
        self.heard.append(request)
        now = self.now
        if isinstance(request, Subscribe):
            added = Subscription(f"id{len(self.heard)}", request.way, request.address or "/feed/x.atom", "on")
            self.now = Subscriptions(1, (*now.subscriptions, added), now.hours, WAYS)
        elif isinstance(request, Unsubscribe):
            left = tuple([one for one in now.subscriptions if one.id != request.subscription])
            self.now = Subscriptions(1, left, now.hours, WAYS)
        elif isinstance(request, Remind):
            self.now = Subscriptions(1, now.subscriptions, request.hours, WAYS)
        return self.now


def test_on_the_screen_of_a_terminal_keys_do_all_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Arrows, Enter and letters."""
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path))
    server = ScriptedServer()

    async def use() -> None:
        app = NotifyApp("play.example.org", server.now, server.ask)
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.pause()
            ways = app.screen.query_one("#ways", OptionList)
            assert [str(option.prompt) for option in ways.options][:3] == ["+ Webhook (JSON)", "+ ntfy", "+ e-mail"]
            await pilot.press("down", "enter")
            assert app.screen.query_one(Input).display
            await pilot.press(*"https", "colon", "slash", "slash", *"n", "full_stop", *"sh", "slash", *"t", "enter")
            await pilot.pause()
            assert str(ways.options[0].prompt) == "✓ ntfy: https://n.sh/t (works)"
            await pilot.press("home", "t")
            await pilot.pause()
            assert "Tried" in str(app.screen.query_one("#lobby-note", Static).render())
            await pilot.press("r")
            await pilot.pause()
            await pilot.press("home", "d")
            await pilot.pause()
            assert len(ways.options) == len(WAYS)

    asyncio.run(use())
    assert [type(one) for one in server.heard] == [Subscribe, TrySubscription, Remind, Unsubscribe]
    assert server.heard[0].address == "https://n.sh/t"
