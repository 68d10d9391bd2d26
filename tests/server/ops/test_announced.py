"""What a server tells the network of a table: its terms, so that nobody first sits down to read them."""

from __future__ import annotations

from ironbottom.client.launch import join_game
from ironbottom.client.net.discovery import Found
from ironbottom.server.ops.service import announced
from ironbottom.wire.beacon import answer, answered
from ironbottom.wire.invite import Address
from ironbottom.wire.messages import TableLine
from ironbottom.wire.terms import Terms

NONCE = b"12345678"


def test_a_list_of_the_network_tells_all_that_is_agreed_upon() -> None:
    """As it comes through a datagram; also that both hands are shown, and how late."""
    terms = Terms(reach="lan", absent="clock", bank=2_700, advice=True, options=("fuel:12",), cast=2)
    line = TableLine("K7F2QA5X", "Ada", terms, "open", "jp", 0)
    (told,) = answered(answer(NONCE, [announced(line, 4277, bytes(16))]), NONCE)
    shown = join_game._found_line(1, Found(Address("10.0.0.7", 4277), told))
    for words in (
        "45 minutes for each side", "away: the clock runs on", "ask for advice", "optional rules: Fuel 12",
        "who looks on sees both hands, 2 turns late",
    ):
        assert words in shown


def test_a_table_of_which_nothing_is_special_says_no_more_than_its_clock() -> None:
    line = TableLine("K7F2QA5X", "Ada", Terms(reach="lan"), "open", "jp", 0)
    (told,) = answered(answer(NONCE, [announced(line, 4277, bytes(16))]), NONCE)
    shown = join_game._found_line(1, Found(Address("10.0.0.7", 4277), told))
    assert "; no clock; away: the game waits; 10.0.0.7" in shown
