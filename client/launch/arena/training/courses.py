"""What the weights of whole games learn from, and those of battles; and from positions to weights that are judged."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

import numpy as np
from msgspec import convert
from msgspec.structs import replace
from numpy.typing import NDArray

from ironbottom.rules import new_game

from ....bots.value.features import INPUTS, as_valued
from ....bots.value.stakes import BATTLE_INPUTS, inputs
from ....bots.value.value import ValueNet, chance
from ....bots.value.weights import Weights
from . import fitting
from .exploring import LIGHT
from .judging import reliability
from .learning import Learned
from .mixing import Battles, Mixture, WholeGames

BATTLE_ROUNDS, BATTLE_HIDDEN = 10, (24, 12)  # they are short: more learns the games by heart
JUDGES = 10  # each game whose number it divides is not learned from
PLAYERS = "{player} against itself; in three games of four chance decides up to some turn"
MATE = "mate"


class Course(NamedTuple):
    """What one file of weights learns from, and is judged by."""

    games: Mixture
    player: str
    inputs: tuple[str, ...]
    players: str  # who played what, in words
    judges: tuple[tuple[str, Mixture], ...]  # games of the mate, by what they are
    rounds: int = fitting.ROUNDS
    hidden: tuple[int, int] = fitting.HIDDEN


def whole_games(seed: str, sets: Sequence[str], optional: float) -> Course:
    """Of these sets, and a share of them with optional rules."""
    judges = [(f"Set `{name}`", WholeGames(seed, (name,))) for name in dict.fromkeys(sets)]
    if optional:
        judges.append(("With optional rules", WholeGames(seed, tuple(sets), 1.0)))
    rules = f", with optional rules in {optional:.0%} of them" if optional else ""
    players = f"{PLAYERS.format(player='the light player')}{rules}"
    return Course(WholeGames(seed, tuple(sets), optional), LIGHT, INPUTS, players, tuple(judges))


def battles(seed: str, varied: float) -> Course:
    """All of the project, a share of them varied.  They are short enough to be played by the mate, as he plays them."""
    players = PLAYERS.format(player="`mate`") + (f"; {varied:.0%} of the battles are varied" if varied else "")
    judges = (("Battles as they are", Battles(seed)),)
    return Course(Battles(seed, varied), MATE, BATTLE_INPUTS, players, judges, BATTLE_ROUNDS, BATTLE_HIDDEN)


def trained(course: Course, found: Sequence[Learned], day: str, deals: int) -> Weights:
    """The weights from these games."""
    rows, won = np.concatenate([one.rows for one in found]), _of_each(found, [float(one.won) for one in found])
    by = fitting.scales(rows)
    rows /= by
    fitted = fitting.fitted(rows, won.astype(np.float32), rounds=course.rounds, hidden=course.hidden)
    net = fitting.named(fitted, by, course.inputs)
    counted = {"games": len(found), "positions": len(rows), "players": course.players, "start": 0.5}
    of = {**course.games.cards, "trained": day, "seed": course.games.seed}
    weights = convert({**of, **counted, **net}, Weights)
    return replace(weights, start=round(_start(course.games, ValueNet(weights), deals), 5))


def _start(mixture: Mixture, net: ValueNet, deals: int) -> float:
    """The mean of fresh deals."""
    fresh = []
    for n in range(1, deals + 1):
        games = mixture.games(-n)
        game = new_game(games.cards, games.chance(-n).randbytes(32), log=False)
        fresh.append(chance(net.said(inputs(as_valued(game)))))
    return fmean(fresh)


def judged(net: ValueNet, found: Sequence[Learned]) -> tuple[reliability.Reliability, list[str]]:
    """What positions of games that it did not learn from tell of a net; and that as Markdown."""
    said = np.array([chance(net.said(row)) for one in found for row in one.rows.tolist()])
    won, numbers = _of_each(found, [float(one.won) for one in found]), _of_each(found, [one.n for one in found])
    turns = np.concatenate([np.array(one.turns) for one in found])
    whole = reliability.reliability(said, won, numbers.astype(np.int64))
    return whole, reliability.table(whole, reliability.by_turn(said, won, numbers.astype(np.int64), turns))


def _of_each(found: Sequence[Learned], figures: Sequence[float]) -> NDArray[np.float64]:
    """A figure of each game, for each of its positions."""
    return np.repeat(np.array(figures, dtype=np.float64), [len(one.rows) for one in found])
