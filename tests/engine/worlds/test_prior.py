"""A prior is counted from games in which everything was seen, and brings worlds nearer to how players deploy."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import ValidationError

from ironbottom.catalog import card_set
from ironbottom.client.bots.mate import Mate
from ironbottom.flow import Game
from ironbottom.printed import EventCard, ShipCard
from ironbottom.questions import Answer
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.words import SIDES, Line, Side
from ironbottom.worlds import EVEN, Counts, Prior, Worlds
from tests.support.heard_games import HeardGame, heard
from tests.support.players import seed

LEARNED, HELD = range(10), range(10, 15)  # games of the same players


def played(number: int) -> HeardGame:
    """A game of `mate`, which deploys as it sees fit."""
    cards, rng = card_set("core"), Random(number)
    mates = {side: Mate(cards, Random(number)) for side in SIDES}

    def answer(g: Game, side: Side) -> Answer:
        return mates[side].choose(view(g, side))

    return HeardGame(new_game(cards, seed(number)), {side: answer for side in SIDES}, rng)  # noqa: C420


@pytest.fixture(scope="module")
def learned() -> Prior:
    counts = Counts()
    for number in LEARNED:
        game = played(number)
        for _, shown in game.questions():
            if shown.question is not None and shown.question.step == "action.choose":
                counts.add(game.g)
    return counts.prior(len(LEARNED))


def test_it_is_kept_as_json(learned: Prior) -> None:
    assert Prior.from_json(learned.to_json()) == learned
    assert learned.games == len(LEARNED)
    with pytest.raises(ValidationError):
        Prior.from_json(b'{"event_in_hand": "often"}')


def test_even_has_no_opinion() -> None:
    game = heard(1)
    for card in game.g.state.cards.us.fleet:
        if isinstance(card, ShipCard):
            assert {EVEN.ship(card, line) for line in Line} == {1.0}
    assert EVEN.event_in_hand == 1


def test_what_was_counted_is_likelier(learned: Prior) -> None:
    """Of games that it has not seen: the real ships are likelier where they are, by the weights, than elsewhere."""
    there = elsewhere = 0.0
    n = 0
    for number in HELD:
        game = played(number)
        for _, shown in game.questions():
            if shown.question is None or shown.question.step != "action.choose":
                continue
            for side in SIDES:
                rows = [f for f in game.g.forces[side].formations.values() if not f.detected]
                lines = [f.line for f in rows]
                for f in rows:
                    if isinstance(f.lead, ShipCard) and len(set(lines)) > 1:
                        there += learned.ship(f.lead, f.line)
                        elsewhere += sum(learned.ship(f.lead, line) for line in lines) / len(lines)
                        n += 1
    assert n > 100
    assert there > 1.1 * elsewhere


def events_held(worlds: Worlds, number: int) -> float:
    """How many events lie in an enemy's hand on average in worlds of this game."""
    game, held, n = heard(number), 0, 0
    for side, shown in game.questions():
        if shown.question is not None and shown.question.step == "draw.choose":
            world = worlds.sample(shown, game.memories[side], game.rng)
            held += len([card for card in world.forces[side.enemy].hand if isinstance(card, EventCard)])
            n += 1
    return held / n


def test_a_prior_draws_events_to_the_hand() -> None:
    game = heard(0)
    often = Worlds(game.g.state.cards, Prior(event_in_hand=6.0))
    even = Worlds(game.g.state.cards)
    assert events_held(often, 0) > events_held(even, 0) * 1.2
