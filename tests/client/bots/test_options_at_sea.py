"""§23  Bots and the optional rules at sea, ashore and of fuel: whole games without a fault, and what they heed."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from ironbottom.catalog import card_set, cards_by_id
from ironbottom.client.bots.light import LightPlayer
from ironbottom.client.bots.mate import rationing, sea
from ironbottom.client.bots.mate.landing import army
from ironbottom.client.bots.mate.mate import advice
from ironbottom.client.bots.mate.table import SeenTable
from ironbottom.client.bots.players import RandomSeat
from ironbottom.client.bots.registry import NamedBot, made
from ironbottom.client.launch.arena.in_process import Series, play_game
from ironbottom.flow import Game
from ironbottom.printed import CardSet
from ironbottom.questions import Answer, Move
from ironbottom.rules import new_game
from ironbottom.rules.s14_deployment import Deployment
from ironbottom.rules.s18_sea_combat import SeaSegment
from ironbottom.rules.s18_shore import GoingAshore
from ironbottom.sight import seen, view
from ironbottom.state import InForce
from ironbottom.variant import varied
from ironbottom.words import FRONT, REAR, SIDES, SeaTask, Side, Token
from tests.client.bots.search.test_search import LittleSearch
from tests.support.lengths import so_many
from tests.support.players import seed
from tests.support.table import LaidTable, window

US, JP = Side.US, Side.JP
WORDS = ("long-lance", "night-column", "radar", "semper-fi", "screening", "pursuit", "fuel:24")
EACH = [(word,) for word in (*WORDS, "fuel:6")] + [WORDS]
FAST = so_many("OPTION_GAMES", 20, 100)  # of chance, on the state itself
LIGHT = so_many("OPTION_LIGHT_GAMES", 2, 20)
LADDER = so_many("OPTION_LADDER_GAMES", 1, 20)  # of each pair of the ladder
SEARCHED = so_many("OPTION_SEARCHED", 150, 20_000)  # answers of a game of searches
STEPS = 80  # of a private segment


@cache
def cards_with(words: tuple[str, ...]) -> CardSet:
    return varied(card_set("full"), words)


@pytest.mark.parametrize("words", EACH, ids="+".join)
def test_fast_games_of_chance(words: tuple[str, ...]) -> None:
    """§23  Every answer that comes by chance is legal, and each game ends."""
    cards = cards_with(words)
    for number in range(FAST):
        rng = Random(number)
        g = new_game(cards, seed(number), log=False)
        while g.asked:
            side = next(iter(g.asked))
            g.answer(side, g.asked[side].shape.guess(rng))
        assert g.outcome is not None


@pytest.mark.parametrize("words", EACH, ids="+".join)
def test_games_of_the_light_player(words: tuple[str, ...]) -> None:
    """§23  Its answers are looked at by nobody in a playout: here they are, and its segments end."""
    cards = cards_with(words)
    player = LightPlayer(cards)
    for number in range(LIGHT):
        g, steps = new_game(cards, seed(number), log=False), 0
        while g.asked:
            side = next(iter(g.asked))
            answer = player.choose(g, side)
            steps = steps + 1 if isinstance(g.asked[side].shape, Move) and answer != ("done",) else 0
            assert steps < STEPS, (number, g.step(side))
            g.answer(side, answer)


@pytest.mark.parametrize("pair", [("mate", "ensign"), ("cadet", "seaman"), ("mate-1", "random")], ids="-".join)
def test_games_of_the_ladder(pair: tuple[str, str]) -> None:
    """§23  No advice fails, with all of the rules."""
    series = Series(*pair, "options at sea", cards_with(WORDS))
    for n in range(LADDER):
        bots = {side: made(pair[side], series.cards, series.chance(n, side)) for side in SIDES}
        assert play_game(series.cards, series.deal(n), bots, n=n).faults == (0, 0)


def test_a_game_of_searches() -> None:
    """§23  It samples worlds with the same rules, and tries its answers out in them."""
    cards = cards_with(WORDS)
    g = new_game(cards, seed(5))
    bots = {side: NamedBot("search", LittleSearch(cards, Random(side))) for side in SIDES}
    for _ in range(SEARCHED):
        if not g.asked:
            return
        side = next(iter(g.asked))
        for other, bot in bots.items():
            bot.hears(seen(g.events or (), other), view(g, other))
        assert g.events is not None
        g.events.clear()
        g.answer(side, bots[side].choose(view(g, side)))
    assert [bot.faults for bot in bots.values()] == [0, 0]


# Answers that heed the rules


def seen_table(g: Game, side: Side) -> SeenTable:
    shown = view(g, side)
    assert shown.question is not None
    return SeenTable(shown, shown.question, cards_by_id(g.state.cards), options=g.state.cards.options)


def both(g: Game, side: Side) -> tuple[Answer, Answer]:
    """What the mate and the light player answer."""
    return advice(seen_table(g, side)), LightPlayer(g.state.cards).choose(g, side)


def fueled(left: int) -> LaidTable:
    t = LaidTable(cards_with(("fuel:24",)), phasing=JP)
    t.jp.base("Buin")
    t.state.in_force = (InForce("fuel", JP, left, "game"),)
    return t


def test_with_fuel_a_sound_ship_is_not_sent_home_for_nothing() -> None:
    """§23.13  Without the rule it goes to the harbour; with it the way is too dear, and a damaged ship goes there."""
    for rule, damage, sails in ((False, 0, True), (True, 0, False), (True, 1, True)):
        t = fueled(24) if rule else LaidTable(phasing=JP)
        if not rule:
            t.jp.base("Buin")
        ship = t.jp.ship("Zuiho", "FRONT", damage=damage)
        g = t.play(Deployment(phasing=JP))
        for answer in both(g, JP):
            assert answer == (("move", ship, REAR[JP]) if sails else ("done",))


def test_little_fuel_is_kept_for_landings() -> None:
    """§23.13  With little left nobody sails to guard a line; with more a guard does."""
    for left, sails in ((rationing.KEPT, False), (rationing.KEPT + 1, True)):
        t = fueled(left)
        ship = t.jp.ship("Myoko & Haguro", "REAR")
        g = t.play(Deployment(phasing=JP))
        for answer in both(g, JP):
            assert answer == (("move", ship, FRONT[JP]) if sails else ("done",))


def test_only_guns_that_the_fuel_brings_there_are_counted_upon() -> None:
    """§23.13  Those in FRONT, then the strongest."""
    t = fueled(3)
    there = t.jp.ship("Chokai", "FRONT")
    strong, weak = t.jp.ship("Yamato & Mutsu", "REAR"), t.jp.ship("Maya", "REAR")
    pair = t.jp.ship("Kongo & Haruna", "REAR", escort="Jintsu & destroyers")
    table = seen_table(t.play(Deployment(phasing=JP)), JP)
    found = rationing.in_reach(table, list(table.mine.formations))
    assert {f.token for f in found} == {there, pair, strong}
    assert weak not in {f.token for f in found}


def withdrawing(hunter: str, damage: int, *words: str) -> tuple[Game, Token]:
    """A crippled cruiser before a battle line that will surely sink it."""
    t = LaidTable(cards_with(words) if words else card_set("full"), phasing=JP)
    prey = t.us.ship("Hobart & Leander", "FRONT", detected=True, damage=damage, task=SeaTask.CONTROL)
    t.jp.ship("Yamato & Mutsu", "FRONT", detected=True, task=SeaTask.ESCORT)
    t.jp.ship(hunter, "FRONT", detected=True, task=SeaTask.ESCORT)
    g = t.play(SeaSegment(attacker=JP, part="control", weapon="surface"))
    g.answer(JP, ())
    assert window(g) == {US: "28"}
    return g, prey


def test_who_would_be_sunk_in_pursuit_does_not_try_to_leave() -> None:
    """§23.10  With 1 HP left, before a fast cruiser with Surface 3; a slow hunter, or no such rule, and it leaves."""
    for hunter, words, leaves in (
        ("Suzuya & Kumano", ("pursuit",), False), ("Suzuya & Kumano", (), True), ("Nisshin", ("pursuit",), True),
    ):
        g, prey = withdrawing(hunter, 2 if hunter != "Nisshin" else 0, *words)
        for answer in both(g, US):
            assert answer == ((prey,) if leaves else ())


def test_a_night_column_fires_at_the_guns_that_it_may_silence() -> None:
    """§23.2  Of two cruisers that are worth as much at the one with more guns; without the rule they are equal."""
    for words in ((), ("night-column",)):
        t = LaidTable(cards_with(words) if words else card_set("full"))
        armed = t.us.ship("Helena & Boise", "FRONT", detected=True, task=SeaTask.ESCORT)
        other = t.us.ship("Australia & Canberra", "FRONT", detected=True, task=SeaTask.ESCORT)
        t.jp.ship("Tone & Chikuma", "FRONT", detected=True, task=SeaTask.CONTROL)
        g = t.play(SeaSegment(attacker=US, part="control", weapon="surface"))
        while window(g).get(JP) != "29":
            side = next(iter(g.asked))
            g.answer(side, () if window(g)[side] == "28" else g.default(side))
        at = {next(iter(answer.values())) for answer in both(g, JP) if isinstance(answer, dict)}
        assert at == ({armed} if words else {other})


def test_aims_that_were_named_before_are_counted() -> None:
    """§23.9  One after another: what the first is aimed at already is worth less to the second."""
    t = LaidTable(cards_with(("screening",)))
    t.us.ship("Hobart & Leander", "FRONT", detected=True, task=SeaTask.SUPPORT, damage=2)
    t.us.ship("South Pacific Reinforcement", "FRONT", task=SeaTask.SUPPORT)
    for name in ("Myoko & Haguro", "Tone & Chikuma", "Chokai"):
        t.jp.ship(name, "FRONT", detected=True, task=SeaTask.INTERCEPT)
    g = t.play(SeaSegment(attacker=US, part="intercept", weapon="surface"))
    while window(g) != {JP: "29"}:
        g.answer(next(iter(g.asked)), ())
    first = advice(seen_table(g, JP))
    assert isinstance(first, dict)
    (target,) = first.values()
    g.answer(JP, first)
    assert isinstance(target, int)
    assert sea.aimed_before(seen_table(g, JP)) == {target: 3.0}


def test_the_marines_of_semper_fi_are_counted_upon() -> None:
    """§23.8  In plans and ashore: the US with one army more, Japan with none; the light player alike."""
    for words, more in (((), 0), (("semper-fi",), 1)):
        for side in SIDES:
            t = LaidTable(cards_with(words) if words else card_set("full"), phasing=side)
            half, name = (t.us, "South Pacific Reinforcement") if side is US else (t.jp, "Eighth Fleet Reinforcement")
            token = half.ship(name, "FRONT", task=SeaTask.SUPPORT)
            base = (t.jp if side is US else t.us).base("Munda" if side is US else "Tulagi")
            table = seen_table(t.play(GoingAshore(attacker=side), target=base), side)
            assert army(table, table.ships[token]).army == 2 + (more if side is US else 0)
            light = LightPlayer(t.cards).facts
            assert light.hull(half.forces.formations[token]).army == army(table, table.ships[token])


def test_a_random_seat_has_no_faults_of_its_own() -> None:
    """§23  By the view alone."""
    cards = cards_with(WORDS)
    bots = {side: NamedBot("random", RandomSeat(cards, Random(side))) for side in SIDES}
    assert play_game(cards, seed(3), bots).turns > 1
