"""§24  The battles of the project: their files, their layout, and games of them to the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import msgspec
import pytest

from ironbottom.battle import Battle
from ironbottom.battle_sheet import battle_names, battle_text, read_battle
from ironbottom.catalog import CardError, card_set, cards_by_id
from ironbottom.client.bots.mate import Mate
from ironbottom.flow import Game
from ironbottom.position import from_text, to_text
from ironbottom.printed import CardSet
from ironbottom.questions import Answer
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.variant import varied
from ironbottom.words import OWN_LINES, SIDES, Line, Side
from tests.engine.worlds.test_worlds import is_sound, looks_the_same, stands_where_it_stands
from tests.support.heard_games import HeardGame
from tests.support.lengths import BATTLES
from tests.support.players import Player, at_random, cards_in, eager, finish, printed_cards, seed

NAMES = battle_names()
SENTENCE = re.compile(r"[.!?。](?=\s|$)|(?<=。)(?=.)")
NAMED = (
    "savo-island", "eastern-solomons", "cape-esperance", "santa-cruz", "guadalcanal-first-night",
    "guadalcanal-second-night", "tassafaronga", "rennell-island", "bismarck-sea", "empress-augusta-bay",
)
ANSWERS = 400  # of both sides: a battle is much shorter than a game, whoever plays


def battle(name: str) -> Battle:
    return read_battle(battle_text(name), name)


def cards(name: str, *, plain: bool = False) -> CardSet:
    """The cards of a battle; `plain` without the optional rules that belong to it."""
    fight = battle(name)
    fight = msgspec.structs.replace(fight, options=()) if plain else fight
    return varied(card_set(fight.set), (), fight)


def sentences(text: str) -> int:
    return len(re.findall(r"[.!?](?= [A-Z]|$)|。", text))


def test_they_are_there_in_the_order_of_their_dates() -> None:
    assert NAMES == NAMED
    dates = [battle(name).date for name in NAMES]
    assert dates == sorted(dates)
    with pytest.raises(CardError, match=r'found the battle "midway"; allowed is one of savo-island, '):
        battle_text("midway")
    with pytest.raises(CardError):
        battle_text("../set")


@pytest.mark.parametrize("name", NAMES)
def test_its_texts_are_whole(name: str) -> None:
    """Three sentences, a page of history, and where it comes from, in both languages."""
    assert battle_text(name).startswith(f"battle: {name}\n")
    fight = battle(name)
    for told in (fight.english, fight.japanese):
        assert sentences(told.introduction) == 3, told.introduction
        assert len(told.history.split("\n\n")) >= 3
        assert "\n" not in told.history.replace("\n\n", "")
    assert len(fight.english.history) > 1200
    assert len(fight.japanese.history) > 500
    assert fight.english.title.isascii()
    assert not fight.japanese.title.isascii()
    assert len(fight.sources) >= 3


@pytest.mark.parametrize("name", NAMES)
def test_everything_lies_where_the_file_has_it(name: str) -> None:
    """§24.2"""
    fight, g = battle(name), new_game(cards(name), seed(1))
    assert g.state.check() == []
    assert {side: cards_in(g, side) for side in SIDES} == {side: printed_cards(g, side) for side in SIDES}
    by_id = cards_by_id(g.state.cards)
    for side in SIDES:
        forces, placed = g.forces[side], fight.side(side)
        lying = [(f.lead.id, f.escort and f.escort.id, f.line, f.damage) for f in forces.formations.values()]
        assert lying == [(s.lead, s.escort, OWN_LINES[side][s.line], s.damage) for s in placed.ships]
        assert [f.detected for f in forces.formations.values()] == [s.detected or s.transports for s in placed.ships]
        assert sorted([a.card.id for a in forces.airplanes.values()]) == sorted(placed.aboard)
        drawn = g.state.cards.side(side).home.drawn if fight.decks and side is fight.first else 0  # §13.1
        assert (len(forces.hand), forces.points) == (placed.hand + drawn, placed.lead)
        assert all(card in by_id for card in placed.deck)
    assert g.state.phasing is fight.first


def random_game(name: str, number: int, *, plain: bool) -> Game:
    rng = Random(number)
    g = new_game(cards(name, plain=plain), seed(number))
    player = (eager, at_random)[number % 2](rng)
    finish(g, player, player, rng)
    return g


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_it_is_played_to_its_end_by_anybody(name: str, *, plain: bool) -> None:
    """§24.4, §24.5  With the optional rules that belong to it, and without."""
    fight = battle(name)
    for number in range(2 * BATTLES):
        g = random_game(name, number, plain=plain)
        assert g.outcome is not None
        assert g.state.check() == []
        assert g.answers < ANSWERS
        over = g.state.turn == fight.turns or g.outcome.reason == "strategic-base"
        assert over or fight.decks
        us, jp = g.outcome.points
        if g.outcome.reason == "time-up":
            assert g.outcome.winner is (fight.ties if us == jp else Side.US if us > jp else Side.JP)


@pytest.mark.parametrize("name", NAMES)
def test_mates_play_it_without_a_fault(name: str) -> None:
    for number in range(BATTLES):
        set_ = cards(name)
        g, bots = new_game(set_, seed(number)), {side: Mate(set_, Random(number)) for side in SIDES}
        while g.asked:
            side = next(iter(g.asked))
            g.answer(side, bots[side].choose(view(g, side)))
        assert [bot.failures for bot in bots.values()] == [[], []]
        assert g.outcome is not None


def by_mate(set_: CardSet, number: int) -> Player:
    mate = Mate(set_, Random(number))

    def answer(g: Game, side: Side) -> Answer:
        return mate.choose(view(g, side))

    return answer


def heard_battle(name: str, number: int) -> HeardGame:
    """A battle heard by the memories of both sides; mates play it, or anybody."""
    set_, rng = cards(name), Random(number)
    kinds: tuple[Callable[[], Player], ...] = (
        lambda: by_mate(set_, number), lambda: eager(rng), lambda: at_random(rng),
    )
    return HeardGame(new_game(set_, seed(number)), {side: kinds[(number + side) % 3]() for side in SIDES}, rng)


@pytest.mark.parametrize("name", NAMES)
def test_a_world_cannot_be_told_from_the_battle(name: str) -> None:
    """At every question: the same view, sound, and the same rows of one's own."""
    for number in range(BATTLES):
        game = heard_battle(name, number + NAMES.index(name))
        asked = 0
        for side, shown in game.questions():
            world = game.worlds.sample(shown, game.memories[side], Random(asked))
            looks_the_same(world, side, shown)
            is_sound(world)
            stands_where_it_stands(world, game.g, side)
            asked += 1
        assert asked > 8


@pytest.mark.parametrize("name", NAMES)
def test_its_positions_are_read_as_they_are_written(name: str) -> None:
    rng = Random(5)
    set_ = cards(name)
    g, player = new_game(set_, seed(5)), eager(Random(5))
    while g.asked:
        if rng.random() < 0.15:
            text = to_text(g)
            again = from_text(text, set_)
            assert to_text(again) == text
            assert again.state.cards.battle == set_.battle
        side = next(iter(g.asked))
        g.answer(side, player(g, side))


def test_a_battle_is_another_game_than_its_set() -> None:
    """Its fingerprint is its own, and its prose is not in it."""
    marks = {cards(name).fingerprint for name in NAMES} | {card_set("full").fingerprint}
    assert len(marks) == len(NAMES) + 1
    fight = battle("savo-island")
    other = msgspec.structs.replace(fight, english=fight.japanese, date="1942-08-10", sources=())
    assert varied(card_set("full"), (), other).fingerprint == cards("savo-island").fingerprint
    other = msgspec.structs.replace(fight, turns=4)
    assert varied(card_set("full"), (), other).fingerprint != cards("savo-island").fingerprint


def test_a_convoy_lies_open() -> None:
    """§7.6"""
    g = new_game(cards("cape-esperance"), seed(2))
    convoy = [f for f in g.forces[Side.JP].formations.values() if f.transports]
    assert [(f.detected, f.line) for f in convoy] == [(True, Line.JP_MIDDLE)]
