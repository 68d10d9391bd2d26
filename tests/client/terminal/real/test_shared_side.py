"""§26  A side that two share, one in lines of text and one in a terminal, against a bot: to the end of a battle."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from msgspec.structs import replace

from ironbottom.wire.invite import Address, read, write
from tests.client.support.terminal import Terminal as Lines
from tests.client.support.terminal import ran
from tests.client.terminal.real.conftest import Opens
from tests.client.terminal.real.picture import open_boxes, too_wide
from tests.client.terminal.real.player import TerminalPlayer, offered
from tests.client.terminal.real.terminal import TmuxTerminal, flat
from tests.support.lengths import by_night

GAME = ("play", "--team", "--bot", "random", "--battle", "cape-esperance", "--seed", "1942", "--absent", "bot")
OVER, SHEET, ASKED = "The game is over", "Enter go on", "Your partner Ada is asked"
ENOUGH = 4  # answers in the terminal
PAGES = 4  # that the terms have at most
PATIENCE = 300.0  # seconds


def answering(partner: Lines) -> Thread:
    """The partner answers what he is asked, to the end."""

    def play() -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and not partner.glance(OVER) and not partner.over:
            time.sleep(0.01)

    thread = Thread(target=play, daemon=True)
    thread.start()
    return thread


@contextmanager
def both(opens: Opens, folder: Path) -> Iterator[tuple[Lines, TmuxTerminal]]:
    """Ada commands the airplanes, a line at a time; Bob, in a terminal, has read the terms and sits beside her."""
    with Lines(folder / "ada", *GAME, "--command", "air", "--plain", "--name", "Ada") as ada:
        invite = read(ada.until("^(IB1-[A-Z2-7-]+)$")[1])
        here = write(replace(invite, addresses=(Address("127.0.0.1", invite.addresses[0].port),)))
        bob = opens("join", here, "--name", "Bob")
        bob.wait("PgDn read on")
        for _page in range(PAGES):
            bob.press("PageDown")
        bob.wait("each answers his own questions")
        bob.press("y")
        bob.until(lambda screen: offered(screen) or SHEET in flat(screen) or ASKED in flat(screen), "the table")
        while SHEET in flat(bob.calm()):
            bob.press("Enter")
        yield ada, bob


def test_a_partner_commands_his_part_by_keys(opens: Opens, tmp_path: Path) -> None:
    """He reads who shares his side and what is whose, and is asked what is his alone."""
    with both(opens, tmp_path) as (ada, bob):
        ada.until("You command the airplanes, Bob the fleet")
        player = TerminalPlayer(bob, touches=0)
        player.play(lambda screen: player.answers >= ENOUGH or ASKED in flat(screen))
        bob.until(lambda screen: offered(screen) or ASKED in flat(screen), "whose question it is")
        bob.press("q")
        bob.until(lambda _screen: bob.ended == 0, "the end of the program, without a fault")
        ada.until("Bob is away")


@by_night
def test_a_battle_to_its_end(opens: Opens, tmp_path: Path) -> None:
    """He hears how it ends, and `verify` names both."""
    with both(opens, tmp_path) as (ada, bob):
        thread = answering(ada)
        player = TerminalPlayer(bob, touches=0)
        player.play(lambda screen: OVER in screen)
        thread.join(PATIENCE)
        assert not [screen for screen in player.shown if too_wide(screen, 80) or open_boxes(screen)]
        assert ada.ended() == 0
    (transcript,) = (tmp_path / "ada" / "games").glob("*.ibss")
    code, said = ran(tmp_path / "ada", "verify", str(transcript))
    assert code == 0, said
    assert "with Bob, key " in said
