"""§23, §24  Tables with optional rules or a battle: nobody sits down there unread, and what was agreed upon stays."""

from __future__ import annotations

import pytest

from ironbottom.proof.verify import check
from ironbottom.server.table.countersign import LAST_WORD
from ironbottom.wire.messages import Glance, Join, ListTables, Refused, Rematch, Summaries, Tables
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import ServerUnderTest, card_sets
from tests.support.battle_sheets import TEST_SOUND

BOTH = Terms(side="us", cards="full", options=("fuel:12",), battle=TEST_SOUND, reach="open")


class AgreedTable:
    """A table of Ada's, and Ben who has come for it."""

    def __init__(self, terms: Terms) -> None:
        self.server = ServerUnderTest()
        self.ada, self.ben = WirePlayer("Ada", 1), WirePlayer("Ben", 2)
        for player in (self.ada, self.ben):
            player.auto = False
            self.server.connect(player)
        self.server.run(0.5)
        self.ada.create(terms)
        self.server.run(0.5)

    def join(self, **said: bool) -> str:
        """The code with which the seat is refused; nothing: it is his."""
        answered = self.server.answered(self.ben, self.ben.ask(Join, self.ada.table, self.ada.secret, "either", **said))
        return "" if answered in ("ok", "seated") else str(answered)


@pytest.mark.parametrize("terms", [BOTH, Terms(options=("radar",)), Terms(cards="full", battle=TEST_SOUND)])
def test_a_program_that_does_not_say_that_it_has_shown_them_gets_no_seat(terms: Terms) -> None:
    """A planted one: an old program, or one that would let its player sit down unread."""
    there = AgreedTable(terms)
    assert there.join() == "special"
    assert there.ben.last(Refused).text.startswith("This table has terms that your program does not show")
    assert there.ada.status() == "open"
    there.join(special=True)
    there.server.run(0.5)
    assert there.ada.status() == "playing"


def test_who_is_invited_may_read_them_before() -> None:
    """What is for reading is there; who lies where and the history are not."""
    there = AgreedTable(BOTH)
    there.ben.ask(Glance, (there.ada.table,), there.ada.secret)
    there.ben.ask(ListTables)
    there.server.run(0.5)
    told = there.ben.last(Summaries).tables[0].line.terms
    assert told == there.ben.last(Tables).tables[0].terms
    assert told.options == ("fuel:12",)
    assert told.battle
    assert told.battle.english.introduction == TEST_SOUND.english.introduction
    assert (told.battle.english.history, told.battle.us.ships) == ("", ())


def test_a_rematch_is_played_by_the_same_and_proven() -> None:
    there = AgreedTable(BOTH)
    ada, ben = there.ada, there.ben
    there.join(special=True)
    there.server.run(0.5)
    ben.resign()
    there.server.run(LAST_WORD + 1)
    ada.auto = ben.auto = True
    ada.ask(Rematch, ada.table)
    ben.ask(Rematch, ben.table)
    there.server.until(lambda: ada.over and ada.table_now.games == 2)
    there.server.run(LAST_WORD + 1)
    assert (ada.table_now.terms.options, ada.table_now.terms.battle) == (BOTH.options, BOTH.battle)
    assert ada.view.turn <= TEST_SOUND.turns
    verdict = check([line + b"\n" for line in there.server.disk.lines(ada.table, 2)], card_sets().values())
    assert verdict.ok, verdict
