"""A draw, a pause and a takeback: offered, accepted, declined and withdrawn, and what a player tries besides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from ironbottom.keys import private_key
from ironbottom.proof.chain import read
from ironbottom.proof.entries import FORMAT, NEWER, Agreed, AnsweredEntry, Begun, Ended
from ironbottom.proof.takeback import why_not
from ironbottom.proof.told import PRIVATE
from ironbottom.proof.verify import Verdict, check
from ironbottom.vocabulary import phrase
from ironbottom.wire.agreeing import Offers
from ironbottom.wire.messages import Refused, Table, Update, Watch
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import SEED, ServerUnderTest, card_sets

ALL = Terms(side="us", seed=SEED, reach="open", offers=("draw", "pause", "takeback"))
Pair = tuple[WirePlayer, WirePlayer]


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def bodies(server: ServerUnderTest, player: WirePlayer) -> list[Any]:
    return [read(line).body for line in server.disk.lines(player.table, 1)]


def verified(server: ServerUnderTest, player: WirePlayer) -> Verdict:
    server.run(20.0)
    return check([line + b"\n" for line in server.disk.lines(player.table, 1)], card_sets().values())


def offers(player: WirePlayer) -> Offers:
    found: Offers = player.last(Offers)
    return found


def agree(server: ServerUnderTest, first: WirePlayer, second: WirePlayer, what: Any) -> None:
    assert server.answered(first, first.offer(what)) == "ok"
    assert server.answered(second, second.accept(what)) == "ok"
    server.run(0.2)


def to_takeback(server: ServerUnderTest, players: Pair, fits: Callable[[str], bool] = lambda why: not why) -> Pair:
    """On until the last answer is one that can be taken back (or cannot for a reason); who gave it comes first."""
    for _n in range(400):
        server.step(*players)
        live_game = server.live_game(players[0])
        found = live_game.undoable
        if found is not None and fits(why_not(found, found.side, live_game.game)):
            one = players[live_game.place(found.side)]
            return one, players[1 - one.place]
    raise AssertionError("it never came to that")


class TestADraw:
    def test_it_ends_the_game_for_everybody_and_nobody_wins(self, server: ServerUnderTest) -> None:
        players = ada, ben = server.seated(ALL)
        eve = WirePlayer("Eve", 3)
        server.connect(eve)
        eve.ask(Watch, ada.table)
        server.step(*players, answers=30)
        agree(server, ada, ben, "draw")
        for player in (ada, ben, eve):
            outcome = player.view.outcome
            assert outcome is not None
            assert (outcome.winner, outcome.reason) == (None, "agreed")
            assert offers(player).reply == "accepted"
        assert ada.last(Table).status == "over"
        for player in players:
            player.countersign()
        assert verified(server, ada).ok
        assert verified(server, ada).sentence.endswith("a draw, 0 to 0 VP (US to Japan).")

    def test_it_can_be_declined_and_withdrawn(self, server: ServerUnderTest) -> None:
        ada, ben = server.seated(ALL)
        ada.offer("draw")
        server.run(0.2)
        assert offers(ben).standing == offers(ada).standing is not None
        assert server.answered(ada, ada.decline()) == "nothing-offered"  # his own
        assert server.answered(ben, ben.withdraw()) == "nothing-offered"  # of the other
        assert server.answered(ben, ben.decline()) == "ok"
        assert (offers(ada).reply, offers(ada).standing) == ("declined", None)
        assert server.answered(ben, ben.accept("draw")) == "nothing-offered"
        ada.offer("draw")
        server.run(0.2)
        assert server.answered(ada, ada.withdraw()) == "ok"
        assert offers(ben).reply == "withdrawn"
        assert not any(isinstance(body, Agreed) for body in bodies(server, ada))

    def test_an_offer_outlives_a_restart(self, server: ServerUnderTest) -> None:
        ada, ben = server.seated(ALL)
        ada.offer("draw")
        server.run(0.2)
        server.restart(ada, ben)
        assert offers(ben).standing is not None
        assert server.answered(ben, ben.accept("draw")) == "ok"
        server.restart(ada, ben)
        assert ada.view.outcome is not None

    def test_one_offer_stands_at_a_time(self, server: ServerUnderTest) -> None:
        ada, ben = server.seated(ALL)
        ada.offer("draw")
        server.run(0.2)
        assert server.answered(ada, ada.offer("pause")) == "again"
        assert server.answered(ben, ben.offer("draw")) == "again"

    def test_so_many_are_too_many(self, server: ServerUnderTest) -> None:
        ada, ben = server.seated(ALL)
        for _n in range(server.lobby.limits.offers):
            assert server.answered(ada, ada.offer("draw"), 0.1) == "ok"
            assert server.answered(ada, ada.withdraw(), 0.1) == "ok"
        assert server.answered(ada, ada.offer("draw"), 0.1) == "limit"
        assert server.answered(ben, ben.offer("draw"), 0.1) == "ok"  # his own are not used up by that


class TestConsent:
    @pytest.mark.parametrize("what", ["draw", "pause", "go-on", "takeback"])
    def test_terms_that_say_nothing_allow_nothing(self, server: ServerUnderTest, what: Any) -> None:
        ada, ben = server.seated(replace(ALL, offers=msgspec.UNSET))
        server.step(ada, ben, answers=4)
        assert server.answered(ada, ada.offer(what)) == "no-offers"
        assert not ada.all(Offers)

    @pytest.mark.parametrize("teams", [(0,), (1,), (0, 1)])
    def test_where_a_side_is_shared_no_table_has_offers(self, server: ServerUnderTest, teams: tuple[int, ...]) -> None:
        ada = WirePlayer("Ada", 1, bot=False)
        server.connect(ada)
        ada.create(replace(ALL, teams=teams))
        server.run(0.2)
        refused = ada.last(Refused)
        assert (refused.code, refused.rule, refused.text) == ("terms", "26.1", phrase("team.no_offers"))
        assert not server.lobby.tables
        assert not replace(ALL, teams=teams).allow("draw")  # nor does `verify` take an agreement there

    def test_without_offers_nothing_is_written_otherwise_than_before(self, server: ServerUnderTest) -> None:
        ada, _ben = server.seated(replace(ALL, offers=msgspec.UNSET))
        begun = bodies(server, ada)[0]
        assert isinstance(begun, Begun)
        assert begun.format == FORMAT
        assert b"offers" not in server.disk.lines(ada.table, 1)[0]

    def test_with_them_a_program_of_before_says_that_it_is_too_old(self, server: ServerUnderTest) -> None:
        ada, _ben = server.seated(ALL)
        assert bodies(server, ada)[0].format == NEWER

    def test_nobody_offers_or_accepts_for_another(self, server: ServerUnderTest) -> None:
        ada, ben = server.seated(ALL)
        assert server.answered(ada, ada.offer("draw", key=private_key(bytes(32)))) == "signature"
        ada.offer("draw")
        server.run(0.2)
        assert server.answered(ben, ben.accept("pause")) == "signature"  # what was signed is not what was offered
        eve = WirePlayer("Eve", 3)
        server.connect(eve)
        eve.ask(Watch, ada.table)
        server.run(0.2)
        eve.offered = 1
        assert server.answered(eve, eve.accept("draw")) == "no-seat"

    def test_who_does_not_know_how_things_stand_agrees_to_nothing(self, server: ServerUnderTest) -> None:
        players = ada, ben = server.seated(ALL)
        old = ben.head
        server.step(*players, answers=6)
        assert server.answered(ada, ada.offer("draw", head=old)) == "stale"
        ada.offer("draw")
        server.run(0.2)
        assert server.answered(ben, ben.accept("draw", head=old)) == "stale"

    def test_the_same_request_twice_is_one_offer(self, server: ServerUnderTest) -> None:
        ada, ben = server.seated(ALL)
        seq = ada.offer("draw")
        server.run(0.2)
        ada.say(replace(ada.log.acked[-1][1]))
        server.run(0.2)
        assert seq == ada.log.acked[-1][1].seq
        assert offers(ben).last == 1


class TestAPause:
    def test_no_clock_runs_and_nobody_answers_until_both_go_on(self, server: ServerUnderTest) -> None:
        ada, ben = server.seated(replace(ALL, bank=60))
        agree(server, ada, ben, "pause")
        assert ada.last(Table).status == "paused"
        left = [seat.left for seat in ada.last(Table).seats]
        who = next(player for player in (ada, ben) if player.asked)
        assert server.answered(who, who.answer(who.question.default)) == "adjourned"
        server.run(3600.0)
        assert not [body for body in bodies(server, ada) if isinstance(body, AnsweredEntry)]
        assert server.answered(ada, ada.offer("pause")) == "not-yet"
        server.restart(ada, ben)  # it outlives that, too
        server.run(3600.0)
        agree(server, ben, ada, "go-on")
        assert ada.last(Table).status == "playing"
        assert [seat.left for seat in ada.last(Table).seats] == pytest.approx(left, abs=3000)
        assert server.answered(who, who.answer(who.question.default)) == "ok"

    def test_one_may_resign_in_it(self, server: ServerUnderTest) -> None:
        ada, ben = server.seated(ALL)
        agree(server, ada, ben, "pause")
        assert server.answered(ada, ada.resign()) == "ok"
        ada.countersign()
        assert verified(server, ben).ok

    def test_there_is_none_to_end_before(self, server: ServerUnderTest) -> None:
        ada, _ben = server.seated(ALL)
        assert server.answered(ada, ada.offer("go-on")) == "not-yet"


class TestATakeback:
    def test_the_same_question_stands_again_and_another_answer_counts(self, server: ServerUnderTest) -> None:
        one, other = to_takeback(server, server.seated(ALL))
        asked = one.log.views[one.game]
        undone = server.live_game(one).undoable
        assert undone is not None
        before = [update.view for update in one.all(Update) if update.view.question is not None][-1]
        agree(server, one, other, "takeback")
        assert one.question == before.question
        assert len(asked) > 1
        assert server.answered(one, one.answer(one.question.default)) == "ok"
        end(server, one, other)
        assert verified(server, one).ok

    def test_it_outlives_a_restart(self, server: ServerUnderTest) -> None:
        one, other = to_takeback(server, server.seated(ALL))
        agree(server, one, other, "takeback")
        question = one.question
        server.restart(one, other)
        assert one.question == question
        end(server, one, other)
        assert verified(server, one).ok

    def test_the_opponents_answer_ends_the_offer(self, server: ServerUnderTest) -> None:
        one, other = server.seated(ALL)
        for _n in range(30):
            one, other = to_takeback(server, (one, other) if one.place == 0 else (other, one))
            if other.asked and one.last(Update).view.question is None:
                break
        assert server.answered(one, one.offer("takeback")) == "ok"
        told = len(other.all(Update))
        for _n in range(200):
            server.step(other)
            if offers(one).standing is None:
                break
        assert offers(one).reply == "lapsed"
        assert len(other.all(Update)) > told
        assert server.answered(other, other.accept("takeback")) == "nothing-offered"
        assert server.answered(one, one.offer("takeback")) == "not-yet"

    @pytest.mark.parametrize("why", ["die", "card"])
    def test_none_over_a_die_or_a_card_that_was_seen(self, server: ServerUnderTest, why: str) -> None:
        one, _other = to_takeback(server, server.seated(ALL), lambda found: why in found)
        assert server.answered(one, one.offer("takeback")) == "not-yet"
        assert why in one.last(Refused).text

    def test_what_the_opponent_does_unseen_ends_no_offer_and_bars_him_from_accepting(
        self, server: ServerUnderTest
    ) -> None:
        """A refusal to who offers, or an offer that lapses, would tell him that there was a step."""
        ada, ben = players = server.seated(ALL)
        found = server.live_game(ada)
        for _n in range(600):
            server.step(*players)
            found = server.live_game(ada)
            undone = found.undoable
            if undone is None or why_not(undone, undone.side, found.game):
                continue
            one, other = players if found.place(undone.side) == 0 else (ben, ada)
            if other.asked and other.question.window in PRIVATE and unseen_step(other):
                break
        else:
            raise AssertionError("it never came to that")
        told = len(one.told)
        other.answer(unseen_step(other))
        server.run(1.0)
        assert len(one.told) == told
        assert server.answered(one, one.offer("takeback")) == "ok"
        assert server.answered(other, other.accept("takeback")) == "not-yet"
        assert server.answered(other, other.decline()) == "ok"

    def test_none_of_an_answer_of_the_other(self, server: ServerUnderTest) -> None:
        _one, other = to_takeback(server, server.seated(ALL))
        assert server.answered(other, other.offer("takeback")) == "not-yet"


def unseen_step(player: WirePlayer) -> Any:
    """A step of a private segment that is not its end; None: there is none."""
    shape = player.question.shape
    steps = [one for one in (shape.guess(player.rng) for _n in range(40)) if isinstance(one, tuple)]
    return next((one for one in steps if one[:1] not in (("done",), ("play",), ("undo",))), None)


def end(server: ServerUnderTest, one: WirePlayer, other: WirePlayer) -> None:
    """A draw, and the last signatures."""
    agree(server, one, other, "draw")
    for player in (one, other):
        while player.own:
            player.countersign()
            server.run(0.2)
    assert any(isinstance(body, Ended) for body in bodies(server, one))
