"""§26  Two commanders of one side: who is let in, who answers what, who signs, who comes back, who is stood in for."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from ironbottom.catalog import card_set
from ironbottom.client.storage.finished_games import reel_of
from ironbottom.proof.chain import read
from ironbottom.proof.entries import AnsweredEntry
from ironbottom.proof.transcript import written
from ironbottom.server.advice.adviser_pool import may_ask
from ironbottom.server.lobby.lobby import AWAY
from ironbottom.server.table.clock.clocks import GRACE
from ironbottom.server.table.countersign import LAST_WORD
from ironbottom.windows import commander
from ironbottom.wire.messages import Bye, Leave, Notice, Refused, Rematch, Review, Scenes, Seated, Toss, Update
from ironbottom.wire.orders import StandingOrder
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import SEED, ServerUnderTest
from tests.server.support.teams import SHARED, Commander, two_against_one
from tests.server.table.test_stand_ins import StandInAgency

TWO = Terms(side="us", seed=SEED, teams=(0, 1), least=0)


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def answers(server: ServerUnderTest, table: str) -> list[AnsweredEntry]:
    bodies = [read(line).body for line in server.disk.lines(table, 1)]
    return [body for body in bodies if isinstance(body, AnsweredEntry)]


def to_window(
    server: ServerUnderTest, players: tuple[Commander, ...], who: Commander, others: tuple[str, ...] = ()
) -> None:
    """Play on until somebody is asked a question that is his, in another window than some."""
    for _n in range(400):
        if who.asked and who.question.window not in others:
            return
        server.step(*players)
    raise AssertionError("he was never asked")


# a game


def test_each_of_two_answers_what_is_his_and_signs_it(server: ServerUnderTest) -> None:
    ada, bob, cato = two_against_one(server, replace(SHARED, least=0), auto=True)
    server.play(ada, bob, cato, seconds=6000)
    server.run(LAST_WORD + 1)
    given = [body for body in answers(server, ada.table) if body.side == 0]
    assert {body.by for body in given} == {b"", bob.public}
    assert all((body.by == bob.public) == (commander(body.window) == "air") for body in given)
    live_game = server.live_game(ada)
    assert live_game.closed
    assert not any(signing.unsigned for signing in live_game.signing)
    assert live_game.signing[2].signed > 0
    assert ada.log.views[ada.game] == bob.log.views[bob.game]
    assert ada.events == bob.events


def test_four_share_two_sides(server: ServerUnderTest) -> None:
    names = enumerate(("Ada", "Bob", "Cato", "Dora"))
    players = ada, bob, cato, dora = [Commander(name, n, bot=False) for n, name in names]
    for one in players:
        server.connect(one)
    ada.create(TWO)
    server.run(0.01)
    cato.join(ada.table, ada.secret, special=True)
    server.run(0.05)
    assert ada.status() == "open"
    cato.invite("fleet", b"to Japan")
    ada.invite()
    server.run(0.05)
    dora.share(ada.table, b"to Japan")
    server.run(0.05)
    assert ada.status() == "open"
    bob.share(ada.table)
    server.play(*players, seconds=6000)
    assert all(one.over for one in players)
    theirs = {body.by for body in answers(server, ada.table) if body.side == 1 and commander(body.window) == "fleet"}
    assert theirs == {dora.public}


def test_the_toss_and_the_table_name_the_partner(server: ServerUnderTest) -> None:
    ada, bob, cato = two_against_one(server)
    toss: Toss = cato.last(Toss)
    assert toss.partners
    partner = toss.partners[0]
    assert partner is not None
    assert (partner.key, partner.commands, toss.partners[1]) == (bob.public, "air", None)
    assert partner.vouched(server.lobby.public, ada.table, ada.public)
    shown = cato.table_now.partners
    assert shown
    assert shown[0] is not None
    assert (shown[0].name, shown[0].here, shown[0].commands) == ("Bob", True, "air")


def test_without_teams_nothing_is_said_of_partners(server: ServerUnderTest) -> None:
    ada, ben = server.seated()
    assert not ben.table_now.partners
    assert not ben.last(Toss).partners
    assert not any(seated.partner for seated in ada.all(Seated))
    assert b"partner" not in b"".join(server.disk.lines(ada.table, 1))
    assert not any(b"partners" in data for pipe in server.pipes for _at, data in pipe.sent)


# cheats


def test_a_partner_who_answers_the_others_question_is_refused(server: ServerUnderTest) -> None:
    """§26.2"""
    players = ada, bob, _cato = two_against_one(server, replace(SHARED, least=0))
    to_window(server, players, ada)
    bob.honest, before = False, server.live_game(ada).chain
    seq = bob.answer(bob.question.shape.guess(bob.rng))
    assert server.answered(bob, seq) == "not-yours"
    assert "fleet" in bob.refusal(seq).text
    assert server.live_game(ada).chain == before
    bob.honest = True
    to_window(server, players, bob)
    ada.honest = False
    assert server.answered(ada, ada.answer(ada.question.default)) == "not-yours"


def test_a_partner_neither_tosses_nor_gives_up_nor_invites(server: ServerUnderTest) -> None:
    """§26.3, §26.5"""
    _ada, bob, _cato = two_against_one(server)
    assert server.answered(bob, bob.resign()) == "not-yours"
    assert server.answered(bob, bob.commit(bytes(32), bytes(32))) == "not-yours"
    assert server.answered(bob, bob.invite()) == "not-yours"


def waiting(server: ServerUnderTest, *more: Commander) -> Commander:
    """Ada has made a table whose side is shared, and invited somebody."""
    ada = Commander("Ada", 1)
    for one in (ada, *more):
        server.connect(one)
    ada.create(SHARED)
    server.run(0.01)
    assert server.answered(ada, ada.invite(), 0.1) == "ok"
    return ada


def test_a_stranger_is_told_of_no_table(server: ServerUnderTest) -> None:
    mallory = Commander("Mallory", 9)
    ada = waiting(server, mallory)
    assert server.answered(mallory, mallory.share(ada.table, b"guessed")) == "no-table"


def test_who_has_seen_the_key_of_the_invitation_cannot_sign_with_it(server: ServerUnderTest) -> None:
    """Its public key is in the toss, and the server has it: neither is enough to come as partner."""
    mallory, bob = Commander("Mallory", 9), Commander("Bob", 2)
    ada = waiting(server, mallory, bob)
    stolen: dict[str, Any] = {}
    send, bob.send = bob.send, lambda data: None
    bob.share(ada.table)
    stolen["sent"] = bob.waiting.popitem()[1]
    bob.send = send
    seq = mallory.ask(type(stolen["sent"]), ada.table, stolen["sent"].invitation, stolen["sent"].signature)
    assert server.answered(mallory, seq) == "partner"


def test_nobody_is_his_own_partner(server: ServerUnderTest) -> None:
    again = Commander("Ada", 1)
    ada = waiting(server, again)
    assert server.answered(again, again.share(ada.table)) == "partner"


def test_a_later_invitation_takes_the_place_of_the_one_before(server: ServerUnderTest) -> None:
    bob, carl = Commander("Bob", 2), Commander("Carl", 4)
    ada = waiting(server, bob, carl)
    assert server.answered(ada, ada.invite("air", b"another"), 0.1) == "ok"
    assert server.answered(bob, bob.share(ada.table)) == "no-table"
    carl.share(ada.table, b"another")
    server.run(0.1)
    assert carl.partner
    assert server.answered(ada, ada.invite("air", b"a third")) == "taken"


def test_nobody_is_invited_where_one_plays_each_side(server: ServerUnderTest) -> None:
    """§26.1"""
    ada = Commander("Ada", 1)
    server.connect(ada)
    ada.create(Terms())
    server.run(0.01)
    assert server.answered(ada, ada.invite()) == "no-team"


def test_an_invitation_under_another_key_is_refused(server: ServerUnderTest) -> None:
    ada = waiting(server)
    key, ada.key = ada.key, Commander("Mallory", 9).key
    seq = ada.invite()
    ada.key = key
    assert server.answered(ada, seq) == "signature"


def test_a_bot_leads_no_side_that_two_share(server: ServerUnderTest) -> None:
    ada, bot = Commander("Ada", 1, bot=False), WirePlayer("Mate", 2)
    server.connect(ada)
    server.connect(bot)
    ada.create(TWO)
    server.run(0.01)
    bot.join(ada.table, ada.secret, special=True)
    server.run(0.1)
    assert bot.last(Refused).code == "no-seat"


def test_who_was_not_shown_that_a_side_is_shared_does_not_sit_down(server: ServerUnderTest) -> None:
    ben = WirePlayer("Ben", 2)
    ada = waiting(server)
    server.connect(ben)
    ben.join(ada.table, ada.secret)
    server.run(0.1)
    assert ben.last(Refused).code == "special"


# coming and going


def test_everybody_comes_back_after_a_restart_and_one_later(server: ServerUnderTest) -> None:
    players = ada, bob, cato = two_against_one(server, replace(SHARED, least=0))
    to_window(server, players, bob, ("2a",))
    server.restart(ada, cato)
    assert ada.table_now.partners
    assert ada.table_now.partners[0] is not None
    assert not ada.table_now.partners[0].here
    server.back(bob)
    assert bob.partner
    assert bob.asked
    assert server.answered(bob, bob.answer(bob.question.default)) == "ok"
    assert len(server.live_game(ada).signing[2].unsigned) == len(bob.own)
    for one in players:
        one.auto = True
        one.consider()
    server.play(*players, seconds=6000)
    assert all(one.over for one in players)


def test_a_seat_is_given_again_by_the_same_invitation(server: ServerUnderTest) -> None:
    bob = Commander("Bob", 2)
    ada = waiting(server, bob)
    bob.share(ada.table)
    server.run(0.1)
    token = bob.token
    server.pipes[-1].lose()
    server.connect(bob)
    bob.share(ada.table)
    server.run(0.1)
    assert bob.token == token


def test_a_partner_gets_up_before_the_game_and_another_comes(server: ServerUnderTest) -> None:
    bob, carl = Commander("Bob", 2), Commander("Carl", 4)
    ada = waiting(server, bob, carl)
    bob.share(ada.table)
    server.run(0.1)
    bob.ask(Leave, ada.table)
    server.run(0.1)
    assert ada.table_now.partners == (None, None)
    carl.share(ada.table)
    server.run(0.1)
    assert carl.partner


def test_a_partner_goes_with_who_took_the_seat(server: ServerUnderTest) -> None:
    """§26.3"""
    bob, cato = Commander("Bob", 2), Commander("Cato", 3)
    ada = waiting(server, bob, cato)
    bob.share(ada.table)
    cato.join(ada.table, ada.secret, special=True)
    for one in (ada, bob, cato):
        one.tosses = False
    server.run(0.1)
    ada.ask(Leave, ada.table)
    server.run(0.1)
    assert bob.last(Bye).code == "elsewhere"
    assert cato.table_now.partners == (None, None)
    assert cato.status() == "open"


@pytest.mark.parametrize("away", [0, 1])
def test_a_bot_stands_in_for_one_of_two_and_answers_what_was_his(server: ServerUnderTest, away: int) -> None:
    """§26.4"""
    agency = StandInAgency(server)
    players = two_against_one(server, replace(SHARED, least=0, absent="bot"))
    gone, other = players[away], players[1 - away]
    to_window(server, players, gone, ("1", "2"))
    server.pipes[away].lose()
    server.run(AWAY + 0.1)
    assert [chair for _at, chair, _secret in agency.asked] == [(0, 2)[away]]
    bot = Commander("Stand-in", 7)
    bot.auto = False
    server.connect(bot)
    bot.join(gone.table, agency.asked[-1][2])
    server.run(0.05)
    assert bot.partner is bool(away)
    assert bot.asked
    assert not other.asked
    assert server.answered(bot, bot.answer(bot.question.default)) == "ok"
    last = answers(server, gone.table)[-1]
    assert (last.given, last.by) == ("stand-in", bot.public)
    server.back(gone)
    assert bot.last(Bye).code == "elsewhere"


def test_nobody_stands_in_for_a_partner_who_is_there(server: ServerUnderTest) -> None:
    agency = StandInAgency(server)
    two_against_one(server, replace(SHARED, least=0, absent="bot"))
    server.run(2 * AWAY)
    assert not agency.asked


def test_a_partner_who_is_away_is_answered_for_by_his_orders_alone(server: ServerUnderTest) -> None:
    """§26.4"""
    players = ada, bob, _cato = two_against_one(server, replace(SHARED, least=0))
    assert server.answered(bob, bob.order(StandingOrder("*", "default"))) == "ok"
    assert server.answered(ada, ada.order(StandingOrder("13", "none"))) == "ok"
    server.pipes[1].lose()
    for _n in range(60):
        server.step(*players)
    ordered = [body for body in answers(server, ada.table) if body.given == "order"]
    assert ordered
    assert all(commander(body.window) == "air" and body.side == 0 and not body.by for body in ordered)


def test_the_clock_of_a_side_gives_the_default_for_whoever_is_asked(server: ServerUnderTest) -> None:
    players = ada, bob, _cato = two_against_one(server, replace(SHARED, least=0, bank=60, absent="clock"))
    to_window(server, players, bob, ("2a",))
    server.run(60 + GRACE + 1)
    given = [body for body in answers(server, ada.table) if body.given == "clock"]
    assert given
    assert commander(given[0].window) == "air"
    assert not given[0].by


def test_under_the_terms_wait_the_clock_waits_for_who_is_asked(server: ServerUnderTest) -> None:
    players = _ada, bob, _cato = two_against_one(server, replace(SHARED, least=0, bank=600))
    to_window(server, players, bob, ("2a",))
    server.pipes[1].lose()
    before = server.lobby.tables[bob.table].clocks.left(0, server.clock.now)
    server.run(100)
    assert server.lobby.tables[bob.table].clocks.left(0, server.clock.now) == before


def test_all_wish_for_another_game_and_it_begins_with_the_same_partner(server: ServerUnderTest) -> None:
    players = ada, bob, cato = two_against_one(server, replace(SHARED, least=0), auto=True)
    server.play(*players, seconds=6000)
    server.run(LAST_WORD + 1)
    first = ada.game
    for one in (ada, cato):
        one.ask(Rematch, one.table)
    server.run(1)
    assert cato.status() == "over"
    bob.ask(Rematch, bob.table)
    server.until(lambda: ada.status() == "playing" and bob.game != first)
    server.run(0.5)
    assert bob.log.views[bob.game]


def test_a_finished_game_is_told_with_both_who_shared_a_side(server: ServerUnderTest) -> None:
    """By the server, for the page, and by its transcript, for the terminal: replay and review."""
    ada, _bob, cato = two_against_one(server, replace(SHARED, least=0))
    cato.resign()
    server.run(LAST_WORD + 1)
    ada.ask(Review, ada.table)
    server.run(2.0)
    assert ada.last(Scenes).names == ("Ada & Bob", "Cato")
    lines = tuple(server.disk.lines(ada.table, 1))
    found = reel_of("game.ibss", written(lines), [card_set("core")])
    assert (found.fault, found.names) == ("", ("Ada & Bob", "Cato"))


def test_what_a_partner_says_is_under_his_name(server: ServerUnderTest) -> None:
    _ada, bob, cato = two_against_one(server)
    bob.chat("climb")
    server.run(0.1)
    assert [(said.name, said.place) for said in cato.log.said.values()] == [("Bob", 0)]


def test_both_may_ask_for_advice_against_a_bot_on_what_is_theirs(server: ServerUnderTest) -> None:
    ada, _bob, _cato = two_against_one(server)
    table = server.lobby.tables[ada.table]
    assert may_ask(table, 0)
    assert may_ask(table, 2)
    assert may_ask(table, 1)


def test_who_waits_hears_that_no_bot_can_stand_in(server: ServerUnderTest) -> None:
    def none_to_be_had(*_any: object) -> None:
        raise OSError("none")

    ada, _bob, cato = two_against_one(server, replace(SHARED, least=0, absent="bot"))
    server.lobby.spawn = none_to_be_had
    server.pipes[1].lose()
    server.run(AWAY + 0.1)
    for one in (ada, cato):
        assert one.last(Notice).code == "no-stand-in"
    assert ada.all(Update)
