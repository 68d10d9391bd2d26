"""§23, §24  A table with optional rules and a battle, in lines of text."""

from __future__ import annotations

from random import Random

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.plain.intents import Print
from ironbottom.client.plain.reader import PlainReader
from ironbottom.client.text.rules.rulebook import rules_lines
from ironbottom.variant import varied
from ironbottom.words import Side
from tests.client.plain.sitting import sitting, whole_game
from tests.support.battle_sheets import TEST_SOUND

CARDS = varied(card_set("full"), ["fuel:12"], TEST_SOUND)


def printed(reader: PlainReader, line: str) -> list[str]:
    said = reader.line(line)
    assert isinstance(said, Print)
    return list(said.lines)


def test_it_is_told_when_one_begins() -> None:
    told = PlainReader(CARDS, width=0).special()
    assert told[0] == "Battle: Test Sound (1942-10-11)"
    assert any(line.startswith("- Fuel 12") for line in told)
    assert PlainReader(card_set("core")).special() == []


def test_rules_tells_those_of_this_table() -> None:
    """Alone where there are any; elsewhere it is the contents of the rulebook, as ever."""
    reader, plain = PlainReader(CARDS, width=0), PlainReader(card_set("core"), width=0)
    assert "On equal VP Japan wins." in printed(reader, "rules")
    assert printed(reader, "rules") == printed(reader, "rules table")
    assert printed(reader, "rules 23.1") == rules_lines("23.1")
    assert printed(plain, "rules") == rules_lines("")
    assert printed(plain, "rules table") == [
        "No optional rules and no battle: this table is played by the rules alone."
    ]


@pytest.mark.parametrize("command", ["table", "opponent"])
def test_a_battle_without_decks_has_none(command: str) -> None:
    """§24.3  Nobody is told of decks that are empty from the start, or of turns that they are good for."""
    at = sitting(3, CARDS, width=0)
    told = printed(at.readers[Side.US], command)
    assert not any("airplane deck" in line for line in told)
    assert any("no decks: over after turn 3" in line or "Nobody has decks" in line for line in told)
    usual = printed(sitting(3, card_set("core"), width=0).readers[Side.US], "table")
    assert any("airplane deck" in line for line in usual)


def test_a_whole_battle_is_played_and_judged() -> None:
    """§24.4, §24.7  The status says how far it is; the end how great the victory was, and then what happened."""
    at = sitting(3, CARDS, width=0)
    assert "Test Sound: turn 1 of 3." in printed(at.readers[Side.US], "status")
    assert not any("airplane deck is good" in line for line in printed(at.readers[Side.US], "status"))
    for _step in whole_game(at, Random(3)):
        assert at.game.state.turn <= TEST_SOUND.turns
    told = at.printed[Side.JP]
    assert sum(" victory in Test Sound" in line for line in told) == 1
    assert "Type rules table for what happened in history." in told
    assert "Nobody won." in printed(at.readers[Side.JP], "rules table")
