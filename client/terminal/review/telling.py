"""What is read beside the list: luck and skill, and one decision in full."""

from __future__ import annotations

from collections.abc import Iterator

from rich.style import Style
from rich.text import Text

from ironbottom.language import _
from ironbottom.phrases import listed

from ...text.card_text import width
from ...text.question.odds import percent
from ..drawing.reading import folded
from ..state.model import UiState
from .told import ShownDecision, ShownReview

BAR = 10  # cells of a change of 50 %


def change(amount: float) -> str:
    """A change of a chance, with its sign."""
    return _("{n} %").format(n=f"{100 * amount + 0.0:+.1f}".replace("-0.0", "+0.0"))


def account(review: ShownReview, room: int) -> Text:
    """start + luck + skill = result, for the US, with a bar for each."""
    found, names = review.account, review.words
    rows = [(_("start"), percent(found.start), "")]
    rows += [(_("luck: {kind}").format(kind=names.luck[kind]), change(n), bar(n)) for kind, n in found.luck.items()]
    own = _("decisions of {side}")
    rows += [(own.format(side=names.sides[side]), change(n), bar(n)) for side, n in found.skill.items()]
    rows.append((_("result"), percent(found.result), ""))
    text = Text(_("Luck and skill, for the US") + "\n", Style(bold=True))
    wide = max([width(row[0]) for row in rows])
    for name, figure, drawn in rows:
        line = f"{name}{' ' * (wide - width(name))} {figure:>8} {drawn}"
        text.append(line.rstrip() + "\n", Style())
    adjusted = min(1.0, max(0.0, found.without_luck))
    without = _("Without luck: US {us}, Japan {jp}").format(us=percent(adjusted), jp=percent(1 - adjusted))
    text.append("\n" + "\n".join(folded(without, room)) + "\n")
    signs = _("In the curve: u, j: what the US, what Japan could know; ✶: something was lost; ▲: here.")
    return text.append("\n" + "\n".join(folded(signs, room)))


def bar(amount: float) -> str:
    """A change as a bar to the left or right of its middle."""
    cells = min(BAR, round(2 * BAR * abs(amount)))
    left, right = ("█" * cells, "") if amount < 0 else ("", "█" * cells)
    return f"{left:>{BAR}}│{right}"


def decision(ui: UiState, review: ShownReview, one: ShownDecision, room: int, *, truth: bool) -> Text:
    """One decision in full, a paragraph each."""
    text = Text()
    side = review.words.sides[one.side]
    title = _("{turn}, {side}, {window}").format(turn=one.words.turn, side=side, window=one.words.window)
    text.append("\n".join(folded(title, room)) + "\n", Style(bold=True))
    for paragraph in _paragraphs(review, one, truth=truth):
        text.append("\n".join(folded(paragraph, room)) + "\n")
    return text


def _paragraphs(review: ShownReview, one: ShownDecision, *, truth: bool) -> Iterator[str]:
    words, known = one.words, one.known
    if words.given:
        yield f"[{words.given}]"
    if words.better:
        yield _("gave away {loss}").format(loss=words.loss)
    yield _("Did: {what}").format(what=words.did)
    yield f"  {words.why_did}"
    if words.better:
        yield _("Better: {what}").format(what=words.better)
        yield f"  {words.why_better}"
        text = _("In {n} games that look like this one it wins {chance}, and the better answer {best}.")
        yield text.format(n=known.worlds, chance=percent(known.chance), best=percent(known.best))
    else:
        yield _("Nothing better was found.")
    if words.again:
        yield _("The same was given away again: {turns}").format(turns=listed(list(words.again)))
    if truth:
        yield _("What was really there:")
        yield from [f"  {there}" for there in words.there]
        if one.truth is not None:
            text = _("In the real position it wins {chance}, and the better answer {best} (± {error}).")
            error = _("{n} %").format(n=f"{100 * one.truth.error:.1f}")
            yield text.format(chance=percent(one.truth.chance), best=percent(one.truth.best), error=error)
