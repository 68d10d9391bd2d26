"""The weights of a value as a file that people can read: where they came from, and one line for each feature.

    knots: [0, 2, 5, 9, 14, 22]
    weights:
      lead: [0.21, 0.21, 0.19, 0.15, 0.12, 0.10, 0.10]

A feature counts by the clock: its weight stands at some numbers of turns left, and is a straight line between them; the
last number is for the set-up, where hands are empty and nothing is deployed.
"""

from __future__ import annotations

from importlib.resources import files
from itertools import pairwise
from math import isfinite

from msgspec import Struct, ValidationError, convert
from msgspec.structs import asdict

from ironbottom.language import _
from ironbottom.strict_yaml import CardError, read

from .features import NAMES

SHIPPED = "weights.yaml"


class WeightsError(ValueError):
    """A file of weights that does not fit, in one sentence: file, place, what was found, what is allowed."""


class Weights(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that a value hangs on, and where it came from."""

    set: str  # of cards
    cards: str  # the fingerprint of that set
    trained: str  # the day
    seed: str  # of the games
    games: int
    positions: int
    players: str  # who played them, in words
    start: float  # the chance of the US before anything is dealt: the mean value of fresh deals
    knots: tuple[int, ...]  # turns left, rising from 0
    weights: dict[str, tuple[float, ...]]  # of each feature, at each knot and in the set-up


def shipped() -> Weights:
    """The weights of this project."""
    return parsed(SHIPPED, (files(__package__) / SHIPPED).read_text("utf-8"))


def parsed(file: str, text: str) -> Weights:
    """The weights that a file holds.  Raises WeightsError."""
    try:
        found = convert(read(file, text), Weights, strict=False)
    except CardError as error:
        raise WeightsError(str(error)) from None
    except ValidationError as error:
        raise _wrong(file, str(error), _("the fields of the file that comes with the program")) from None
    knots = found.knots
    if len(knots) < 2 or knots[0] != 0 or any(a >= b for a, b in pairwise(knots)):
        raise _wrong(file, "knots " + ", ".join(map(str, knots)), _("rising turns left, two or more, the first 0"))
    if not 0.0 <= found.start <= 1.0:
        raise _wrong(file, f"start {found.start}", _("a chance from 0 to 1"))
    return _named(file, found)


def _named(file: str, found: Weights) -> Weights:
    """One row of numbers for each feature, in their order."""
    for name in found.weights:
        if name not in NAMES:
            raise _wrong(file, _("weights of {name}").format(name=name[:40]), _("those of a feature that there is"))
    for name in NAMES:
        if name not in found.weights:
            raise _wrong(file, _("no weights of {name}").format(name=name), _("those of every feature"))
        row = found.weights[name]
        if len(row) != len(found.knots) + 1 or not all(map(isfinite, row)):
            given = _("{n} weights of {name}").format(n=len(row), name=name)
            allowed = _("a number for each of the {n} knots and one for the set-up").format(n=len(found.knots))
            raise _wrong(file, given, allowed)
    return found


def _wrong(file: str, found: str, allowed: str) -> WeightsError:
    text = _("{file}: found {found}; allowed is {allowed}.")
    return WeightsError(text.format(file=file, found=found, allowed=allowed))


def written(weights: Weights) -> str:
    """The text of such a file; the same weights are the same text."""
    fields = asdict(weights)
    rows, knots = fields.pop("weights"), fields.pop("knots")
    lines = ["# Made by python -m ironbottom.client.launch.arena.training; README.md says what it tells."]
    lines += [f"{name}: {_plain(value)}" for name, value in fields.items()]
    lines += [f"knots: [{', '.join(map(str, knots))}]", "weights:"]
    lines += [f"  {name}: [{', '.join([f'{one:.5f}' for one in rows[name]])}]" for name in NAMES]
    return "\n".join([*lines, ""])


def _plain(value: object) -> str:
    return f"{value:.5f}" if isinstance(value, float) else f'"{value}"' if isinstance(value, str) else str(value)
