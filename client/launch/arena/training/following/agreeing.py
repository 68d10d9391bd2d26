"""From games that were followed to weights by which a value agrees with itself from answer to answer.

What is to become small is what luck leaves of a result: the sum over a game of what its answers did, each the mean of
fresh chance less the value before.  By the value that players really have from each position it would be nothing.  So
the net is moved down the slope of the squares of these sums (the variance of a result without its luck), and a little
of the squares of each part alone; both ends of a part count, as in the residual algorithms of Baird (1995).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .....bots.value.baseline.baseline import BASELINE_INPUTS, QUESTIONS, TOLD
from .....bots.value.features import INPUTS
from .....bots.value.weights import Weights, numbers
from ..fitting import Adam, Array, SmallNet, batches, logistic, scales
from .followed import OVER, Followed

ROUNDS, BATCH = 10, 16  # how often each game is looked at, and how many at once
STEP, DECAY = 1e-3, 0.1
PARTS = 0.3  # what the square of a part counts, against that of the sum
EACH = 7  # of the rows by which inputs are measured, one in so many

Numbers = NDArray[np.int64]


class Batch(NamedTuple):
    """Some games together: their positions, and the answers by the places of these."""

    rows: Array  # positions x BASELINE_INPUTS, measured
    over: NDArray[np.bool_]
    worth: Array
    before: Numbers  # of each answer the position in which it was given
    begins: Numbers  # and those whose mean is taken, up to before `ends`
    ends: Numbers
    game: Numbers  # and the game, as a number below `games`
    games: int


def measure(games: Sequence[Followed]) -> Array:
    """By what each of BASELINE_INPUTS is measured."""
    found = scales(np.concatenate([one.rows[::EACH] for one in games]).astype(np.float32))
    return np.concatenate([found, np.ones(len(QUESTIONS), np.float32)])


def beginning(weights: Weights, by: Array) -> SmallNet:
    """The net of a value, which looks neither at who is ahead nor at what is asked."""
    first = np.zeros((len(BASELINE_INPUTS), weights.hidden[0]), np.float32)
    first[: len(INPUTS)] = [numbers(weights.first[name]) for name in INPUTS]
    second = np.array([numbers(row) for row in weights.second], np.float32).T
    biases = [np.array(numbers(row), np.float32) for row in (weights.first_bias, weights.second_bias)]
    last = np.array(numbers(weights.last), np.float32)[:, None]
    end = np.array([weights.last_bias], np.float32)
    return SmallNet([first * by[:, None], biases[0], second.copy(), biases[1], last, end])


def agreed(
    net: SmallNet, games: Sequence[Followed], by: Array, rounds: int = ROUNDS, tell: Callable[[int], object] = int
) -> SmallNet:
    """The net, moved.  `tell` hears how many games it has looked at."""
    looked, rng = 0, np.random.default_rng(0)
    adam = Adam(net, rounds * len(range(0, len(games), BATCH)), STEP, DECAY)
    for picked in batches(rng, len(games), rounds, BATCH):
        adam.step(slopes(net, batch([games[n] for n in picked], by)))
        looked += len(picked)
        tell(looked)
    return net


def left_over(net: SmallNet, games: Sequence[Followed], by: Array) -> Array:
    """Of each game, what luck leaves of its result, less what the game is worth before the deal."""
    found = []
    for one in games:
        of = batch([one], by)
        found.append(did(of, said(of, net.forward(of.rows)[-1])).sum())
    return np.array(found, np.float32)


def start(net: SmallNet, games: Sequence[Followed], by: Array) -> float:
    """What games are worth before anything is dealt: the mean of their deals."""
    deals = [one._replace(rows=one.rows[:1], asked=one.asked[:1]) for one in games]
    return round(float(logistic(net.logits(_measured(deals, by))).mean()), 5)


def batch(games: Sequence[Followed], by: Array) -> Batch:
    """These games, one after the other."""
    sizes = [len(one.rows) for one in games]
    at = np.cumsum([0, *sizes[:-1]])
    came = [one.came.astype(np.int64) for one in games]
    before = np.concatenate([np.concatenate([[0], one[:-1]]) + n for one, n in zip(came, at, strict=True)])
    begins = np.concatenate([one.begins + n for one, n in zip(games, at, strict=True)])
    ends = np.concatenate([one + n for one, n in zip(came, at, strict=True)])
    worth = np.concatenate([one.worth for one in games])
    game = np.repeat(np.arange(len(games)), [len(one) for one in came])
    ends = np.where(ends > begins, ends, ends + 1)
    return Batch(_measured(games, by), worth != OVER, worth, before, begins, ends, game, len(games))


def _measured(games: Sequence[Followed], by: Array) -> Array:
    asked = np.concatenate([one.asked for one in games])
    rows = np.zeros((len(asked), len(by)), np.float32)
    width, going = len(TOLD), np.nonzero(asked != OVER)[0]
    rows[:, :width] = np.concatenate([one.rows for one in games])
    rows[:, :width] /= by[:width]
    rows[going, width + asked[going]] = 1.0
    return rows


def said(of: Batch, out: Array) -> Array:
    """What each position is worth; an end is worth what it is."""
    return np.where(of.over, of.worth, logistic(out[:, 0])).astype(np.float32)


def did(of: Batch, worth: Array) -> Array:
    """What each answer did: the mean of fresh chance, less the value before."""
    summed = np.concatenate([[0.0], np.cumsum(worth, dtype=np.float64)])
    mean = (summed[of.ends] - summed[of.begins]) / (of.ends - of.begins)
    found: Array = (mean - worth[of.before]).astype(np.float32)
    return found


def slopes(net: SmallNet, of: Batch) -> list[Array]:
    """Of what is to become small, by each weight; of a game on the mean."""
    made = net.forward(of.rows)
    worth = said(of, made[-1])
    parts = did(of, worth)
    sums = np.bincount(of.game, parts, of.games)
    wrong = 2.0 * (sums[of.game] + PARTS * parts) / of.games
    changes = np.zeros(len(worth) + 1)  # from one position to the next
    share = wrong / (of.ends - of.begins)
    np.add.at(changes, of.begins, share)
    np.subtract.at(changes, of.ends, share)
    by_worth = np.cumsum(changes)[:-1]
    np.subtract.at(by_worth, of.before, wrong)
    by_worth[of.over] = 0.0
    return net.back(made, (by_worth * worth * (1.0 - worth)).astype(np.float32))
