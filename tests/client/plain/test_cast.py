"""Both hands, some turns late, in lines of text."""

from __future__ import annotations

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.plain.client import table_lines
from ironbottom.client.plain.intents import CastIntent, Print
from ironbottom.client.plain.reader import CastReader, PlainReader
from ironbottom.client.text.rules.table_rules import in_brief, introduced, of_terms
from ironbottom.wire.terms import Terms

from ..net.test_cast import watcher
from ..support import cast_scenes as scenes
from ..support.sessions import asked

CARDS = card_set("core")
ABOUT = "Whoever looks on sees both hands and all that lies face down, 2 turns late."


def test_what_happened_and_both_hands_are_told() -> None:
    reader, there = CastReader(CARDS, 0), scenes.through(2)
    lines = reader.told(there, late=scenes.LATE)
    assert lines[0] == "Both hands up to the end of turn 2, 2 turns late:"
    assert [line for line in lines if line.startswith("Hand of US: ")]
    assert [line for line in lines if line.startswith("Hand of Japan: ")]
    assert reader.told((), late=scenes.LATE) == [
        "Nothing more is to be seen yet: a turn is shown when as many turns after it are over as the players have "
        "agreed."
    ]
    assert "Turn 3" in "\n".join(reader.told(scenes.through(3)[len(there) :], late=scenes.LATE))


def test_the_command_is_for_who_looks_on_where_that_was_agreed() -> None:
    reader = PlainReader(CARDS, width=0)
    assert reader.line("both") == Print(
        ("Who looks on here does not see both hands: the players have not agreed to it.",)
    )
    reader.seat.late = scenes.LATE
    assert reader.line("both") == CastIntent()


@pytest.mark.parametrize("plays", [True, False])
def test_who_comes_is_told(plays: bool) -> None:
    session = asked() if plays else watcher()
    lines = table_lines(session, scenes.standing(), None)
    said = ABOUT if plays else "You may look at both hands, 2 turns late: type both."
    assert [line for line in lines if line.startswith(said)]


def test_the_lobby_and_who_sits_down_are_told() -> None:
    rules = of_terms(Terms(cast=1))
    assert in_brief(rules) == ["who looks on sees both hands, 1 turn late"]
    assert introduced(rules)[0].startswith(ABOUT.replace("2 turns", "1 turn"))
    assert in_brief(of_terms(Terms())) == []
