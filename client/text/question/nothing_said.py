"""What is to be said of a question of which nothing has been said: the same words in every client (§20.6)."""

from __future__ import annotations

from ironbottom.language import _
from ironbottom.questions import STAY, Assign, Choose, Order, Pick, Place, Question
from ironbottom.vocabulary import phrase


def wanted(question: Question) -> str:
    """What has to be chosen, where the default may lose something and nothing is proposed."""
    shape = question.shape
    if isinstance(shape, Choose):
        return phrase("refused.choose_first")
    if isinstance(shape, Pick):
        return pick_so_many(shape, 0) if shape.least else phrase("refused.pick_first")
    if isinstance(shape, Place):
        return phrase("refused.place_first")
    if not isinstance(shape, Assign | Order):
        return _("choose a step, or end the segment")
    if any(STAY in values for values in shape.choices.values()):
        return phrase("refused.send_first")
    forced = all(len(values) == 1 for values in shape.choices.values())
    return phrase("refused.order_first") if forced else phrase("refused.give_first")


def pick_so_many(shape: Pick, found: int) -> str:
    """How many are to be picked, and how many are."""
    between = phrase("refused.between", least=shape.least, most=shape.most)
    number = shape.least if shape.least == shape.most else between
    return phrase("refused.so_many", number=number, found=found)
