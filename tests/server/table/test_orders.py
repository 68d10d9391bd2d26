"""Standing orders: the server answers for a player, in secret, in the time that a person takes."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from ironbottom.proof.chain import read
from ironbottom.proof.entries import AnsweredEntry, Ordered
from ironbottom.proof.verify import check
from ironbottom.windows import WINDOWS
from ironbottom.wire.messages import Orders, Rematch, Seated, Update, Watch
from ironbottom.wire.orders import MOST, StandingOrder
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.sea import everything_by_chance
from tests.server.support.server_under_test import SEED, Pipe, ServerUnderTest, card_sets

LEAST = 0.4
TERMS = Terms(side="us", seed=SEED, least=400, reach="open")
KEEP = StandingOrder("1", "default")
DONE = StandingOrder("2", "none")


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def bodies(server: ServerUnderTest, player: WirePlayer, game: int = 1) -> list[Any]:
    return [read(line).body for line in server.disk.lines(player.table, game)]


def answers(server: ServerUnderTest, player: WirePlayer) -> list[tuple[int, str, str]]:
    """Side, window and giver of each answer."""
    return [(body.side, body.window, body.given) for body in bodies(server, player) if isinstance(body, AnsweredEntry)]


def test_an_order_answers_and_says_so_to_its_owner_alone(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS, bots=False)
    assert server.answered(ada, ada.order(KEEP)) == "ok"
    assert answers(server, ada) == [(0, "1", "order")]
    assert ada.last(Update).given == "order"
    ben.answer("keep")
    server.run(1.0)
    given = [update.given for update in ben.all(Update)]
    assert "order" not in given
    assert "player" in given
    assert ada.own == []  # nothing to sign: he did not answer himself


def test_an_order_takes_the_common_least_time(server: ServerUnderTest) -> None:
    ada, _ben = server.seated(TERMS, bots=False)
    asked = server.clock.now
    ada.order(KEEP)
    server.until(lambda: ada.have > 1)
    assert server.clock.now - asked == pytest.approx(LEAST, abs=0.02)


def test_an_order_that_comes_late_answers_at_once(server: ServerUnderTest) -> None:
    ada, _ben = server.seated(TERMS, bots=False)
    server.run(10.0)
    asked = server.clock.now
    ada.order(KEEP)
    server.until(lambda: ada.have > 1)
    assert server.clock.now - asked < 0.02


@pytest.mark.parametrize("how", ["order", "at once", "in time"])
def test_nobody_can_tell_an_order_from_a_person(how: str) -> None:
    """Everything that the opponent and those who look on are sent, and when, is the same; the heads are hashes."""
    seen, expected = watched(how), watched("at once")
    assert len(seen) > 30
    for mine, theirs in zip(seen, expected, strict=True):
        assert mine == theirs


def watched(how: str) -> list[tuple[float, Any]]:
    with everything_by_chance(5):
        server = ServerUnderTest()
        ada, ben = server.seated(TERMS, bots=False)
        other = WirePlayer("Eve", 3)
        server.connect(other)
        other.ask(Watch, ada.table)
        server.run(1.0)
        if how == "order":
            ben.order(*[StandingOrder(window, "default") for window in WINDOWS if window not in ("0", "1")])
        server.run(1.0)
        ada.answer("keep")
        ben.answer("keep")
        if how != "order":
            answer_after(server, ben, 0.0 if how == "at once" else 0.3)
        for _n in range(12):
            server.run(2.0)
            if ada.asked:
                ada.answer(ada.question.default)
        return [seen for pipe in (server.pipes[0], server.pipes[-1]) for seen in told(pipe)]


def answer_after(server: ServerUnderTest, player: WirePlayer, delay: float) -> None:
    """From now on it gives the default, after a moment's thought."""
    player.auto, consider = True, player.consider
    player.choose = lambda update: player.question.default
    vars(player)["consider"] = partial(server.clock.callLater, delay, consider)


def told(pipe: Pipe) -> list[tuple[float, Any]]:
    return [
        (round(at, 3), replace(message, head=bytes(32)) if isinstance(message, Update) else message)
        for at, message in pipe.timed()
    ]


def test_new_orders_replace_those_before_even_while_one_waits(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS, bots=False)
    ada.order(KEEP)
    server.run(0.1)
    ada.order(StandingOrder("2", "default"))
    server.run(5.0)
    assert answers(server, ada) == []
    assert ada.question.window == "1"
    ada.answer("redraw")
    ben.answer("keep")
    server.run(5.0)
    assert answers(server, ada)[2:] == [(0, "2", "order")]


def test_no_orders_any_more(server: ServerUnderTest) -> None:
    ada, _ben = server.seated(TERMS, bots=False)
    ada.order(KEEP)
    ada.order()
    server.run(5.0)
    assert answers(server, ada) == []
    server.restart(ada)
    assert ada.last(Seated).orders == ()


def test_what_a_player_answers_himself_goes_before_his_orders(server: ServerUnderTest) -> None:
    ada, _ben = server.seated(TERMS, bots=False)
    ada.order(KEEP)
    server.run(0.1)
    assert server.answered(ada, ada.answer("redraw")) == "ok"
    assert [(body.given, body.answer) for body in bodies(server, ada) if isinstance(body, AnsweredEntry)] == [
        ("player", "redraw")
    ]


def test_an_answer_that_is_refused_does_not_stop_an_order(server: ServerUnderTest) -> None:
    ada, _ben = server.seated(TERMS, bots=False)
    ada.order(KEEP)
    server.run(0.1)
    assert server.answered(ada, ada.answer("no answer"), 2.0) == "illegal"
    assert answers(server, ada) == [(0, "1", "order")]


def test_an_order_is_kept_while_its_owner_is_away_and_the_server_is_down(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS, bots=False)
    ada.order(StandingOrder("2", "default"))
    server.run(0.1)
    ada.answer("keep")
    server.run(1.0)
    server.kill()
    server.start()
    server.back(ben)
    ben.answer("keep")
    server.run(2.0)
    assert (0, "2", "order") in answers(server, ada)
    server.back(ada)
    assert ada.last(Seated).orders == (StandingOrder("2", "default"),)


def test_an_order_that_could_not_be_stored_answers_later(server: ServerUnderTest) -> None:
    ada, _ben = server.seated(TERMS, bots=False)
    ada.order(KEEP)
    server.run(0.1)
    server.disk.full = True
    server.run(2.0)
    assert ada.status() == "paused"
    server.disk.full = False
    server.run(10.0)
    assert answers(server, ada) == [(0, "1", "order")]


def test_orders_end_with_the_game(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS, bots=False)
    ada.order(KEEP, DONE)
    server.run(1.0)
    ben.resign()
    server.run(7.0)
    ada.ask(Rematch, ada.table)
    ben.ask(Rematch, ben.table)
    server.until(lambda: ada.have == 1 and not ada.over)
    server.run(5.0)
    assert [body for body in bodies(server, ada, 2) if isinstance(body, Ordered | AnsweredEntry)] == []


def test_orders_are_signed_for_this_game_and_this_request(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS, bots=False)
    seq = ada.order(KEEP)
    good = ada.waiting[seq]
    server.run(1.0)
    for wrong in (
        replace(good, seq=90), replace(good, seq=91, orders=(DONE,)), replace(good, seq=92, signature=bytes(64)),
    ):
        ada.say(wrong)
        server.run(0.1)
        assert ada.refusal(wrong.seq).code == "signature"
    ben.say(replace(good, seq=93))
    server.run(0.1)
    assert ben.refusal(93).code == "signature"
    assert len([body for body in bodies(server, ada) if isinstance(body, Ordered)]) == 1


def test_orders_are_given_while_a_game_is_going_on(server: ServerUnderTest) -> None:
    ada, ben = WirePlayer("Ada", 1), WirePlayer("Ben", 2)
    ada.tosses = ada.auto = ben.auto = False
    server.table(ada, ben, TERMS)
    assert server.answered(ada, ada.order(KEEP)) == "not-yet"


def test_there_is_a_limit_to_orders(server: ServerUnderTest) -> None:
    ada, _ben = server.seated(TERMS, bots=False)
    assert server.answered(ada, ada.order(*[StandingOrder("1", "withdraw-at", n % 20) for n in range(MOST)])) == "ok"
    ada.say(Orders(50, ada.table, tuple([KEEP] * (MOST + 1)), bytes(64)))
    server.run(0.1)
    assert ada.refusal(50).code == "malformed"


def test_a_game_by_orders_convinces_the_verifier(server: ServerUnderTest) -> None:
    ada, ben = server.seated(replace(TERMS, least=0), bots=False)
    ada.order(StandingOrder("*", "default"))
    ben.order(
        StandingOrder("*", "pass-when-forced"),
        StandingOrder("*", "none"),
        StandingOrder("*", "withdraw-at", 2),
        StandingOrder("*", "default"),
    )
    server.play(ada, ben, seconds=4_000.0)
    server.run(10.0)
    assert (ada.over, ben.over) == (True, True)
    assert {given for _side, _window, given in answers(server, ada)} == {"order"}
    verdict = check([line + b"\n" for line in server.disk.lines(ada.table, 1)], card_sets().values())
    assert verdict.ok, verdict
