"""§23  Whole games with the optional rules of airplanes, accidents, ends and dice: the laws, positions and worlds."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ironbottom.abilities import VETERANS_LOST
from ironbottom.catalog import card_set
from ironbottom.dice import Pack
from ironbottom.events import Reshuffled, Rolled
from ironbottom.flow import Game
from ironbottom.position import from_text, to_text
from ironbottom.rules import new_game
from ironbottom.variant import varied
from ironbottom.words import REAR, SIDES, Side, Task
from tests.engine.worlds.test_worlds import asks_again, is_sound, looks_the_same, stands_where_it_stands
from tests.support.heard_games import KINDS, HeardGame
from tests.support.lengths import NIGHT, some
from tests.support.players import Player, cards_in, eager, printed_cards, questions, seed

WORDS = ("veterans", "graded-damage", "unpack", "mutsu", "sudden-death:16", "victory-fever", "balanced-dice")
SETS = (WORDS, *[(word,) for word in WORDS])
GAMES, CHUNKS = 400 if NIGHT else 30, 6
LOOKED_AT = 1.0 if NIGHT else 0.1  # of the questions
READ = 0.1  # and of these, how often the position is written and read again
SHARE = 1.0 if NIGHT else 0.15  # of the questions at which worlds are dealt


def longer(player: Player) -> Player:
    """A player who puts off the end where he may."""
    return lambda g, side: "reshuffle" if g.asked[side].step.window == "2a" else player(g, side)


def game_of(number: int, words: tuple[str, ...]) -> tuple[Game, Player, Player, Random]:
    rng, cards = Random(number), varied(card_set("core" if number % 2 else "full"), words)
    us, jp = [longer(KINDS[(number + side) % len(KINDS)](rng)) for side in SIDES]
    return new_game(cards, seed(number), ask_sides=number % 3 == 0), us, jp, rng


def lawful(g: Game, side: Side, rng: Random) -> None:
    """At a question: the position is sound, no card is lost, and what the rules keep is as they say."""
    assert g.state.check() == []
    if rng.random() > LOOKED_AT:
        return
    if g.forces[Side.US].bases:
        assert all(cards_in(g, s) == printed_cards(g, s) for s in SIDES)
    assert g.asked[side].shape.fault(g.default(side)) is None
    for forces in g.forces:
        unpacking = [a for a in forces.airplanes.values() if a.task is Task.UNPACKING]
        assert all(a.host in forces.bases for a in unpacking)
        assert g.state.cards.options.unpack or not unpacking
        for f in forces.formations.values():
            assert f.line not in REAR or not f.icons or f.values.icons
    if rng.random() < READ:
        again = from_text(to_text(g), g.state.cards)
        assert to_text(again) == to_text(g)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_positions_are_sound_and_can_be_written(chunk: int) -> None:
    """§2.6, §23.3, §23.11, §23.12, §23.15, §23.16, §23.17, §23.19  In games with all of the rules or one of them."""
    found = Counter[str]()
    for number in range(chunk, GAMES, CHUNKS):
        words = WORDS if chunk < 4 else SETS[1 + number // CHUNKS % len(WORDS)]
        g, us, jp, rng = game_of(number, words)
        for side in questions(g, us, jp, rng):
            lawful(g, side, rng)
        assert g.outcome is not None
        found[g.outcome.reason] += 1
        found["put off"] += sum([isinstance(e, Reshuffled) for e in g.events or ()])
        found["thrown"] += sum([isinstance(e, Rolled) and e.ability == "mutsu" for e in g.events or ()])
        found["lost veterans"] += any(e.does == VETERANS_LOST for e in g.state.in_force)
        found["packs"] += isinstance(g.state.dice, Pack)
    wanted = {"time-up", "sudden-death", "strategic-base", "put off", "thrown", "lost veterans", "packs"}
    assert set(found) <= wanted
    seldom = set() if chunk < 4 else {"sudden-death", "strategic-base"}  # one rule a game: ten have a sudden death
    assert {what for what, n in found.items() if n} >= wanted - seldom or not NIGHT


def test_the_same_seed_is_the_same_game() -> None:
    """§3, §10, §23  With optional rules as without."""
    ends = []
    for _ in range(2):
        g, us, jp, rng = game_of(2, WORDS)
        for _side in questions(g, us, jp, rng):
            pass
        ends.append((g.outcome, g.state, g.events))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("words", some(SETS, 3))
def test_a_world_cannot_be_told_from_the_game(words: tuple[str, ...]) -> None:
    """§23  What the seat knows gives its view back, byte for byte; frames and effects are those of the game."""
    for number in range(4 if NIGHT else 1):
        rng = Random(number)
        g, us, jp, _rng = game_of(number + 3, words)
        game, dealt = HeardGame(g, dict(zip(SIDES, (us, jp), strict=True)), rng), 0
        for side, shown in game.questions():
            if rng.random() > SHARE:
                continue
            world = game.worlds.at(shown, game.memories[side]).sample(rng)
            looks_the_same(world, side, shown)
            is_sound(world)
            asks_again(world)
            stands_where_it_stands(world, game.g, side)
            dealt += 1
        assert dealt > 10


def test_games_without_them_keep_nothing_of_them() -> None:
    """§23  No effect, no task and no die of theirs in a plain game."""
    rng = Random(1)
    g = new_game(card_set("core"), seed(1))
    for _side in questions(g, eager(rng), eager(rng)):
        assert not any(e.ends == "game" for e in g.state.in_force)
        assert not any(a.task is Task.UNPACKING for forces in g.forces for a in forces.airplanes.values())
    assert not any(isinstance(e, Rolled) and e.ability == "mutsu" for e in g.events or ())
