"""Levels of victory for who has played against the admiral in the envelope: by the margin in VP, best first."""

from __future__ import annotations

from ironbottom.views import SeenOutcome
from ironbottom.vocabulary import TABLES, phrase, word
from ironbottom.wire.messages import Table
from ironbottom.words import Side

ADMIRAL = "envelope"  # the name of the bot
AT_ONCE = ("strategic-base", "resigned")  # endings after which no VP are counted: the winner has all


def level(outcome: SeenOutcome, side: Side) -> str:
    """The level that a side has reached: a key of `levels` in the vocabulary."""
    found = tuple(TABLES["levels"])
    if outcome.reason in AT_ONCE:
        return found[0] if outcome.winner is side else found[-1]
    margin = outcome.points[side] - outcome.points[side.enemy]
    return next((name for name, least in TABLES["level_from"].items() if margin >= least), found[-1])


def level_line(outcome: SeenOutcome, table: Table | None, side: Side | None) -> str:
    """The line of an end screen; "" where the opponent was another one."""
    if table is None or side is None:
        return ""
    if not any(seat.bot and seat.name == ADMIRAL and seat.side == side.enemy for seat in table.seats):
        return ""
    return phrase("level_said.line", level=word("levels", level(outcome, side)))


def level_rows() -> list[tuple[str, str]]:
    """Each level and what it takes, for a list."""
    rows = []
    for name in TABLES["levels"]:
        least = TABLES["level_from"].get(name)
        said = phrase("level_said.less") if least is None else phrase("level_said.margin", vp=f"{least:+d}")
        rows.append((word("levels", name), said))
    return rows
