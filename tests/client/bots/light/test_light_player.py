"""§20, §22  The light player: legal at every question, blind for what its side may not know, and always the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.bots.light import LightPlayer
from ironbottom.client.bots.light.player import ADVICE
from ironbottom.flow import Game
from ironbottom.questions import Answer, Move
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.views import View
from ironbottom.windows import OF_OPTIONS
from ironbottom.words import SIDES, Side
from ironbottom.worlds import Worlds
from tests.engine.test_proposed import asking_steps
from tests.support.heard_games import HeardGame
from tests.support.lengths import so_many
from tests.support.players import Player, eager, seed

CARDS = {name: card_set(name) for name in ("core", "full")}
LEGAL = so_many("LIGHT_GAMES", 12, 400)  # games in which each of its answers is looked at
HONEST = so_many("LIGHT_WORLDS", 2, 60)  # games at each question of which it is asked in other worlds too
LONGEST = 60  # steps of a private segment


def against(number: int) -> tuple[Game, dict[Side, Player]]:
    """It meets itself, or who plays every card and lands everywhere; both sets, sides asked for in some games."""
    cards = CARDS["core" if number % 2 else "full"]
    light = LightPlayer(cards).choose
    wild = eager(Random(number))
    players = {Side.US: wild if number % 4 == 2 else light, Side.JP: wild if number % 4 == 3 else light}
    return new_game(cards, seed(number), ask_sides=number % 3 == 0), players


def is_legal(g: Game, side: Side, answer: Answer) -> bool:
    asked = g.asked[side]
    return answer in [("play", card.id) for card in asked.plays] or asked.shape.fault(answer) is None


def games(numbers: range) -> Iterator[Game]:
    """Each of the games of these numbers, at each of its questions, after the answer was looked at."""
    for number in numbers:
        g, players = against(number)
        steps = 0
        while g.asked:
            yield g
            side = next(iter(g.asked))
            answer = players[side](g, side)
            assert is_legal(g, side, answer), (number, g.step(side), answer)
            steps = steps + 1 if isinstance(g.asked[side].shape, Move) and answer != ("done",) else 0
            light = not (number % 4 == 2 and side is Side.US) and not (number % 4 == 3 and side is Side.JP)
            assert steps < LONGEST or not light, (number, g.step(side))
            g.answer(side, answer)


def test_every_answer_is_legal_and_every_segment_ends() -> None:
    """And nearly every question comes up of those that it has advice for."""
    met = Counter(g.step(side) for g in games(range(LEGAL)) for side in g.asked)
    steps = asking_steps()
    usual = {name for name in ADVICE if steps[name].window not in OF_OPTIONS}
    assert len(met.keys() & usual) > len(usual) - 6, usual - met.keys()


def test_it_answers_who_is_asked_on_any_table() -> None:
    """In games of others, where it could never have come."""
    rng, cards = Random(5), CARDS["core"]
    wild, light = eager(rng), LightPlayer(cards)
    for number in range(4):
        g = new_game(cards, seed(number), log=False)
        while g.asked:
            for side in g.asked:
                assert is_legal(g, side, light.choose(g, side)), (number, g.step(side))
            side = next(iter(g.asked))
            g.answer(side, wild(g, side))


class SharpEyes(LightPlayer):
    """A cheat: it looks at every card of its enemy's."""

    def choose(self, game: Game, side: Side) -> Answer:
        theirs = game.forces[side.enemy]
        hidden = [f.lead.id for f in theirs.formations.values()] + [a.card.id for a in theirs.airplanes.values()]
        options = [*game.asked[side].shape.answers()] if game.step(side) == "action.choose" else []
        return options[len("".join(sorted(hidden))) % len(options)] if options else super().choose(game, side)


def differing(number: int, kind: type[LightPlayer]) -> list[str]:
    """Where it answers otherwise in a world that its side cannot tell from the game, it or another of its kind."""
    cards = CARDS["core" if number % 2 else "full"]
    playing = kind(cards)
    game = HeardGame(new_game(cards, seed(number)), dict.fromkeys(SIDES, playing.choose), Random(number))
    worlds, found = Worlds(cards), []
    for side, shown in game.questions():
        given = playing.choose(game.g, side)
        for chance in range(2):
            world = worlds.sample(shown, game.memories[side], Random(chance))
            if kind(cards).choose(world, side) != given or playing.choose(world, side) != given:
                found.append(f"game {number}, {game.g.step(side)}, turn {shown.turn}")
    return found


@pytest.mark.parametrize("number", range(HONEST))
def test_it_uses_what_its_side_may_know_and_nothing_else(number: int) -> None:
    """The real game and two worlds of the same view get the same answers, from the same player and from a new one."""
    assert differing(number, LightPlayer) == []


def test_a_player_that_looks_under_the_cards_is_caught() -> None:
    assert differing(1, SharpEyes)


def test_the_same_game_gets_the_same_answers() -> None:
    """Whether one player plays both sides of all games, or each question is put to a new one; nothing is changed."""
    cards, old = CARDS["core"], LightPlayer(CARDS["core"])
    g = new_game(cards, seed(3), log=False)
    while g.asked:
        side = next(iter(g.asked))
        before: View = view(g, side)
        answer = old.choose(g, side)
        assert LightPlayer(cards).choose(g.clone(), side) == answer
        assert view(g, side) == before
        g.answer(side, answer)


def test_who_is_not_asked_gets_no_answer() -> None:
    g = new_game(CARDS["core"], bytes(32), log=False)
    for side in SIDES:
        g.answer(side, "keep")
    g.answer(Side.US, ("done",))
    with pytest.raises(KeyError):
        LightPlayer(CARDS["core"]).choose(g, Side.US)
