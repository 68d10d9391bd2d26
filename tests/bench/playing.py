"""Random games of ours, as the measurements need them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from ironbottom.catalog import card_set
from ironbottom.client.bots.light.shape_players import RandomPlayer
from ironbottom.flow import Game
from ironbottom.questions import Answer
from ironbottom.rules import new_game
from ironbottom.words import Side

CARDS = card_set("core")
COMBAT = {"air-combat", "air-control", "intercept-combat", "air-attack", "attacks", "strike", "sea-rounds"}


def game(seed: int, *, log: bool = False) -> Game:
    """A game at its first question; nobody listens, unless `log`."""
    return new_game(CARDS, seed.to_bytes(32, "big"), log=log)


def play(g: Game, player: RandomPlayer) -> int:
    """Play to the end, whoever is asked first answering first; the number of decisions."""
    decisions = 0
    choose = player.choose
    waiting = g.asked
    while waiting:
        side, asked = next(iter(waiting.items()))
        g.answer(side, choose(asked))
        decisions += 1
        waiting = g.asked
    return decisions


def play_games(seeds: range, *, log: bool = False) -> int:
    """Play whole games; the number of decisions."""
    return sum([play(game(seed, log=log), player(seed)) for seed in seeds])


def player(seed: int) -> RandomPlayer:
    """The player of both sides."""
    return RandomPlayer(Random(seed))


def decisions(seeds: range, *, log: bool = False) -> Iterator[tuple[Game, Side, Answer]]:
    """Before every decision of these games: the game, who decides, and what it is going to answer."""
    for seed in seeds:
        g, both = game(seed, log=log), player(seed)
        while g.asked:
            side, asked = next(iter(g.asked.items()))
            answer = both.choose(asked)
            yield g, side, answer
            g.answer(side, answer)


def in_combat(g: Game) -> bool:
    """Whether an air or a sea combat waits for a decision."""
    return bool(g.stack) and g.stack[-1].tag() in COMBAT


def kept(wanted: Callable[[Game], bool], n: int) -> list[Game]:
    """The first `n` positions of random games that are wanted."""
    found: list[Game] = []
    for g, _, _ in decisions(range(100_000)):
        if wanted(g):
            found.append(g.clone())
            if len(found) == n:
                break
    return found
