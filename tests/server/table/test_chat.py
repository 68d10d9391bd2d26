"""Chat: cleaned at the server's edge, numbered, said once; canned phrases; not to hear it."""

from __future__ import annotations

import pytest

from ironbottom.server.runtime.settings import LIMITS
from ironbottom.server.table.recovery import CHATS
from ironbottom.server.transport.chat_limits import MINUTE
from ironbottom.wire.messages import CHAT, Mute, Said, Watch
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import SEED, ServerUnderTest

TERMS = Terms(side="us", seed=SEED, reach="open")


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def lines(player: WirePlayer) -> list[tuple[int, int, str]]:
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
def test_a_line_is_cleaned(server: ServerUnderTest, said: str, heard: str) -> None:
    ada, ben = server.seated(TERMS)
    assert server.answered(ada, ada.chat(said)) == "ok"
    assert lines(ben) == lines(ada) == [(1, 0, heard)]
    assert ben.last(Said).name == "Ada"


@pytest.mark.parametrize("said", ["", "   ", "\u200b\u2060", "\x07\x1b"])
def test_there_must_be_something_to_say(server: ServerUnderTest, said: str) -> None:
    ada, ben = server.seated(TERMS)
    assert server.answered(ada, ada.chat(said)) == "empty"
    assert ben.all(Said) == []


def test_a_name_is_cleaned_too(server: ServerUnderTest) -> None:
    ada = WirePlayer("\x1b[31mAda\n\u202eLovelace and a very long rest of a name", 1)
    server.connect(ada)
    ada.create(TERMS)
    server.run(0.05)
    ada.chat("hello")
    server.run(0.05)
    assert ada.table_now.seats[0].name == ada.last(Said).name == "[31mAda Lovelace and a v"


def test_a_phrase_is_its_number(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    ada.chat(phrase=7)
    server.run(0.1)
    assert (ben.last(Said).phrase, ben.last(Said).text) == (7, "")


def test_lines_are_numbered_and_stand_in_one_order(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    for n in range(5):
        ada.chat(f"Ada {n}")
        ben.chat(f"Ben {n}")
    server.run(0.5)
    assert lines(ada) == lines(ben)
    assert [n for n, _place, _text in lines(ada)] == [*range(1, 11)]


def test_who_comes_back_hears_the_last_lines(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    server.pipes[1].lose()
    for n in range(CHATS + 10):
        ada.chat(f"line {n}")
        server.run(4.0)
    server.back(ben)
    assert [text for _n, _place, text in lines(ben)] == [f"line {n}" for n in range(10, CHATS + 10)]


def test_the_numbers_go_on_after_a_restart_whatever_the_table_does(server: ServerUnderTest) -> None:
    """At a table where nobody plays yet there is no game to be read back; its chat is there all the same."""
    ada = WirePlayer("Ada", 1)
    server.connect(ada)
    ada.create(TERMS)
    server.run(0.05)
    assert server.answered(ada, ada.chat("is anybody there?")) == "ok"
    server.restart(ada)
    assert server.answered(ada, ada.chat("hello?")) == "ok"
    assert ada.last(Said).n == 2
    server.restart(ada)
    ada.tosses = False
    ben = WirePlayer("Ben", 2)
    server.connect(ben)
    ben.join(ada.table, b"")
    server.run(0.1)
    server.restart(ada, ben)
    assert ada.status() == "tossing"
    assert server.answered(ben, ben.chat("here I am")) == "ok"
    assert ada.last(Said).n == 3


def test_who_has_muted_hears_only_himself(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    assert server.answered(ben, ben.ask(Mute, ben.table)) == "ok"
    ada.chat("hello")
    ben.chat("I hear nothing")
    server.run(0.1)
    assert lines(ben) == [(2, 1, "I hear nothing")]
    assert len(lines(ada)) == 2
    assert server.answered(ben, ben.ask(Mute, ben.table, False)) == "ok"
    ada.chat("hello again")
    server.run(0.1)
    assert lines(ben)[-1] == (3, 0, "hello again")


def test_those_who_look_on_chat_and_mute_for_themselves(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    eve, dan = WirePlayer("Eve", 3), WirePlayer("Dan", 4)
    for watcher in (eve, dan):
        server.connect(watcher)
        watcher.ask(Watch, ada.table)
        server.run(0.05)
    assert server.answered(dan, dan.ask(Mute, ada.table)) == "ok"
    assert server.answered(eve, eve.chat("nice move")) == "ok"
    assert lines(ada) == lines(ben) == lines(eve) == [(1, -1, "nice move")]
    assert dan.all(Said) == []
    assert server.answered(dan, dan.ask(Mute, ada.table, False)) == "ok"
    ada.chat("thanks")
    server.run(0.1)
    assert lines(dan) == [(2, 0, "thanks")]


def test_a_line_that_is_too_long_to_be_read_is_refused(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    assert server.answered(ada, ada.chat("x" * (4 * CHAT + 1))) == "malformed"
    assert ben.all(Said) == []


def test_nobody_says_too_much(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    said = [ada.chat(f"line {n}") for n in range(LIMITS.lines + 1)]
    server.run(1.0)
    assert ada.refusal(said[-1]).code == "limit"
    assert len(lines(ben)) == LIMITS.lines
    assert server.answered(ben, ben.chat("may I?")) == "ok"
    server.run(MINUTE)
    assert server.answered(ada, ada.chat("there is more")) == "ok"


def test_chat_changes_nothing_in_a_game(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    before = server.disk.lines(ada.table, 1)
    ada.chat("hello")
    ben.chat("hello")
    server.run(0.5)
    assert server.disk.lines(ada.table, 1) == before
    assert (ada.have, ben.have) == (1, 1)
