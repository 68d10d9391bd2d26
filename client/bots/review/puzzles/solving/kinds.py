"""What puzzles are about."""

from __future__ import annotations

from ironbottom.language import N_

TASKS, TARGET, WITHDRAW, SEARCH, LANDING, ODDS = "tasks", "target", "withdraw", "search", "landing", "odds"

KINDS = {
    TASKS: N_("task division"),
    TARGET: N_("target"),
    WITHDRAW: N_("withdraw or stay"),
    SEARCH: N_("search plan"),
    LANDING: N_("landing or not"),
    ODDS: N_("estimating odds"),
}
