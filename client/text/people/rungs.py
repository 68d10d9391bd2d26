"""The ladder of bots, in words: six rungs from chance to the top, for whoever chooses one."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.language import _
from ironbottom.vocabulary import TABLES, phrase, word

RUNGS: tuple[str, ...] = tuple(TABLES["rungs"])  # names, from the weakest
USUAL_BOT = "mate"  # who sits down where nobody says who


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


def ladder_with(named: str) -> tuple[str, ...]:
    """Whom one may choose: the rungs, and a bot that was named and is none of them."""
    return RUNGS if named in RUNGS else (*RUNGS, named)


def bot_line(name: str) -> str:
    """A bot in a list: with its strength, where that is known."""
    elo = TABLES["rung_elo"].get(name)
    return name if elo is None else phrase("rung_said.option", name=name, elo=elo)


def character(name: str) -> str:
    """Who a bot is, in a sentence."""
    return word("rungs", name) if name in RUNGS else _("No rung of the ladder: nobody has measured its strength.")


def bot_told(name: str) -> str:
    """The same with its sentence."""
    return f"{bot_line(name)}  {character(name)}"


def ladder_head() -> str:
    """What stands above a list of them."""
    return _("bots, from the weakest, with their strength in Elo points above random:")


def with_ladder(examples: str) -> str:
    """The end of a help: the rungs, and then the examples."""
    rows = [f"  {rung.name:8}{rung.elo:>6}  {rung.character}" for rung in rungs()]
    return "\n".join([ladder_head(), *rows, "", examples])
