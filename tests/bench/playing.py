"""Random games of ours, as the measurements need them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from ironbottom.catalog import card_set
from ironbottom.flow import Game
from ironbottom.questions import Answer
from ironbottom.rules import new_game
from ironbottom.words import Side

CARDS = card_set("core")
COMBAT = {"air-combat", "air-control", "intercept-combat", "air-attack", "attacks", "strike", "sea-rounds"}


def game(seed: int, *, log: bool = False) -> Game:
    """A game at its first question; nobody listens, unless `log`."""
    return new_game(CARDS, seed.to_bytes(32, "big"), log=log)


def at_random(g: Game, random: Random) -> tuple[Side, Answer]:
    """Whoever is asked first, and any legal answer; every other time an event that may be played."""
    side, asked = next(iter(g.asked.items()))
    if asked.plays and random.random() < 0.5:
        return side, ("play", asked.plays[0].id)
    return side, asked.shape.guess(random)


def play(g: Game, random: Random) -> int:
    """Play to the end; the number of decisions.  The loop is written out: it is measured."""
    decisions = 0
    asked_now = g.asked
    while asked_now:
        side, asked = next(iter(asked_now.items()))
        if asked.plays and random.random() < 0.5:
            g.answer(side, ("play", asked.plays[0].id))
        else:
            g.answer(side, asked.shape.guess(random))
        decisions += 1
        asked_now = g.asked
    return decisions


def play_games(seeds: range, *, log: bool = False) -> int:
    """Play whole games; the number of decisions."""
    return sum([play(game(seed, log=log), Random(seed)) for seed in seeds])


def decisions(seeds: range, *, log: bool = False) -> Iterator[tuple[Game, Side, Answer]]:
    """Before every decision of these games: the game, who decides, and what it is going to answer."""
    for seed in seeds:
        g, random = game(seed, log=log), Random(seed)
        while g.asked:
            side, answer = at_random(g, random)
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
