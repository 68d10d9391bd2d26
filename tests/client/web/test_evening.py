"""A person plays Cape Esperance against a friend: one on the page, one in lines of text, on a real server."""

from __future__ import annotations

import json
import time
from base64 import b64decode, urlsafe_b64decode
from pathlib import Path
from threading import Thread
from urllib.request import urlopen

from playwright.sync_api import expect

from ironbottom.wire.invite import Address, Invite, write
from tests.client.support.terminal import OVER, Terminal, ran
from tests.client.web.support.page_server import PageServer
from tests.client.web.support.player import PagePlayer
from tests.client.web.support.visitors import Visitors
from tests.client.web.test_special import folded_out, picture
from tests.support.lengths import by_night

QUESTIONS = range(8, 60)  # of one side: more are no half an hour
PATIENCE = 300.0  # seconds


def playing(friend: Terminal) -> Thread:
    """The friend answers what he is asked, to the end."""

    def play() -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and not friend.glance(OVER) and not friend.over:
            time.sleep(0.01)

    thread = Thread(target=play, daemon=True)
    thread.start()
    return thread


def for_program(link: str, server: PageServer) -> str:
    """The invite that a page shows which others can reach, too; this one is for this computer alone."""
    table, secret = link.partition("#join=")[2].split(":")
    with urlopen(f"{server.url}here.json") as answer:  # noqa: S310 - ours, by http
        pin = b64decode(json.load(answer)["pin"])
    return write(Invite(table, urlsafe_b64decode(secret + "=="), pin, (Address("127.0.0.1", server.port),)))


@by_night
def test_cape_esperance_against_a_friend(visitors: Visitors, tmp_path: Path) -> None:
    """Both read what they will play before the first question; neither is asked more than half an hour holds."""
    ada = visitors.visit(name="Ada", size=(1366, 768))
    folded_out(ada, "invite-friend")
    ada.locator("#friend-battle option[value=cape-esperance]").wait_for(state="attached")
    ada.locator("#friend-battle").select_option("cape-esperance")
    expect(ada.locator(".invite-friend .special-battle")).to_contain_text("Cape Esperance")
    ada.locator("button#make-table").click()
    invite = for_program(ada.locator("#invite-link").input_value(), visitors.server)
    with Terminal(tmp_path, "join", invite, "--plain", "--agree", "--name", "Ben") as ben:
        ben.until("Battle: Cape Esperance")
        thread = playing(ben)
        player = PagePlayer(ada, 3)
        here = player.play()
        assert here["over"]
        expect(ada.locator("dialog.end")).to_contain_text("Cape Esperance")
        picture(ada, "evening-end")
        thread.join(PATIENCE)
        ben.type("quit")
        asked = sum(line.startswith("Your decision, ") for line in ben.lines)
        print(f"asked: the page {dict(player.steps)}, the lines of text {asked}")
        assert asked in QUESTIONS
    (transcript,) = (tmp_path / "games").glob("*.ibss")
    code, said = ran(tmp_path, "verify", str(transcript))
    assert code == 0, said
