"""A host who looks at the deal and has another one: caught by the client that has shown its share, or by `verify`.

The servers are changed ones; the players have the official client's own seat.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ironbottom.client.bots.players import RandomSeat
from ironbottom.client.bots.registry import NamedBot
from ironbottom.client.bots.seat import BotSeat, LeftToss
from ironbottom.client.cli.commands.verify import report
from ironbottom.client.console.errors import UserError
from ironbottom.client.net import toss as client_toss
from ironbottom.client.net.reconnecting_client import Endpoint, ReconnectingClient
from ironbottom.client.net.session_events import TossBroken
from ironbottom.client.net.toss import broken_words
from ironbottom.editions import NEWEST
from ironbottom.keys import fingerprint
from ironbottom.proof.kept import Line, Revealed, WentOn
from ironbottom.proof.verify import Verdict, check
from ironbottom.record import ENGINE
from ironbottom.server.table import toss
from ironbottom.server.table.countersign import LAST_WORD
from ironbottom.wire.messages import Terms, Toss
from tests.proof.cheats import (
    frees_seats_in_the_toss,
    good_deal,
    grinds,
    hides_tosses,
    leaves_tosses_out_of_the_file,
)
from tests.proof.official import Client
from tests.server.support.house import House, card_sets

OPEN = Terms(reach="open", least=0)
HIDES = (
    "The server hides that a toss of this table came to nothing after you had shown your share: whoever saw the deal "
    "could have another one.  That is no fair toss, and this client goes no further with it."
)
ASKED = [
    "The toss came to nothing after your share had been shown, and the cards are to be dealt anew.",
    "Whoever saw the deal could have another one by that.  There may be an honest reason: the host has restarted with "
    "other cards or another version.  Go on only if you know it.",
]
UNASKED = "The server deals the cards anew, though you have not asked for another game after the last one."


@pytest.fixture
def house() -> House:
    return House()


def sit_down(house: House, ann: Client, bob: Client) -> None:
    """Ann makes a table, and Bob joins her."""
    for each in (ann, bob):
        house.connect(each)
    ann.create(OPEN)
    house.run(0.05)
    bob.join(ann.guest.table, b"")
    house.run(1.0)


def finish(house: House, *players: Client) -> None:
    """Some answers, and the last resigns."""
    house.run(2.0)
    last = players[-1]
    for each in players:
        each.auto = False
    house.run(1.0)
    last.guest.resign()
    last.flush()
    house.run(LAST_WORD + 2.0)
    assert all(each.guest.over for each in players)


def verdict(house: House, client: Client, record: tuple[Line, ...] | None = None) -> Verdict:
    """Of the last game at the client's table."""
    table = house.hall.tables[client.guest.table]
    lines = [line + b"\n" for line in house.disk.lines(table.id, table.kept.games)]
    return check(lines, card_sets().values(), record=record)


def text(found: Verdict) -> str:
    return "\n".join(report("game.ibss", found))


def test_an_honest_game_is_proven_with_every_update(house: House, tmp_path: Path) -> None:
    ann, bob = Client("Ann", tmp_path), Client("Bob", tmp_path)
    sit_down(house, ann, bob)
    finish(house, ann, bob)
    for each in (ann, bob):
        found = verdict(house, each, each.kept())
        assert found.ok, found.sentence
        assert found.facts is not None
        assert found.facts.compared == found.facts.updates == each.guest.number
        said = text(found)
        assert "Proven: nobody chose the seed; cards, dice and results follow from it" in said
        assert "Proven by your record: you were shown what this game tells your side, in all its updates." in said
        assert "Proven by your record: no toss that you showed your share for is left out." in said
        assert "  game 1 of table" in said
    without = text(verdict(house, ann))
    assert "Not proven without your own record (--record)" in without
    assert "both players signed" in without


def test_a_server_that_looks_at_the_deal_and_tosses_again(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it was found: it raises the number of the game.  Both clients go no further, and say why."""
    grinds(monkeypatch, good_deal(3), tells=False)
    ann, bob = Client("Ann", tmp_path), Client("Bob", tmp_path)
    sit_down(house, ann, bob)
    assert {ann.trouble, bob.trouble} == {HIDES}
    assert [len([one for one in each.guest.tosses.steps if isinstance(one, Revealed)]) for each in (ann, bob)] == [1, 1]


def test_who_comes_back_after_it_still_knows(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process, with what lies in the folder; the player takes a seat at that table anew."""
    grinds(monkeypatch, good_deal(3), tells=False)
    ann, bob = Client("Ann", tmp_path), Client("Bob", tmp_path)
    sit_down(house, ann, bob)
    again = Client("Ann", tmp_path)
    house.connect(again)
    again.resume(ann.guest)
    house.run(1.0)
    assert (again.guest.table, again.trouble) == (ann.guest.table, HIDES)


def test_a_server_that_tells_of_it_lets_the_player_decide(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is tossed again unasked; and who goes along has a game of which `verify` does not say "proven"."""
    grinds(monkeypatch, good_deal(2), tells=True)
    ann, bob = Client("Ann", tmp_path), Client("Bob", tmp_path)
    sit_down(house, ann, bob)
    house.run(30.0)
    for each in (ann, bob):
        (broken,) = each.told(TossBroken)
        assert broken_words(broken) == ASKED
        assert each.trouble == ""
        assert each.guest.update is None
    for each in (ann, bob):
        each.guest.toss_again()
        each.flush()
    finish(house, ann, bob)
    found = verdict(house, ann, ann.kept())
    assert found.ok, found.sentence
    assert found.facts is not None
    assert found.facts.thrown is not None
    assert [(one.number, one.shown) for one in found.facts.thrown] == [(1, (0, 1))]
    said = text(found)
    assert "game.ibss: sound, but tosses before it were thrown away: " in said
    assert "Not proven: that nobody chose the seed. Who saw a share that was shown in vain could have" in said
    assert "1 toss before it was thrown away after a share had been shown" in said
    assert "Proven: nobody chose the seed" not in said
    assert len([line for line in ann.kept() if isinstance(line, WentOn)]) == 1


def test_that_a_game_is_over_is_the_servers_word_only(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A faked end of the game: nobody has asked for another one, so each is asked; the record tells of it later."""
    grinds(monkeypatch, good_deal(3), tells=False, shows="over")
    ann, bob = Client("Ann", tmp_path), Client("Bob", tmp_path)
    sit_down(house, ann, bob)
    house.run(30.0)
    for n in (1, 2):
        for each in (ann, bob):
            assert each.told(TossBroken) == [TossBroken(began=False, over=True)] * n
            assert len([step for step in each.guest.tosses.steps if isinstance(step, Revealed)]) == n
            assert broken_words(each.told(TossBroken)[-1])[0] == UNASKED
            each.guest.toss_again()
            each.flush()
        house.run(1.0)
    finish(house, ann, bob)
    assert "  game 3 of table" in text(verdict(house, bob))
    found = verdict(house, bob, bob.kept())
    assert (found.ok, found.code) == (False, "tosses")
    assert "a game of this table before it (number 1) was ended by the server alone" in found.sentence


def test_a_game_that_was_thrown_away_unsaid_is_hidden(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when it had begun: the server must name it in the next toss."""
    grinds(monkeypatch, good_deal(2), tells=False, shows="began")
    ann, bob = Client("Ann", tmp_path), Client("Bob", tmp_path)
    sit_down(house, ann, bob)
    assert (ann.trouble, bob.trouble) == (HIDES, HIDES)


def test_a_game_that_was_thrown_away_and_named_is_a_question(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grinds(monkeypatch, good_deal(2), tells=True, shows="began")
    ann, bob = Client("Ann", tmp_path), Client("Bob", tmp_path)
    sit_down(house, ann, bob)
    house.run(30.0)
    for each in (ann, bob):
        assert each.told(TossBroken) == [TossBroken(began=True)]
        each.guest.toss_again()
        each.flush()
    finish(house, ann, bob)
    for record in (None, bob.kept()):
        said = text(verdict(house, bob, record))
        assert "Not proven: that nobody chose the seed." in said
        assert "Proven: nobody chose the seed" not in said


def test_a_rematch_that_both_asked_for_is_proven(house: House, tmp_path: Path) -> None:
    ann, bob = Client("Ann", tmp_path), Client("Bob", tmp_path)
    sit_down(house, ann, bob)
    finish(house, ann, bob)
    for each in (ann, bob):
        each.guest.rematch()
        each.auto = True
        each.flush()
    house.run(5.0)
    finish(house, ann, bob)
    for each in (ann, bob):
        assert each.told(TossBroken) == []
        said = text(verdict(house, each, each.kept()))
        assert "  game 2 of table" in said
        assert "Proven: nobody chose the seed;" in said
        assert "Proven by your record: no toss that you showed your share for is left out." in said


def test_a_bot_goes_along_with_no_other_toss(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It leaves the table, and says why; the seat that it had is free."""
    grinds(monkeypatch, good_deal(2), tells=True)
    ann, bob = Client("Ann", tmp_path), Client("Bob", tmp_path)
    sit_down(house, ann, bob)
    (broken,) = bob.told(TossBroken)
    link = ReconnectingClient(Endpoint((), b""), bob.me, lambda _news: None)
    seat = BotSeat(
        link, bob.guest, asyncio.Queue(), lambda: NamedBot("random", RandomSeat(card_sets()["core"], bob.rng))
    )
    with pytest.raises(LeftToss, match="A bot does not: it has left the table") as left:
        seat._hear(broken)
    assert str(left.value).startswith(" ".join(ASKED))
    bob.flush()
    house.run(1.0)
    assert house.hall.tables[ann.guest.table].kept.seats[1] is None


def test_ten_tosses_are_ten_questions(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grinds(monkeypatch, good_deal(10), tells=True)
    ann, bob = Client("Ann", tmp_path), Client("Bob", tmp_path)
    sit_down(house, ann, bob)
    for n in range(1, 10):
        assert [len(each.told(TossBroken)) for each in (ann, bob)] == [n, n]
        for each in (ann, bob):
            each.guest.toss_again()
            each.flush()
        house.run(1.0)
    finish(house, ann, bob)
    assert "9 tosses before it were thrown away after a share had been shown" in text(verdict(house, bob))


def half_way(house: House, ann: Client, bob: Client) -> None:
    """Ann, who is the host, holds her own share back when Bob has shown his, and looks at the deal."""
    ann.withholds = True
    sit_down(house, ann, bob)
    shown = house.hall.tables[bob.guest.table].kept.toss
    assert shown is not None
    assert [bool(share) for share in shown.shares] == [False, True]


def test_a_toss_is_not_left_once_a_share_was_shown(house: House, tmp_path: Path) -> None:
    """An honest server keeps the seat, as in a game; the toss goes on when she is back."""
    ann, bob = Client("Ann", tmp_path), Client("Bob", tmp_path)
    half_way(house, ann, bob)
    ann.leave()
    house.run(0.5)
    table = house.hall.tables[bob.guest.table]
    assert table.kept.status == "tossing"
    assert None not in table.kept.seats
    back = Client("Ann", tmp_path)
    house.connect(back)
    back.resume(ann.guest)
    house.run(2.0)
    assert back.guest.update is not None
    assert bob.guest.update is not None
    assert bob.told(TossBroken) == []


def test_a_connection_that_is_lost_breaks_no_toss(house: House, tmp_path: Path) -> None:
    ann, bob = Client("Ann", tmp_path), Client("Bob", tmp_path)
    half_way(house, ann, bob)
    house.pipes[0].lose()
    house.run(5.0)
    back = Client("Ann", tmp_path)
    house.connect(back)
    back.resume(ann.guest)
    house.run(2.0)
    finish(house, bob, back)
    assert "Proven: nobody chose the seed;" in text(verdict(house, bob, bob.kept()))


def other_key(house: House, ann: Client, bob: Client, folder: Path) -> Client:
    """The host gets up, and sits down with another key: another game, and other commitments."""
    half_way(house, ann, bob)
    ann.leave()
    house.run(0.5)
    again = Client("Ann", folder, key="Ann's other key")
    house.connect(again)
    again.join(bob.guest.table, b"")
    house.run(1.0)
    return again


def test_a_host_who_comes_back_with_another_key(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """His friend is asked; the game that follows tells of it, under whose keys the toss before was."""
    frees_seats_in_the_toss(monkeypatch)
    ann, bob = Client("Ann", tmp_path), Client("Bob", tmp_path)
    again = other_key(house, ann, bob, tmp_path)
    assert len(bob.told(TossBroken)) == 1
    assert again.told(TossBroken) == []  # this key has shown nothing
    assert bob.guest.update is None
    bob.guest.toss_again()
    bob.flush()
    finish(house, again, bob)
    found = verdict(house, bob, bob.kept())
    assert found.facts is not None
    assert found.facts.thrown is not None
    (thrown,) = found.facts.thrown
    assert thrown.players == (fingerprint(ann.me.public), fingerprint(bob.me.public))
    assert thrown.shown == (1,)
    assert "Proven: nobody chose the seed" not in text(found)


def test_a_host_who_comes_back_with_another_key_and_hides_it(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frees_seats_in_the_toss(monkeypatch)
    hides_tosses(monkeypatch)
    ann, bob = Client("Ann", tmp_path), Client("Bob", tmp_path)
    other_key(house, ann, bob, tmp_path)
    assert bob.trouble == HIDES


def test_a_toss_that_is_left_out_of_the_file(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both players signed for a game that follows from it: the file betrays itself, without any record."""
    grinds(monkeypatch, good_deal(2), tells=True)
    leaves_tosses_out_of_the_file(monkeypatch)
    ann, bob = Client("Ann", tmp_path), Client("Bob", tmp_path)
    sit_down(house, ann, bob)
    for each in (ann, bob):
        each.guest.toss_again()
        each.flush()
    finish(house, ann, bob)
    found = verdict(house, ann)
    assert (found.ok, found.code, found.entry) == (False, "game", 1)
    assert "one of them was exchanged or left out" in found.sentence


def test_a_toss_that_is_hidden_from_a_careless_client(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own record says afterwards what it did not look at in time."""
    grinds(monkeypatch, good_deal(3), tells=False)
    monkeypatch.setattr(client_toss, "_admitted", lambda _attempt, _toss: None)
    ann, bob = Client("Ann", tmp_path), Client("Bob", tmp_path)
    sit_down(house, ann, bob)
    for _n in range(2):
        for each in (ann, bob):
            each.guest.toss_again()
            each.flush()
        house.run(1.0)
    finish(house, ann, bob)
    assert verdict(house, bob).ok  # the file alone cannot tell
    found = verdict(house, bob, bob.kept())
    assert (found.ok, found.code, found.entry) == (False, "tosses", 1)
    assert found.sentence == (
        "a toss of this table before it (for game 1) was thrown away after you had shown your share, and the file does "
        "not tell of it: whoever saw the deal could have another one."
    )


def test_the_server_goes_back_to_a_toss_that_it_had_thrown_away(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two deals are known to it, and the first was the better one."""
    grinds(monkeypatch, good_deal(99), tells=True)
    ann, bob = Client("Ann", tmp_path), Client("Bob", tmp_path)
    sit_down(house, ann, bob)
    first = next(step for step in bob.guest.tosses.steps if isinstance(step, Toss))
    bob.guest.toss_again()
    bob.flush()
    ann.guest.toss_again()
    ann.flush()
    house.run(1.0)
    with pytest.raises(UserError, match="hides that a toss of this table came to nothing"):
        bob.guest.hear(first)


def test_a_restart_with_another_version_of_the_rules(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The honest reason: the server throws the toss away itself, tells of it, and lets the player decide."""
    ann, bob = Client("Ann", tmp_path), Client("Bob", tmp_path)
    half_way(house, ann, bob)
    house.kill()
    monkeypatch.setattr(toss, "ENGINE", "99")
    monkeypatch.setattr(toss, "EDITIONS", {"99": NEWEST})
    house.start()
    for each in (ann, bob):
        house.connect(each)
        each.say(each.guest.returning())
    house.run(2.0)
    table = house.hall.tables[bob.guest.table]
    assert [one.engine for one in table.kept.thrown] == [ENGINE]
    assert len(bob.told(TossBroken)) == 1
    assert bob.trouble == ""
