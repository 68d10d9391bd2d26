"""Why something cannot be done, as far as the shape of the question tells; in its words (ironbottom/questions.py)."""

from __future__ import annotations

from ironbottom.language import _
from ironbottom.phrases import LINE_NAMES
from ironbottom.questions import Pick
from ironbottom.words import Line

from ..plain.naming import Naming
from ..plain.wording import line_name, listed, meaning
from .offered import Offer, Option, Row, Thing, alike
from .staging import Staged, left_out

MOST = 6  # values that are named


def fault_text(staged: Staged, naming: Naming | None = None) -> str:
    """Why the last touch did nothing; "" where it did something."""
    fault = staged.fault
    if fault is None:
        return ""
    if fault.why == "full" and isinstance(staged.shape, Pick):
        return _pick_so_many(staged.shape, staged.shape.most + 1)
    name = thing_name(staged.offer, fault.thing, naming)
    if fault.why == "not-for" and fault.row is not None and fault.thing is not None:
        return not_for(staged.offer, fault.row, fault.thing, naming)
    if fault.why == "no-room" and fault.row is not None:
        return _("{place} has no room left for {card}").format(place=name, card=fault.row.name)
    return _("{card} is not among the answers").format(card=name)


def missing(staged: Staged) -> str:
    """Why what is staged is no answer yet; "" where it is one, or where none is awaited."""
    shape = staged.shape
    if isinstance(shape, Pick) and not shape.least <= len(staged.picked) <= shape.most:
        return _pick_so_many(shape, len(staged.picked))
    row = left_out(staged)
    if row is None:
        return ""
    return _("{card} may not be left out while a place in its range has room (R-26)").format(card=row.name)


def not_for(offer: Offer, row: Row, thing: Thing, naming: Naming | None = None) -> str:
    """Why a thing is not a target of a row."""
    options = [option for option in row.options if option.thing.kind != "lost" and not is_verb(option)]
    of_kind = [option for option in options if option.thing.kind == thing.kind]
    options = of_kind or options  # lines for a line, cards for a card
    if not options:
        return _("{card} can go nowhere here").format(card=row.name)
    names = list(dict.fromkeys([option.name for option in options]))
    values = listed(names[:MOST]) + (_(", ...") if len(names) > MOST else "")
    return _("{key} cannot be given {value}; choose one of {values}").format(
        key=row.name, value=thing_name(offer, thing, naming), values=values
    )


def is_verb(option: Option) -> bool:
    """Whether it is a step without a target."""
    return bool(option.verb) and option.value == option.verb


def thing_name(offer: Offer, thing: Thing | None, naming: Naming | None = None) -> str:
    """The name of anything that can be touched, also of what is not asked about."""
    if thing is None:
        return ""
    known: list[Row | Option] = [*offer.rows, *offer.values, *offer.plays]
    for one in known:
        if alike(one.thing, thing):
            return one.name
    if thing.kind == "line" and thing.value in [int(line) for line in LINE_NAMES]:
        return line_name(Line(int(str(thing.value))))
    if naming is not None and thing.kind == "token":
        return naming.token(int(str(thing.value)))
    if naming is not None and thing.kind == "card":
        return naming.card(str(thing.value))
    return meaning(offer.question.step, str(thing.value)) if thing.kind == "word" else _("this")


def _pick_so_many(shape: Pick, found: int) -> str:
    between = _("{least} to {most}").format(least=shape.least, most=shape.most)
    return _("pick {number}, not {found}").format(
        number=shape.least if shape.least == shape.most else between, found=found
    )
