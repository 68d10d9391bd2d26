"""The weights of a value as a file that people can read: where they came from, and a line for each named input.

    hidden: [48, 24]
    first:
      lead: "0.2113 -0.0841 0.1902 ..."

It is a small net: what the inputs (features, and the clock) come to in each of the first hidden nodes, what those come
to in each of the second, and what those come to in the end, each sum below 0 counting as 0 on the way.  Weights of
battles have more inputs (stakes) than those of whole games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.resources import files
from math import isfinite

from msgspec import Struct, ValidationError, convert
from msgspec.structs import asdict, replace

from ironbottom.language import _
from ironbottom.strict_yaml import CardError, read

from .features import INPUTS
from .stakes import BATTLE_INPUTS

TRAINING = "python -m ironbottom.client.launch.arena.training"
SHIPPED, BATTLES = "weights.yaml", "battles"  # a file, and the folder of the one for battles

Names = Sequence[str]


class WeightsError(ValueError):
    """A file of weights that does not fit, in one sentence: file, place, what was found, what is allowed."""


class Weights(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that a value hangs on, and where it came from.  Numbers in a row stand in one text, with spaces between."""

    set: str  # of cards; where there are several, each by its name
    cards: str  # the fingerprints of those sets
    trained: str  # the day
    seed: str  # of the games
    games: int
    positions: int
    players: str  # who played them, in words
    start: float  # the chance of the US before anything is dealt: the mean value of fresh deals
    hidden: tuple[int, int]  # nodes
    first: dict[str, str]  # of each input, to each of the first hidden nodes
    first_bias: str
    second: tuple[str, ...]  # to each of the second hidden nodes, from each of the first
    second_bias: str
    last: str  # from each of the second hidden nodes
    last_bias: float


def shipped() -> Weights:
    """The weights of this project, of whole games."""
    return parsed(SHIPPED, (files(__package__) / SHIPPED).read_text("utf-8"))


def shipped_for_battles() -> Weights:
    """Those of battles."""
    text = (files(__package__) / BATTLES / SHIPPED).read_text("utf-8")
    return parsed(f"{BATTLES}/{SHIPPED}", text, BATTLE_INPUTS)


def parsed(file: str, text: str, inputs: Names = INPUTS) -> Weights:
    """The weights of these inputs that a file holds, in their order.  Raises WeightsError."""
    try:
        found = convert(read(file, text), Weights, strict=False)
    except CardError as error:
        raise WeightsError(str(error)) from None
    except ValidationError as error:
        raise _wrong(file, str(error), _("the fields of the file that comes with the program")) from None
    if not 0.0 <= found.start <= 1.0:
        raise _wrong(file, f"start {found.start}", _("a chance from 0 to 1"))
    _named(file, found, inputs)
    _whole(file, found)
    return replace(found, first={name: found.first[name] for name in inputs})


def _named(file: str, found: Weights, inputs: Names) -> None:
    """One row of numbers for each input."""
    for name in found.first:
        if name not in inputs:
            raise _wrong(file, _("weights of {name}").format(name=name[:40]), _("those of an input that there is"))
    for name in inputs:
        if name not in found.first:
            raise _wrong(file, _("no weights of {name}").format(name=name), _("those of every input"))


def _whole(file: str, found: Weights) -> None:
    """As many numbers in each row as there are nodes."""
    first, second = found.hidden
    if min(found.hidden) < 1 or len(found.second) != second:
        given = _("{n} rows for hidden {nodes}").format(n=len(found.second), nodes=list(found.hidden))
        raise _wrong(file, given, _("a row for each of the second hidden nodes"))
    rows = [(name, row, first) for name, row in found.first.items()]
    rows += [(f"second {n}", row, first) for n, row in enumerate(found.second, 1)]
    rows += [("first_bias", found.first_bias, first), ("second_bias", found.second_bias, second)]
    for name, row, nodes in [*rows, ("last", found.last, second), ("last_bias", str(found.last_bias), 1)]:
        if len(row.split()) != nodes or not all(map(_finite, row.split())):
            given = _("{row} as weights of {name}").format(row=f'"{row[:40]}"', name=name)
            raise _wrong(file, given, _("{n} numbers with spaces between").format(n=nodes))


def _finite(text: str) -> bool:
    try:
        return isfinite(float(text))
    except ValueError:
        return False


def numbers(row: str) -> tuple[float, ...]:
    """Those of one text."""
    return tuple(map(float, row.split()))


def row(found: Iterable[float]) -> str:
    """As one text."""
    return " ".join([f"{one:.5g}" for one in found])


def _wrong(file: str, found: str, allowed: str) -> WeightsError:
    text = _("{file}: found {found}; allowed is {allowed}.")
    return WeightsError(text.format(file=file, found=found, allowed=allowed))


def written(weights: Weights, made_by: str = TRAINING) -> str:
    """The text of such a file, with the command that made it; the same weights are the same text."""
    fields = asdict(weights)
    lines = [f"# Made by {made_by}; README.md says what it tells."]
    for name, value in fields.items():
        if name == "first":
            lines += ["first:", *[f'  {one}: "{row}"' for one, row in weights.first.items()]]
        elif name == "second":
            lines += ["second:", *[f'  - "{one}"' for one in weights.second]]
        else:
            lines.append(f"{name}: {_plain(value)}")
    return "\n".join([*lines, ""])


def _plain(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.5f}"
    return f'"{value}"' if isinstance(value, str) else str(list(value)) if isinstance(value, tuple) else str(value)
