"""The QR code, spoken codes, what terms go together, and what is said when a tunnel fails."""

from __future__ import annotations

import pytest
import segno

from ironbottom.client.console.errors import UserError
from ironbottom.client.console.qr import HALVES, QUIET, qr
from ironbottom.client.launch.processes import remote_code
from ironbottom.client.net.club.table_wish import with_special
from ironbottom.client.text.rules.table_rules import TableRules
from ironbottom.wire.terms import Terms

MODULES = {letter: pair for pair, letter in HALVES.items()}


def test_a_code_is_drawn_module_by_module(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read back from the letters it is the code that the library made."""
    monkeypatch.setattr("ironbottom.client.console.qr.can_print", lambda text: True)
    text = "ironbottom://IB1-AEAQA-O2QMN"
    rows: list[list[bool]] = []
    for line in qr(text):
        rows.append([MODULES[letter][0] for letter in line])
        rows.append([MODULES[letter][1] for letter in line])
    code = [[bool(module) for module in row] for row in segno.make(text.upper(), error="l", micro=False).matrix]
    inner = [row[QUIET:-QUIET] for row in rows[QUIET : QUIET + len(code)]]
    assert inner == code
    around = [*rows[:QUIET], *rows[QUIET + len(code) :]]
    assert not any(any(row) for row in around)


def test_no_code_where_its_letters_cannot_be_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ironbottom.client.console.qr.can_print", lambda text: False)
    assert qr("anything") == []


@pytest.mark.parametrize("text", ["7-crossover-clockwork", " 12-Guitar-Adviser ", "1-a-b-c-d"])
def test_what_is_a_spoken_code(text: str) -> None:
    assert remote_code.is_code(text)


@pytest.mark.parametrize("text", ["IB1-AEAQA-O2QMN", "7-crossover", "crossover-clockwork", "7--x", "1.2.3.4:4277", ""])
def test_what_is_none(text: str) -> None:
    assert not remote_code.is_code(text)


@pytest.mark.parametrize(("said", "sentence"), [
    ({"failed": "WrongPasswordError"}, "The code is not the one that was read out"),
    ({"failed": "TimeoutError"}, "the other side is not there"),
    ({"failed": "ServerConnectionError"}, "The mailbox server for spoken codes cannot be reached"),
    ({"failed": "OtherError", "why": "because"}, "The tunnel failed (because)"),
    ({}, "The tunnel failed (it said nothing)"),
])
def test_a_failed_tunnel_names_its_leg(said: dict[str, str], sentence: str) -> None:
    assert sentence in remote_code.why(said)


def test_nobody_makes_a_table_with_offers_where_two_share_a_side() -> None:
    terms = Terms(offers=("draw",))
    assert with_special(terms, TableRules()).offers == ("draw",)
    with pytest.raises(UserError, match="Where two people share a side nothing is agreed upon by consent"):
        with_special(terms, TableRules(teams=(0,)))
