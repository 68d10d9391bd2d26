"""One sentence for an answer: the roll, the table, the row and what it says."""

from __future__ import annotations

from ironbottom.language import _
from ironbottom.questions import Answer

from .counting import FACTS, KINDS
from .desk import Desk, Ruling
from .sheet import INTENTIONS, ORDERS, TITLES
from .tables import FACES, TableRow


def told(desk: Desk, decision: Ruling, answer: Answer) -> str:
    """Why, in the reader's language."""
    found = decision.found
    text = _("{roll}; {table} table, row {row}: {what}.")
    if answer != decision.answer:
        text = _("{roll}; not by the {table} table, whose row {row} says: {what}.")
    table, row = found
    return text.format(roll=rolled(desk), table=_(TITLES[table]), row=row.number, what=said(table, row))


def rolled(desk: Desk) -> str:
    """The die of the turn, and what it stands for."""
    if desk.intention:
        return _("Intention {n}, {word}").format(n=desk.roll, word=_(INTENTIONS[desk.intention]))
    if desk.seen.question.side is desk.seen.view.phasing or desk.seen.view.turn < 1:
        return _("Roll {n}").format(n=desk.roll)
    return _("Alertness {n}").format(n=desk.roll)


def said(table: str, row: TableRow) -> str:
    """A row as one line: what must hold, and what is done."""
    conditions = ", ".join(when(row))
    order = ordered(table, row)
    return _("{when}: {order}").format(when=conditions, order=order) if conditions else order


def ordered(table: str, row: TableRow) -> str:
    return _(ORDERS[table][row.do]).format(n=row.n)


def when(row: TableRow) -> list[str]:
    """The conditions of a row, without its roll."""
    found = [_(" or ").join([_(INTENTIONS[word]) for word in row.intentions])] if row.intentions else []
    if row.kinds:
        found.append(_(" or ").join([_(KINDS[kind].words) for kind in row.kinds]))
    return [*found, *[f"{_(FACTS[b.fact].words)} {SIGN[b.sign]} {b.n}" for b in row.bounds]]


def faces(row: TableRow) -> str:
    """The faces of the die with which a row fits; "" where any does."""
    if row.roll == FACES:
        return ""
    least, most = row.roll
    return str(least) if least == most else f"{least}–{most}"


SIGN = {">=": "≥", "<=": "≤", "=": "="}
