"""A question as lines of text, with numbers for the cards and letters for what each may be given.

The menu of a question says which number and which letter stand for what; `answering` reads them back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from string import ascii_lowercase
from typing import NamedTuple

from ironbottom.language import _
from ironbottom.phrases import cause_phrase, in_row, line_name, listed, prompt_phrase, side_name, task_name
from ironbottom.printed import AirplaneCard, BaseCard, EventCard
from ironbottom.questions import (
    Answer,
    Assign,
    Choose,
    Move,
    Order,
    Pick,
    Place,
    Question,
    Shape,
    Value,
    unsaid,
)
from ironbottom.views import SeenAirplane, SeenBase, SeenFormation
from ironbottom.vocabulary import TABLES, phrase, word
from ironbottom.words import CardId, Line, Token

from ..card_summary import airplane_values, event_words, icons_now, in_few_words, values_now
from ..naming import Naming
from ..situation import meaning
from ..table_text import damage_text, fighting, noted, open_lines, sight_of
from .odds import chances_of, odds_text

LINES_CHOSEN = ("searched-lines.next_line", "attacked-lines.next_line", "read-mail.choose")
EVENT_NAMES = "playing.name"
DAMAGE_DIVIDED = "detach.divide"
AT_SEA = "landing-phase"  # where tasks are those of ships
PASSED = ("pass",)  # where only an event card could come
RULING = re.compile(r" \(R-[^)]*\)")  # in a prompt: for programmers

ASHORE = ("30", "31", "31a")  # where all is about one base
RETURN = "32"
ICONS_COUNT = ("6", RETURN)
TARGETS = {"move": "line", "part": "amount"}  # of a step; of all others a card

SWAP = "swap"  # of a step: it means the same from either end

class MenuItem(NamedTuple):
    """Something that an answer may name."""

    kind: str  # "token", "card", "line", "word", "amount", "strike"; "" for what is gone
    value: Value
    name: str
    note: str = ""
    alias: str = ""  # the word of the engine, which may be typed as well

    def text(self, mark: str = "") -> str:
        """The name, marked or not, and the note behind it."""
        return noted(self.name + mark, self.note)


class Menu(NamedTuple):
    """What the numbers (from 1) and the letters (from a) of a question stand for; events go on with the numbers."""

    question: Question
    things: tuple[MenuItem, ...]
    values: tuple[MenuItem, ...]
    plays: tuple[MenuItem, ...]

    @property
    def shape(self) -> Shape:
        return self.question.shape

    def place(self, kind: str, value: Value) -> int:
        """The place of a thing, -1 if it has no number."""
        return next((i for i, one in enumerate(self.things) if one.kind == kind and one.value == value), -1)

    def letter_of(self, value: Value) -> str:
        return lettered(next((i for i, one in enumerate(self.values) if one.value == value), -1))


def lettered(i: int) -> str:
    """a, b, ..., z, aa, ab, ..."""
    if i < 0:
        return "?"
    rest, last = divmod(i, len(ascii_lowercase))
    return (lettered(rest - 1) if rest else "") + ascii_lowercase[last]


def menu_of(question: Question, naming: Naming, before: Menu | None = None) -> Menu:
    """Number what a question offers.  In a segment that is played step by step everything keeps its number."""
    shape = question.shape
    say = _Namer(question, naming)
    values: Iterable[MenuItem] = ()
    if isinstance(shape, Choose):
        things = [say.value(option) for option in shape.options]
    elif isinstance(shape, Pick):
        things = [say.value(item) for item in shape.items]
    elif isinstance(shape, Move):
        things, values = _of_steps(shape, say)
    else:
        things = [say.token(key) for key in shape.choices]
        found = dict.fromkeys([v for options in shape.choices.values() for v in options])
        aims = [v for v in found if isinstance(v, tuple)]  # of several airplanes: before the word of all, withdraw
        values = [say.value(v) for v in (*aims, *[v for v in found if v not in aims])]
    plays = [say.event(CardId(card)) for card in question.plays]
    if isinstance(shape, Move) and before is not None and before.question.step == question.step:
        things, values = kept(before.things, things), kept(before.values, values)
    return Menu(question, tuple(things), tuple(values), tuple(plays))


def kept(before: Iterable[MenuItem], now: Iterable[MenuItem]) -> list[MenuItem]:
    """Things in the places that they had before.

    What is gone leaves its place empty, and has it again when a thing of its name comes back; all else comes behind.
    """
    found = {(one.kind, one.value): one for one in now}
    places = [found.pop((one.kind, one.value), one._replace(kind="")) for one in before]
    for i, one in enumerate(places):
        back = next((key for key, new in found.items() if new.name == one.name), None) if not one.kind else None
        if back is not None:
            places[i] = found.pop(back)
    return [*places, *found.values()]


def _of_steps(shape: Move, say: _Namer) -> tuple[list[MenuItem], list[MenuItem]]:
    """The things of all verbs, each once; and the targets that are not among them."""
    things = {value: say.step_thing(value) for rows in shape.steps.values() for value in rows}
    numbered = {(one.kind, one.value) for one in things.values()}
    targets: dict[tuple[str, Value], MenuItem] = {}
    for verb, rows in shape.steps.items():
        kind = TARGETS.get(verb, "token")
        for value in dict.fromkeys([value for options in rows.values() for value in options]):
            if kind != "amount" and (kind, value) not in numbered:
                targets[kind, value] = say.of_kind(kind, value)
    return list(things.values()), list(targets.values())


class _Namer:
    """Names and notes for the values of one question."""

    def __init__(self, question: Question, naming: Naming) -> None:
        self.question, self.naming = question, naming

    def value(self, value: Value) -> MenuItem:
        """A value of whatever kind, from where it stands."""
        shape, step = self.question.shape, self.question.step
        if isinstance(value, tuple):
            mode, target = value
            text = phrase("asked.aim", mode=word("modes", mode), target=self.naming.token(target))
            return MenuItem("strike", value, text)
        if isinstance(value, str):
            return self.word(value)
        if step == DAMAGE_DIVIDED:
            return MenuItem("amount", value, str(value))
        of_line = isinstance(shape, Assign | Order) and shape.of == "line"
        named = step == EVENT_NAMES and value in tuple(Line)
        if of_line or named or step in LINES_CHOSEN:
            return self.of_kind("line", value)
        return self.token(value)

    def of_kind(self, kind: str, value: Value) -> MenuItem:
        if kind == "line" and isinstance(value, int):
            return MenuItem("line", value, line_name(value))
        return self.token(value) if isinstance(value, int) else self.word(value)

    def step_thing(self, value: Value) -> MenuItem:
        """A card on the table, or one of the hand, with its copies."""
        if isinstance(value, int):
            return self.token(value)
        card, copies = self.word(value), self.naming.hand.count(CardId(str(value)))
        if copies < 2:
            return card
        return card._replace(note=joined(phrase("cards.in_hand", n=copies), card.note))

    def word(self, value: Value) -> MenuItem:
        """A card of the hand, or a word."""
        word = str(value)
        card = self.naming.cards.get(CardId(word))
        if card is not None:
            return MenuItem("card", value, self.naming.card(word), in_few_words(card))
        if isinstance(self.question.shape, Assign) and self.question.shape.of == "task" and word != "withdraw":
            text = task_name(word, at_sea=self.question.step.startswith(AT_SEA))
        else:
            text = meaning(self.question.step, word)
        return MenuItem("word", value, text, alias=word)

    def token(self, value: int) -> MenuItem:
        return MenuItem("token", value, self.naming.token(value), self.note(value))

    def event(self, card_id: CardId) -> MenuItem:
        card = self.naming.cards.get(card_id)
        words = event_words(card) if isinstance(card, EventCard) else ""
        return MenuItem("card", card_id, self.naming.card(card_id), words)

    def note(self, token: int) -> str:
        """Where a card is and in what state."""
        found = self.naming.rows.get(Token(token))
        if found is None:
            return ""
        row = found.row
        if isinstance(row, SeenFormation):
            return self.formation_note(row, mine=found.side is self.question.side)
        if isinstance(row, SeenBase):
            return self.base_note(row)
        return self.airplane_note(row)

    @property
    def window(self) -> str:
        return self.question.window

    def formation_note(self, f: SeenFormation, *, mine: bool) -> str:
        """In a fight, where all stand in one line, only what the fight needs."""
        sight = sight_of(f, mine=mine) if f.lead is not None else ""
        where = (line_name(f.line), sight) if self.window not in TABLES["told_of_ships"] else ()
        if f.values is None:
            return joined(*where, *fighting(f))
        v = f.values
        values = values_now(v, TABLES["told_of_ships"].get(self.window, ()))
        if self.window in ICONS_COUNT:
            values = icons_now(((v.icon, v.icons),), 0) if v.icon is not None else phrase("cards.no_icon")
        return joined(*where, damage_text(f.damage, v.hp), *fighting(f), values)

    def base_note(self, b: SeenBase) -> str:
        card = self.naming.cards.get(b.card)
        if not isinstance(card, BaseCard):
            return line_name(b.line)
        icons = icons_now(card.slots, b.damage) if self.window in ICONS_COUNT else ""
        return joined(line_name(b.line), damage_text(b.damage, card.hp), icons)

    def airplane_note(self, a: SeenAirplane) -> str:
        card = self.naming.cards.get(a.card) if a.card is not None else None
        where = phrase("cards.on_host", host=self.naming.placed(a.host)) if a.host else ""
        beside = line_name(a.line) if self.window == RETURN and a.line is not None else ""
        wanted = TABLES["told_of_airplanes"].get(self.window, ())
        figures = airplane_values(card, wanted) if isinstance(card, AirplaneCard) else ""
        return joined(where, beside, *fighting(a), figures)


def joined(*parts: str) -> str:
    return in_row([part for part in parts if part])


def heading(menu: Menu, naming: Naming) -> list[str]:
    """Who is asked what, and why."""
    q = menu.question
    prompt = RULING.sub("", prompt_phrase(q))
    lines = [_("Your decision, {side}: {prompt}").format(side=side_name(q.side), prompt=prompt)]
    in_line = q.line if q.step not in LINES_CHOSEN else None
    where = phrase("asked.in_line", line=line_name(in_line)) if in_line is not None else ""
    lines.append(_("Why: {cause}{where}; window {window}, §{rule}.").format(
        cause=cause_phrase(q), where=where, window=q.window, rule=q.rule
    ))
    if q.card is not None:
        lines.append(phrase("asked.event", card=naming.card(q.card)))
    if q.window in ASHORE and naming.target:
        note = _Namer(q, naming).note(naming.target)
        lines.append(phrase("asked.base", base=naming.token(naming.target), note=note))
    open_ = open_lines(naming, 1)
    lines += open_
    if q.about and not open_:
        lines.append(phrase("asked.about", cards=listed([naming.placed(token) for token in q.about])))
    lines += [
        _("Odds: {odds}.").format(odds=odds_text(q, one))
        for one in q.odds
        if isinstance(menu.shape, Choose) and one.card not in menu.shape.options
    ]
    return lines


def rows(menu: Menu) -> Iterator[str]:
    """The numbered answers, or the cards that may be given something."""
    shape, default = menu.shape, menu.question.default
    if is_empty(menu) and menu.plays:
        yield _("  You have nothing to decide here but whether to play a card.")
    elif is_empty(menu):
        yield _("  You have nothing to decide here; you are asked all the same, so that it tells nothing (§20.1).")
    if isinstance(shape, Choose | Pick):
        for i, one in enumerate(menu.things, 1):
            marked = isinstance(shape, Choose) and one.value == default and menu.question.harmless
            mark = _(" (default)") if marked else ""
            yield f"  {i} {one.text(mark)}{row_odds(menu, one.value)}"
    elif isinstance(shape, Move):
        yield from step_rows(menu, shape)
    else:
        yield from given_rows(menu, shape)


def is_empty(menu: Menu) -> bool:
    """Whether there is nothing to decide, whatever public facts made the side be asked."""
    shape = menu.shape
    return shape.options == PASSED if isinstance(shape, Choose) else not menu.things and not isinstance(shape, Move)


def row_odds(menu: Menu, card: Value) -> str:
    """The odds of a card that has only one chance."""
    found = chances_of(menu.question, card, None) if isinstance(card, int) else []
    return "".join([_(": {odds}").format(odds=odds_text(menu.question, one)) for one in found])


def given_rows(menu: Menu, shape: Assign | Order | Place) -> Iterator[str]:
    """A card a line with what it may be given; where each pair has odds of its own, a line for each pair."""
    given = unsaid(menu.question)
    apart = any(one.value is not None for one in menu.question.odds)
    same = len({tuple(options) for options in shape.choices.values()}) == 1
    for i, (one, options) in enumerate(zip(menu.things, shape.choices.values(), strict=True), 1):
        usual = given.get(int(str(one.value)))
        if apart:
            yield f"  {i} {one.text()}"
            yield from pair_rows(menu, one, tuple(options), usual)
            continue
        letters = "" if same else _("; may get {letters}").format(
            letters=" ".join([menu.letter_of(option) for option in options]) or phrase("rows.nothing")
        )
        yield _("  {n} {card}{letters}{usual}{odds}").format(
            n=i, card=one.text(), letters=letters, usual=_usual(menu, usual), odds=row_odds(menu, one.value)
        )
    if not apart:
        for value in menu.values:
            yield f"  {menu.letter_of(value.value)} = {value.text()}"


def _usual(menu: Menu, value: Value | None) -> str:
    """What a card gets of which nothing is said; that it is lost is to be said, where another could be in its place."""
    shape = menu.shape
    if value is None and isinstance(shape, Place):
        return _("; finds no place")
    if value is None:
        return ""
    letter = menu.letter_of(value)
    if menu.question.harmless:
        return _("; default {mark}").format(mark=letter)
    return _("; {mark} unless told").format(mark=letter)


def pair_rows(menu: Menu, card: MenuItem, options: tuple[Value, ...], usual: Value | None) -> Iterator[str]:
    """Each value of a card, with its odds."""
    named = {one.value: one for one in menu.values}
    sign = _(" (default)") if menu.question.harmless else _(" (unless told)")
    for option in options:
        mark = sign if option == usual and len(options) > 1 else ""
        found = chances_of(menu.question, int(str(card.value)), option)
        odds = "".join([_(": {odds}").format(odds=odds_text(menu.question, one)) for one in found])
        yield f"    {menu.letter_of(option)} {named[option].name}{mark}{odds}"


def defaults(menu: Menu) -> dict[int, Value]:
    """What each card gets where nothing is said of it."""
    default = menu.question.default
    if isinstance(default, dict):
        return default
    pairs = default if isinstance(default, tuple) else ()
    return {int(str(pair[0])): pair[1] for pair in pairs if isinstance(pair, tuple) and not isinstance(pair[1], tuple)}


def step_rows(menu: Menu, shape: Move) -> Iterator[str]:
    """The things, the targets, and which verb takes what."""
    for i, one in enumerate(menu.things, 1):
        if one.kind:
            yield f"  {i} {one.text()}"
    for value in menu.values:
        if value.kind:
            yield f"  {menu.letter_of(value.value)} = {value.text()}"
    for verb, things in shape.steps.items():
        if verb == SWAP:  # each has others to change with: that is said once
            who = ranges([menu.place(menu_kind(value), value) + 1 for value in things])
            yield _("  {verb} {who} with another of them: {what}").format(verb=verb, who=who, what=word("verbs", verb))
            continue
        groups: dict[tuple[Value, ...], list[Value]] = {}
        for thing, targets in things.items():
            groups.setdefault(targets, []).append(thing)
        for targets, alike in groups.items():
            yield from verb_row(menu, verb, alike, targets)
        yield from step_odds(menu, verb)
    for end in shape.words:
        yield _("  {word}: {what}").format(word=end, what=word("verbs", end))


def verb_row(menu: Menu, verb: str, alike: list[Value], targets: tuple[Value, ...]) -> Iterator[str]:
    """What may be typed behind a verb."""
    who = ranges([menu.place(menu_kind(value), value) + 1 for value in alike])
    what = word("verbs", verb)
    if not targets:
        yield _("  {verb} {who}: {what}").format(verb=verb, who=who, what=what)
        return
    kind = TARGETS.get(verb, "token")
    numbers = [menu.place(kind, target) for target in targets]
    if kind == "amount":
        names = " ".join(map(str, targets))
    elif all(n >= 0 for n in numbers):
        names = ranges([n + 1 for n in numbers])
    else:
        names = " ".join([menu.letter_of(target) for target in targets])
    yield _("  {verb} {who} to {names}: {what}").format(verb=verb, who=who, names=names, what=what)


def menu_kind(value: Value) -> str:
    return "token" if isinstance(value, int) else "card"


def step_odds(menu: Menu, verb: str) -> Iterator[str]:
    """Odds of steps: their value names the thing and its target."""
    for one in menu.question.odds:
        if isinstance(one.value, tuple):
            thing, target = one.value
            yield _("    {verb} {thing} {target}: {odds}").format(
                verb=verb, thing=menu.place("card", thing) + 1, target=menu.letter_of(target),
                odds=odds_text(menu.question, one),
            )


def ranges(numbers: list[int]) -> str:
    """1 2 3 5 as "1-3 5"."""
    parts: list[list[int]] = []
    for n in sorted(numbers):
        if parts and n == parts[-1][-1] + 1:
            parts[-1].append(n)
        else:
            parts.append([n])
    return " ".join([str(part[0]) if len(part) == 1 else f"{part[0]}-{part[-1]}" for part in parts])


def events(menu: Menu) -> Iterator[str]:
    """Event cards of the hand that may be played first."""
    for i, one in enumerate(menu.plays, len(menu.things) + 1):
        yield _("  {n} play {card}").format(n=i, card=one.text())


def quoted(text: str) -> str:
    return f'"{text}"'


def reference(menu: Menu, verb: str, target: Value) -> str:
    """A target as it is typed: a number where it has one, else its letter."""
    kind = TARGETS.get(verb, "token")
    if kind == "amount":
        return str(target)
    n = menu.place(kind, target)
    return str(n + 1) if n >= 0 else menu.letter_of(target)


def said(menu: Menu, answer: Answer) -> str:
    """An answer in words, so that who gave it hears what was understood."""
    if isinstance(answer, tuple) and answer[:1] == ("play",):
        return phrase("asked.play", card=next((one.name for one in menu.plays if one.value == answer[1]), ""))
    names = {one.value: one.name for one in (*menu.values, *menu.things)}
    shape = menu.shape
    if isinstance(shape, Choose):
        return names.get(_plain(answer), "")
    if isinstance(shape, Pick):
        picked = answer if isinstance(answer, tuple) else ()
        return listed([names.get(_plain(one), "") for one in picked]) if picked else _("none")
    if isinstance(shape, Move):
        return _step_said(menu, answer)
    cards = {one.value: one.name for one in menu.things}
    values = {one.value: one.name for one in menu.values}
    pairs = answer.items() if isinstance(answer, dict) else _pairs(answer)
    told = [phrase("asked.value", card=cards.get(key, ""), value=values.get(value, "")) for key, value in pairs]
    return listed(told)


def _pairs(answer: Answer) -> list[tuple[int, Value]]:
    pairs = answer if isinstance(answer, tuple) else ()
    return [(int(str(pair[0])), _plain(pair[1])) for pair in pairs if isinstance(pair, tuple) and len(pair) == 2]


def _plain(part: object) -> Value:
    """What can be looked up: an answer is never a table inside."""
    if isinstance(part, tuple) and len(part) == 2:
        return str(part[0]), int(str(part[1]))
    return part if isinstance(part, int | str) else ""


def _step_said(menu: Menu, answer: Answer) -> str:
    parts = answer if isinstance(answer, tuple) else ()
    verb = str(parts[0]) if parts else ""
    if len(parts) < 2:
        return verb
    thing = menu.things[menu.place(menu_kind(_plain(parts[1])), _plain(parts[1]))].name
    if len(parts) < 3:
        return _("{verb} {thing}").format(verb=verb, thing=thing)
    kind = TARGETS.get(verb, "token")
    value = _plain(parts[2])
    if kind == "amount":
        return _("{verb} {thing}, {n} damage on its leader").format(verb=verb, thing=thing, n=value)
    known = [one.name for one in (*menu.things, *menu.values) if one.kind == kind and one.value == value]
    target = known[0] if known else str(value)
    if verb == SWAP:
        return _("{verb} {thing} with {target}").format(verb=verb, thing=thing, target=target)
    return phrase("steps.to_target", verb=verb, thing=thing, target=target)
