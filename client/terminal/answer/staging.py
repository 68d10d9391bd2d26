"""An answer while it is being put together.

Table, panel and keys all come here: each of these functions takes what is staged and gives what is staged then.
Nothing is legal but what the shape of the question offers.
"""

from __future__ import annotations

from typing import TypeVar

from ironbottom.questions import Answer, Assign, Choose, Move, Order, Pick, Place, Question, Value, unsaid

from ...text.question.menu import SWAP, defaults
from .offered import LOST, Offer, OfferedRow, Option, Touchpoint, alike, gives
from .places import fits, placed
from .staged import Fork, Staged, TouchFault, TouchMeaning
from .unsaid import silent, untold

T = TypeVar("T")


def begin(offer: Offer) -> Staged:
    """Nothing is staged yet but a default by which nothing is lost."""
    question, shape = offer.question, offer.shape
    chosen = [row.thing for row in offer.rows if isinstance(shape, Choose) and row.value == question.default]
    return Staged(
        offer,
        chosen=chosen[0] if chosen and question.harmless else None,
        picked=_default_picks(offer) if isinstance(shape, Pick) and question.harmless else (),
        order=tuple(defaults(offer.menu)) if isinstance(shape, Order) else (),
    )


def same(one: Question, other: Question) -> bool:
    """Whether two questions ask the same, whatever the odds are by now."""
    names = (
        "side", "window", "rule", "step", "cause", "about", "card", "line", "shape", "plays", "default", "harmless",
    )
    return one is other or all(getattr(one, name) == getattr(other, name) for name in names)


def rebased(staged: Staged, offer: Offer) -> Staged:
    """What is staged, for the same question put once more: names and odds may be others now."""
    if staged.offer.menu is offer.menu:
        return staged
    before = staged.before
    return staged._replace(offer=offer, fork=None, fault=None, before=before and before._replace(offer=offer))


def for_menu(staged: object, offer: Offer) -> Staged:
    """What is staged for a question: what was, if the same question still stands."""
    if isinstance(staged, Staged) and same(staged.question, offer.question):
        return rebased(staged, offer)
    return begin(offer)


def touch(staged: Staged, thing: Touchpoint) -> Staged:
    """A thing was clicked, on the table or in the list."""
    now = _settled(staged)
    row, play = row_of(now, thing), _play_of(now, thing)
    if now.held is not None and alike(now.held, thing):
        return now._replace(held=None)
    if play is not None and row is None:
        return playing(now, play.value)
    if isinstance(now.shape, Choose):
        return _chosen(now, row) if row else _refused(now, None, thing)
    if isinstance(now.shape, Pick):
        return _toggled(now, now.shape, row) if row else _refused(now, None, thing)
    return _taken(now, thing, row, play) if now.held is None else _joined(now, now.held, thing, clicked=True)


def drop(staged: Staged, start: Touchpoint, to: Touchpoint) -> Staged:
    """A thing was dragged onto another one."""
    now = _settled(staged)
    if isinstance(now.shape, Choose | Pick):
        about = start.kind == "token" and start.value in now.question.about
        row = row_of(now, to if about else start)
        return touch(now, row.thing) if row and row.thing not in now.picked else now
    ends = row_of(now, start), row_of(now, to)
    if isinstance(now.shape, Order) and ends[0] and ends[1]:
        return reordered(now, ends[0], now.order.index(int(str(ends[1].value))))
    return _joined(now._replace(held=start), start, to, clicked=False)


def give(staged: Staged, row: OfferedRow, option: Option) -> Staged:
    """Give a card a value; a whole step is to be sent."""
    now = _settled(staged)._replace(held=None)
    if option.answer is not None:
        return now._replace(step=option.answer, play=None)
    key, value = int(str(row.value)), option.value
    if isinstance(now.shape, Place) and value is not LOST and not fits(now.shape, now.given, key, value):
        return now._replace(fault=TouchFault("no-room", row, option.thing))
    return _changed(now, now._replace(given={**now.given, key: value}, play=None))


def give_all(staged: Staged, value: Value | None) -> Staged:
    """Give all cards a value, as far as it is among theirs."""
    shape, given = staged.shape, dict(staged.given)
    for row in sorted(staged.offer.rows, key=lambda row: int(str(row.value))) if gives(shape) else ():
        key = int(str(row.value))
        fitting = any(option.value == value for option in row.options)
        if isinstance(shape, Place) and value is not LOST:
            fitting = fitting and fits(shape, given, key, value)
        if fitting:
            given[key] = value
    now = _settled(staged)._replace(held=None)
    return _changed(now, now._replace(given=given, play=None))


def reordered(staged: Staged, row: OfferedRow, n: int) -> Staged:
    """Let a card act as the n-th (from 0), or a picked one lie there."""
    now = _settled(staged)
    if isinstance(now.shape, Pick):
        picked = _moved(now.picked, row.thing, n)
        return now if picked == now.picked else _changed(now, now._replace(picked=picked, play=None))
    if not isinstance(now.shape, Order):
        return now
    order = _moved(now.order, int(str(row.value)), n)
    return now if order == now.order else _changed(now, now._replace(order=order, play=None))


def saying(staged: Staged) -> Staged:
    """The player says it: none is picked, or the order may stand as it is."""
    now = _settled(staged)._replace(held=None)
    picked = () if isinstance(now.shape, Pick) else now.picked
    return _changed(now, now._replace(picked=picked, said=True, play=None))


def unready(staged: Staged) -> Staged:
    """An answer was to be given where none is whole yet: what is to be chosen is told."""
    return _settled(staged)._replace(held=None, fault=TouchFault("open", None, None))


def playing(staged: Staged, card: Value) -> Staged:
    """Play an event card instead of an answer, or rather not."""
    now = _settled(staged)
    return _changed(now, now._replace(held=None, play=None if now.play == card else card))


def hold(staged: Staged, row: OfferedRow | None) -> Staged:
    """Take a card, so that what it may be given is shown; None: put it down."""
    now = _settled(staged)
    return now._replace(held=None if row is None else row.thing)


def decide(staged: Staged, n: int) -> Staged:
    """One of the ways that a gesture may mean."""
    if staged.fork is None or not 0 <= n < len(staged.fork.ways):
        return _settled(staged)
    way = staged.fork.ways[n]
    now = _settled(staged)._replace(held=None)
    if way.play is not None:
        return playing(now, way.play)
    if way.row is not None and way.option is not None:
        return give(now, way.row, way.option)
    return now._replace(held=way.hold)


def undo(staged: Staged) -> Staged:
    """A step back: first what is only begun, then the last change."""
    if staged.fork or staged.fault:
        return _settled(staged)
    if staged.held is not None:
        return staged._replace(held=None)
    return staged.before or staged


def clear(staged: Staged) -> Staged:
    """Everything as it was at the beginning; this can be taken back too."""
    first, now = begin(staged.offer), _settled(staged)._replace(held=None)
    return _changed(now, first) if is_changed(now) else now


def can_undo(staged: Staged) -> bool:
    """Whether there is something to take back here, before anything was sent."""
    return bool(staged.before is not None or staged.held is not None or staged.fork or staged.fault)


def is_changed(staged: Staged) -> bool:
    """Whether anything differs from how the question began."""
    first = begin(staged.offer)
    now = (staged.chosen, staged.picked, dict(staged.given), staged.order, staged.said, staged.play)
    return now != (first.chosen, first.picked, {}, first.order, False, None)


def complete(staged: Staged) -> Answer | None:
    """The answer, if what is staged is one; steps are answers as soon as they are whole."""
    shape = staged.shape
    if staged.play is not None:
        return ("play", staged.play) if not isinstance(staged.play, tuple) else None
    if isinstance(shape, Move):
        return staged.step
    if isinstance(shape, Choose):
        row = row_of(staged, staged.chosen)
        return None if row is None else row.value
    if silent(staged):
        return None
    if isinstance(shape, Pick):
        rows = [row for thing in staged.picked if (row := row_of(staged, thing)) is not None]
        return tuple([row.value for row in rows]) if shape.least <= len(rows) <= shape.most else None
    values = values_now(staged)
    if untold(staged, values) is not None or left_out(staged) is not None:
        return None
    put: dict[int, Value] = {key: value for key, value in values.items() if value is not None}
    return tuple([(key, put[key]) for key in staged.order]) if isinstance(shape, Order) else put


def values_now(staged: Staged) -> dict[int, Value | None]:
    """What each card is given as things stand, as far as something was said of it, or nothing need be said; in a
    question of places None: it finds none.
    """
    shape, usual = staged.shape, unsaid(staged.question)
    if isinstance(shape, Place):
        return placed(shape, staged.given, usual)
    if silent(staged) and isinstance(shape, Assign | Order):
        return {key: value for key, value in usual.items() if len(shape.choices[key]) == 1}
    return {**usual, **staged.given}


def left_out(staged: Staged) -> OfferedRow | None:
    """A card that finds no place although there is room."""
    shape = staged.shape
    if not isinstance(shape, Place):
        return None
    values = values_now(staged)
    for row in staged.offer.rows:
        key = int(str(row.value))
        if values[key] is LOST and any(fits(shape, values, key, place) for place in shape.choices[key]):
            return row
    return None


def row_of(staged: Staged, thing: Touchpoint | None) -> OfferedRow | None:
    """The row that a thing is; of cards that are alike the very one, or else the first."""
    if thing is None:
        return None
    like = [row for row in staged.offer.rows if alike(row.thing, thing)]
    return next((row for row in like if row.thing == thing), like[0] if like else None)


def on_table(staged: Staged, thing: Touchpoint) -> Touchpoint:
    """A card of the hand that was touched there, where copies are not told apart: one that is still to be had, or else
    the one that was picked last."""
    like = [row.thing for row in staged.offer.rows if alike(row.thing, thing)]
    fresh = [one for one in like if one not in staged.picked]
    picked = [one for one in staged.picked if one in like]
    return fresh[0] if fresh else picked[-1] if picked else thing


def meetings(staged: Staged, start: Touchpoint, to: Touchpoint) -> list[TouchMeaning]:
    """What two things can mean together: one as what the other may be given, or the other way round.

    Two that change places mean the same from either end.
    """
    found: dict[object, TouchMeaning] = {}
    for card, target in ((start, to), (to, start)):
        row = row_of(staged, card)
        for option in row.options if row is not None else ():
            if alike(option.thing, target):
                found.setdefault(SWAP if option.verb == SWAP else len(found), TouchMeaning(row, option))
    return list(found.values())


def _settled(staged: Staged) -> Staged:
    return staged._replace(fork=None, fault=None, step=None) if staged.fork or staged.fault or staged.step else staged


def _changed(staged: Staged, now: Staged) -> Staged:
    return now._replace(before=staged._replace(held=None))


def _refused(staged: Staged, row: OfferedRow | None, thing: Touchpoint) -> Staged:
    return staged._replace(held=None, fault=TouchFault("not-for" if row else "not-asked", row, thing))


def _taken(now: Staged, thing: Touchpoint, row: OfferedRow | None, play: OfferedRow | None) -> Staged:
    """Nothing is held: take a card, or a target that cards can be brought to."""
    if row is not None and play is not None:  # it can be played as an event as well as in a step
        ways = TouchMeaning(play=play.value), TouchMeaning(hold=row.thing)
        return now._replace(held=row.thing, fork=Fork(thing, thing, ways))
    if row is not None:
        return now._replace(held=row.thing, play=None)
    aimed = gives(now.shape) or isinstance(now.shape, Move)
    target = aimed and any(alike(option.thing, thing) for one in now.offer.rows for option in one.options)
    return now._replace(held=thing) if target else _refused(now, None, thing)


def _joined(now: Staged, held: Touchpoint, thing: Touchpoint, *, clicked: bool) -> Staged:
    """Two things come together: it means one thing, several, or nothing."""
    found = meetings(now, held, thing)
    row, mine = row_of(now, thing), row_of(now, held)
    if not found:
        if clicked and (row or not mine):  # then that one is meant
            return _taken(now, thing, row, None)
        return _refused(now, mine or row, thing if mine else held)
    forward = [way for way in found if way.row is mine]
    ways = found if clicked or not forward else forward
    if clicked and row and mine:  # another card was clicked: perhaps it is meant alone
        ways = [*ways, TouchMeaning(hold=row.thing)]
    if len(ways) > 1:
        return now._replace(fork=Fork(held, thing, tuple(ways)))
    first, option = ways[0].row, ways[0].option
    if first is None or option is None:
        return now
    after = give(now, first, option)
    return after if mine or after.fault or after.step else after._replace(held=held)  # one target for several in turn


def _chosen(now: Staged, row: OfferedRow) -> Staged:
    there = now.chosen == row.thing and now.play is None
    return now if there else _changed(now, now._replace(chosen=row.thing, play=None))


def _toggled(now: Staged, shape: Pick, row: OfferedRow) -> Staged:
    picked = now.picked
    if row.thing in picked:
        left = tuple([one for one in picked if one != row.thing])
        return _changed(now, now._replace(picked=left, said=False, play=None))
    if len(picked) < shape.most:
        return _changed(now, now._replace(picked=(*picked, row.thing), said=False, play=None))
    if shape.least == shape.most > 0:
        return _changed(now, now._replace(picked=(*picked[1:], row.thing), play=None))
    return now._replace(fault=TouchFault("full", row, row.thing))


def _play_of(staged: Staged, thing: Touchpoint) -> OfferedRow | None:
    return next((play for play in staged.offer.plays if alike(play.thing, thing)), None)


def _default_picks(offer: Offer) -> tuple[Touchpoint, ...]:
    """The rows of the default; one that stands there twice is picked twice."""
    left, picks = list(offer.rows), []
    default = offer.question.default
    for value in default if isinstance(default, tuple) else ():
        row = next(row for row in left if row.value == value)
        left.remove(row)
        picks.append(row.thing)
    return tuple(picks)


def _moved(row: tuple[T, ...], one: T, n: int) -> tuple[T, ...]:
    """A row with one of its members as the n-th."""
    if one not in row:
        return row
    rest = [other for other in row if other != one]
    at = max(0, min(n, len(rest)))
    return (*rest[:at], one, *rest[at:])
