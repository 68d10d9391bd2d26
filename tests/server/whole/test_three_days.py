"""Two people finish a game over three days: in few visits, each told of every turn of his by the way he chose.

Through a server that is killed, a telephone that is lost, and a day of vacation; Ada is on a telephone, Ben in a
terminal.  Each does at his leisure what `mate` would, with the standing orders that are usual.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from ironbottom.catalog import card_set
from ironbottom.client.bots.registry import made
from ironbottom.client.text.question.standing_orders import usual_orders
from ironbottom.proof.verify import check
from ironbottom.questions import Answer
from ironbottom.wire.messages import Join, Update
from ironbottom.wire.orders import EVERY, StandingOrder
from ironbottom.wire.pace import DAY, HOUR, Hours, PaceTerms, SetHours, Vacation
from ironbottom.wire.terms import Terms
from tests.server.lobby.notifications.test_outbox import HOOK, OTHER, ServerWithEndpoints, wants
from tests.server.support.player import File, WirePlayer
from tests.server.support.server_under_test import BEGAN, SEED, card_sets
from tests.support.lengths import some

PACE = PaceTerms(bank=2 * DAY, added=6 * HOUR, most=3 * DAY, hours=16, vacation=3)
TERMS = Terms(side="us", seed=SEED, least=0, absent="clock", pace=PACE)
SEEDS = [3, 12]  # of games that last so long
MINUTE, NIGHT_ENDS = 60.0, 7.0 * HOUR
ORDERS = (StandingOrder(EVERY, "pass-when-forced"), *usual_orders())


def as_mate(seed: str) -> Callable[[Update], Answer]:
    bot = made("mate", card_set("core"), Random(seed))
    return lambda update: bot.choose(update.view)


class Days:
    """Two people, the server that keeps their game, and what happened on which visit."""

    def __init__(self, seed: int) -> None:
        self.server, self.visits, self.told = ServerWithEndpoints(), list[str](), {"Ada": 0, "Ben": 0}
        self.ada = WirePlayer("Ada", seed, bot=False, web=True, choose=as_mate(f"Ada {seed}"))
        self.ben = WirePlayer("Ben", seed, bot=False, choose=as_mate(f"Ben {seed}"))
        self.address = {"Ada": HOOK, "Ben": OTHER}
        self.began = 0.0

    def begin(self, terms: Terms) -> None:
        """They agree, order what is usual, and each says how he wants to be told; the first visit is of both."""
        for player in (self.ada, self.ben):
            player.auto = False
            self.server.connect(player)
            wants(self.server, player, self.address[player.name])
        self.ada.create(terms)
        self.server.run(0.05)
        self.ben.ask(Join, self.ada.table, secret=self.ada.secret, pace=True)
        self.server.until(lambda: self.ada.update is not None and self.ben.update is not None)
        for player in (self.ada, self.ben):
            player.order(*ORDERS)
            player.ask(SetHours, player.table, Hours(7, "UTC"))
        self.server.run(1.0)
        self.began = self.server.clock.now
        for player in (self.ada, self.ben):  # both are asked how they set up, while they sit there
            self.visits.append(player.name)
            self.answer(player)
        self.leave(self.ada, self.ben)

    def answer(self, *players: WirePlayer) -> None:
        """All that they are asked, until it waits for somebody else."""
        for player in players:
            player.auto = True
            player.consider()
        for _n in range(2_000):
            if self.over or not any(player.asked for player in players):
                break
            self.server.run(1.0)
        for player in players:
            player.auto = False
        self.server.run(5.0)

    def leave(self, *players: WirePlayer) -> None:
        for player in players:
            player.auto = False
            self.server.away(player)

    def turns(self, player: WirePlayer) -> int:
        """Of how many of his turns he was told."""
        return len([one for one in self.server.endpoints.turns(self.address[player.name]) if one.what == "turn"])

    @property
    def over(self) -> bool:
        return self.ada.over or self.ben.over

    @property
    def due(self) -> WirePlayer:
        """Who has to come: not the one who was there last."""
        return self.ben if self.visits[-1] == "Ada" else self.ada

    def visit(self, player: WirePlayer, leisure: float) -> None:
        """He is told, comes when he has time, answers what he is asked and goes."""
        self.server.run(leisure)
        told = self.turns(player)
        assert told == self.told[player.name] + 1, f"{player.name} was told {told} times: {self.visits}"
        self.told[player.name] = told
        self.visits.append(player.name)
        self.server.back(player)
        self.answer(player)
        self.leave(player)

    def morning(self, leisure: float) -> float:
        """How long it is until he has time: by night, nobody has."""
        at = (BEGAN + self.server.clock.now + leisure) % DAY
        return leisure if at >= NIGHT_ENDS else leisure + NIGHT_ENDS - at

    def days(self) -> float:
        return (self.server.clock.now - self.began) / DAY

    def hand_overs(self) -> int:
        return sum(one != other for one, other in pairwise(self.visits))

    # what goes wrong on the way

    def kill(self) -> None:
        """The server dies while nobody is there, and begins again with what is on its disk."""
        self.server.kill()
        self.server.start()
        self.server.run(60.0)

    def lose_telephone(self) -> None:
        """What is left is what Ada had carried to another device: her key, and the token of her seat."""
        lost = self.ada
        self.ada = WirePlayer("Ada", 0, bot=False, choose=lost.choose)
        self.ada.key, self.ada.file = lost.key, File(table=lost.table, token=lost.token, place=lost.place)
        self.ada.file.game, self.ada.file.tosses = lost.game, lost.file.tosses
        self.ada.restart()
        self.ada.auto = False

    def holiday(self) -> None:
        """Ben goes away for a part of a day while he is asked: his clock stands still meanwhile."""
        assert self.due is self.ben
        self.server.back(self.ben)
        self.ben.ask(Vacation, self.ben.table, True)
        self.server.run(1.0)
        before = self.left(self.ben)
        self.leave(self.ben)
        self.server.run(5.0 * HOUR)
        assert self.left(self.ben) == before
        self.server.back(self.ben)
        self.ben.ask(Vacation, self.ben.table, False)
        self.server.run(1.0)
        self.leave(self.ben)

    def left(self, player: WirePlayer) -> int:
        """Minutes of thinking that a player has."""
        table = self.server.lobby.tables[player.table]
        return round(table.clocks.left(player.place, table.clock_time) / 60)


@pytest.mark.parametrize("seed", some(SEEDS, 1))
def test_a_game_over_three_days(seed: int) -> None:
    days, rng = Days(seed), Random(seed)
    days.begin(replace(TERMS, seed=sha256(b"%d" % seed).digest()))
    trouble = {8: days.kill, 12: days.lose_telephone, 17: days.holiday}
    while not days.over:
        if len(days.visits) in trouble:
            trouble.pop(len(days.visits))()
        days.visit(days.due, days.morning(rng.uniform(40, 150) * MINUTE))
    assert not trouble
    assert days.hand_overs() < 40
    assert 2.0 < days.days() < 3.5
    outcome = days.ada.view.outcome or days.ben.view.outcome
    assert outcome is not None
    assert outcome.reason in ("time-up", "strategic-base", "decks")  # nobody ran out of time
    days.server.back(days.ada, days.ben)
    days.ada.auto = days.ben.auto = True
    days.ada.countersign()
    days.ben.countersign()
    days.server.run(30.0)
    lines = [line + b"\n" for line in days.server.disk.lines(days.ada.table, 1)]
    verdict = check(lines, card_sets().values())
    assert verdict.ok, verdict.sentence
