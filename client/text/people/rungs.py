"""The ladder of bots, in words: six rungs from chance to the top, for whoever chooses one."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.language import _
from ironbottom.vocabulary import TABLES, word

RUNGS: tuple[str, ...] = tuple(TABLES["rungs"])  # names, from the weakest


class Rung(NamedTuple):
    """One rung, in the reader's language."""

    name: str
    elo: str  # above random, as `ironbottom arena --ladder` has measured it
    character: str  # one sentence
    work: str  # what a decision takes


def rungs() -> list[Rung]:
    """All of them, from the weakest."""
    return [Rung(name, TABLES["rung_elo"][name], word("rungs", name), word("rung_work", name)) for name in RUNGS]


def rung_strength(name: str) -> float | None:
    """Elo points above random; None of a bot that is no rung."""
    known = TABLES["rung_elo"].get(name)
    return None if known is None else float(known)


def with_ladder(examples: str) -> str:
    """The end of a help: the rungs, and then the examples."""
    rows = [f"  {rung.name:8}{rung.elo:>6}  {rung.character}" for rung in rungs()]
    head = _("bots, from the weakest, with their strength in Elo points above random:")
    return "\n".join([head, *rows, "", examples])
