"""How a question is answered by typing: the last lines of it, with an example that may really be typed."""

from __future__ import annotations

from ironbottom.language import _
from ironbottom.questions import STAY, Assign, Choose, Move, Order, Pick, Place, Shape, unsaid

from ..naming import Naming
from .menu import Menu, events, heading, is_empty, menu_kind, quoted, reference, rows, said


def question_lines(menu: Menu, naming: Naming) -> list[str]:
    """The whole question: what and why, what may be answered, how to type it."""
    return [*heading(menu, naming), *rows(menu), *events(menu), *how_to(menu)]


def how_to(menu: Menu) -> list[str]:
    """How this question is answered, with an example."""
    shape = menu.shape
    if is_empty(menu):
        return [_("Enter passes; a number plays a card.") if menu.plays else _("Enter goes on.")]
    if isinstance(shape, Move):
        return [_("Type a step, for example {example}; one step at a time.").format(example=quoted(example(menu)))]
    text = _by_hand(menu, shape)
    if not menu.question.harmless:
        stays = isinstance(shape, Assign) and STAY in unsaid(menu.question).values()
        return [(_("{how}; who is not named stays.") if stays else _("{how}.")).format(how=text)]
    if isinstance(shape, Choose):
        return [_("{how}; Enter takes the default.").format(how=text)]
    if isinstance(shape, Pick):
        return [_("{how}; Enter: {default}.").format(how=text, default=said(menu, menu.question.default))]
    return [_("{how}; who is not named gets the default. Enter: all by default.").format(how=text)]


def _by_hand(menu: Menu, shape: Shape) -> str:
    """What is typed."""
    if isinstance(shape, Choose):
        return _("Type a number")
    if isinstance(shape, Pick) and shape.least == shape.most:
        return _("Type {n} of the numbers in the order in which they go, the last on top").format(n=shape.least)
    if isinstance(shape, Pick):
        return _("Type numbers, {all} or {none}").format(all=quoted("all"), none=quoted("none"))
    if isinstance(shape, Order):
        text = _("Type cards in their order, each with its letter, for example {example}")
    elif isinstance(shape, Place) and not menu.question.harmless:
        text = _("Type numbers with letters, {lost} for who is lost, for example {example}")
    elif untold(menu):
        text = _("Type a letter for each number, or {all}, for example {example}")
    else:
        text = _("Type numbers with letters, for example {example}, or {all}")
    every = quoted(f"all {menu.letter_of(menu.values[0].value)}") if menu.values else ""
    if isinstance(shape, Assign) and all(STAY in values for values in shape.choices.values()):
        every = quoted("none")
    return text.format(example=quoted(example(menu)), lost=quoted("lost"), all=every)


def untold(menu: Menu) -> list[int]:
    """The cards that have to be told something: nothing is given to them unsaid."""
    shape, given = menu.shape, unsaid(menu.question)
    return [] if not isinstance(shape, Assign | Order) else [key for key in shape.choices if key not in given]


def example(menu: Menu) -> str:
    """Something that may really be typed."""
    shape = menu.shape
    if isinstance(shape, Move):
        for verb, things in shape.steps.items():
            for thing, targets in things.items():
                step = f"{verb} {menu.place(menu_kind(thing), thing) + 1}"
                return f"{step} {reference(menu, verb, targets[0])}" if targets else step
        return shape.words[0]
    if isinstance(shape, Place) and not menu.question.harmless:
        return " ".join([f"{i} lost" for i, one in enumerate(menu.things, 1) if one.value not in unsaid(menu.question)])
    if isinstance(shape, Assign | Order | Place):
        return _pairs_typed(menu, shape)
    if isinstance(shape, Pick):
        return " ".join(map(str, range(1, shape.least + 1))) or "none"
    return "1"


def _pairs_typed(menu: Menu, shape: Assign | Order | Place) -> str:
    """As many pairs as have to be typed, two at least where there are two."""
    open_ = untold(menu)
    pairs = [
        f"{i}{menu.letter_of(tuple(options)[-1])}"
        for i, (key, options) in enumerate(shape.choices.items(), 1)
        if options and (not open_ or key in open_)
    ]
    several = isinstance(shape, Order) and len(pairs) > 1
    shown = pairs if open_ else pairs[:2]
    return " ".join(reversed(shown) if several else shown) or "default"
