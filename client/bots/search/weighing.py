"""Sequential halving: all candidates are tried in the same few worlds, the better half in more, until one is left.

Karnin, Koren and Somekh, Almost Optimal Exploration in Multi-Armed Bandits (2013).  What the mate would answer is the
first candidate; it stays to the end, so that another is taken only where it is better in the very same worlds.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2, sqrt
from time import perf_counter
from typing import NamedTuple, Protocol

from ironbottom.dice import DiceByRoll
from ironbottom.flow import Game
from ironbottom.questions import Answer, Rng
from ironbottom.words import Side

from ..light import LightPlayer, playout
from ..value.value import Value
from .levels import Level

Plan = tuple[Answer, ...]  # answers of one side, one after the other; most plans have one


class Sampler(Protocol):
    """Where the games to try in come from: an InformationSet, as a rule."""

    def sample(self, rng: Rng) -> Game: ...


class Weighed(NamedTuple):
    """What the trials tell of a plan."""

    plan: Plan
    chance: float  # of winning, on the mean over its worlds
    better: float  # than the mate's, in the same worlds
    error: float  # one standard error of that
    worlds: int


class Scale:
    """Tries plans at one question."""

    def __init__(self, player: LightPlayer, value: Value, level: Level) -> None:
        self.player, self.value, self.level = player, value, level

    def weigh(self, here: Sampler, side: Side, plans: Sequence[Plan], rng: Rng) -> list[Weighed]:
        """All plans, those that were tried most first; the first of `plans` is always among the first two."""
        chances: list[list[float]] = [[] for _ in plans]
        alive, end = list(range(len(plans))), perf_counter() + self.level.seconds
        rounds = max(1, round(log2(len(plans))))
        for _ in range(rounds):
            for _ in range(max(2, self.level.playouts // (rounds * len(alive)))):
                world = self.world(here, rng)
                for i in alive:
                    chances[i].append(self.tried(world, side, plans[i], self.level.side_turns))
                if perf_counter() > end:
                    break
            alive = _better_half(alive, chances)
        order = sorted(range(len(plans)), key=lambda i: (-len(chances[i]), -_mean(chances[i])))
        return [_weighed(plans[i], chances[i], chances[0]) for i in order]

    def world(self, here: Sampler, rng: Rng) -> Game:
        """One that may be the real game, with dice that fall alike for whatever is the same in it."""
        world = here.sample(rng)
        world.state.dice = DiceByRoll(_key(rng))
        return world

    def tried(self, world: Game, side: Side, plan: Plan, side_turns: int | None) -> float:
        """The chance of this side after this plan, as a fast player goes on with it; None: to the end of the game."""
        game = world.clone()
        game.take(side, plan[0])
        for answer in plan[1:]:
            if not legal(game, side, answer):
                break
            game.take(side, answer)
        gone = game.state.turn - world.state.turn
        playout(game, self.player, None if side_turns is None else side_turns - gone)
        chance = self.value.of_game(game)
        return chance if side is Side.US else 1 - chance


def legal(game: Game, side: Side, answer: Answer) -> bool:
    """Whether this is asked now, and may be answered so."""
    asked = game.asked.get(side)
    return asked is not None and asked.shape.fault(answer) is None


def _better_half(alive: list[int], chances: list[list[float]]) -> list[int]:
    """Those that go on; the mate's plan is among them."""
    if len(alive) <= 2:
        return alive
    ranked = sorted(alive[1:], key=lambda i: -_mean(chances[i]))
    return [0, *sorted(ranked[: max(1, len(alive) // 2 - 1)])]


def _weighed(plan: Plan, own: list[float], first: list[float]) -> Weighed:
    gains = [a - b for a, b in zip(own, first[: len(own)], strict=True)]
    gain, n = _mean(gains), len(gains)
    spread = sum([(x - gain) ** 2 for x in gains]) / max(1, n - 1)
    return Weighed(plan, _mean(own), gain, sqrt(spread / n) if n else 1.0, n)


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _key(rng: Rng) -> bytes:
    return int(rng.random() * 2**53).to_bytes(8, "big")
