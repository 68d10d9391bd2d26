"""The question as rows of cells: what is asked, the list that can be scrolled, what is told of one row, the buttons.

Nothing here knows of Textual: who draws it gives styles to their names, and looks up what a click on a piece means.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ironbottom.language import N_, _
from ironbottom.phrases import prompt_phrase
from ironbottom.questions import STAY, Choose, Move, Order, Pick
from ironbottom.vocabulary import phrase, word

from ...text.card_text import padded, width
from ...text.card_text import wrapped as broken
from ...text.question.menu import SWAP, heading
from ...text.table_text import capital, noted
from ..answer.cursor import Stop, for_all, for_none, in_order, is_marked, is_open, is_piled, option_now
from ..answer.offered import Offer, OfferedRow, Option
from ..answer.staged import Staged, TouchMeaning
from ..answer.staging import row_of
from ..answer.whynot import fault_text, missing, mistaken
from ..drawing.signs import Signs, cut
from .foot import foot_of
from .not_again import ways
from .odds import Odds, of_option, of_row, words
from .pieces import Line, ShownQuestion, StyledText

GAP = 3  # cells between options in one row
LOW = 10  # rows of cells of a low panel
BARS = {"success": "chosen", "kill": "hit", "loss": "target"}  # the styles of the kinds of odds
FEW = 2  # rows that the steps of a row may take with it: they stand below it when it is opened
TOLD = 4  # rows that a refusal, or what is told of a row, may take: it is to be read whole
NAME_LINES = 2  # rows of cells that a name may take where there is little room


class Drawn(NamedTuple):
    """Exactly as many lines as there is room, and the first line of the list that is among them."""

    lines: tuple[Line, ...]
    top: int


def drawn(shown: ShownQuestion, columns: int, rows: int, top: int | None) -> Drawn:
    """The question in so many cells.  `top` is where somebody scrolled to; None: the cursor is to be seen."""
    whole = wrapped(prompt(shown.offer), max(8, columns))
    head = _head(shown, columns, most=1 if rows < 8 else 2 if rows <= 16 else 4)
    again = whole if len(whole) > len(head) else ()
    foot = foot_of(shown, columns, most=1 if rows <= LOW else 2)
    told = _told(shown, columns, least=1 if rows <= LOW else 2 if rows <= 16 else 3)
    spare = max(0, rows - len(foot) - 2)
    head, told = head[: max(0, spare - 1)], told[: max(0, spare - len(head))]
    room = max(1, rows - len(head) - len(foot) - len(told))
    inner = max(8, columns - 2)
    notes = len(_list(shown, again, inner, notes=True, low=rows <= LOW)) <= room
    lines = _list(shown, again, inner, notes=notes, low=rows <= LOW)
    first, last = _place(lines, shown.cursor)
    at = _scrolled(len(lines), room, first, last, top)
    window = [*lines[at : at + room], *[()] * (room - len(lines))]
    edge = _edge(len(lines), room, at, shown.signs)
    listed = [_with_edge(line, sign, columns) for line, sign in zip(window, edge, strict=True)]
    return Drawn(tuple([*head, *listed, *told, *foot][:rows]), at)


def _scrolled(count: int, room: int, first: int, last: int, top: int | None) -> int:
    """The first line that is shown: near where it was, but so that the row of the cursor is seen."""
    if top is not None:
        return max(0, min(top, count - room))
    return 0 if last < room else max(0, min(first if last - first >= room else last - room + 1, count - room))


def _place(lines: list[Line], cursor: Stop) -> tuple[int, int]:
    """The first and the last line of what the cursor is at; a row has what it may be given below it."""
    found = [i for i, line in enumerate(lines) if any(_is_of(piece.stop, cursor) for piece in line)]
    return (found[0], found[-1]) if found else (0, 0)


def _is_of(stop: Stop | None, cursor: Stop) -> bool:
    opened = stop is not None and stop.what == "option" and cursor.what == "row" and stop.n == cursor.n
    return stop == cursor or opened


def _edge(count: int, room: int, at: int, signs: Signs) -> list[StyledText]:
    """Signs at the edge where the list goes on."""
    edge = [StyledText(" ")] * room
    up, down = ("^", "v") if signs.plain else ("▲", "▼")
    if at > 0:
        edge[0] = StyledText(up, "legal", Stop("up"))
    if at + room < count:
        edge[-1] = StyledText(down, "legal", Stop("down"))
    return edge


def _with_edge(line: Line, sign: StyledText, columns: int) -> Line:
    space = columns - 1 - sum([width(piece.text) for piece in line])
    return (*line, StyledText(" " * max(0, space)), sign)


@lru_cache(maxsize=4096)
def wrapped(text: str, columns: int) -> tuple[str, ...]:
    """Text in lines; the same texts are drawn again and again, so nobody may write to what is kept."""
    return tuple(broken(text, columns))


# the head and what is told


OF_AIRPLANES = "airplanes.step"  # that segment


def loses_airplanes(staged: Staged) -> bool:
    """Whether the end of the segment, as things stand, discards airplanes."""
    return staged.question.step == OF_AIRPLANES and not staged.question.harmless


RULING = re.compile(r" ?[(（]R-[^)）]*[)）]")  # for programmers

# Where the question comes with the word that ends it for who types: here there is a button for it at the foot.
WITHOUT_THE_WORD = {
    "Place your formations in any of your lines, and form escort pairs; end with done.":
        N_("Place your formations in any of your lines, form escort pairs; E E ends it."),
    "Play a reinforcement event or transports, or end the segment with done.":
        N_("Play a reinforcement event or transports, or end the segment with E E."),
    "Move, pair, disband or reveal your formations; end the segment with done.":
        N_("Move, pair, disband or reveal your formations; E E ends the segment."),
    "Deploy airplanes from your hand; shift, exchange or discard those on the table; end the segment with done.":
        N_("Deploy airplanes from hand; shift, exchange, discard others; E E ends it."),
    "Play a submarine against any enemy formation, or end the segment with done.":
        N_("Play a submarine against any enemy formation, or end the segment with E E."),
}


def prompt(offer: Offer) -> str:
    """What is asked, in the words of this client."""
    question = offer.question
    if question.prompt in WITHOUT_THE_WORD:
        return _(WITHOUT_THE_WORD[question.prompt])
    return RULING.sub("", prompt_phrase(question))


def _head(shown: ShownQuestion, columns: int, most: int) -> list[Line]:
    lines = wrapped(prompt(shown.offer), max(8, columns))
    return [(StyledText(text, "bold", Stop("why")),) for text in _clipped(lines, most, columns, shown.signs)]


def _clipped(lines: Sequence[str], most: int, columns: int, signs: Signs) -> list[str]:
    """Lines that are too many end with a sign."""
    if len(lines) <= most:
        return [*lines]
    return [*lines[: most - 1], cut(" ".join(lines[most - 1 :]), columns, signs.cut)]


def _told(shown: ShownQuestion, columns: int, least: int) -> list[Line]:
    """Why something cannot be done, or what the cursor is at: whole, for these are the values that one decides by."""
    alarm, text = alert(shown)
    style = "hit" if alarm else "dim"
    if not text:
        text = detail(shown)
        if len(wrapped(text, columns)) > max(least, FEW):
            text = detail(shown, verbs=False)
    most = max(least + FEW, TOLD)
    lines = _clipped(wrapped(text, columns), most, columns, shown.signs) if text else []
    lines += [""] * (least - len(lines))
    stop = Stop("why") if alarm else None
    return [(StyledText(line, style, stop),) for line in lines]


def alert(shown: ShownQuestion) -> tuple[bool, str]:
    """What must be read first: whether it is a fault, and its text."""
    staged = shown.staged
    if shown.ending:
        asks = _("End the segment? E once more ends it; any other key goes on.")
        return True, f"{phrase('steps.no_icon')} {asks}" if loses_airplanes(staged) else asks
    if shown.again:
        return True, ways(staged)
    if shown.wrong:
        return True, shown.wrong
    fault = fault_text(staged, shown.naming)
    if fault:
        return True, _("{fault} (Shift+W: why)").format(fault=capital(fault))
    if shown.refused:
        return True, _("Not accepted: {text} (Shift+W: why)").format(text=shown.refused)
    if shown.note:
        return True, shown.note
    text = mistaken(staged)
    return bool(text), capital(text)


def detail(shown: ShownQuestion, *, verbs: bool = True) -> str:
    """All that is to be known of what the cursor is at; `verbs`: with what can be done with it, step by step."""
    staged, cursor, offer = shown.staged, shown.cursor, shown.offer
    if cursor.what == "row":
        row = offer.rows[cursor.n]
        return noted(row.name, row.note, *(verb_texts(row) if verbs else ()))
    if cursor.what == "option":
        row = offer.rows[cursor.n]
        option = row.options[cursor.option]
        return noted(option_name(option), option.note, words(of_option(offer, row, option)))
    if cursor.what == "none":
        return ""
    if cursor.what == "play":
        play = offer.plays[cursor.n]
        return noted(phrase("asked.play", card=play.name), play.note)
    return _("what several cards may be given, for all that can") if cursor.what in ("all", "all-option") else (
        _how_to(staged) if cursor.what == "confirm" else ""
    )


def option_name(option: Option) -> str:
    """What a row may be given; what is done with nothing else is named by its verb."""
    return verb_text(option.verb) if option.verb and option.value == option.verb else option.name


def verb_text(verb: str) -> str:
    return word("verbs", verb)


def verb_texts(row: OfferedRow) -> list[str]:
    """What can be done with a row, each verb once."""
    return [verb_text(verb) for verb in dict.fromkeys([one.verb for one in row.options if one.verb])]


def _how_to(staged: Staged) -> str:
    if isinstance(staged.shape, Choose) and staged.play is None:
        return capital(missing(staged))
    return "" if staged.offer.rows or staged.offer.empty else phrase("steps.none_left")


# the list


def _list(shown: ShownQuestion, again: Sequence[str], columns: int, *, notes: bool, low: bool) -> list[Line]:
    """Why it is asked, and everything that can be answered; before it the prompt, where it did not fit above."""
    staged = shown.staged
    lines: list[Line] = [*_dim(" ".join(again), columns)] if again else []
    lines += _why(shown, columns, low=low)
    if staged.fork is not None:
        return [*lines, *_ways(shown, columns)]
    if shown.offer.empty:
        lines += _dim(_empty(shown.offer), columns)
    if isinstance(staged.shape, Order) and len(staged.order) > 1:
        lines += _dim(_("They act in this order; - and + move one earlier or later:"), columns)
    if isinstance(staged.shape, Pick):
        lines += _dim(_count(staged, staged.shape), columns)
    lines += _for_all(shown, columns)
    for row in in_order(staged):
        lines += _row(shown, row, columns, notes=notes)
    if for_none(shown.offer):
        lines.append(_none(shown))
    if shown.offer.plays:
        lines += _dim(_("Cards that you may play first:"), columns)
        for n in range(len(shown.offer.plays)):
            lines += _play(shown, n, columns, notes=notes)
    return [*lines, *[line for text in (shown.open, *shown.held) if text for line in _dim(text, columns)]]


def _dim(text: str, columns: int) -> list[Line]:
    return [(StyledText(part, "dim"),) for part in wrapped(text, columns)]


def _why(shown: ShownQuestion, columns: int, *, low: bool) -> Iterator[Line]:
    """The fact that opened the window, and what lies open; the paragraph can be opened.  In a low panel the rows are
    more urgent: each sentence gets one line, and the sheet that tells why has the whole of it."""
    for text in heading(shown.offer.menu, shown.naming)[1:]:
        for part in [cut(text, columns, shown.signs.cut)] if low else wrapped(text, columns):
            yield (StyledText(part, "dim", Stop("rules")),)


def _empty(offer: Offer) -> str:
    if offer.plays:
        return _("  You have nothing to decide here but whether to play a card.").strip()
    return _("  You have nothing to decide here; you are asked all the same, so that it tells nothing (§20.1).").strip()


def _count(staged: Staged, shape: Pick) -> str:
    n = len(staged.picked)
    if shape.least == shape.most:
        text = phrase("steps.picked", n=n, most=shape.most)
        return _("{text}, the last goes on top; - and + move one").format(text=text) if shape.most > 1 else text
    return phrase("steps.picked_between", n=n, least=shape.least, most=shape.most)


def _sign(shown: ShownQuestion, stop: Stop) -> str:
    return ">" if shown.cursor == stop else " "


def _style(shown: ShownQuestion, stop: Stop, style: str) -> str:
    return "cursor" if shown.cursor == stop else style


def _row(shown: ShownQuestion, row: OfferedRow, columns: int, *, notes: bool) -> Iterator[Line]:
    """A row with what is staged for it, and below it what is to be known of it."""
    staged, offer = shown.staged, shown.offer
    stop = Stop("row", offer.rows.index(row))
    before = f"{_sign(shown, stop)}{row.number:>2} {_mark(staged, row)}"
    room = max(4, columns - width(before))
    text = _fitted(_name(shown, row), _given(shown, row), room, whole=notes or row.thing.kind in ("word", "line"),
                   signs=shown.signs)
    style = _style(shown, stop, _row_style(staged, row, stop))
    odds = _odds_now(shown, row)
    beside = _beside(odds, room - width(text[0]), stop, shown.signs) if len(text) == 1 and not notes else ()
    for i, part in enumerate(text):
        yield (
            StyledText(before if i == 0 else " " * width(before), style, stop),
            StyledText(part, style, stop),
            *beside,
        )
    indent = " " * (width(before) + 1)
    if notes and row.note:
        for part in wrapped(row.note, columns - len(indent)):
            yield (StyledText(indent + part, "dim", stop),)
    yield from _bars([] if beside else odds, columns, indent, stop, shown.signs)
    if is_open(staged, row):
        yield from _options(shown, row, stop.n, columns)


def _odds_now(shown: ShownQuestion, row: OfferedRow) -> list[Odds]:
    """The odds of a row, and of what it gets now, unless all that it may get is shown; who stays throws nothing."""
    odds = of_row(shown.offer, row)
    if not row.options or is_open(shown.staged, row) or isinstance(shown.staged.shape, Move):
        return odds
    n = option_now(shown.staged, row)
    if n < 0:
        return [] if any(option.value == STAY for option in row.options) else odds
    return [] if row.options[n].value == STAY else odds + of_option(shown.offer, row, row.options[n])


def _beside(odds: list[Odds], room: int, stop: Stop, signs: Signs) -> Line:
    """Odds in the same row of cells as the name, with short bars, where they fit."""
    pieces: list[StyledText] = []
    for one in odds:
        text = f"{one.percent} {one.bar(0, plain=signs.plain)} {one.what}"
        pieces += [StyledText("  ", "", stop), StyledText(text, BARS[one.kind], stop)]
    return tuple(pieces) if sum([width(piece.text) for piece in pieces]) <= room else ()


def _mark(staged: Staged, row: OfferedRow) -> str:
    """What stands before a name: whether it is chosen, which it is, when it acts."""
    shape = staged.shape
    there = staged.play is None and (row.thing == staged.chosen or row.thing in staged.picked)
    if isinstance(shape, Choose):
        return "(*) " if there else "( ) "
    if isinstance(shape, Pick):
        sign = str(staged.picked.index(row.thing) + 1) if there and is_piled(staged) else "x"
        return f"[{sign}] " if there else "[ ] "
    told = "*" if row.value in staged.given else " "
    if isinstance(shape, Order):
        return f"{staged.order.index(int(str(row.value))) + 1}.{told}"
    return "" if isinstance(shape, Move) else told


def _row_style(staged: Staged, row: OfferedRow, stop: Stop) -> str:
    if staged.held is not None:
        if row.thing == staged.held:
            return "chosen"
        if row_of(staged, staged.held) is None:  # a target is held: who may be given it?
            return "target" if any(one.thing[:2] == staged.held[:2] for one in row.options) else "off"
    told = row.value in staged.given if isinstance(row.value, int) else False
    return "chosen" if is_marked(staged, stop) or (told and staged.play is None) else ""


def _name(shown: ShownQuestion, row: OfferedRow) -> str:
    name = capital(row.name) if row.thing.kind == "word" else row.name
    question = shown.offer.question
    usual = question.harmless and isinstance(question.shape, Choose) and row.value == question.default
    return name + _(" (default)") if usual and len(shown.offer.rows) > 1 else name


def _given(shown: ShownQuestion, row: OfferedRow) -> str:
    """What a row gets, or may be done with it."""
    if not row.options or is_open(shown.staged, row):
        return ""
    n = -1 if isinstance(shown.staged.shape, Move) else option_now(shown.staged, row)
    return f" {shown.signs.to} {row.options[n].name}" if n >= 0 else ""


def _fitted(name: str, given: str, room: int, *, whole: bool, signs: Signs) -> list[str]:
    """A name and what it gets; where there is little room, the name gives way."""
    lines = wrapped(name + given, room)
    if whole or len(lines) <= NAME_LINES:
        return [*lines]
    short = cut(given, room, signs.cut)
    return [cut(name, room, signs.cut), short] if given else _clipped(lines, NAME_LINES, room, signs)


def _bars(odds: list[Odds], columns: int, indent: str, stop: Stop, signs: Signs) -> Iterator[Line]:
    """Numbers with their bars, as many in a row of cells as fit."""
    line: list[StyledText] = []
    used = 0
    for one in odds:
        text = f"{one.percent} {one.bar(columns, plain=signs.plain)} {one.what}"
        if line and used + GAP + width(text) > columns:
            yield tuple(line)
            line = []
        before = " " * GAP if line else indent
        used = (used if line else 0) + len(before) + width(text)
        style = BARS[one.kind]
        line += [StyledText(before, "", stop), StyledText(cut(text, columns - len(before), signs.cut), style, stop)]
    if line:
        yield tuple(line)


def _options(shown: ShownQuestion, row: OfferedRow, n: int, columns: int) -> Iterator[Line]:
    """All that a row may be given; those without odds side by side."""
    offer, staged = shown.offer, shown.staged
    now = -1 if isinstance(staged.shape, Move) else option_now(staged, row)
    verb, flow = "", list[StyledText]()
    for i, option in enumerate(row.options):
        stop = Stop("option", n, i)
        odds = of_option(offer, row, option)
        if option.verb != verb:
            yield from _flowing(flow, columns)
            flow, verb = [], option.verb
            for line in _dim(capital(verb_text(verb)), columns - GAP) if option.value != verb else ():
                yield (StyledText(" " * GAP), *line)
        style = _style(shown, stop, "chosen" if i == now else "target")
        flow.append(StyledText(_option_text(shown, option, stop, told=i == now), style, stop))
        if odds:
            yield from _flowing(flow, columns)
            flow = []
            yield from _bars(odds, columns, " " * 9, stop, shown.signs)
    yield from _flowing(flow, columns)


def _option_text(shown: ShownQuestion, option: Option, stop: Stop, *, told: bool) -> str:
    letter = option.letter if len(option.letter) == 1 else " "
    mark = "" if option.verb else "(*) " if told else "( ) "
    return f"{_sign(shown, stop)}{letter} {mark}{option_name(option)}"


def _flowing(pieces: list[StyledText], columns: int) -> Iterator[Line]:
    """Pieces side by side, as many as fit."""
    line: list[StyledText] = []
    used = 0
    for piece in pieces:
        long = width(piece.text) + GAP
        if line and used + long > columns:
            yield tuple(line)
            line, used = [], 0
        if not line and long > columns:  # too long for a row of cells of its own
            yield from _broken(piece, columns)
            continue
        line += [StyledText(" " * GAP), piece]
        used += long
    if line:
        yield tuple(line)


def _broken(piece: StyledText, columns: int) -> Iterator[Line]:
    """A piece that is longer than a row of cells; what does not fit stands further in."""
    inside = 3
    first, *rest = wrapped(piece.text[inside:], columns - GAP - inside)
    yield (StyledText(" " * GAP), piece._replace(text=piece.text[:inside] + first))
    for part in rest:
        yield (StyledText(" " * (GAP + inside)), piece._replace(text=part))


def _for_all(shown: ShownQuestion, columns: int) -> Iterator[Line]:
    """The row that is for all cards."""
    shared = for_all(shown.offer)
    if not shared:
        return
    stop = Stop("all")
    yield (StyledText(f"{_sign(shown, stop)} 0  " + _("All that can"), _style(shown, stop, "dim"), stop),)
    if shown.cursor.what in ("all", "all-option"):
        stops_ = [Stop("all-option", i) for i in range(len(shared))]
        pieces = [
            StyledText(f"{_sign(shown, at)}{one.letter} {one.name}", _style(shown, at, "target"), at)
            for at, one in zip(stops_, shared, strict=True)
        ]
        yield from _flowing(pieces, columns)


def _none(shown: ShownQuestion) -> Line:
    """The row by which it is said that it is none of them, or that their order may stand."""
    stop = Stop("none")
    there = is_marked(shown.staged, stop)
    text = _("None of them") if isinstance(shown.staged.shape, Pick) else _("In this order")
    style = _style(shown, stop, "chosen" if there else "")
    return (StyledText(f"{_sign(shown, stop)} 0 {'[x]' if there else '[ ]'} {text}", style, stop),)


def _play(shown: ShownQuestion, n: int, columns: int, *, notes: bool) -> Iterator[Line]:
    play, stop = shown.offer.plays[n], Stop("play", n)
    there = is_marked(shown.staged, stop)
    before = f"{_sign(shown, stop)}{play.number:>2} {'(*)' if there else '( )'} "
    style = _style(shown, stop, "chosen" if there else "")
    for i, part in enumerate(wrapped(play.name, columns - len(before))):
        yield (StyledText(before if i == 0 else " " * len(before), style, stop), StyledText(part, style, stop))
    if notes and play.note:
        for part in wrapped(play.note, columns - len(before)):
            yield (StyledText(" " * len(before) + part, "dim", stop),)


def _ways(shown: ShownQuestion, columns: int) -> Iterator[Line]:
    """One gesture may mean several things: which?"""
    fork = shown.staged.fork
    yield (StyledText(phrase("steps.which"), "bold"),)
    for n, way in enumerate(fork.ways if fork is not None else ()):
        stop = Stop("way", n)
        before = f"{_sign(shown, stop)}{n + 1:>2} "
        style = _style(shown, stop, "target")
        for i, part in enumerate(wrapped(way_text(shown, way), columns - 4)):
            yield (StyledText(before if i == 0 else "    ", style, stop), StyledText(part, style, stop))
        if way.row is not None and way.option is not None:
            yield from _bars(of_option(shown.offer, way.row, way.option), columns, "     ", stop, shown.signs)


def way_text(shown: ShownQuestion, way: TouchMeaning) -> str:
    """One of the things that a gesture may mean."""
    staged = shown.staged
    if way.play is not None:
        play = next(one for one in shown.offer.plays if one.value == way.play)
        return capital(phrase("asked.play", card=play.name))
    row = way.row or row_of(staged, way.hold)
    if row is None:
        return ""
    if way.option is None:
        if staged.fork is not None and staged.fork.start == staged.fork.to:
            return capital(" · ".join(verb_texts(row)))
        return capital(phrase("steps.instead", card=row.name))
    verb = verb_text(way.option.verb)
    if not verb or way.option.value == way.option.verb:
        return capital(option_name(way.option))
    if way.option.verb == SWAP:
        return capital(phrase("steps.swap", thing=row.name, target=way.option.name))
    return capital(_("{verb}: {thing} to {target}").format(verb=verb, thing=row.name, target=way.option.name))


# without a question


def plain_lines(texts: Iterable[tuple[str, str]], columns: int, rows: int) -> tuple[Line, ...]:
    """Sentences with their styles, in so many rows of cells."""
    lines: list[Line] = [(StyledText(part, style),) for text, style in texts for part in wrapped(text, max(8, columns))]
    return tuple([*lines, *[()] * rows][:rows])


def as_text(lines: Iterable[Line], columns: int) -> list[str]:
    """The lines as they are seen, for tests and for eyes."""
    return [padded("".join([piece.text for piece in line]), columns) for line in lines]
