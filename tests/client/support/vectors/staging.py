"""How touches become an answer: questions, what is done to them, and what each act changes of what is staged."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from ironbottom.client.terminal.answer.offered import Offer, OfferedRow, Option, Touchpoint, gives, offer_of
from ironbottom.client.terminal.answer.staged import Staged
from ironbottom.client.terminal.answer.staging import (
    begin,
    can_undo,
    clear,
    complete,
    decide,
    drop,
    give,
    give_all,
    hold,
    playing,
    reordered,
    saying,
    touch,
    undo,
    unready,
)
from ironbottom.questions import Order, Pick
from tests.client.plain.questions import menu_at
from tests.client.support.vectors import plain
from tests.client.terminal.question.test_staging import SMALL
from tests.client.terminal.support.asked import asked

ACTS, GAME, EVERY = 40, 2, 23  # in each case; of a whole game every so-many-th question
STRANGE = (Touchpoint("token", 1), Touchpoint("line", 0), Touchpoint("word", "pass"))
SIGNS = {"token": "t", "line": "l", "amount": "n"}


def cases() -> Iterator[Any]:
    """A few laid questions of each shape, and some of a game."""
    for n, (name, (lay, side)) in enumerate(SMALL.items()):
        yield case(name, offer_of(menu_at(lay(), side)), Random(n))
    for n, one in enumerate(asked(GAME)):
        if n % EVERY == 0:
            yield case(f"question {n} of game {GAME}", one.offer, Random(n))


def case(name: str, offer: Offer, rng: Random) -> dict[str, Any]:
    """A question, and what a person did who touches this and that."""
    staged = begin(offer)
    acts: list[Any] = []
    last = told(staged)
    after = [last]
    for _ in range(ACTS):
        act = chosen(staged, rng)
        acts.append(act)
        staged = done(staged, act)
        now = told(staged)
        after.append({name: value for name, value in now.items() if value != last[name]})
        last = now
        staged = staged._replace(step=None)  # it is sent at once
    return {"name": name, "question": plain(offer.question), "acts": acts, "after": after}


def chosen(staged: Staged, rng: Random) -> list[Any]:
    """Something that a person may do, in words that both can read; mostly a touch."""
    offer = staged.offer
    about = [Touchpoint("token", token) for token in offer.question.about]
    options = [option.thing for option in offer.values]
    things = [*[row.thing for row in (*offer.rows, *offer.plays)], *options, *about, *STRANGE]
    a, b = rng.choice(things), rng.choice(things)
    rows = [row for row in offer.rows if row.options]
    possible: list[list[Any]] = [["touch", spelt(a)]] * 8 + [["drop", spelt(a), spelt(b)]] * 3
    possible += [["undo"], ["undo"], ["decide", rng.randrange(3)], ["saying"], ["clear"], ["unready"]]
    if rows:
        row = rng.choice(rows)
        option = rng.choice(row.options)
        possible += [["give", spelt(row.thing), spelt(option.thing), option.verb], ["hold", spelt(row.thing)]]
    if gives(offer.shape) and offer.values:
        possible.append(["give all", spelt(rng.choice(offer.values).thing)])
    if isinstance(offer.shape, Order | Pick) and offer.rows:
        possible.append(["reordered", spelt(rng.choice(offer.rows).thing), rng.randrange(len(offer.rows))])
    if offer.plays:
        possible.append(["playing", offer.plays[0].value])
    return rng.choice(possible)


def done(staged: Staged, act: list[Any]) -> Staged:
    """What is staged after it."""
    match act:
        case ["touch", thing]:
            return touch(staged, known(staged.offer, thing))
        case ["drop", start, to]:
            return drop(staged, known(staged.offer, start), known(staged.offer, to))
        case ["give", thing, other, verb]:
            row = row_at(staged.offer, thing)
            return give(staged, row, next(one for one in row.options if (spelt(one.thing), one.verb) == (other, verb)))
        case ["give all", thing]:
            return give_all(staged, next(one for one in staged.offer.values if spelt(one.thing) == thing).value)
        case ["hold", thing]:
            return hold(staged, row_at(staged.offer, thing))
        case ["reordered", thing, n]:
            return reordered(staged, row_at(staged.offer, thing), n)
        case ["playing", card]:
            return playing(staged, card)
        case ["decide", n]:
            return decide(staged, n)
        case [word]:
            return {"undo": undo, "saying": saying, "clear": clear, "unready": unready}[word](staged)
    raise AssertionError(act)


def told(staged: Staged) -> dict[str, Any]:
    """What is staged, as both say it."""
    names = {row.thing: spelt(row.thing) for row in staged.offer.rows}
    found: dict[str, Any] = plain({
        "held": staged.held and spelt(staged.held),
        "chosen": staged.chosen and names[staged.chosen],
        "picked": [names[thing] for thing in staged.picked],
        "given": dict(staged.given),
        "order": staged.order,
        "said": staged.said,
        "play": staged.play,
        "step": staged.step,
        "ways": len(staged.fork.ways) if staged.fork else 0,
        "fault": staged.fault.why if staged.fault else "",
        "undo": can_undo(staged),
        "answer": complete(staged),
    })
    return found


def spelt(thing: Touchpoint) -> str:
    """A thing by its id on the page."""
    kind, value, copy = thing
    if kind == "lost":
        return "w:lost"
    if kind == "card":
        return f"c:{value}:{copy}"
    return f"{SIGNS[kind]}{value}" if kind in SIGNS else f"w:{value}"


def known(offer: Offer, text: str) -> Touchpoint:
    """The thing that an id means."""
    options: list[Option] = list(offer.values)
    about = [Touchpoint("token", token) for token in offer.question.about]
    things = [*[row.thing for row in (*offer.rows, *offer.plays)], *[one.thing for one in options], *about, *STRANGE]
    return next(thing for thing in things if spelt(thing) == text)


def row_at(offer: Offer, text: str) -> OfferedRow:
    """The row of an id."""
    return next(row for row in offer.rows if spelt(row.thing) == text)
