"""What is to be said of a question of which nothing has been said: the same words in every client (§20.6)."""

from __future__ import annotations

from ironbottom.language import _
from ironbottom.questions import STAY, Assign, Choose, Order, Pick, Place, Question


def wanted(question: Question) -> str:
    """What has to be chosen, where the default may lose something and nothing is proposed."""
    shape = question.shape
    if isinstance(shape, Choose):
        return _("choose one of the answers first")
    if isinstance(shape, Pick):
        return pick_so_many(shape, 0) if shape.least else _("pick one or more, or say that it is none of them")
    if isinstance(shape, Place):
        return _("say who is lost: not all find a place")
    if not isinstance(shape, Assign | Order):
        return _("choose a step, or end the segment")
    if any(STAY in values for values in shape.choices.values()):
        return _("say who goes where, or that all stay")
    forced = all(len(values) == 1 for values in shape.choices.values())
    return _("change their order, or say that it may stand") if forced else _("say what each card gets")


def pick_so_many(shape: Pick, found: int) -> str:
    """How many are to be picked, and how many are."""
    between = _("{least} to {most}").format(least=shape.least, most=shape.most)
    number = shape.least if shape.least == shape.most else between
    return _("pick {number}, not {found}").format(number=number, found=found)
