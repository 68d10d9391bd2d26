"""What can be asked of a side.

Six shapes carry every decision of the rulebook: a client draws shapes, a bot enumerates them, and neither needs to
know a rule.  A shape holds all legal answers; `fault` says what is wrong with an answer that is not among them, in
the language of the process that it is called in: a server's is English, and a client that would say it in its reader's
language asks the shape itself, before it sends the answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import combinations, permutations, product
from operator import index
from typing import Any, Protocol, TypeGuard

from msgspec import Struct

from ironbottom.language import _
from ironbottom.vocabulary import phrase
from ironbottom.words import Action, Line, SeaTask, Side, Task

DEEPEST = 3  # lists in lists: an answer, its pairs, and the ("bomb", token) of one
WHOLE = frozenset({int})
PLAIN = frozenset({int, str, Line, Task, SeaTask, Action})  # what stands in answers and in shapes
SHOWN = 60  # letters of what somebody has given, in a sentence

Value = int | str | tuple[str, int]  # a line, a token, a word, a card id, or ("bomb", token)
Answer = int | str | tuple[int | str | tuple[Value, ...], ...] | dict[int, Value]
PASS = "pass"
STAY = "stay"


def as_answer(given: object) -> Answer:
    """What a program gives as an answer, as the shapes have it: lists as tuples, and every whole number a plain one.

    What has only the value of a whole number (True, 1.0) is none, and would stand in the state of a game for one.
    Raises ValueError with a sentence.
    """
    if isinstance(given, dict):
        if WHOLE.issuperset(map(type, given)) and PLAIN.issuperset(map(type, given.values())):
            return given
        return {_plain(key, 0): _plain(value, 1) for key, value in given.items()}
    answer: Answer = _plain(given, DEEPEST)
    return answer


def _plain(given: Any, depth: int) -> Any:
    if isinstance(given, str):
        return given if type(given) in PLAIN else str(given)
    if isinstance(given, tuple | list) and depth:
        return tuple([_plain(part, depth - 1) for part in given])
    if not isinstance(given, bool):
        with suppress(TypeError):
            return index(given)
    raise ValueError(_("{text} is no answer").format(text=said(given)))


def said(given: object) -> str:
    """What somebody has given, short, for a sentence; or what kind of thing it is, where it can't be written down."""
    try:
        text = repr(given)
    except (ValueError, RecursionError):
        return type(given).__name__
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."


class Rng(Protocol):
    """Where a random player takes its chance from: `random.Random` fits."""

    def random(self) -> float: ...


class Choose(Struct, frozen=True, tag="choose"):
    """Exactly one of `options`.  The answer is the option."""

    options: tuple[Value, ...]

    def fault(self, answer: Answer) -> str | None:
        return None if answer in self.options else _("choose one of {values}").format(values=listed(self.options))

    def guess(self, rng: Rng) -> Answer:
        return self.options[int(rng.random() * len(self.options))]

    def first(self) -> Answer:
        return self.options[0]

    def count(self) -> int:
        return len(self.options)

    def answers(self) -> Iterator[Answer]:
        return iter(self.options)


class Pick(Struct, frozen=True, tag="pick"):
    """From `least` to `most` of `items`; an item that stands there twice may be picked twice.

    The answer is a tuple of items.  Where picked cards go on a pile, they go in the order of the answer (R-36).
    """

    items: tuple[Value, ...]
    least: int
    most: int

    def fault(self, answer: Answer) -> str | None:
        if not isinstance(answer, tuple):
            return _("answer with a list")
        if not self.least <= len(answer) <= self.most:
            return phrase("refused.so_many", number=_between(self.least, self.most), found=len(answer))
        for item in answer:
            if item not in self.items or answer.count(item) > self.items.count(item):
                return _("{item} cannot be picked; pick from {items}").format(item=said(item), items=listed(self.items))
        return None

    def guess(self, rng: Rng) -> Answer:
        left = list(self.items)
        n = self.least + int(rng.random() * (self.most - self.least + 1))
        return tuple([left.pop(int(rng.random() * len(left))) for _ in range(n)])

    def first(self) -> Answer:
        return self.items[: self.least]

    def count(self) -> int:
        """How many different picks there are, their order apart."""
        ways = {0: 1}  # number picked -> ways
        for item in dict.fromkeys(self.items):
            copies = self.items.count(item)
            grown: dict[int, int] = {}
            for picked, n in ways.items():
                for k in range(copies + 1):
                    grown[picked + k] = grown.get(picked + k, 0) + n
            ways = grown
        return sum(n for picked, n in ways.items() if self.least <= picked <= self.most)

    def answers(self) -> Iterator[Answer]:
        alike_together = [item for item in dict.fromkeys(self.items) for _ in range(self.items.count(item))]
        for n in range(self.least, self.most + 1):
            yield from dict.fromkeys(combinations(alike_together, n))


class Assign(Struct, frozen=True, tag="assign"):
    """Give every card one of its values, each free of the others.  The answer maps every key to its value."""

    of: str  # what the values are: "line", "task", "target"
    choices: dict[int, tuple[Value, ...]]

    def fault(self, answer: Answer) -> str | None:
        if not isinstance(answer, dict):
            return _("answer with a table of cards and values")
        return _pairs_fault(self.choices, answer)

    def guess(self, rng: Rng) -> Answer:
        random = rng.random
        return {key: values[int(random() * len(values))] for key, values in self.choices.items()}

    def first(self) -> Answer:
        return {key: values[0] for key, values in self.choices.items()}

    def count(self) -> int:
        n = 1
        for values in self.choices.values():
            n *= len(values)
        return n

    def answers(self) -> Iterator[Answer]:
        for row in product(*self.choices.values()):
            yield dict(zip(self.choices, row, strict=True))


class Order(Struct, frozen=True, tag="order"):
    """Give every card one of its values, and put the cards in order.  The answer is a tuple of (card, value)."""

    of: str
    choices: dict[int, tuple[Value, ...]]

    def fault(self, answer: Answer) -> str | None:
        if not is_pairs(answer):
            return _("answer with a list of pairs of card and value")
        if len({key for key, _ in answer}) != len(answer):
            return _("name each card once")
        return _pairs_fault(self.choices, dict(answer))

    def guess(self, rng: Rng) -> Answer:
        left = list(self.choices.items())
        row: list[tuple[int, Value]] = []
        while left:
            key, values = left.pop(int(rng.random() * len(left)))
            row.append((key, values[int(rng.random() * len(values))]))
        return tuple(row)

    def first(self) -> Answer:
        return tuple([(key, values[0]) for key, values in self.choices.items()])

    def count(self) -> int:
        n = 1
        for i, values in enumerate(self.choices.values(), 1):
            n *= i * len(values)
        return n

    def answers(self) -> Iterator[Answer]:
        for keys in permutations(self.choices):
            for row in product(*[self.choices[key] for key in keys]):
                yield tuple(zip(keys, row, strict=True))


class Place(Struct, frozen=True, tag="place"):
    """Put cards on places that hold only so many (§19.2); the answer maps card to place, and leaves out who finds none.

    `choices` gives for each card its places, the nearest first, and for each place the slot there that fits the card;
    `room` is how many more each slot holds.  As many cards as possible must find a place (R-26).
    """

    choices: dict[int, dict[int, int]]
    room: tuple[int, ...]

    def fault(self, answer: Answer) -> str | None:
        if not isinstance(answer, dict):
            return _("answer with a table of cards and places")
        left = list(self.room)
        for card, place in answer.items():
            if card not in self.choices or place not in tuple(self.choices[card]):
                return _("{card} cannot go to {place}").format(card=said(card), place=said(place))
            assert isinstance(place, int)
            slot = self.choices[card][place]
            left[slot] -= 1
            if left[slot] < 0:
                return phrase("refused.no_room", place=place, card=card)
        for card, places in self.choices.items():
            if card not in answer and any(left[slot] > 0 for slot in places.values()):
                return phrase("refused.left_out", card=card)
        return None

    def _fill(self, order: list[int], choose: Callable[[list[int]], int]) -> dict[int, Value]:
        left = list(self.room)
        put: dict[int, int] = {}
        for card in order:
            places = self.choices[card]
            free = [place for place, slot in places.items() if left[slot] > 0]
            if free:
                place = choose(free)
                left[places[place]] -= 1
                put[card] = place
            else:
                self._make_room(card, put, left, set())
        return {**put}

    def _make_room(self, card: int, put: dict[int, int], left: list[int], tried: set[int]) -> bool:
        """R-26  Put a card where others stand that can go elsewhere, if there is such a place."""
        for place, slot in self.choices[card].items():
            if slot in tried:
                continue
            tried.add(slot)
            if left[slot] > 0:
                left[slot] -= 1
                put[card] = place
                return True
            there = [other for other, at in put.items() if self.choices[other][at] == slot]
            if any(self._make_room(other, put, left, tried) for other in there):
                put[card] = place
                return True
        return False

    def guess(self, rng: Rng) -> Answer:
        order = sorted(self.choices, key=lambda _: rng.random())
        return self._fill(order, lambda free: free[int(rng.random() * len(free))])

    def first(self) -> dict[int, Value]:
        """Each card in turn to the nearest of its places that has room; others make room for who else finds none."""
        return self._fill(list(self.choices), lambda free: free[0])

    def count(self) -> int:
        return sum(1 for _ in self.answers())

    def answers(self) -> Iterator[Answer]:
        cards = list(self.choices)
        for row in product(*[(None, *self.choices[card]) for card in cards]):
            answer: dict[int, Value] = {c: p for c, p in zip(cards, row, strict=True) if p is not None}
            if self.fault(answer) is None:
                yield answer


class Move(Struct, frozen=True, tag="move"):
    """One step of a segment that is played step by step: a verb, what it is done to, and with what.

    `steps` maps verb to things and their targets; `words` are verbs that stand alone ("done", "undo").  The answer is
    (verb, thing, target), (verb, thing) where a thing has no targets, or (verb,).
    """

    steps: dict[str, dict[Value, tuple[Value, ...]]]
    words: tuple[str, ...]

    def fault(self, answer: Answer) -> str | None:
        if isinstance(answer, tuple) and len(answer) == 3:  # the common case
            verb, thing, target = answer
            if isinstance(verb, str) and isinstance(thing, (int, str)) and verb in self.steps:
                options = self.steps[verb].get(thing)
                if options and target in options:
                    return None
        return self._why_not(answer)

    def _why_not(self, answer: Answer) -> str | None:
        if not isinstance(answer, tuple) or not answer or not isinstance(answer[0], str):
            return _("answer with a list: verb, card, target")
        verb, *rest = answer
        if verb in self.words:
            return None if not rest else _("{verb} stands alone").format(verb=verb)
        things = self.steps.get(str(verb))
        if things is None:
            verbs = listed((*self.steps, *self.words))
            return _("{verb} cannot be done now; you may {verbs}").format(verb=said(verb), verbs=verbs)
        if not rest:
            return _("{verb} what?").format(verb=verb)
        if rest[0] not in tuple(things):  # compared, not looked up: what came may not be hashable
            return _("{verb} cannot be done to {thing}").format(verb=verb, thing=said(rest[0]))
        targets = things[rest[0]]
        if not targets:
            return None if len(rest) == 1 else _("{verb} takes no target").format(verb=verb)
        if len(rest) == 2 and rest[1] in targets:
            return None
        return _("{verb} {thing}: choose one of {values}").format(verb=verb, thing=rest[0], values=listed(targets))

    def guess(self, rng: Rng) -> Answer:
        """One guess in fifteen ends the segment, one in a hundred takes a step back; else any verb, thing, target."""
        random, steps = rng.random, self.steps
        if not steps or (chance := random()) < 1 / 15:
            return (self.words[0],)
        if chance > 0.99:
            return (self.words[-1],)
        verb = [*steps][int(random() * len(steps))]
        things = steps[verb]
        thing = [*things][int(random() * len(things))]
        targets = things[thing]
        return (verb, thing, targets[int(random() * len(targets))]) if targets else (verb, thing)

    def first(self) -> Answer:
        return (self.words[0],)

    def count(self) -> int:
        return len(self.words) + sum(max(1, len(t)) for things in self.steps.values() for t in things.values())

    def answers(self) -> Iterator[Answer]:
        for word in self.words:
            yield (word,)
        for verb, things in self.steps.items():
            for thing, targets in things.items():
                if not targets:
                    yield (verb, thing)
                for target in targets:
                    yield (verb, thing, target)


Shape = Choose | Pick | Assign | Order | Place | Move


def sole(shape: Shape) -> bool:
    """Whether one answer is all that a shape allows, as far as that is seen without counting them."""
    if isinstance(shape, Choose):
        return len(shape.options) == 1
    if isinstance(shape, Pick):
        return shape.least == shape.most == len(shape.items) < 2 or not shape.most
    if isinstance(shape, Move):
        return not shape.steps and len(shape.words) == 1
    if isinstance(shape, Order):
        return not shape.choices or (len(shape.choices) == 1 and _one_each(shape.choices))
    if isinstance(shape, Place):
        free = {card: places for card, places in shape.choices.items() if places}
        return all(len(places) == 1 for places in free.values()) and len(shape.first()) == len(free)
    return _one_each(shape.choices)


def _one_each(choices: dict[int, tuple[Value, ...]]) -> bool:
    return all(len(values) == 1 for values in choices.values())


class Chance(Struct, frozen=True):
    """What a choice is worth before the dice fall, each from 0 to 1; None where it does not apply or is not known."""

    card: int  # the token that would fire, search or try
    value: Value | None  # the choice that this is the chance of; None: there is only one
    hits: float  # hits to be expected
    success: float  # at least one hit: found, shot down, damaged, withdrawn
    kill: float | None = None  # the target is sunk, or the base at its HP
    loss: float | None = None  # the card itself is lost to counter-fire


class Question(Struct, frozen=True):
    """A decision that waits for `side`: all that is needed to draw it and to answer it."""

    side: Side
    window: str  # "23": the decision window
    rule: str  # "17.2(3)(a)": what people look up
    step: str  # "air-control.withdraw": what programs switch on
    prompt: str  # what is asked, as a sentence
    cause: str  # the public fact that opened the window
    about: tuple[int, ...]  # the tokens that it is about
    card: str | None  # the event card that is being carried out
    line: int | None  # the line where it happens
    shape: Shape
    plays: tuple[str, ...]  # event cards that may be played first: answer ("play", card)
    default: Answer  # what is answered for a side that does not answer
    odds: tuple[Chance, ...] = ()
    harmless: bool = False  # nothing is lost by the default, or nothing else is legal: a client may propose it

    def is_play(self, answer: Answer) -> bool:
        """§20.2  Whether an answer plays an event card that may be played now."""
        return isinstance(answer, tuple) and len(answer) == 2 and answer[0] == "play" and answer[1] in self.plays

    def fault(self, answer: Answer) -> str | None:
        """What is wrong with an answer; None: it is legal."""
        return None if self.is_play(answer) else self.shape.fault(answer)


def unsaid(question: Question) -> dict[int, Value]:
    """What each card gets of which a player has said nothing, where cards are given lines, tasks, targets or places.

    As by default where that is harmless, and then nothing need be said at all.  Else something must be: who may stay
    stays beside those that are told, who has one choice has it, and who comes down at a place comes down there; a card
    that is not among these must be told, and of an airplane that finds no place it must be said that it is lost.
    """
    shape, default = question.shape, question.default
    if isinstance(shape, Place):
        return dict(default) if isinstance(default, dict) else {}
    if not isinstance(shape, Assign | Order):
        return {}
    if question.harmless and isinstance(default, dict):
        return dict(default)
    given = {key: STAY if STAY in values else values[0] for key, values in shape.choices.items()}
    return {key: value for key, value in given.items() if value == STAY or len(shape.choices[key]) == 1}


def is_pairs(answer: Answer) -> TypeGuard[tuple[tuple[int, Value], ...]]:
    return isinstance(answer, tuple) and all(
        isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], int) for pair in answer
    )


def listed(values: tuple[Value, ...]) -> str:
    """Values as a person reads them, the first twelve of them."""
    shown = [" ".join(map(str, v)) if isinstance(v, tuple) else str(v) for v in values[:12]]
    return ", ".join(shown) + (", ..." if len(values) > 12 else "")


def _between(least: int, most: int) -> str:
    return str(least) if least == most else phrase("refused.between", least=least, most=most)


def _pairs_fault(choices: dict[int, tuple[Value, ...]], given: dict[int, Value]) -> str | None:
    for key, values in choices.items():
        if key not in given:
            return phrase("refused.no_value", key=key, values=listed(values))
        if given[key] not in values:
            return phrase("refused.not_for", key=key, value=said(given[key]), values=listed(values))
    for key in given:
        if key not in choices:
            return _("{key} is not asked for").format(key=said(key))
    return None


def places_are_forced(shape: Place) -> bool:
    """A card with two open places leaves a choice; so does a slot that more cards want than it holds."""
    wanted: Counter[int] = Counter()
    for places in shape.choices.values():
        open_ = [slot for slot in places.values() if shape.room[slot] > 0]
        if len(open_) > 1:
            return False
        wanted.update(open_)
    return all(n <= shape.room[slot] for slot, n in wanted.items())
