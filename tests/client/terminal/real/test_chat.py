"""Chat between two people, one of whom leaves and comes back: what he has read is not called new again."""

from __future__ import annotations

import re
from pathlib import Path

from tests.client.support.terminal import Terminal as Lines
from tests.client.terminal.real.conftest import Opens
from tests.client.terminal.real.player import offered
from tests.client.terminal.real.terminal import flat
from tests.support.lengths import by_night

NEW = "(Shift+T: talk)"
INVITE = re.compile(r"IB1-[A-Z2-7-]+")


def invite_of(host: Lines) -> str:
    """The string that the host's program has printed, whole."""
    host.until(INVITE.pattern)
    host.until("waiting for a player")
    found: str = INVITE.findall("\n".join(host.lines))[-1]
    return found


@by_night
def test_chat_that_was_read_is_not_new_after_a_return(opens: Opens, tmp_path: Path) -> None:
    """Killed, and back: the line is there to be read, and only one that has come since is announced."""
    with Lines(tmp_path / "ann", "host", "--port", "0", "--no-announce", "--name", "Ann", "--least", "0") as ann:
        bob = opens("join", invite_of(ann), "--name", "Bob")
        bob.wait("whoever runs it could look into them")
        while not offered(bob.calm()):  # the sheet is read before it hears a key
            bob.press("Enter")
        ann.type("chat ahoy")
        bob.wait(f"Ann: ahoy {NEW}")
        bob.press("T")
        bob.until(lambda screen: NEW not in flat(screen), "that it was read")
        bob.kill()
        ann.until("Bob is away")
        again = opens("resume")
        again.until(offered, "the question")
        assert "ahoy" not in again.calm()
        ann.type("chat back so soon?")
        again.wait(f"Ann: back so soon? {NEW}")
        again.press("T")
        again.wait("Ann: ahoy")
