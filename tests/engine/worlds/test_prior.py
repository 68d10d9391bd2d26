"""A prior is counted from games in which everything was seen, and brings worlds nearer to how players deploy."""

from __future__ import annotations

from collections.abc import Iterator
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
from tests.support.heard_games import heard
from tests.support.lengths import some
from tests.support.players import questions, seed

LEARNED, HELD = some(range(10), 5), some(range(10, 15), 3)  # games of the same players


def actions(number: int) -> Iterator[Game]:
    """A game of `mate`, which deploys as it sees fit, each time that an action is chosen."""
    cards, rng = card_set("core"), Random(number)
    mates = {side: Mate(cards, Random(number)) for side in SIDES}

    def answer(g: Game, side: Side) -> Answer:
        return mates[side].choose(view(g, side))

    g = new_game(cards, seed(number))
    for side in questions(g, answer, answer, rng):
        if g.step(side) == "action.choose":
            yield g


@pytest.fixture(scope="module")
def learned() -> Prior:
    counts = Counts()
    for number in LEARNED:
        for g in actions(number):
            counts.add(g)
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
        for g in actions(number):
            for side in SIDES:
                rows = [f for f in g.forces[side].formations.values() if not f.detected]
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
