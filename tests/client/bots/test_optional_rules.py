"""§23  Bots play games with optional rules about what is known: without a fault, and with sense."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ironbottom.catalog import cards_by_id
from ironbottom.client.bots.light import LightPlayer
from ironbottom.client.bots.mate import Mate, intelligence
from ironbottom.client.bots.mate.table import SeenTable
from ironbottom.client.bots.registry import made
from ironbottom.client.launch.arena.in_process import Series, play_game
from ironbottom.flow import Game
from ironbottom.questions import PASS, Answer
from ironbottom.rules.s14_deployment import Deployment
from ironbottom.rules.s16_action import ChooseAction
from ironbottom.rules.s17_air_combat import AirCombatPhase
from ironbottom.rules.s23_reserve_carrier import RESERVE
from ironbottom.sight import seen, view
from ironbottom.words import FRONT, SIDES, Line, Side
from tests.support.lengths import so_many
from tests.support.optional_games import ABOUT_KNOWLEDGE, cards_with, game_with
from tests.support.table import LaidTable

from .test_why import HastySearch

US, JP = Side.US, Side.JP
GAMES = so_many("OPTIONAL_BOTS", 1, 20)  # with each set of rules
LIGHT = so_many("OPTIONAL_LIGHT", 6, 60)
PLAYERS = ("mate", "random", "ensign", "mate", "seaman", "cadet")


@pytest.mark.parametrize("words", ABOUT_KNOWLEDGE, ids="+".join)
def test_the_bots_of_the_ladder_play_without_a_fault(words: tuple[str, ...]) -> None:
    """§23.5, §23.6, §23.7, §23.20  Every pair of neighbours in this row, both sets."""
    for number in range(GAMES):
        cards = cards_with(words, "core" if number % 2 else "full")
        one, other = PLAYERS[number % len(PLAYERS)], PLAYERS[(number + 1) % len(PLAYERS)]
        series = Series(one, other, f"optional {number}", cards)
        names = series.players(number)
        bots = {side: made(names[side], cards, series.chance(number, side)) for side in SIDES}
        result = play_game(cards, series.deal(number), bots, n=number)
        assert result.faults == (0, 0)


@pytest.mark.parametrize("words", ABOUT_KNOWLEDGE, ids="+".join)
def test_the_light_player_plays_without_a_fault(words: tuple[str, ...]) -> None:
    """§23  It answers by the state; every answer is legal."""
    steps = Counter[str]()
    for number in range(LIGHT):
        g = game_with(words, number)
        light = LightPlayer(g.state.cards)
        while g.asked:
            side = next(iter(g.asked))
            steps[g.step(side)] += 1
            g.answer(side, light.choose(g, side))
    assert ("read-their-mail" in words) is ("read-mail.choose" in steps)


@pytest.mark.parametrize("words", ABOUT_KNOWLEDGE[-2:], ids="+".join)
def test_the_search_plays_on_in_worlds_with_these_rules(words: tuple[str, ...]) -> None:
    """§23  For some turns: it hears, deals worlds, and answers legally."""
    cards = cards_with(words, "core")
    g = game_with(words, 1)
    search, mate = HastySearch(cards, Random(1)), Mate(cards, Random(2))
    while g.asked and g.state.turn < 3:
        assert g.events is not None
        search.hears(seen(g.events, US), view(g, US))
        g.events.clear()
        side = next(iter(g.asked))
        g.answer(side, (search if side is US else mate).choose(view(g, side)))


def answers(g: Game, side: Side) -> list[Answer]:
    """What the mate and the light player say."""
    return [Mate(g.state.cards, Random(1)).choose(view(g, side)), LightPlayer(g.state.cards).choose(g, side)]


def test_mail_is_read_where_much_is_unknown() -> None:
    """§23.5  Three in FRONT are worth it at once, one alone only late in the game; pairs and carriers are looked at."""
    t = LaidTable(cards_with(("read-their-mail",)), phasing=JP)
    for name in ("Chokai", "jp/desdiv-2", "Zuiho"):
        t.jp.ship(name, "FRONT")
    loaded = t.jp.ship("Shokaku", "FRONT", aboard=["Zeke", "Val", "Kate"])
    g = t.play(ChooseAction(phasing=JP))
    assert answers(g, US) == [FRONT[JP], FRONT[JP]]
    g.answer(US, FRONT[JP])
    for answer in answers(g, US):
        assert isinstance(answer, tuple)
        assert loaded in answer
    for turn, expected in ((1, PASS), (20, FRONT[JP])):
        t = LaidTable(cards_with(("read-their-mail",)), phasing=JP)
        t.jp.ship("Chokai", "FRONT")
        t.state.turn = turn
        assert answers(t.play(ChooseAction(phasing=JP)), US) == [expected, expected]


def test_a_carrier_is_taken_where_airplanes_wait_for_one() -> None:
    """§23.7  With carrier airplanes in the hand and time to use them; else not."""
    for hand, expected in ((("Wildcat", "Dauntless", "Avenger"), RESERVE), (("Hudson",), PASS)):
        t = LaidTable(cards_with(("reserve-carrier",)))
        t.us.fleet_deck("Saratoga", "Hornet")
        t.us.hand(*hand)
        for half in (t.us, t.jp):
            half.air_deck(*["Wildcat" if half is t.us else "Zeke"] * 30)
        assert answers(t.play(Deployment(phasing=US)), US) == [expected, expected]


def test_fighters_rise_against_bombers_first() -> None:
    """§23.6  Two lines are attacked by as many: the interceptor goes where the bombers are."""
    for bombed in (Line.US_FRONT, Line.US_MIDDLE):
        t = LaidTable(cards_with(("coast-watchers",)), phasing=JP)
        carrier = t.jp.ship("Shokaku", "FRONT")
        zekes, vals = t.jp.load(carrier, ["Zeke", "Zeke"]), t.jp.load(carrier, ["Val", "Val"])
        t.us.base("Henderson Field", aboard=["Lightning"])
        g = t.play(AirCombatPhase(phasing=JP))
        other = Line.US_MIDDLE if bombed is Line.US_FRONT else Line.US_FRONT
        g.answer(JP, {**dict.fromkeys(zekes, other), **dict.fromkeys(vals, bombed)})
        (token,) = [token for token, a in g.forces[US].airplanes.items() if a.card.name == "Lightning"]
        shown = view(g, US)
        assert shown.question is not None
        weights = intelligence.bombers(SeenTable(shown, shown.question, cards_by_id(g.state.cards)))
        assert weights[bombed] > 1 > weights[other]
        for answer in answers(g, US):
            assert isinstance(answer, dict)
            assert answer[token] in (bombed, "escape", "stay")
