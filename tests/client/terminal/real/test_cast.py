"""Both hands, some turns late, in a terminal: two play in lines of text, and who looks on takes the caster's seat."""

from __future__ import annotations

import socket
from pathlib import Path

from tests.client.support.terminal import Terminal as Lines
from tests.client.support.terminal import play
from tests.client.terminal.real.conftest import Opens
from tests.client.terminal.real.picture import open_boxes, too_wide
from tests.client.terminal.real.terminal import TmuxTerminal, flat

LATE = 1


def test_who_looks_on_sees_both_hands_by_a_key(opens: Opens, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    terms = ("--cast", str(LATE), "--open", "--least", "0", "--plain")
    with Lines(tmp_path / "ann", "host", "--port", str(port), "--name", "Ann", *terms) as ann:
        ann.until("The other seat is free|waiting for a player")
        ben = Lines(tmp_path / "ben", "join", f"127.0.0.1:{port}", "--name", "Ben", "--plain", "--agree")
        with ben:
            ben.until("Sit down there")
            ben.type("1")
            eve = looked_on(opens, port)
            play((ann, ben), "^Turn 4, ")
            eve.wait("Turn 4")
            eve.press("F")
            eve.wait("all open")
            shown = eve.wait("Turn 2 ")  # the last turn that may be seen: one whole turn has ended since
            assert ships_open(shown, "J") > 0
            assert ships_open(shown, "U") > 0
            assert not too_wide(shown, 80)
            assert not open_boxes(shown)
            eve.press("e")
            other = eve.wait("seen by the US")
            assert ships_open(other, "J") == 0
            assert ships_open(other, "U") > 0
            eve.press("Escape")
            eve.wait("Turn 4")


def ships_open(screen: str, side: str) -> int:
    """How many formations of a side's rear line lie open: a ring before the name of the leader."""
    rows = screen.splitlines()
    begin = next(n for n, row in enumerate(rows) if row.startswith(f"{side} rear"))
    end = next((n for n in range(begin + 1, len(rows)) if not rows[n].startswith("│")), len(rows))
    return sum(row.count("┊" + side + "○") for row in rows[begin:end])


def looked_on(opens: Opens, port: int) -> TmuxTerminal:
    """Eve has read the terms and looks on."""
    eve = opens("join", f"127.0.0.1:{port}", "--watch", "--name", "Eve")
    screen = flat(eve.wait("Enter looks on."))
    assert "Whoever looks on sees both hands" in screen or "both hands" in screen
    eve.press("Enter")
    eve.wait("Enter go on")
    eve.press("Enter")
    return eve
