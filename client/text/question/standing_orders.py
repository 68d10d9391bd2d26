"""Standing orders at the prompt: what the server may answer for a player, listed, added and cleared."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from ironbottom.language import N_, _
from ironbottom.options import OPTIONAL_RULES, rule_of
from ironbottom.vocabulary import TABLES, phrase, word
from ironbottom.windows import WINDOWS
from ironbottom.wire.orders import EVERY, MOST, MOST_CARDS, Does, StandingOrder

from ..rules.table_rules import TableRules
from ..sanitize import sanitize
from .menu import quoted
from .named_airplanes import fighters, found, listed_names

HIGHEST = 20
PLAIN_GAME = TableRules()  # without optional rules and battle
BEFORE = ("0", "0a")  # the game: there nobody may order anything
LAID_OUT, DRAWN = ("1", "2"), ("2a", "3")

USAGE = N_('Type {list}, {add}, {with_n}, {his}, {usual} or {clear}.')


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


PROPOSED: tuple[Does, ...] = (  # "default" is of older clients
    "pass-when-forced", "harmless", "none", "withdraw-at", "withdraw-damaged", "withdraw-carriers", "break-off",
    "intercept", "meet-escorts", "spread", "press-on", "stay-when-few",
)
NUMBERED = (  # with a number
    "withdraw-at", "withdraw-damaged", "withdraw-carriers", "break-off", "intercept", "stay-when-few",
)
OF_OLD = PROPOSED[:4]  # a whole game long, unless one says otherwise
NAMING = ("intercept", "meet-escorts")  # with the names of airplanes
KINDS = tuple([Kind(does, tuple(TABLES["order_for"].get(does, ()))) for does in PROPOSED])
ADD = re.compile(
    r"add ([1-9][0-9]?)(?: (?:at )?([0-9]{1,2}))?(?: (?:for )?windows? ([0-9]{1,2}(?:\.[0-9])?[ab]?|all))?"
    r"(?: with ([a-z][a-z, -]*?))?(?: in (his|my) turn)?"
)
REMOVE = re.compile(r"remove ([0-9]{1,2})")

Orders = tuple[StandingOrder, ...]
_TURNS: dict[str, Any] = {"his": "his", "my": "mine"}


class BadOrder(Exception):
    """What was typed is no order; one sentence."""


def order_text(order: StandingOrder) -> str:
    """An order as a sentence."""
    decides = _(WINDOWS[order.window].decides) if order.window in WINDOWS else phrase("order.unknown")
    where = _("window {window}, {what}").format(window=order.window, what=decides)
    if order.window == EVERY:
        where = _("all windows")
    text = phrase("order.where_what", where=where, what=word("orders", order.does))
    if order.does in NUMBERED:
        text = phrase("order.with_dice", order=text, n=order.n)
    if order.cards is not UNSET:
        text = phrase("order.named", order=text, cards=named_text(order.cards))
    return text if order.turn is UNSET else phrase(f"order.{order.turn}", order=text)


def named_text(cards: tuple[str, ...]) -> str:
    """Airplanes by their names; the fighters of both sides together by that word."""
    return phrase("order.fighters") if set(cards) == set(fighters()) else listed_names(cards)


def _cards(names: str) -> tuple[str, ...]:
    """The ids of airplanes that somebody typed, separated by commas."""
    ids: list[str] = []
    for name in [one.strip() for one in names.split(",") if one.strip()]:
        these = fighters() if name == "fighters" else found(name)
        if not these:
            raise BadOrder(_("There is no airplane {name}; cards lists them.").format(name=quoted(sanitize(name))))
        ids += [one for one in these if one not in ids]
    if not 1 <= len(ids) <= MOST_CARDS:
        raise BadOrder(_("An order names up to {most} airplanes, separated by commas.").format(most=MOST_CARDS))
    return tuple(ids)


def usual_orders() -> Orders:
    """What is proposed for the opponent's turn, once for a whole game; ships meet a landing by hand."""
    rows = [row.split() for row in TABLES["his_turn"]["rows"]]
    return tuple([_usual(window, does, int(n)) for window, does, n in rows])


def _usual(window: str, does: Any, n: int) -> StandingOrder:
    return StandingOrder(window, does, n, "his", fighters() if does in NAMING else UNSET)


def with_usual(orders: Orders) -> Orders:
    """Those that one has, and behind them the usual ones for the windows of his turn that none of them is for."""
    taken = {one.window for one in orders if one.turn is not UNSET or one.window != EVERY}
    both = (*orders, *[one for one in usual_orders() if one.window not in taken])
    if len(both) > MOST:
        raise BadOrder(phrase("order.room", most=MOST))
    return both


def windows_of(rules: TableRules) -> tuple[str, ...]:
    """The windows that can come at a table and for which something may be ordered, in the order of play.

    Some come with an optional rule alone (§23); where a battle says who lies where nobody sets up (§24.2), and without
    decks nobody draws (§24.3).  Twin of client/web/session/tables/standing.js.
    """
    said, battle = {rule_of(one) for one in rules.words}, rules.battle
    never = {*BEFORE, *[rule.opens for rule in OPTIONAL_RULES if rule.word not in said]}
    if battle is not None and not battle.whole:
        never |= {*LAID_OUT, *(() if battle.decks else DRAWN)}
    return tuple([one for one in WINDOWS if one not in never])


def given_lines(orders: Orders) -> list[str]:
    """Those in force, in the order in which they are tried."""
    lines = [phrase("order.yours")] if orders else [phrase("order.no_orders")]
    return lines + [f"  {i} {order_text(order)}" for i, order in enumerate(orders, 1)]


def possible_lines(rules: TableRules = PLAIN_GAME) -> list[str]:
    """Those that are possible at a table."""
    lines = [_("Possible orders:")]
    for i, kind in enumerate(KINDS, 1):
        windows = " ".join(kind.windows_at(rules)) if kind.windows else phrase("order.all")
        lines.append(_("  {n} {what}; windows: {windows}").format(n=i, what=kind.text, windows=windows))
    return [*lines, usage()]


def usage() -> str:
    return _(USAGE).format(
        list=quoted("orders"), add=quoted("orders add 2 window 9"), with_n=quoted("orders add 4 at 1 window 23"),
        his=quoted("orders add 8 at 2 window 20.2 with zeke in his turn"), usual=quoted("orders usual"),
        clear=quoted("orders clear"),
    )


def changed(words: str, orders: Orders, rules: TableRules = PLAIN_GAME) -> Orders:
    """The orders after a command, at a table that is played by these rules.  Raises BadOrder."""
    typed = " ".join(words.casefold().split())
    if typed == "clear":
        return ()
    if typed == "usual":
        return with_usual(orders)
    if removed := REMOVE.fullmatch(typed):
        n = int(removed[1])
        if not 1 <= n <= len(orders):
            raise BadOrder(_("You have {have} orders, no number {n}.").format(have=len(orders), n=n))
        return (*orders[: n - 1], *orders[n:])
    added = ADD.fullmatch(typed)
    if added is None:
        raise BadOrder(_("{typed} is no order. {usage}").format(typed=quoted(sanitize(typed[:40])), usage=usage()))
    order = _order(int(added[1]), int(added[2] or 0), added[3] or "all", rules)
    order = _told_apart(order, added[4], added[5])
    same = order.window, order.does, order.turn
    others = tuple([one for one in orders if (one.window, one.does, one.turn) != same])
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
    return StandingOrder(EVERY if window == "all" else window, kind.does, n if kind.does in NUMBERED else 0)


def _told_apart(order: StandingOrder, names: str | None, turn: str | None) -> StandingOrder:
    """The same, for the airplanes that are named and one of the two turns."""
    if names is not None and order.does not in NAMING:
        raise BadOrder(_("Airplanes are named in orders to intercept and to divide tasks alone."))
    cards = _cards(names) if names is not None else fighters() if order.does == "intercept" else None
    return replace(order, turn=_TURNS.get(turn or "", UNSET), cards=cards or UNSET)
