"""The foot of the question's panel: the buttons with their keys, and what each of them does now."""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.language import _
from ironbottom.questions import Choose, Move, Pick
from ironbottom.vocabulary import phrase

from ...text.card_text import width
from ...text.table_text import capital
from ..answer.cursor import Stop, enter_does, is_open
from ..answer.staged import Staged
from ..answer.staging import can_undo, complete, is_changed
from .not_again import can_say
from .pieces import Line, ShownQuestion, StyledText


def foot_of(shown: ShownQuestion, columns: int, most: int) -> list[Line]:
    """The buttons with their keys, as they fit."""
    lines: list[list[StyledText]] = [[]]
    used = 0
    for key, word, style, stop in buttons(shown):
        long = width(key) + width(word) + 4
        if used + long > columns and lines[-1]:
            if len(lines) == most:
                break
            lines.append([])
            used = 0
        sign = "off" if style == "off" else "bold"
        lines[-1] += [StyledText("[" + key, sign, stop), StyledText(f" {word}]", style, stop), StyledText(" ")]
        used += long
    return [tuple(line) for line in lines]


def buttons(shown: ShownQuestion) -> Iterator[tuple[str, str, str, Stop]]:
    """The keys that do something now: sign, word, style, what a click on it means."""
    staged, offer = shown.staged, shown.offer
    stepwise = isinstance(staged.shape, Move) and staged.play is None
    does = enter_does(staged, shown.cursor, pointed=shown.pointed)
    if does == "act":
        yield _("Enter"), _act_word(shown), "", shown.cursor
    elif not stepwise:
        yield _("Enter"), _confirm_word(staged), "chosen" if does else "off", Stop("confirm")
    if does == "act" and not stepwise and staged.fork is None and complete(staged) is not None:
        yield "^S", _confirm_word(staged), "chosen", Stop("confirm")
    if stepwise:
        yield "E E", _("End the segment"), "chosen" if staged.question.harmless else "", Stop("end")
    if can_say(staged):
        yield "A", _("Not again"), "", Stop("again")
    if can_undo(staged):
        yield _("Esc"), _("Undo"), "", Stop("undo")
    elif "undo" in offer.words:
        yield "⌫" if not shown.signs.plain else "Bksp", _("Step back"), "", Stop("undo")
    if is_changed(staged):
        yield "^R", _("Start again"), "", Stop("clear")


def _act_word(shown: ShownQuestion) -> str:
    staged, cursor = shown.staged, shown.cursor
    if cursor.what == "play":
        return _("Play it first")
    if cursor.what in ("option", "all-option"):
        return _("Do it") if isinstance(staged.shape, Move) else _("Give it")
    if cursor.what == "way":
        return _("This one")
    if isinstance(staged.shape, Choose) or cursor.what == "none":
        return _("Choose")
    if isinstance(staged.shape, Pick):
        return _("Pick")
    opened = cursor.what == "row" and is_open(staged, shown.offer.rows[cursor.n])
    return _("Close") if opened else _("Open")


def _confirm_word(staged: Staged) -> str:
    if staged.play is not None:
        play = next(one for one in staged.offer.plays if one.value == staged.play)
        return capital(phrase("asked.play", card=play.name))
    return _("Go on") if staged.offer.empty else _("Confirm")
