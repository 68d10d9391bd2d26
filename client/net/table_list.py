"""Tables as they are shown to who picks one: he knows before he sits down what clock runs and what follows from being
away.
"""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.language import N_, _, counted

ABSENCES = {"wait": N_("the game waits"), "clock": N_("the clock runs on"), "bot": N_("a bot stands in")}


def terms_text(bank: int, absent: str, *, practice: bool = False) -> str:
    """Clock and absence: "30 minutes for each side; away: the clock runs on".  `bank`: seconds for each side, 0 without
    a clock; `absent`: the policy, "" where a server does not tell it.
    """
    parts = [counted("{n} minute for each side", "{n} minutes for each side", round(bank / 60)) if bank else
             _("no clock")]
    if absent in ABSENCES:
        parts.append(_("away: {what}").format(what=_(ABSENCES[absent])))
    if practice:
        parts.append(_("practice, with a given seed"))
    return _("; ").join(parts)


class TableChoice(NamedTuple):
    """A table that is shown to be picked."""

    key: str  # the name of the table
    line: str
    free: bool  # a seat is
    watch: bool  # one may look on


class Picked(NamedTuple):
    """What somebody wants who was shown tables: one of them, or the way that he typed."""

    key: str = ""
    watch: bool = False
    typed: str = ""
