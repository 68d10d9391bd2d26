"""Dice on a card of the battle board: what is maintained lies in brackets, what is lost in parentheses beside it, and a
star counts the hits.  Before the first throw, and where nobody knows the faces any more, a die is a dot.
"""

from __future__ import annotations

from typing import NamedTuple

from rich.style import Style

from ironbottom.dice import Attempts
from ironbottom.events import Rolled
from ironbottom.language import _
from ironbottom.vocabulary import phrase

from ...text.luck import CHECK
from ..drawing.signs import Signs, columns
from ..drawing.themes import style
from ..state.model import UiState

Span = tuple[str, Style]

MAINTAINED = 4  # §3.2: 4, 5 and 6 stay
WITHDRAWS = 5  # §9.2: of a withdrawal check; a limited die succeeds with a 6


class LyingDice(NamedTuple):
    """The dice that lie on a card."""

    kept: tuple[int, ...] = ()  # the best first; 0: a face that nobody knows
    lost: tuple[int, ...] = ()
    limited: bool = False
    hits: int | None = None  # of a throw that is made just now
    check: bool = False  # whether it was one of withdrawal


def thrown(event: Rolled) -> LyingDice:
    """A throw that is made just now."""
    limited, check = is_limited(event), event.ability == CHECK
    least = 6 if limited or (check and not event.hits) else WITHDRAWS if check else MAINTAINED
    kept = sorted([face for face in event.faces if face >= least], reverse=True)
    lost = sorted([face for face in event.faces if face < least], reverse=True)
    return LyingDice(tuple(kept), tuple(lost), limited, event.hits, check)


def is_limited(event: Rolled) -> bool:
    """§3.4  Whether this was the one limited die, as far as it makes a difference."""
    if len(event.faces) != 1:
        return False
    return (event.faces[0], event.hits, event.left) in ((4, 0, 0), (5, 0, 0), (6, 1, 1))


def lying(held: Attempts, last: Rolled | None) -> LyingDice:
    """What a card holds, by the faces of its last throw, with what that throw lost."""
    throw = thrown(last) if last is not None else LyingDice()
    kept = throw.kept[: held.dice] if len(throw.kept) >= held.dice else (0,) * held.dice
    return LyingDice(kept, throw.lost, held.limited)


def spans(ui: UiState, signs: Signs, dice: LyingDice, room: int) -> list[Span]:
    """The dice in at most so many cells; without the spaces between them where they would not fit."""
    for between in (" ", ""):
        found = _written(ui, signs, dice, between)
        if sum([columns(text) for text, _style in found]) <= room:
            return found
    return _counted(ui, signs, dice)


def _written(ui: UiState, signs: Signs, dice: LyingDice, between: str) -> list[Span]:
    found: list[Span] = []
    if dice.kept:
        found.append((f"[{between.join([_face(signs, face) for face in dice.kept])}]", style(ui, "chosen")))
    if dice.lost:
        found.append((f"({between.join(map(str, dice.lost))})", style(ui, "miss")))
    if not dice.kept and not dice.lost:
        found.append((phrase("dice.none_left"), style(ui, "miss")))
    return found + _verdict(ui, signs, dice)


def _counted(ui: UiState, signs: Signs, dice: LyingDice) -> list[Span]:
    """Too many to write out: how many are maintained, and how many are lost."""
    found: list[Span] = [(f"[{len(dice.kept)}x]", style(ui, "chosen")), (f"({len(dice.lost)}x)", style(ui, "miss"))]
    return found + _verdict(ui, signs, dice)


def _face(signs: Signs, face: int) -> str:
    return str(face) if face else signs.nothing


def _verdict(ui: UiState, signs: Signs, dice: LyingDice) -> list[Span]:
    """The hits of a throw; of a check, whether it succeeds; of a limited die, that it is one."""
    if dice.check:
        succeeds = bool(dice.kept)
        return [(f" {signs.done if succeeds else signs.brackets['off'][0]}", style(ui, "hit" if succeeds else "miss"))]
    found: list[Span] = []
    if dice.limited and (dice.kept or dice.hits is not None):
        found.append((_(" limited"), style(ui, "dim")))
    if dice.hits:
        found.append((f" {star(signs)}{dice.hits}", style(ui, "hit")))
    return found


def star(signs: Signs) -> str:
    """A hit."""
    return "*" if signs.plain else "✸"
