"""What somebody types as an answer, read against the menu of a question.

`answer_of` returns a legal answer, or raises `Unclear` with one sentence on what is wrong and what could be typed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from ironbottom.language import _
from ironbottom.phrases import in_row
from ironbottom.questions import PASS, STAY, Answer, Assign, Choose, Move, Order, Pick, Place, Value, unsaid
from ironbottom.vocabulary import phrase

from ..text.question.how_to import example
from ..text.question.menu import TARGETS, Menu, MenuItem, defaults, is_empty, lettered, menu_kind, quoted, reference
from ..text.question.nothing_said import wanted
from ..text.sanitize import sanitize

MOST = 6  # values that are named
LONGEST = 2_000  # letters of a line that are read
SHOWN = 40  # letters of what was typed that are said back

NUMBER = re.compile(r"[0-9]{1,4}")
RANGE = re.compile(r"([0-9]{1,4})-([0-9]{1,4})")
COMPACT = re.compile(r"([0-9]{1,4}(?:-[0-9]{1,4})?)([a-z]{1,2})")
CLAUSES = re.compile(r"[;,]")
SPLIT = re.compile(r"\s*(?:=|:|\bto\b|\bat\b|\bwith\b|\binto\b|\bon\b)\s*")
JOINTS = frozenset({"to", "at", "with", "into", "on", "="})
ALL = ("all", "rest")
NOTHING = ("none", "pass", "all", "1")  # where there is nothing to decide, all of these say so
LOST = "lost"

Given = dict[int, Value | None]  # card to value; None: it is left out


class Unclear(Exception):
    """Input that is no answer; the sentence says why, and what could be typed."""


def answer_of(text: str, menu: Menu) -> Answer:
    """The answer that is meant.  Raises Unclear."""
    typed = " ".join(text[:LONGEST].casefold().split())
    played = _play(typed, menu)
    if played is not None:
        return played
    if typed in ("", "default") or (is_empty(menu) and typed in NOTHING):
        return _default(typed, menu)
    shape = menu.shape
    if isinstance(shape, Choose):
        answer: Answer = _choose(typed, menu, shape)
    elif isinstance(shape, Pick):
        answer = _pick(typed, menu, shape)
    elif isinstance(shape, Assign):
        answer = _assign(typed, menu, shape)
    elif isinstance(shape, Order):
        answer = _order(typed, menu, shape)
    elif isinstance(shape, Place):
        answer = _place(typed, menu, shape)
    else:
        answer = _step(typed, menu, shape)
    if shape.fault(answer) is not None:
        raise Unclear(_("{typed} is not legal here; {hint}.").format(typed=echoed(typed), hint=hint(menu)))
    return answer


def echoed(typed: str) -> str:
    """What was typed, fit to be said back."""
    text = sanitize(typed)
    return quoted(text if len(text) <= SHOWN else text[: SHOWN - 3] + "...")


def hint(menu: Menu) -> str:
    """What could be typed."""
    shape = menu.shape
    if is_empty(menu):
        return _("type {word} or nothing").format(word=quoted("pass"))
    last = len(menu.things) + len(menu.plays)
    if isinstance(shape, Choose):
        return _("type a number from 1 to {last}").format(last=last) if last > 1 else _("type 1")
    if isinstance(shape, Pick):
        if shape.least == shape.most == 1:
            return _("type a number from 1 to {last}").format(last=len(menu.things))
        if shape.least == shape.most:
            return _("type {n} different numbers from 1 to {last}").format(n=shape.least, last=len(menu.things))
        return _("type numbers from 1 to {last}, or {none}").format(last=len(menu.things), none=quoted("none"))
    return _("type for example {example}").format(example=quoted(example(menu)))


def unclear(typed: str, menu: Menu) -> Unclear:
    return Unclear(_("{typed} is not among the answers; {hint}.").format(typed=echoed(typed), hint=hint(menu)))


def _default(typed: str, menu: Menu) -> Answer:
    """§20.6  Enter takes the default where nothing is lost by it, but never a step of a segment that is played step by
    step; elsewhere it says what is to be chosen.
    """
    if not typed and isinstance(menu.shape, Move):
        raise Unclear(_("Nothing was typed; {hint}, or {word} to end it.").format(
            hint=hint(menu), word=quoted(menu.shape.words[0])
        ))
    if not menu.question.harmless:
        raise Unclear(_("Not yet: {why}; {hint}.").format(why=wanted(menu.question), hint=hint(menu)))
    return menu.question.default


def _play(typed: str, menu: Menu) -> Answer | None:
    """An event card, by its number or by "play" and its name."""
    first = len(menu.things) + 1
    if NUMBER.fullmatch(typed) and first <= int(typed) < first + len(menu.plays):
        return _played(menu.plays[int(typed) - first])
    verb, _space, rest = typed.partition(" ")
    if verb != "play":
        return None
    if not menu.plays:
        raise Unclear(_("You have no event card that may be played now; {hint}.").format(hint=hint(menu)))
    if NUMBER.fullmatch(rest) and first <= int(rest) < first + len(menu.plays):
        return _played(menu.plays[int(rest) - first])
    found = matching(rest, menu.plays) if rest else []
    if len(found) == 1:
        return _played(menu.plays[found[0]])
    names = in_row([one.name for one in menu.plays])
    raise Unclear(_("{typed} names no single card; you may play {names}.").format(typed=echoed(typed), names=names))


def _played(card: MenuItem) -> Answer:
    return ("play", card.value) if not isinstance(card.value, tuple) else PASS


def matching(typed: str, things: Sequence[MenuItem]) -> list[int]:
    """Which things a word means: the whole name, else the beginning of one, else the beginnings of its words."""
    names = [{one.name.casefold(), one.alias.casefold()} - {""} if one.kind else set() for one in things]
    words = typed.split()
    tests: tuple[Callable[[str], bool], ...] = (
        lambda name: name == typed,
        lambda name: name.startswith(typed),
        lambda name: all(any(part.startswith(word) for part in re.split(r"[\s&(]+", name)) for word in words),
    )
    for test in tests:
        found = [i for i, its in enumerate(names) if any(test(name) for name in its)]
        if found:
            return found
    return []


def one_of(typed: str, things: Sequence[MenuItem], menu: Menu) -> int:
    """The one thing that is meant.  Copies are as good as each other."""
    found = matching(typed, things) if typed else []
    if not found:
        raise unclear(typed, menu)
    if len({things[i].value for i in found}) > 1:
        names = in_row([things[i].name for i in found[:6]])
        raise Unclear(_("{typed} may mean {names}; type more of it, or its number.").format(
            typed=echoed(typed), names=names
        ))
    return found[0]


def numbers(typed: str, menu: Menu) -> list[int]:
    """A number or a range, as places among the things."""
    bounds = RANGE.fullmatch(typed)
    low, high = (int(bounds[1]), int(bounds[2])) if bounds else (int(typed), int(typed))
    if not 1 <= low <= high <= len(menu.things):
        raise unclear(typed, menu)
    return list(range(low - 1, high))


def is_number(typed: str) -> bool:
    return NUMBER.fullmatch(typed) is not None or RANGE.fullmatch(typed) is not None


def _choose(typed: str, menu: Menu, shape: Choose) -> Answer:
    if NUMBER.fullmatch(typed):
        if int(typed) > len(menu.things):
            raise unclear(typed, menu)
        return shape.options[numbers(typed, menu)[0]]
    return shape.options[one_of(typed, menu.things, menu)]


def _pick(typed: str, menu: Menu, shape: Pick) -> Answer:
    if typed == "none":
        chosen: list[int] = []
    elif typed == "all":
        chosen = list(range(len(menu.things)))
    else:
        chosen = _picked(typed, menu)
    if not shape.least <= len(chosen) <= shape.most:
        wanted = phrase("refused.between", least=shape.least, most=shape.most)
        wanted = str(shape.least) if shape.least == shape.most else wanted
        raise Unclear(_("Named: {n}, wanted: {wanted}; {hint}.").format(n=len(chosen), wanted=wanted, hint=hint(menu)))
    return tuple([shape.items[i] for i in chosen])


def _picked(typed: str, menu: Menu) -> list[int]:
    """Numbers, ranges and names, each thing once."""
    chosen: list[int] = []
    for clause in _clauses(typed):
        words = clause.split()
        if all(is_number(word) for word in words):
            chosen += [i for word in words for i in numbers(word, menu)]
        else:
            left = [i for i in range(len(menu.things)) if i not in chosen]
            chosen.append(left[one_of(clause, [menu.things[i] for i in left], menu)])
    if len(set(chosen)) < len(chosen):
        raise Unclear(_("{typed} names something twice; {hint}.").format(typed=echoed(typed), hint=hint(menu)))
    return chosen


def _clauses(typed: str) -> list[str]:
    return [clause.strip() for clause in CLAUSES.split(typed) if clause.strip()] or [typed]


def _assign(typed: str, menu: Menu, shape: Assign) -> Answer:
    """Who is named gets what is told; the others what they get unsaid, if they do.  Where all may stay, none goes."""
    if typed == "none" and all(STAY in values for values in shape.choices.values()):
        return dict.fromkeys(shape.choices, STAY)
    given = _given(typed, menu, shape.choices)
    answer = {**unsaid(menu.question), **{key: value for key, value in given.items() if value is not None}}
    _all_told(menu, answer)
    return {key: answer[key] for key in shape.choices}


def _all_told(menu: Menu, answer: Mapping[int, Value | None]) -> None:
    """Raises Unclear where a card has still to be told something."""
    shape = menu.shape
    assert isinstance(shape, Assign | Order)
    for key, values in shape.choices.items():
        if answer.get(key) is None:
            names = in_row([_name(menu.values, value) for value in values[:MOST]])
            raise Unclear(_("{key} has no value; choose one of {values}; {hint}.").format(
                key=_name(menu.things, key), values=names, hint=hint(menu)
            ))


def _order(typed: str, menu: Menu, shape: Order) -> Answer:
    """Those that are named in the order typed, then the others in that of the list."""
    usual: Given = {key: unsaid(menu.question).get(key) for key in defaults(menu)}
    if all(is_number(word) for word in re.split(r"[\s,;]+", typed)):
        places = [i for word in re.split(r"[\s,;]+", typed) for i in numbers(word, menu)]
        given: Given = {int(str(menu.things[i].value)): usual.get(int(str(menu.things[i].value))) for i in places}
    else:
        given = _given(typed, menu, shape.choices)
    rest = {key: value for key, value in usual.items() if key not in given}
    _all_told(menu, {**given, **rest})
    return tuple([(key, value) for key, value in {**given, **rest}.items() if value is not None])


def _given(typed: str, menu: Menu, choices: dict[int, tuple[Value, ...]]) -> Given:
    """The pairs that are named; what is said of all gives way to what is said of one."""
    everybody: Given = {}
    named: Given = {}
    for clause in _clauses(typed):
        who, what, to_all = _pairs(clause, menu)
        for i, value in _spread(who, what, menu):
            key = int(str(menu.things[i].value))
            allowed = value is None or value in choices[key]
            if to_all:
                if allowed:
                    everybody[key] = value
            elif allowed:
                named[key] = value
            else:
                raise _not_for(menu, i, value, choices[key])
        if to_all and not everybody:
            raise unclear(typed, menu)
    return {**named, **{key: value for key, value in everybody.items() if key not in named}}


def _not_for(menu: Menu, i: int, value: Value | None, allowed: tuple[Value, ...]) -> Unclear:
    name = next((one.name for one in menu.values if one.value == value), "")
    letters = " ".join([menu.letter_of(option) for option in allowed])
    return Unclear(_("{card} cannot be given {value}; its letters are {letters}.").format(
        card=menu.things[i].name, value=quoted(name), letters=letters or _("none")
    ))


Pairs = tuple[list[list[int]], list[Value | None], bool]


def _spread(who: list[list[int]], what: list[Value | None], menu: Menu) -> list[tuple[int, Value | None]]:
    return [(i, value) for places, value in zip(who, what, strict=True) for i in places]


def _pairs(clause: str, menu: Menu) -> Pairs:
    """One clause: "1a 2b", "all b", "1 3 b", "zeke = intercept"; or a value alone where there is only one card."""
    words = clause.split()
    compact = [COMPACT.fullmatch(word) for word in words]
    if all(compact):
        found = [match for match in compact if match is not None]
        return [numbers(m[1], menu) for m in found], [_value(m[2], menu) for m in found], False
    if words[0] in ALL and len(words) > 1:
        return [list(range(len(menu.things)))], [_value(_after_joint(words[1:]), menu)], True
    count = next((n for n, word in enumerate(words) if not is_number(word)), len(words))
    if 0 < count < len(words):
        places = [i for word in words[:count] for i in numbers(word, menu)]
        return [places], [_value(_after_joint(words[count:]), menu)], False
    parts = SPLIT.split(clause, maxsplit=1)
    if len(parts) == 2 and parts[0] and parts[1]:
        return [[one_of(parts[0], menu.things, menu)]], [_value(parts[1], menu)], False
    if len(menu.things) == 1 and not is_number(clause):
        return [[0]], [_value(clause, menu)], False
    raise unclear(clause, menu)


def _after_joint(words: list[str]) -> str:
    return " ".join(words[1:] if words and words[0] in JOINTS else words)


def _value(typed: str, menu: Menu) -> Value | None:
    """A value by its letter or its name; None for a card that is left out where places are given."""
    if typed == LOST and isinstance(menu.shape, Place):
        return None
    for i, one in enumerate(menu.values):
        if lettered(i) == typed:
            return one.value
    return menu.values[one_of(typed, menu.values, menu)].value


def _place(typed: str, menu: Menu, shape: Place) -> Answer:
    """Who is named goes where it is told; the others as by default, or where room is left."""
    given = _given(typed, menu, {key: tuple(places) for key, places in shape.choices.items()})
    left = list(shape.room)
    answer: dict[int, Value] = {}
    for key, place in given.items():
        if place is not None:
            answer[key] = place
            left[shape.choices[key][int(str(place))]] -= 1
    for key, place in answer.items():
        if left[shape.choices[key][int(str(place))]] < 0:
            raise Unclear(_("{place} has no room for so many; {hint}.").format(
                place=_name(menu.values, place), hint=hint(menu)
            ))
    default = menu.question.default
    usual = default if isinstance(default, dict) else {}
    for key, places in shape.choices.items():
        order = [place for place in (usual.get(key), *places) if place in places]
        free = next((int(str(place)) for place in order if left[places[int(str(place))]] > 0), None)
        if key not in given and free is not None:
            answer[key] = free
            left[places[free]] -= 1
    _check_lost(menu, shape, given, answer, left)
    return answer


def _check_lost(
    menu: Menu, shape: Place, given: Given, answer: Mapping[int, Value], left: Sequence[int]
) -> None:
    """Raises Unclear for a card without a place that nobody has given up, or that has room after all."""
    for key, places in shape.choices.items():
        if key not in answer and key not in given and places and not menu.question.harmless:
            raise Unclear(_("{card} finds no place: say that it is lost, or send another elsewhere; {hint}.").format(
                card=_name(menu.things, key), hint=hint(menu)
            ))
        if key not in answer and any(left[slot] > 0 for slot in places.values()):
            raise Unclear(_("{card} may not be lost while a place in its range has room (§19.2); {hint}.").format(
                card=_name(menu.things, key), hint=hint(menu)
            ))


def _name(things: Sequence[MenuItem], value: Value) -> str:
    return next((one.name for one in things if one.value == value), "")


def _step(typed: str, menu: Menu, shape: Move) -> Answer:
    """One step of a segment: a verb, what it is done to, and with what."""
    first, *rest = typed.split()
    verb = _verb(first, menu, shape)
    if verb in shape.words:
        if rest:
            raise Unclear(_("{word} stands alone.").format(word=quoted(verb)))
        return (verb,)
    things = shape.steps[verb]
    if not rest:
        raise Unclear(_("{verb} what? {hint}.").format(verb=quoted(verb), hint=_capital(_verb_hint(menu, shape, verb))))
    words = [word for word in rest if word not in JOINTS]
    found = _step_splits(words, menu, verb, things)
    if len(found) == 1:
        return found[0]
    if found:
        raise Unclear(_("{typed} may mean more than one step; use the numbers, {hint}.").format(
            typed=echoed(typed), hint=_verb_hint(menu, shape, verb)
        ))
    raise Unclear(_("{typed} cannot be done; {hint}.").format(
        typed=echoed(typed), hint=_verb_hint(menu, shape, verb)
    ))


def _verb(first: str, menu: Menu, shape: Move) -> str:
    verbs = (*shape.steps, *shape.words)
    found = [verb for verb in verbs if verb == first] or [verb for verb in verbs if verb.startswith(first)]
    if len(found) != 1:
        raise Unclear(_("{typed} is no step; you may {verbs}.").format(typed=echoed(first), verbs=in_row(verbs)))
    return found[0]


def _verb_hint(menu: Menu, shape: Move, verb: str) -> str:
    for thing, targets in shape.steps[verb].items():
        step = f"{verb} {menu.place(menu_kind(thing), thing) + 1}"
        step += f" {reference(menu, verb, targets[0])}" if targets else ""
        return _("type for example {example}").format(example=quoted(step))
    return hint(menu)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _step_splits(
    words: list[str], menu: Menu, verb: str, things: dict[Value, tuple[Value, ...]]
) -> list[tuple[Value, ...]]:
    """All steps that the words may mean: each way to divide them into who and what; a number is one word."""
    whos = [one for one in menu.things if one.value in things and one.kind == menu_kind(one.value)]
    found: list[tuple[Value, ...]] = []
    for n in range(1, 2 if words and is_number(words[0]) else len(words) + 1):
        for who in _named(" ".join(words[:n]), menu, whos):
            targets = things[who]
            what = " ".join(words[n:])
            if not targets and not what:
                found.append((verb, who))
            elif targets and what:
                found += [(verb, who, target) for target in _targets(what, menu, verb, targets)]
    return list(dict.fromkeys(found))


def _named(typed: str, menu: Menu, things: list[MenuItem]) -> list[Value]:
    if is_number(typed):
        n = int(typed) - 1 if NUMBER.fullmatch(typed) else -1
        return [one.value for one in things if 0 <= n < len(menu.things) and menu.things[n] == one]
    return [things[i].value for i in matching(typed, things)]


def _targets(typed: str, menu: Menu, verb: str, targets: tuple[Value, ...]) -> list[Value]:
    """What a step is done with: a letter, a number, an amount, or a name."""
    kind = TARGETS.get(verb, "token")
    exact = [target for target in targets if reference(menu, verb, target) == typed]
    if exact or kind == "amount":
        return exact
    named = [one for one in (*menu.things, *menu.values) if one.kind == kind and one.value in targets]
    return [named[i].value for i in matching(typed, named)]



def is_exact(typed: str, menu: Menu) -> bool:
    """Whether a single word is a whole answer and no beginning of one: a number, a letter, a name, a verb."""
    typed = typed.casefold()
    shape = menu.shape
    words = {"", "all", "none", "default", *(shape.words if isinstance(shape, Move) else ())}
    names = {text.casefold() for one in (*menu.things, *menu.values, *menu.plays) for text in (one.name, one.alias)}
    letters = {lettered(i) for i in range(len(menu.values))}
    return typed in words | names | letters or not typed.isalpha()
