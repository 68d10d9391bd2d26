"""Battles made of moments of games: whatever lies there is in them, they pass the check, and their file reads back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from ironbottom.battle import Battle
from ironbottom.battle_from import BattleWish, battle_from, beginning
from ironbottom.battle_sheet import battle_names, battle_text, check_battle, read_battle
from ironbottom.battle_written import written
from ironbottom.catalog import card_set
from ironbottom.flow import Game
from ironbottom.rules import new_game
from ironbottom.variant import varied
from ironbottom.words import OWN_LINES, SIDES, Rank, Side
from tests.engine.battles.written import GOOD, whole
from tests.support.battles import TRIAL
from tests.support.lengths import so_many, some
from tests.support.players import at_random, eager, questions, seed

NUMBER = so_many("FROM_GAMES", 3, 60)
OPTIONS = ("fuel:24", "graded-damage", "us-head-start:4", "unpack")


def games_of(number: int) -> list[Game]:
    """A game as it stood after each answer: of the core set, of the whole, of a battle, or with optional rules."""
    cards, rng = card_set("core" if number % 2 else "full"), Random(number)
    if number % 3 == 2:
        fight = read_battle(battle_text(battle_names()[number % 10]))
        cards = varied(card_set(fight.set), (), fight)
    elif number % 3 == 1:
        cards = varied(cards, OPTIONS)
    game = new_game(cards, seed(number))
    player, found = (eager if number % 4 else at_random)(rng), [game.clone()]
    for _side in questions(game, player, player, rng):
        found.append(game.clone())
    return found


def beginnings(games: list[Game]) -> Iterator[Game]:
    turn = 0
    for game in games:
        if game.asked and game.state.turn > turn:
            turn = game.state.turn
            yield game


@pytest.mark.parametrize("number", range(NUMBER))
@pytest.mark.parametrize("decks", [None, False, True])
def test_every_turn_makes_a_battle(number: int, decks: bool | None) -> None:
    for game in beginnings(games_of(number)):
        battle = battle_from(game, BattleWish(decks=decks))
        check_battle(battle, card_set(battle.set))
        assert read_battle(written(battle)) == battle
        laid = new_game(varied(card_set(battle.set), (), battle), seed(1))
        for side in SIDES:
            assert table(laid, side) == table(game, side)
            assert laid.forces[side].points == game.forces[side].points
            assert len(laid.forces[side].hand) == len(game.forces[side].hand) or not battle.decks
        assert laid.state.phasing is game.state.phasing
        assert laid.state.cards.battle == battle


def table(game: Game, side: Side) -> Counter[tuple[object, ...]]:
    """Everything of a side that lies on the table, without tokens; an express as the plain pair that a battle has."""
    forces = game.forces[side]
    hosts: dict[int, object] = {token: base.card.id for token, base in forces.bases.items()}
    hosts |= {token: f.lead.id for token, f in forces.formations.items()}
    rows: list[tuple[object, ...]] = [(base.card.id, base.line, base.damage) for base in forces.bases.values()]
    for f in forces.formations.values():
        values = replace(f.values, speed=None) if f.express else f.values
        rows.append((f.lead.id, f.line, f.damage, f.detected or f.express, f.escort and f.escort.id, values))
    rows += [(airplane.card.id, hosts[airplane.host]) for airplane in forces.airplanes.values()]
    return Counter(rows)


def first_turn(number: int = 0) -> Game:
    return next(beginnings(games_of(number)))


def test_what_was_drawn_with_the_turn_is_drawn_by_the_battle() -> None:
    """§13.1  The US has drawn three at its question: they are no part of the hand that the battle deals."""
    game = first_turn()
    hand = len(game.forces[Side.US].hand)
    battle = battle_from(game)
    assert battle.us.hand == hand - 3
    assert battle.jp.hand == len(game.forces[Side.JP].hand)
    assert len(battle.us.deck) == hand + len(game.forces[Side.US].air_deck)


def test_without_decks_hands_are_those_of_the_game() -> None:
    """§24.3"""
    game = first_turn()
    battle = battle_from(game, BattleWish(decks=False))
    assert battle.jp.hand == len(battle.jp.deck)
    assert Counter(battle.jp.deck) == Counter([card.id for card in game.forces[Side.JP].hand])
    assert not battle.decks
    assert battle.us.hand == len(game.forces[Side.US].hand) - 3


def test_turns_title_and_options_are_as_wished_and_as_agreed() -> None:
    battle = battle_from(first_turn(1), BattleWish(turns=9, title="My Night"))
    assert (battle.turns, battle.english.title, battle.japanese.title) == (9, "My Night", "My Night")
    assert battle.options == ("graded-damage", "unpack", "fuel:24")  # the head start lies in the points
    assert battle.us.lead == 4
    assert battle_from(first_turn(0)).turns == 6


def test_a_battle_of_a_battle_keeps_what_counts() -> None:
    """§24.5 to §24.7; and it lasts as long as the other would have."""
    games = [*beginnings(games_of(2))]
    fight = games[0].state.cards.battle
    assert fight is not None
    battle = battle_from(games[1])
    assert battle.turns == fight.turns - 1
    assert (battle.scores, battle.ties, battle.clear) == (fight.scores, fight.ties, fight.clear)
    assert battle.date == fight.date


def test_more_points_than_a_battle_may_give_leave_their_difference() -> None:
    game = first_turn().clone()
    game.forces[Side.US].scored, game.forces[Side.JP].scored = 130, 101
    battle = battle_from(game)
    assert (battle.us.lead, battle.jp.lead) == (29, 0)


def test_henderson_field_in_front_wins_ties() -> None:
    """§11.3, §24.5"""
    for game in beginnings(games_of(0)):
        bases = game.forces[Side.US].bases.values()
        holds = any(base.card.decides_ties and base.line is OWN_LINES[Side.US][0] for base in bases)
        assert battle_from(game).ties is (Side.US if holds else Side.JP)


def test_a_moment_means_the_turn_that_begins_there_or_next() -> None:
    games = [game for game in games_of(0) if game.outcome is None]
    firsts = [n for n, game in enumerate(games) if game.state.turn > (games[n - 1].state.turn if n else 0)]
    for at in (0, firsts[0], firsts[1] - 1, firsts[1]):
        found = beginning(games, at)
        assert found is not None
        assert found.at == min(n for n in firsts if n >= at)
        assert found.turn == games[found.at].state.turn
    last = beginning(games, len(games) - 1)
    assert last is not None
    assert last.at == firsts[-1]
    assert beginning(games[: firsts[0]], 0) is None


@pytest.mark.parametrize("name", some(battle_names(), 4))
def test_battles_of_the_project_read_back(name: str) -> None:
    battle = read_battle(battle_text(name))
    assert read_battle(written(battle)) == battle


def test_everything_that_a_file_may_say_is_written() -> None:
    for battle in (whole(GOOD), TRIAL):
        assert read_battle(written(battle)) == battle


@pytest.mark.parametrize("title", [
    'He said: "now" # no comment', "- a list", "{braces}", "null", "12", "yes", "日本語の題", "a: b", "'", "\\n", "@x",
])
def test_any_sign_may_stand_in_a_text(title: str) -> None:
    text = replace(TRIAL.english, title=title, introduction=f"{title}. Two. Three.", history=f"{title}\n\n# {title}")
    battle: Battle = replace(TRIAL, english=text, sources=(title,))
    assert read_battle(written(battle)) == battle


def test_bases_come_as_in_any_set_up() -> None:
    """R-67"""
    game = first_turn()
    by_id = {base.card.id: base.card.rank for base in game.forces[Side.US].bases.values()}
    ranks = [by_id[base.card] for base in battle_from(game).us.bases]
    assert ranks[:2] == [Rank.HOME, Rank.STRATEGIC]
    assert set(ranks[2:]) <= {Rank.FRONT}
