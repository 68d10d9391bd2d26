"""Chat: cleaned at the server's edge, numbered, said once; canned phrases; not to hear it."""

from __future__ import annotations

import pytest

from ironbottom.server.runtime.settings import LIMITS
from ironbottom.server.table.recovery import CHATS
from ironbottom.server.transport.chat_limits import MINUTE
from ironbottom.wire.messages import CHAT, Mute, Said, Terms, Watch
from tests.server.support.house import SEED, House
from tests.server.support.player import Player

TERMS = Terms(side="us", seed=SEED, reach="open")


@pytest.fixture
def house() -> House:
    return House()


def lines(player: Player) -> list[tuple[int, int, str]]:
    """Number, place and text of what a player heard."""
    return [(said.n, said.place, said.text) for said in player.all(Said)]


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("hello", "hello"),
        ("  two\nlines\tand a tab ", "two lines and a tab"),
        ("\x1b[2Jred\x1b[31m", "[2Jred[31m"),
        ("left\u202eright\u2066", "leftright"),
        ("<b>bold</b> [@click=quit()]", "<b>bold</b> [@click=quit()]"),
        ("e" + "\u0301" * 40, "\u00e9\u0301\u0301"),
        ("ｆｕｌｌ", "full"),
        ("x" * 500, "x" * CHAT),
    ],
)
def test_a_line_is_cleaned(house: House, said: str, heard: str) -> None:
    ada, ben = house.seated(TERMS)
    assert house.answered(ada, ada.chat(said)) == "ok"
    assert lines(ben) == lines(ada) == [(1, 0, heard)]
    assert ben.last(Said).name == "Ada"


@pytest.mark.parametrize("said", ["", "   ", "\u200b\u2060", "\x07\x1b"])
def test_there_must_be_something_to_say(house: House, said: str) -> None:
    ada, ben = house.seated(TERMS)
    assert house.answered(ada, ada.chat(said)) == "empty"
    assert ben.all(Said) == []


def test_a_name_is_cleaned_too(house: House) -> None:
    ada = Player("\x1b[31mAda\n\u202eLovelace and a very long rest of a name", 1)
    house.connect(ada)
    ada.create(TERMS)
    house.run(0.05)
    ada.chat("hello")
    house.run(0.05)
    assert ada.table_now.seats[0].name == ada.last(Said).name == "[31mAda Lovelace and a v"


def test_a_phrase_is_its_number(house: House) -> None:
    ada, ben = house.seated(TERMS)
    ada.chat(phrase=7)
    house.run(0.1)
    assert (ben.last(Said).phrase, ben.last(Said).text) == (7, "")


def test_lines_are_numbered_and_stand_in_one_order(house: House) -> None:
    ada, ben = house.seated(TERMS)
    for n in range(5):
        ada.chat(f"Ada {n}")
        ben.chat(f"Ben {n}")
    house.run(0.5)
    assert lines(ada) == lines(ben)
    assert [n for n, _place, _text in lines(ada)] == [*range(1, 11)]


def test_who_comes_back_hears_the_last_lines(house: House) -> None:
    ada, ben = house.seated(TERMS)
    house.pipes[1].lose()
    for n in range(CHATS + 10):
        ada.chat(f"line {n}")
        house.run(4.0)
    house.back(ben)
    assert [text for _n, _place, text in lines(ben)] == [f"line {n}" for n in range(10, CHATS + 10)]


def test_the_numbers_go_on_after_a_restart_whatever_the_table_does(house: House) -> None:
    """At a table where nobody plays yet there is no game to be read back; its chat is there all the same."""
    ada = Player("Ada", 1)
    house.connect(ada)
    ada.create(TERMS)
    house.run(0.05)
    assert house.answered(ada, ada.chat("is anybody there?")) == "ok"
    house.restart(ada)
    assert house.answered(ada, ada.chat("hello?")) == "ok"
    assert ada.last(Said).n == 2
    house.restart(ada)
    ada.tosses = False
    ben = Player("Ben", 2)
    house.connect(ben)
    ben.join(ada.table, b"")
    house.run(0.1)
    house.restart(ada, ben)
    assert ada.status() == "tossing"
    assert house.answered(ben, ben.chat("here I am")) == "ok"
    assert ada.last(Said).n == 3


def test_who_has_muted_hears_only_himself(house: House) -> None:
    ada, ben = house.seated(TERMS)
    assert house.answered(ben, ben.ask(Mute, ben.table)) == "ok"
    ada.chat("hello")
    ben.chat("I hear nothing")
    house.run(0.1)
    assert lines(ben) == [(2, 1, "I hear nothing")]
    assert len(lines(ada)) == 2
    assert house.answered(ben, ben.ask(Mute, ben.table, False)) == "ok"
    ada.chat("hello again")
    house.run(0.1)
    assert lines(ben)[-1] == (3, 0, "hello again")


def test_those_who_look_on_chat_and_mute_for_themselves(house: House) -> None:
    ada, ben = house.seated(TERMS)
    eve, dan = Player("Eve", 3), Player("Dan", 4)
    for watcher in (eve, dan):
        house.connect(watcher)
        watcher.ask(Watch, ada.table)
        house.run(0.05)
    assert house.answered(dan, dan.ask(Mute, ada.table)) == "ok"
    assert house.answered(eve, eve.chat("nice move")) == "ok"
    assert lines(ada) == lines(ben) == lines(eve) == [(1, -1, "nice move")]
    assert dan.all(Said) == []
    assert house.answered(dan, dan.ask(Mute, ada.table, False)) == "ok"
    ada.chat("thanks")
    house.run(0.1)
    assert lines(dan) == [(2, 0, "thanks")]


def test_a_line_that_is_too_long_to_be_read_is_refused(house: House) -> None:
    ada, ben = house.seated(TERMS)
    assert house.answered(ada, ada.chat("x" * (4 * CHAT + 1))) == "malformed"
    assert ben.all(Said) == []


def test_nobody_says_too_much(house: House) -> None:
    ada, ben = house.seated(TERMS)
    said = [ada.chat(f"line {n}") for n in range(LIMITS.lines + 1)]
    house.run(1.0)
    assert ada.refusal(said[-1]).code == "limit"
    assert len(lines(ben)) == LIMITS.lines
    assert house.answered(ben, ben.chat("may I?")) == "ok"
    house.run(MINUTE)
    assert house.answered(ada, ada.chat("there is more")) == "ok"


def test_chat_changes_nothing_in_a_game(house: House) -> None:
    ada, ben = house.seated(TERMS)
    before = house.disk.lines(ada.table, 1)
    ada.chat("hello")
    ben.chat("hello")
    house.run(0.5)
    assert house.disk.lines(ada.table, 1) == before
    assert (ada.have, ben.have) == (1, 1)
