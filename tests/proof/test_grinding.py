"""A host who looks at the deal and has another one: caught by the client that has shown its share, or by `verify`.

The servers are changed ones; the players have the official client's own seat.
"""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from ironbottom.client.bots.players import RandomSeat
from ironbottom.client.bots.registry import NamedBot
from ironbottom.client.bots.seat import finished
from ironbottom.client.bots.seat.bot_seat import BotSeat, LeftToss
from ironbottom.client.bots.seat.finished import NotPlayedOut, check_outcome
from ironbottom.client.cli.commands.verify import report
from ironbottom.client.console.errors import UserError
from ironbottom.client.net import downloads
from ironbottom.client.net import toss as client_toss
from ironbottom.client.net.reconnecting_client import Endpoint, ReconnectingClient
from ironbottom.client.net.session_events import TossBroken
from ironbottom.client.net.toss import broken_words
from ironbottom.editions import NEWEST
from ironbottom.keys import fingerprint
from ironbottom.proof.entries import Ended
from ironbottom.proof.kept import Line, Revealed, WentOn
from ironbottom.proof.verify import Verdict, check
from ironbottom.record import ENGINE
from ironbottom.server.table import toss
from ironbottom.server.table.countersign import LAST_WORD
from ironbottom.views import SeenOutcome
from ironbottom.wire.messages import Toss
from ironbottom.wire.terms import Terms
from ironbottom.words import Side
from tests.proof.cheats import (
    ends_what_it_dislikes,
    frees_seats_in_the_toss,
    good_deal,
    grinds,
    hides_tosses,
    leaves_tosses_out_of_the_file,
)
from tests.proof.official import BotClient, OfficialClient
from tests.server.support.server_under_test import ServerUnderTest, card_sets
from tests.support.signed_games import BOB, CARDS, Setting, honest

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
def server() -> ServerUnderTest:
    return ServerUnderTest()


def sit_down(server: ServerUnderTest, ann: OfficialClient, bob: OfficialClient) -> None:
    """Ann makes a table, and Bob joins her."""
    for each in (ann, bob):
        server.connect(each)
    ann.create(OPEN)
    server.run(0.05)
    bob.join(ann.seat_session.table, b"")
    server.run(1.0)


def finish(server: ServerUnderTest, *players: OfficialClient) -> None:
    """Some answers, and the last resigns."""
    server.run(2.0)
    last = players[-1]
    for each in players:
        each.auto = False
    server.run(1.0)
    last.seat_session.resign()
    last.flush()
    server.run(LAST_WORD + 2.0)
    assert all(each.seat_session.over for each in players)


def verdict(server: ServerUnderTest, client: OfficialClient, record: tuple[Line, ...] | None = None) -> Verdict:
    """Of the last game at the client's table."""
    table = server.lobby.tables[client.seat_session.table]
    lines = [line + b"\n" for line in server.disk.lines(table.id, table.stored.games)]
    return check(lines, card_sets().values(), record=record)


def text(found: Verdict) -> str:
    return "\n".join(report("game.ibss", found))


def test_an_honest_game_is_proven_with_every_update(server: ServerUnderTest, tmp_path: Path) -> None:
    ann, bob = OfficialClient("Ann", tmp_path), OfficialClient("Bob", tmp_path)
    sit_down(server, ann, bob)
    finish(server, ann, bob)
    for each in (ann, bob):
        found = verdict(server, each, each.kept())
        assert found.ok, found.sentence
        assert found.facts is not None
        assert found.facts.compared == found.facts.updates == each.seat_session.number
        said = text(found)
        assert "Proven: nobody chose the seed; cards, dice and results follow from it" in said
        assert "Proven by your record: you were shown what this game tells your side, in all its updates." in said
        assert "Proven by your record: no toss that you showed your share for is left out." in said
        assert "  game 1 of table" in said
    without = text(verdict(server, ann))
    assert "Not proven without your own record (--record)" in without
    assert "both players signed" in without


def test_a_server_that_looks_at_the_deal_and_tosses_again(
    server: ServerUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it was found: it raises the number of the game.  Both clients go no further, and say why."""
    grinds(monkeypatch, good_deal(3), tells=False)
    ann, bob = OfficialClient("Ann", tmp_path), OfficialClient("Bob", tmp_path)
    sit_down(server, ann, bob)
    assert {ann.failure, bob.failure} == {HIDES}
    for each in (ann, bob):
        assert len([step for step in each.seat_session.tosses.steps if isinstance(step, Revealed)]) == 1


def test_who_comes_back_after_it_still_knows(
    server: ServerUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process, with what lies in the folder; the player takes a seat at that table anew."""
    grinds(monkeypatch, good_deal(3), tells=False)
    ann, bob = OfficialClient("Ann", tmp_path), OfficialClient("Bob", tmp_path)
    sit_down(server, ann, bob)
    again = OfficialClient("Ann", tmp_path)
    server.connect(again)
    again.resume(ann.seat_session)
    server.run(1.0)
    assert (again.seat_session.table, again.failure) == (ann.seat_session.table, HIDES)


def test_a_server_that_tells_of_it_lets_the_player_decide(
    server: ServerUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is tossed again unasked; and who goes along has a game of which `verify` does not say "proven"."""
    grinds(monkeypatch, good_deal(2), tells=True)
    ann, bob = OfficialClient("Ann", tmp_path), OfficialClient("Bob", tmp_path)
    sit_down(server, ann, bob)
    server.run(30.0)
    for each in (ann, bob):
        (broken,) = each.told(TossBroken)
        assert broken_words(broken) == ASKED
        assert each.failure == ""
        assert each.seat_session.update is None
    for each in (ann, bob):
        each.seat_session.toss_again()
        each.flush()
    finish(server, ann, bob)
    found = verdict(server, ann, ann.kept())
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
    server: ServerUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A faked end of the game: nobody has asked for another one, so each is asked; the record tells of it later."""
    grinds(monkeypatch, good_deal(3), tells=False, shows="over")
    ann, bob = OfficialClient("Ann", tmp_path), OfficialClient("Bob", tmp_path)
    sit_down(server, ann, bob)
    server.run(30.0)
    for n in (1, 2):
        for each in (ann, bob):
            assert each.told(TossBroken) == [TossBroken(began=False, over=True)] * n
            assert len([step for step in each.seat_session.tosses.steps if isinstance(step, Revealed)]) == n
            assert broken_words(each.told(TossBroken)[-1])[0] == UNASKED
            each.seat_session.toss_again()
            each.flush()
        server.run(1.0)
    finish(server, ann, bob)
    assert "  game 3 of table" in text(verdict(server, bob))
    found = verdict(server, bob, bob.kept())
    assert (found.ok, found.code) == (False, "tosses")
    assert "a game of this table before it (number 1) was ended by the server alone" in found.sentence


def test_a_game_that_was_thrown_away_unsaid_is_hidden(
    server: ServerUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when it had begun: the server must name it in the next toss."""
    grinds(monkeypatch, good_deal(2), tells=False, shows="began")
    ann, bob = OfficialClient("Ann", tmp_path), OfficialClient("Bob", tmp_path)
    sit_down(server, ann, bob)
    assert (ann.failure, bob.failure) == (HIDES, HIDES)


def test_a_game_that_was_thrown_away_and_named_is_a_question(
    server: ServerUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grinds(monkeypatch, good_deal(2), tells=True, shows="began")
    ann, bob = OfficialClient("Ann", tmp_path), OfficialClient("Bob", tmp_path)
    sit_down(server, ann, bob)
    server.run(30.0)
    for each in (ann, bob):
        assert each.told(TossBroken) == [TossBroken(began=True)]
        each.seat_session.toss_again()
        each.flush()
    finish(server, ann, bob)
    for record in (None, bob.kept()):
        said = text(verdict(server, bob, record))
        assert "Not proven: that nobody chose the seed." in said
        assert "Proven: nobody chose the seed" not in said


def test_a_rematch_that_both_asked_for_is_proven(server: ServerUnderTest, tmp_path: Path) -> None:
    ann, bob = OfficialClient("Ann", tmp_path), OfficialClient("Bob", tmp_path)
    sit_down(server, ann, bob)
    finish(server, ann, bob)
    for each in (ann, bob):
        each.seat_session.rematch()
        each.auto = True
        each.flush()
    server.run(5.0)
    finish(server, ann, bob)
    for each in (ann, bob):
        assert each.told(TossBroken) == []
        said = text(verdict(server, each, each.kept()))
        assert "  game 2 of table" in said
        assert "Proven: nobody chose the seed;" in said
        assert "Proven by your record: no toss that you showed your share for is left out." in said


def test_a_bot_goes_along_with_no_other_toss(
    server: ServerUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It leaves the table, and says why; the seat that it had is free."""
    grinds(monkeypatch, good_deal(2), tells=True)
    ann, bob = OfficialClient("Ann", tmp_path), OfficialClient("Bob", tmp_path)
    sit_down(server, ann, bob)
    (broken,) = bob.told(TossBroken)
    client = ReconnectingClient(Endpoint((), b""), bob.me, lambda _event: None)
    seat = BotSeat(
        client, bob.seat_session, asyncio.Queue(), lambda: NamedBot("random", RandomSeat(card_sets()["core"], bob.rng))
    )
    with pytest.raises(LeftToss, match="A bot does not: it has left the table") as left:
        asyncio.run(seat._hear(broken))
    assert str(left.value).startswith(" ".join(ASKED))
    bob.flush()
    server.run(1.0)
    assert server.lobby.tables[ann.seat_session.table].stored.seats[1] is None


def test_ten_tosses_are_ten_questions(server: ServerUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grinds(monkeypatch, good_deal(10), tells=True)
    ann, bob = OfficialClient("Ann", tmp_path), OfficialClient("Bob", tmp_path)
    sit_down(server, ann, bob)
    for n in range(1, 10):
        assert [len(each.told(TossBroken)) for each in (ann, bob)] == [n, n]
        for each in (ann, bob):
            each.seat_session.toss_again()
            each.flush()
        server.run(1.0)
    finish(server, ann, bob)
    assert "9 tosses before it were thrown away after a share had been shown" in text(verdict(server, bob))


def half_way(server: ServerUnderTest, ann: OfficialClient, bob: OfficialClient) -> None:
    """Ann, who is the host, holds her own share back when Bob has shown his, and looks at the deal."""
    ann.withholds = True
    sit_down(server, ann, bob)
    shown = server.lobby.tables[bob.seat_session.table].stored.toss
    assert shown is not None
    assert [bool(share) for share in shown.shares] == [False, True]


def test_a_toss_is_not_left_once_a_share_was_shown(server: ServerUnderTest, tmp_path: Path) -> None:
    """An honest server keeps the seat, as in a game; the toss goes on when she is back."""
    ann, bob = OfficialClient("Ann", tmp_path), OfficialClient("Bob", tmp_path)
    half_way(server, ann, bob)
    ann.leave()
    server.run(0.5)
    table = server.lobby.tables[bob.seat_session.table]
    assert table.stored.status == "tossing"
    assert None not in table.stored.seats
    back = OfficialClient("Ann", tmp_path)
    server.connect(back)
    back.resume(ann.seat_session)
    server.run(2.0)
    assert back.seat_session.update is not None
    assert bob.seat_session.update is not None
    assert bob.told(TossBroken) == []


def test_a_connection_that_is_lost_breaks_no_toss(server: ServerUnderTest, tmp_path: Path) -> None:
    ann, bob = OfficialClient("Ann", tmp_path), OfficialClient("Bob", tmp_path)
    half_way(server, ann, bob)
    server.pipes[0].lose()
    server.run(5.0)
    back = OfficialClient("Ann", tmp_path)
    server.connect(back)
    back.resume(ann.seat_session)
    server.run(2.0)
    finish(server, bob, back)
    assert "Proven: nobody chose the seed;" in text(verdict(server, bob, bob.kept()))


def other_key(server: ServerUnderTest, ann: OfficialClient, bob: OfficialClient, folder: Path) -> OfficialClient:
    """The host gets up, and sits down with another key: another game, and other commitments."""
    half_way(server, ann, bob)
    ann.leave()
    server.run(0.5)
    again = OfficialClient("Ann", folder, key="Ann's other key")
    server.connect(again)
    again.join(bob.seat_session.table, b"")
    server.run(1.0)
    return again


def test_a_host_who_comes_back_with_another_key(
    server: ServerUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """His friend is asked; the game that follows tells of it, under whose keys the toss before was."""
    frees_seats_in_the_toss(monkeypatch)
    ann, bob = OfficialClient("Ann", tmp_path), OfficialClient("Bob", tmp_path)
    again = other_key(server, ann, bob, tmp_path)
    assert len(bob.told(TossBroken)) == 1
    assert again.told(TossBroken) == []  # this key has shown nothing
    assert bob.seat_session.update is None
    bob.seat_session.toss_again()
    bob.flush()
    finish(server, again, bob)
    found = verdict(server, bob, bob.kept())
    assert found.facts is not None
    assert found.facts.thrown is not None
    (thrown,) = found.facts.thrown
    assert thrown.players == (fingerprint(ann.me.public), fingerprint(bob.me.public))
    assert thrown.shown == (1,)
    assert "Proven: nobody chose the seed" not in text(found)


def test_a_host_who_comes_back_with_another_key_and_hides_it(
    server: ServerUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frees_seats_in_the_toss(monkeypatch)
    hides_tosses(monkeypatch)
    ann, bob = OfficialClient("Ann", tmp_path), OfficialClient("Bob", tmp_path)
    other_key(server, ann, bob, tmp_path)
    assert bob.failure == HIDES


def test_a_toss_that_is_left_out_of_the_file(
    server: ServerUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both players signed for a game that follows from it: the file betrays itself, without any record."""
    grinds(monkeypatch, good_deal(2), tells=True)
    leaves_tosses_out_of_the_file(monkeypatch)
    ann, bob = OfficialClient("Ann", tmp_path), OfficialClient("Bob", tmp_path)
    sit_down(server, ann, bob)
    for each in (ann, bob):
        each.seat_session.toss_again()
        each.flush()
    finish(server, ann, bob)
    found = verdict(server, ann)
    assert (found.ok, found.code, found.entry) == (False, "game", 1)
    assert "one of them was exchanged or left out" in found.sentence


def test_a_toss_that_is_hidden_from_a_careless_client(
    server: ServerUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own record says afterwards what it did not look at in time."""
    grinds(monkeypatch, good_deal(3), tells=False)
    monkeypatch.setattr(client_toss, "_admitted", lambda _attempt, _toss: None)
    ann, bob = OfficialClient("Ann", tmp_path), OfficialClient("Bob", tmp_path)
    sit_down(server, ann, bob)
    for _n in range(2):
        for each in (ann, bob):
            each.seat_session.toss_again()
            each.flush()
        server.run(1.0)
    finish(server, ann, bob)
    assert verdict(server, bob).ok  # the file alone cannot tell
    found = verdict(server, bob, bob.kept())
    assert (found.ok, found.code, found.entry) == (False, "tosses", 1)
    assert found.sentence == (
        "a toss of this table before it (for game 1) was thrown away after you had shown your share, and the file does "
        "not tell of it: whoever saw the deal could have another one."
    )


def test_the_server_goes_back_to_a_toss_that_it_had_thrown_away(
    server: ServerUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two deals are known to it, and the first was the better one."""
    grinds(monkeypatch, good_deal(99), tells=True)
    ann, bob = OfficialClient("Ann", tmp_path), OfficialClient("Bob", tmp_path)
    sit_down(server, ann, bob)
    first = next(step for step in bob.seat_session.tosses.steps if isinstance(step, Toss))
    bob.seat_session.toss_again()
    bob.flush()
    ann.seat_session.toss_again()
    ann.flush()
    server.run(1.0)
    with pytest.raises(UserError, match="hides that a toss of this table came to nothing"):
        bob.seat_session.hear(first)


def test_a_restart_with_another_version_of_the_rules(
    server: ServerUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The honest reason: the server throws the toss away itself, tells of it, and lets the player decide."""
    ann, bob = OfficialClient("Ann", tmp_path), OfficialClient("Bob", tmp_path)
    half_way(server, ann, bob)
    server.kill()
    monkeypatch.setattr(toss, "ENGINE", "99")
    monkeypatch.setattr(toss, "EDITIONS", {"99": NEWEST})
    server.start()
    for each in (ann, bob):
        server.connect(each)
        each.say(each.seat_session.returning())
    server.run(2.0)
    table = server.lobby.tables[bob.seat_session.table]
    assert [one.engine for one in table.stored.thrown] == [ENGINE]
    assert len(bob.told(TossBroken)) == 1
    assert bob.failure == ""


def lives(server: ServerUnderTest, ann: OfficialClient, bob: BotClient, seconds: float, *, checks: bool) -> str:
    """Let a bot have Bob's seat for so long, while Ann goes along with everything; why it has left it."""
    async def play() -> str:
        client: Any = bob
        bob.wake()
        guesses = RandomSeat(card_sets()["core"], bob.rng)
        proof = finished.proof(client, bob.seat_session, card_sets()["core"]) if checks else None
        seat = BotSeat(client, bob.seat_session, bob.queue, lambda: NamedBot("random", guesses), proof=proof)
        live_game = asyncio.create_task(seat.play())
        for _n in range(int(seconds / 0.05)):
            server.run(0.05)
            ann.seat_session.toss_again()
            ann.flush()
            await asyncio.sleep(0.002)
            if live_game.done():
                break
        live_game.cancel()
        try:
            await live_game
        except LeftToss as left:
            return str(left)
        except asyncio.CancelledError:
            pass
        return ""

    return asyncio.run(play())


@pytest.mark.parametrize("checks", [True, False])
def test_a_bot_does_not_believe_that_a_game_is_over(
    server: ServerUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, checks: bool
) -> None:
    """The host says that the other player wishes for another game.  A bot that takes his word has toss after toss."""
    monkeypatch.setattr(downloads, "PATIENCE", 0.2)
    ends_what_it_dislikes(monkeypatch, good_deal(4))
    ann, bob = OfficialClient("Ann", tmp_path), BotClient("Bob", tmp_path)
    ann.auto = False
    sit_down(server, ann, bob)
    why = lives(server, ann, bob, 10.0, checks=checks)
    shown = [step for step in bob.seat_session.tosses.steps if isinstance(step, Revealed)]
    if not checks:
        assert len(shown) > 1
        return
    assert len(shown) == 1
    assert why.startswith("The server says that the game is over; the bot does not believe it, and has left the table")


def test_a_bot_agrees_to_another_game_after_one_that_was_played(server: ServerUnderTest, tmp_path: Path) -> None:
    ann, bob = OfficialClient("Ann", tmp_path), BotClient("Bob", tmp_path)
    sit_down(server, ann, bob)
    lives(server, ann, bob, 1.0, checks=True)
    first = ann.seat_session.game
    ann.seat_session.resign()
    ann.auto = False
    ann.flush()
    server.run(0.1)
    ann.seat_session.rematch()
    ann.flush()
    assert lives(server, ann, bob, 20.0, checks=True) == ""
    assert ann.seat_session.game == bob.seat_session.game != first


PLAYED = Setting(wishes=("us", "jp"), resigns=40)


@pytest.mark.parametrize(
    ("setting", "why"),
    [
        (PLAYED, ""),
        (PLAYED._replace(terms=Terms(absent="bot"), away=range(5, 30)), "that the bot has not signed"),
        (PLAYED._replace(terms=Terms(bank=600), slow=3), "that the bot has not signed"),
        (PLAYED._replace(signs_last=(True, False)), "that the bot has not signed"),
    ],
)
def test_what_a_bot_did_not_answer_itself_is_no_end_for_it(setting: Setting, why: str) -> None:
    """A server that looks at a deal can play the game to its end alone, and say that the bot was away."""
    made = honest(setting)
    file = b"".join([line + b"\n" for line in made.lines])
    ended = next(body for body in made.bodies if isinstance(body, Ended))
    assert ended.winner is not None
    outcome = SeenOutcome(Side(ended.winner), ended.reason, ended.points)
    with pytest.raises(NotPlayedOut, match=why) if why else nullcontext():
        check_outcome(file, CARDS, BOB.public, outcome)
    with pytest.raises(NotPlayedOut, match="another outcome"):
        check_outcome(file, CARDS, BOB.public, SeenOutcome(outcome.winner, "time-up", outcome.points))
    with pytest.raises(NotPlayedOut, match="is not sound"):
        check_outcome(file[:-200], CARDS, BOB.public, outcome)
