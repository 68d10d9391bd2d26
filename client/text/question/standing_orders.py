"""Standing orders at the prompt: what the server may answer for a player, listed, added and cleared."""

from __future__ import annotations

import re
from typing import NamedTuple

from ironbottom.language import N_, _
from ironbottom.options import OPTIONAL_RULES, rule_of
from ironbottom.vocabulary import TABLES, phrase, word
from ironbottom.windows import WINDOWS
from ironbottom.wire.orders import EVERY, MOST, Does, StandingOrder

from ..rules.table_rules import TableRules
from ..sanitize import sanitize
from .menu import quoted

HIGHEST = 20
PLAIN_GAME = TableRules()  # without optional rules and battle
BEFORE = ("0", "0a")  # the game: there nobody may order anything
LAID_OUT, DRAWN = ("1", "2"), ("2a", "3")

USAGE = N_('Type {list}, {add}, {with_n} or {clear}.')


class Kind(NamedTuple):
    """A kind of order, and the windows that it is for; () is all of them."""

    does: Does
    windows: tuple[str, ...]

    @property
    def text(self) -> str:
        return word("orders", self.does)

    def windows_at(self, rules: TableRules) -> tuple[str, ...]:
        """Those of them that can come at a table."""
        return tuple([one for one in windows_of(rules) if one in self.windows or not self.windows])


PROPOSED: tuple[Does, ...] = ("pass-when-forced", "harmless", "none", "withdraw-at")  # "default" is of older clients
KINDS = tuple([Kind(does, tuple(TABLES["order_for"].get(does, ()))) for does in PROPOSED])
ADD = re.compile(r"add ([1-9])(?: (?:at )?([0-9]{1,2}))?(?: (?:for )?windows? ([0-9]{1,2}(?:\.[0-9])?[ab]?|all))?")
REMOVE = re.compile(r"remove ([0-9]{1,2})")

Orders = tuple[StandingOrder, ...]


class BadOrder(Exception):
    """What was typed is no order; one sentence."""


def order_text(order: StandingOrder) -> str:
    """An order as a sentence."""
    decides = _(WINDOWS[order.window].decides) if order.window in WINDOWS else phrase("order.unknown")
    where = _("window {window}, {what}").format(window=order.window, what=decides)
    if order.window == EVERY:
        where = _("all windows")
    text = phrase("order.where_what", where=where, what=word("orders", order.does))
    return phrase("order.with_dice", order=text, n=order.n) if order.does == "withdraw-at" else text


def windows_of(rules: TableRules) -> tuple[str, ...]:
    """The windows that can come at a table and for which something may be ordered, in the order of play.

    Some come with an optional rule alone (§23); where a battle says who lies where nobody sets up (§24.2), and without
    decks nobody draws (§24.3).  Twin of client/web/session/tables/windows.js.
    """
    said, battle = {rule_of(one) for one in rules.words}, rules.battle
    never = {*BEFORE, *[rule.opens for rule in OPTIONAL_RULES if rule.word not in said]}
    if battle is not None and not battle.whole:
        never |= {*LAID_OUT, *(() if battle.decks else DRAWN)}
    return tuple([one for one in WINDOWS if one not in never])


def order_lines(orders: Orders, rules: TableRules = PLAIN_GAME) -> list[str]:
    """Those in force, in the order in which they are tried, and those that are possible at a table."""
    lines = [phrase("order.yours")] if orders else [phrase("order.no_orders")]
    lines += [f"  {i} {order_text(order)}" for i, order in enumerate(orders, 1)]
    lines.append(_("Possible orders:"))
    for i, kind in enumerate(KINDS, 1):
        windows = " ".join(kind.windows_at(rules)) if kind.windows else phrase("order.all")
        lines.append(_("  {n} {what}; windows: {windows}").format(n=i, what=kind.text, windows=windows))
    return [*lines, usage()]


def usage() -> str:
    return _(USAGE).format(
        list=quoted("orders"), add=quoted("orders add 2 window 9"), with_n=quoted("orders add 4 at 1 window 23"),
        clear=quoted("orders clear"),
    )


def changed(words: str, orders: Orders, rules: TableRules = PLAIN_GAME) -> Orders:
    """The orders after a command, at a table that is played by these rules.  Raises BadOrder."""
    typed = " ".join(words.casefold().split())
    if typed == "clear":
        return ()
    if removed := REMOVE.fullmatch(typed):
        n = int(removed[1])
        if not 1 <= n <= len(orders):
            raise BadOrder(_("You have {have} orders, no number {n}.").format(have=len(orders), n=n))
        return (*orders[: n - 1], *orders[n:])
    added = ADD.fullmatch(typed)
    if added is None:
        raise BadOrder(_("{typed} is no order. {usage}").format(typed=quoted(sanitize(typed[:40])), usage=usage()))
    order = _order(int(added[1]), int(added[2] or 0), added[3] or "all", rules)
    others = tuple([one for one in orders if (one.window, one.does) != (order.window, order.does)])
    if len(others) >= MOST:
        raise BadOrder(phrase("order.room", most=MOST))
    return (*others, order)


def _order(number: int, n: int, window: str, rules: TableRules) -> StandingOrder:
    if number > len(KINDS):
        raise BadOrder(_("There is no order {n}; they go from 1 to {last}.").format(n=number, last=len(KINDS)))
    kind = KINDS[number - 1]
    if window != "all" and window not in WINDOWS:
        raise BadOrder(_("There is no window {window}; rules 20 lists them.").format(window=window))
    if window != "all" and kind.windows and window not in kind.windows:
        windows = " ".join(kind.windows_at(rules))
        raise BadOrder(_("Order {n} is for the windows {windows}.").format(n=number, windows=windows))
    if window != "all" and window not in windows_of(rules):
        text = _("Window {window}, {what}, does not come in this game: `orders` lists those that do.")
        raise BadOrder(text.format(window=window, what=_(WINDOWS[window].decides)))
    if n > HIGHEST:
        raise BadOrder(phrase("order.dice", most=HIGHEST))
    return StandingOrder(EVERY if window == "all" else window, kind.does, n if kind.does == "withdraw-at" else 0)
