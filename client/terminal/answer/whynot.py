"""Why something cannot be done, as far as the shape of the question tells; in its words (ironbottom/questions.py)."""

from __future__ import annotations

from ironbottom.language import _
from ironbottom.phrases import line_name, listed
from ironbottom.questions import Choose, Move, Pick, Place
from ironbottom.vocabulary import phrase
from ironbottom.words import Line

from ...text.naming import Naming
from ...text.question.nothing_said import pick_so_many, wanted
from ...text.situation import meaning
from .offered import Offer, OfferedRow, Option, Touchpoint, alike
from .staged import Staged
from .staging import left_out, values_now
from .unsaid import silent, untold

MOST = 6  # values that are named


def fault_text(staged: Staged, naming: Naming | None = None) -> str:
    """Why the last touch did nothing; "" where it did something."""
    fault = staged.fault
    if fault is None:
        return ""
    if fault.why == "open":
        return phrase("refused.not_yet", why=missing(staged))
    if fault.why == "full" and isinstance(staged.shape, Pick):
        return pick_so_many(staged.shape, staged.shape.most + 1)
    name = thing_name(staged.offer, fault.thing, naming)
    if fault.why == "not-for" and fault.row is not None and fault.thing is not None:
        return not_for(staged.offer, fault.row, fault.thing, naming)
    if fault.why == "no-room" and fault.row is not None:
        return phrase("refused.no_room", place=name, card=fault.row.name)
    return phrase("refused.not_asked", card=name)


def missing(staged: Staged) -> str:
    """Why what is staged is no answer yet; "" where it is one."""
    shape = staged.shape
    if staged.play is not None:
        return ""
    if isinstance(shape, Move):
        return _("choose a step, or end the segment with E E")
    if isinstance(shape, Choose):
        return wanted(staged.question) if staged.chosen is None else ""
    if isinstance(shape, Pick) and not shape.least <= len(staged.picked) <= shape.most:
        return pick_so_many(shape, len(staged.picked))
    if silent(staged):
        return wanted(staged.question)
    return "" if isinstance(shape, Pick) else _still_open(staged)


def _still_open(staged: Staged) -> str:
    """A card that must be told something, or that has been told what it may not be."""
    row = untold(staged, values_now(staged))
    if row is not None and isinstance(staged.shape, Place):
        return phrase("refused.no_place", card=row.name)
    if row is not None:
        values = _named([option.name for option in row.options])
        return phrase("refused.no_value", key=row.name, values=values)
    row = left_out(staged)
    if row is None:
        return ""
    return phrase("refused.left_out", card=row.name)


def mistaken(staged: Staged) -> str:
    """What is wrong with an answer that is begun; that something has still to be said is no mistake, nor that a segment
    goes on.
    """
    stepwise = isinstance(staged.shape, Move) and staged.play is None
    waits = silent(staged) or untold(staged, values_now(staged)) is not None
    return "" if staged.before is None or stepwise or waits else missing(staged)


def not_for(offer: Offer, row: OfferedRow, thing: Touchpoint, naming: Naming | None = None) -> str:
    """Why a thing is not a target of a row."""
    options = [option for option in row.options if option.thing.kind != "lost" and not is_verb(option)]
    of_kind = [option for option in options if option.thing.kind == thing.kind]
    options = of_kind or options  # lines for a line, cards for a card
    if not options:
        return phrase("refused.nowhere", card=row.name)
    values = _named([option.name for option in options])
    return phrase("refused.not_for", key=row.name, value=thing_name(offer, thing, naming), values=values)


def _named(names: list[str]) -> str:
    """Some of the values that a card may be given."""
    each = list(dict.fromkeys(names))
    return listed(each[:MOST]) + (phrase("refused.and_more") if len(each) > MOST else "")


def is_verb(option: Option) -> bool:
    """Whether it is a step without a target."""
    return bool(option.verb) and option.value == option.verb


def thing_name(offer: Offer, thing: Touchpoint | None, naming: Naming | None = None) -> str:
    """The name of anything that can be touched, also of what is not asked about."""
    if thing is None:
        return ""
    known: list[OfferedRow | Option] = [*offer.rows, *offer.values, *offer.plays]
    for one in known:
        if alike(one.thing, thing):
            return one.name
    if thing.kind == "line" and thing.value in tuple(Line):
        return line_name(Line(int(str(thing.value))))
    if naming is not None and thing.kind == "token":
        return naming.token(int(str(thing.value)))
    if naming is not None and thing.kind == "card":
        return naming.card(str(thing.value))
    return meaning(offer.question.step, str(thing.value)) if thing.kind == "word" else _("this")
