"""§23  Optional rules about what is known: nothing leaves but what they show, and planted leaks are caught."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any
from zlib import crc32

import pytest
from msgspec.structs import replace

from ironbottom.events import Scored
from ironbottom.flow import Game, Procedure
from ironbottom.questions import Answer
from ironbottom.rules import s14_deployment, s15_reconnaissance, s16_action, s23_decoys, s23_intelligence
from ironbottom.rules.s10_setup import Setup
from ironbottom.rules.s23_reserve_carrier import ReserveCarrier, is_carrier, reserve_carrier
from ironbottom.words import SIDES, Side, Token
from tests.secrecy.leaks import forced_if
from tests.secrecy.reading import EVERYBODY, Leaked, face_up, leaves, same, to_come, told
from tests.secrecy.runs import WatchedGame, in_words_of, legal_after
from tests.secrecy.twins import set_up_anew, twin
from tests.support.lengths import by_night, so_many, some
from tests.support.optional_games import HIDDEN, game_with
from tests.support.players import eager, first_legal, window_of

GAMES = so_many("OPTIONAL_TWINS", 2, 60)
TWINS = 12  # that are tried for one with as many bombers
CAUGHT = 12  # games in which a planted leak must be found
OPENED = {"4a", "12a", "16a", "20.1"}  # windows whose answers these rules tell of
NEAR = {"4a", "4", "5", "12a", "16a", "16", "20.2"}  # and those that are asked next, or not
is_bomber = s23_intelligence.is_bomber
Leak = Callable[[pytest.MonkeyPatch], None]


class BombersCounted(WatchedGame):
    """Where coast watchers count (§23.6) a twin has as many bombers in the air: that is shown."""

    def other_world(self, secret: Side, side: Side, answer: Answer, after: Game) -> Game | None:
        if window_of(self.g, side) != "20.1" or secret is not side:
            return super().other_world(secret, side, answer, after)
        for n in range(TWINS):
            other = twin(self.g, secret, self.rng, face_up(after), alike=n == TWINS - 1)
            found = legal_after(other, side, in_words_of(other, self.g, side, answer))
            if found is not None and bombers_in(found) == bombers_in(after):
                return found
        return None


def bombers_in(g: Game) -> Counter[int | None]:
    """How many bombers are over each line."""
    return Counter([a.line for forces in g.forces for a in forces.airplanes.values() if is_bomber(a.card)])


class NearGame(BombersCounted):
    """Held against twins only where one of these rules has a say: so many more games can be looked at."""

    def turn(self) -> None:
        g = self.g
        side = self.rng.choice(list(g.asked))
        window, answer = window_of(g, side), self.players[side](g, side)
        if g.events is not None:
            g.events.clear()
        after = g.after(side, answer)
        then = {window_of(after, asked) for asked in after.asked}
        if window in OPENED or (window not in then and then & NEAR):
            self.read = {eyes: leaves(g, eyes) for eyes in EVERYBODY}
            self.question(window)
            self.answer(side, answer, after, window, {eyes: leaves(after, eyes) for eyes in EVERYBODY})
        self.g = after


def watched_with(words: tuple[str, ...], number: int, kind: type[WatchedGame] = NearGame) -> WatchedGame:
    rng = Random(number)
    return kind(game_with(words, number), eager(rng), eager(rng), rng, thinning=0.02)


@pytest.mark.parametrize("kind", [NearGame, pytest.param(BombersCounted, marks=by_night)])
def test_nothing_leaves_but_what_the_rules_show(kind: type[WatchedGame]) -> None:
    """§23.5, §23.6, §23.7, §23.14, §20.1, §22, R-27  At questions, and after answers, in two worlds."""
    windows = set[str]()
    for number in range(1, 1 + GAMES):
        watch = watched_with(HIDDEN, number, kind)
        watch.play()
        windows |= set(watch.answers)
    assert windows >= OPENED


def all_of_the_line(mp: pytest.MonkeyPatch) -> None:
    """Who looks at three sees the others as well."""
    right = s23_intelligence.look_at

    def look_at(g: Game, reader: Side, tokens: tuple[Token, ...]) -> None:
        right(g, reader, tokens)
        formations = g.forces[reader.enemy].formations
        for f in [f for f in formations.values() if not f.detected]:
            formations[f.token] = replace(f, known=True)

    mp.setattr(s23_intelligence, "look_at", look_at)


def asked_where_carriers_are(mp: pytest.MonkeyPatch) -> None:
    """The mail is offered only where it would show a carrier."""
    right = s23_intelligence.read_mail

    def read_mail(g: Game, phasing: Side) -> Procedure | None:
        rows = g.forces[phasing].formations.values()
        return right(g, phasing) if any(is_carrier(f.lead) and not f.detected for f in rows) else None

    mp.setattr(s16_action, "read_mail", read_mail)


def asked_without_a_carrier(mp: pytest.MonkeyPatch) -> None:
    """The reserve carrier is offered only to who has none on the table."""

    def offered(g: Game, side: Side) -> Procedure | None:
        afloat = any(is_carrier(f.lead) for f in g.forces[side].formations.values())
        return None if afloat else reserve_carrier(g, side)

    mp.setattr(s14_deployment, "reserve_carrier", offered)


def asked_with_a_carrier_to_take(mp: pytest.MonkeyPatch) -> None:
    """Nobody is asked whose deck holds none."""
    forced_if(mp, ReserveCarrier.offer, lambda g, side, shape: len(shape.options) == 1)


def types_counted(mp: pytest.MonkeyPatch) -> None:
    """The number of the coast watchers hangs on which airplanes they see."""
    mp.setattr(s23_intelligence, "is_bomber", lambda card: crc32(card.id.encode()))


def asked_where_it_matters(mp: pytest.MonkeyPatch) -> None:
    """The owner of what was found is asked for a decoy only where that is worth one."""
    mp.setattr(s15_reconnaissance, "may_be_decoy", lambda g, f: f.lead.vp > 2 and s23_decoys.may_be_decoy(g, f))


LEAKS = (
    all_of_the_line, asked_where_carriers_are, asked_without_a_carrier, types_counted, asked_with_a_carrier_to_take,
    asked_where_it_matters,
)


@pytest.mark.parametrize("leak", some(LEAKS, 2))
def test_a_planted_leak_is_caught(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    """§23.5, §23.6, §23.7, §22"""
    leak(monkeypatch)
    with pytest.raises(Leaked):
        play_all(CAUGHT)


def play_all(most: int) -> None:
    for number in range(1, 1 + most):
        watched_with(HIDDEN, number).play()


def bids_compared() -> None:
    """A bid, and another one, until the other side has bid as well."""
    g = game_with(("bid",), 0)
    for side in SIDES:
        g.answer(side, "jp")
    for side in SIDES:
        one, other = g.after(side, "1"), g.after(side, "9")
        for eyes in (side.enemy, None):
            same("events of a bid", told(one, eyes), told(other, eyes))
            same("the table after a bid", leaves(one, eyes), leaves(other, eyes))
            same("dice and tokens to come", to_come(one), to_come(other))


def test_a_bid_is_secret_until_both_have_bid(monkeypatch: pytest.MonkeyPatch) -> None:
    """§23.18, §20.5  And where it is told at once, that is caught."""
    bids_compared()
    right = Setup.say.then

    def told_at_once(frame: Any, g: Game, side: Side, answer: str) -> bool | None:
        g.tell(Scored, side, "bid", 1, int(answer))
        return right(frame, g, side, answer)

    monkeypatch.setattr(Setup.say, "then", told_at_once)
    with pytest.raises(Leaked):
        bids_compared()


def test_on_an_open_table_the_order_of_decks_and_the_set_up_stay_secret() -> None:
    """§23.20, §22.1, §22.2  Two worlds that differ in these alone read the same."""
    g, rng = game_with(("open-table",), 1), Random(1)
    for side in SIDES:
        other = set_up_anew(g, side, rng)
        for eyes in (side.enemy, None):
            same("a fleet", told(g.after(side, "keep"), eyes), told(other.after(side, "redraw"), eyes))
            same("the set-up", leaves(g, eyes), leaves(other, eyes))
    while g.state.turn < 4:
        side = next(iter(g.asked))
        g.answer(side, g.default(side) if window_of(g, side) in ("3", "16") else first_legal(g, side))
    other = g.clone()
    for forces in other.forces:
        forces.air_deck, forces.fleet_deck = forces.air_deck[::-1], forces.fleet_deck[::-1]
    for eyes in (*SIDES, None):
        same("the table", leaves(g, eyes), leaves(other, eyes))
