"""From positions to weights: a small net that learns who won, with numpy alone.

Adam with decoupled decay of the weights (Loshchilov and Hutter, 2019), and a step that grows and then shrinks (Smith,
2018).  The same rows and seed make the same net.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....bots.value.weights import row

HIDDEN = (48, 24)  # nodes
ROUNDS, BATCH = 14, 1024  # how often each position is looked at, and how many at once
STEP, WARM, DECAY = 4e-3, 0.3, 1e-3  # the longest step, and after which share of all it is reached
FADING = (0.9, 0.999)  # how slowly Adam forgets slopes, and their squares

Array = NDArray[np.float32]


class SmallNet(NamedTuple):
    """Weights and biases from the inputs to the first hidden nodes, from those to the second, and to the end."""

    arrays: list[Array]

    def logits(self, rows: Array) -> Array:
        """What it says of each row."""
        return self.forward(rows)[-1][:, 0]

    def forward(self, rows: Array) -> list[Array]:
        """The rows, what the hidden nodes make of them, and what comes out."""
        first, b1, second, b2, last, b3 = self.arrays
        one = np.maximum(rows @ first + b1, 0)
        two = np.maximum(one @ second + b2, 0)
        return [rows, one, two, two @ last + b3]

    def slopes(self, rows: Array, won: Array) -> list[Array]:
        """Of the mean log loss, by each weight."""
        made = self.forward(rows)
        return self.back(made, ((logistic(made[-1][:, 0]) - won) / len(won)).astype(np.float32))

    def back(self, made: Sequence[Array], slope: Array) -> list[Array]:
        """Slopes by each weight, from those by the logit of each row; `made` is what `forward` gave."""
        seen, one, two, _out = made
        wrong = slope[:, None]
        below = (wrong @ self.arrays[4].T) * (two > 0)
        lowest = (below @ self.arrays[2].T) * (one > 0)
        return [seen.T @ lowest, lowest.sum(0), one.T @ below, below.sum(0), two.T @ wrong, wrong.sum(0)]


def logistic(x: Array) -> Array:
    return (1.0 / (1.0 + np.exp(-np.clip(x, -30.0, 30.0)))).astype(np.float32)


def scales(rows: Array) -> Array:
    """The standard deviation of each input, by which it is measured; 1 for one that hardly ever differs."""
    found = rows.std(0)
    return np.where(found < 1e-3, np.float32(1.0), found).astype(np.float32)


def fresh(rng: np.random.Generator, inputs: int, hidden: tuple[int, int]) -> SmallNet:
    """A net that knows nothing (He et al., 2015)."""
    sizes, arrays = [inputs, *hidden, 1], list[Array]()
    for width, height in pairwise(sizes):
        arrays.append((rng.standard_normal((width, height)) * (2.0 / width) ** 0.5).astype(np.float32))
        arrays.append(np.zeros(height, np.float32))
    return SmallNet(arrays)


class Adam:
    """Moves the weights of a net along their slopes."""

    def __init__(self, net: SmallNet, steps: int, longest: float = STEP, decay: float = DECAY) -> None:
        self.net, self.steps, self.longest, self.decay, self.n = net, steps, longest, decay, 0
        self.first, self.second = [[np.zeros_like(one) for one in net.arrays] for _fading in FADING]

    def step(self, slopes: Sequence[Array]) -> None:
        """One of them; how long it is goes by how much of the work is done."""
        self.n += 1
        first, second, length = self.first, self.second, _step(self.n / self.steps, self.longest)
        for i, slope in enumerate(slopes):
            first[i] += (1 - FADING[0]) * (slope - first[i])
            second[i] += (1 - FADING[1]) * (slope * slope - second[i])
            along, far = first[i] / (1 - FADING[0] ** self.n), second[i] / (1 - FADING[1] ** self.n)
            weights = self.net.arrays[i]
            weights -= np.float32(length) * (along / (np.sqrt(far) + 1e-8) + self.decay * weights)


def fitted(rows: Array, won: Array, seed: int = 0, rounds: int = ROUNDS, hidden: tuple[int, int] = HIDDEN) -> SmallNet:
    """The net that has learned `won` (0 or 1) from rows, which are measured by `scales`."""
    rng = np.random.default_rng(seed)
    net = fresh(rng, rows.shape[1], hidden)
    adam = Adam(net, rounds * len(range(0, len(rows), BATCH)))
    for picked in batches(rng, len(rows), rounds, BATCH):
        adam.step(net.slopes(rows[picked], won[picked]))
    return net


def batches(rng: np.random.Generator, size: int, rounds: int, batch: int) -> Iterator[NDArray[np.int64]]:
    """Each round all numbers below `size`, in some order, so many at once."""
    for _round in range(rounds):
        order = rng.permutation(size)
        for begin in range(0, size, batch):
            yield order[begin : begin + batch]


def _step(done: float, longest: float) -> float:
    """How long a step is where so much of the work is done."""
    way = done / WARM if done < WARM else (1.0 - done) / (1.0 - WARM)
    return longest * 0.5 * (1.0 - float(np.cos(np.pi * way))) + longest * 1e-4


def named(net: SmallNet, by: Array, inputs: Sequence[str]) -> dict[str, object]:
    """As the file has them, per unit of each input."""
    first, b1, second, b2, last, b3 = net.arrays
    return {
        "hidden": (len(b1), len(b2)),
        "first": {name: row(map(float, one)) for name, one in zip(inputs, first / by[:, None], strict=True)},
        "first_bias": row(map(float, b1)), "second": tuple([row(map(float, one)) for one in second.T]),
        "second_bias": row(map(float, b2)), "last": row(map(float, last[:, 0])), "last_bias": round(float(b3[0]), 5),
    }
