"""The line above the table: turn, section, whose move, points, clocks, connection; and what must not be missed."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text
from textual.widgets import Static

from ironbottom.language import _
from ironbottom.phrases import result, side_name
from ironbottom.views import View
from ironbottom.vocabulary import phrase
from ironbottom.wire.cleaning import cells, clean_name, clean_text
from ironbottom.words import SIDES, Side

from ...net.server_messages import in_our_words
from ...text.card_text import wrapped
from ...text.rules.offering import offered_line, settled_line
from ...text.rules.table_rules import title
from ...text.situation import section_name, whatif_line
from ..board.faces import LETTERS
from ..drawing.signs import cut
from ..drawing.themes import style
from ..state.model import UiState

GAP = "  "
LOW = 60_000  # milliseconds: a clock that is to be looked at
LOW_DAY = 6 * 3_600_000  # of a game by the day
NOTE = 500  # cells of a note of the server
SHORTEST = 3  # in so many steps the line is said shorter
EDGES = 6  # cells of the line around what is written on it
LINES = 3  # of what is to be noticed, at most
NAME = 16  # cells of the name of a partner
LEAST = 6  # cells of a section or a name, where there is something to be read in them


class Status(Static):
    """One line; what matters less gives way where it is short."""

    def __init__(self, ui: UiState) -> None:
        super().__init__(id="status", markup=False)
        self.ui = ui

    def on_mount(self) -> None:
        self.set_interval(1.0, self._tick)

    def on_resize(self) -> None:
        self.redraw()

    def _tick(self) -> None:
        """Clocks go on by themselves."""
        if any(self.ui.clock(side) is not None for side in SIDES):
            self.redraw()

    def redraw(self) -> None:
        self.update(status_text(self.ui, self.size.width or 80))


def status_text(ui: UiState, width: int) -> Text:
    """The line, as much of it as fits: first all is said shorter, then the section and the name give way."""
    view = ui.drawn
    if view is None:
        return Text(phrase("game.title"))
    for short in range(SHORTEST + 1):
        parts = _parts(ui, view, short)
        if _size(parts) <= width:
            return _line(parts)
    parts = _parts(ui, view, SHORTEST)
    section = section_name(view) if view.turn else ""
    parts[0] = _when(ui, view, cut(section, _room(ui, view, parts, width), "…"))
    if _size(parts) > width and ui.menu is None and any(map(ui.runs, SIDES)):
        parts[1] = Text("")  # the clock that runs tells whose decision it is
    if _size(parts) > width:
        parts[4] = _who(ui, SHORTEST, _room_for(parts, 4, width))
    return _line(parts) if _size(parts) <= width else _needed(parts, width)


def _parts(ui: UiState, view: View, short: int) -> list[Text]:
    """All that is to be said: the greater `short`, the fewer words are made of it."""
    when = _when(ui, view, section_name(view) if view.turn else "")
    if ui.set.battle is not None and not short:
        when = Text(title(ui.set.battle) + GAP, Style(italic=True)) + when
    clocks, points = _clocks(ui, by_letter=short >= 3), _points(ui, view, by_letter=short >= 2)
    return [when, _move(ui, view), points, clocks, _who(ui, short), _net(ui)]


def _line(parts: list[Text]) -> Text:
    return Text(GAP).join([part for part in parts if part.plain])


def _size(parts: list[Text]) -> int:
    return cells(_line(parts).plain)


def _room_for(parts: list[Text], i: int, width: int) -> int:
    """The cells that are left for one of the parts."""
    return width - _size([*parts[:i], Text("x"), *parts[i + 1 :]]) + 1


def _room(ui: UiState, view: View, parts: list[Text], width: int) -> int:
    """The cells that are left for the section; none where they are too few to read something there."""
    without, sign = cells(_when(ui, view, "").plain), cells(_(": {section}").format(section=""))
    room = _room_for(parts, 0, width) - without - sign
    return room if room >= LEAST else 0


def _needed(parts: list[Text], width: int) -> Text:
    """In the narrowest windows: what is needed most, as it fits."""
    room, taken = width, set[int]()
    for i in (1, 5, 0, 3, 4, 2):
        need = cells(parts[i].plain) + (cells(GAP) if taken else 0)
        if parts[i].plain and need <= room:
            room -= need
            taken.add(i)
    line = _line([part for i, part in enumerate(parts) if i in taken])
    return line if line.plain else Text(cut(parts[1].plain, width, ""))


def _when(ui: UiState, view: View, section: str) -> Text:
    if not view.turn:
        return Text(phrase("seat.before"), Style(bold=True))
    battle = ui.set.battle
    words = _("Turn {turn}") if battle is None else _("Turn {turn} of {turns}")
    turns = 0 if battle is None else battle.turns
    line = Text(words.format(turn=view.turn, turns=turns) + " ", Style(bold=True))
    line.append(side_name(view.phasing), style(ui, ("us", "jp")[view.phasing]))
    return line.append(_(": {section}").format(section=section) if section else "")


def _move(ui: UiState, view: View) -> Text:
    """Whose decision the game waits for."""
    if ui.past is not None:
        return Text(_("YOU LOOK BACK"), Style(reverse=True))
    if view.outcome is not None:
        return Text(result(view.outcome.winner), Style(reverse=True))
    if ui.menu is not None:
        return Text(" " + _("YOUR MOVE") + " ", Style(reverse=True))
    if ui.sent is not None and ui.playing is None and not ui.coming:
        return Text(_("answer on its way"), style(ui, "dim"))
    asked = [side_name(side) for side, _window in view.waiting if side is not ui.viewer]
    if ui.partner and ui.playing is None:
        return Text(phrase("team.partner_brief", name=cut(ui.partner, NAME, "…")), style(ui, "dim"))
    if ui.playing is not None or not asked:
        return Text("")
    return Text(phrase("seat.decides", side=_("/").join(dict.fromkeys(asked))), style(ui, "dim"))


def _points(ui: UiState, view: View, *, by_letter: bool) -> Text:
    line = Text(_("VP") + " ")
    for side, half in zip(SIDES, (view.us, view.jp), strict=True):
        line.append(f"{_named(side, by_letter=by_letter)} {half.points}", style(ui, ("us", "jp")[side]))
        line.append("" if side is Side.JP else " : ")
    return line


def _named(side: Side, *, by_letter: bool) -> str:
    """A side, or its letter, which stands before its lines and on its cards."""
    return LETTERS[side] if by_letter else side_name(side)


def _clocks(ui: UiState, *, by_letter: bool) -> Text:
    line = Text()
    for side in SIDES:
        left, seat = ui.clock(side), ui.seat(side)
        if left is None:
            continue
        by_the_day = None if seat is None else seat.pace or None
        running = "▶" if ui.runs(side) else " "
        time = clock_text(left) if by_the_day is None else day_text(left)
        said = f"{running}{_named(side, by_letter=by_letter)} {time}"
        if by_the_day is not None and by_the_day.away:
            said += " " + _("(vacation)")
        low = left < (LOW if by_the_day is None else LOW_DAY)
        line.append((" " if line.plain else "") + said, style(ui, "hit") if low else Style())
    return line


def clock_text(left: int) -> str:
    """Milliseconds as a clock shows them."""
    minutes, seconds = divmod(-(-left // 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def day_text(left: int) -> str:
    """The same of a game by the day, which nobody counts by seconds."""
    days, hours = divmod(left // 3_600_000, 24)
    if days:
        return _("{days}d {hours}h").format(days=days, hours=hours)
    return f"{hours}:{left // 60_000 % 60:02}"


def _who(ui: UiState, short: int, room: int = NOTE) -> Text:
    """Against whom."""
    if ui.table is None or ui.viewer is None or ui.place < 0:
        return Text(phrase("seat.looking_on") if ui.place < 0 else "")
    other = ui.table.seats[1 - ui.place]
    away = "" if other.here else " " + _("(away)")
    name = cut(clean_name(other.name), max(LEAST, room - cells(away)), "…")
    return Text((name if short else _("against {name}").format(name=name)) + away, style(ui, "dim"))


def _net(ui: UiState) -> Text:
    words = {"here": "", "gone": _("⚠ no connection"), "ended": _("⚠ disconnected")}
    return Text(words[ui.net.state], style(ui, "hit"))


class NoticeLine(Static):
    """The line between the table and the question, with what was to be noticed last written on it; or a few lines."""

    def __init__(self, ui: UiState) -> None:
        super().__init__(id="notice", markup=False)
        self.ui = ui

    def on_resize(self) -> None:
        self.redraw()

    def redraw(self) -> None:
        self.update(notice_text(self.ui, self.size.width))


def notice_text(ui: UiState, width: int) -> Text:
    """News of the table and of the chat, on a line as wide as the screen; what is longer takes the next lines too."""
    said = [one for one in (ui.notice, ui.pointed) if one]
    if ui.unread and ui.talk:
        last = ui.talk[-1]
        said.append(_("{name}: {text}").format(name=last.name, text=last.text) + " " + _("(Shift+T: talk)"))
    room = max(2, width - EDGES)
    first, *more = wrapped(" · ".join(said), room)
    if len(more) >= LINES:
        more = [*more[: LINES - 2], " ".join(more[LINES - 2 :])]
    lines = [_ruled(ui, cut(text, max(0, width - EDGES), "…"), width) for text in (first, *more)]
    return Text("\n", no_wrap=True).join(lines)


def _ruled(ui: UiState, text: str, width: int) -> Text:
    """A line that goes on to the edge behind what is written on it."""
    line = Text("── " if text else "", style(ui, "dim"), no_wrap=True)
    line.append(f"{text} " if text else "", Style(bold=True))
    return line.append("─" * max(0, width - cells(line.plain)), style(ui, "dim"))


class Banner(Static):
    """What must not be overlooked: a lost connection, a game that is paused.  It takes no room when all is well."""

    def __init__(self, ui: UiState) -> None:
        super().__init__(id="banner", markup=False)
        self.ui = ui

    def redraw(self) -> None:
        text = banner_text(self.ui)
        self.display = bool(text)
        self.update(Text(text))


def banner_text(ui: UiState) -> str:
    """What it says; "" when all is well."""
    if ui.net.state == "gone":
        text = _("⚠ The connection is lost ({why}); it is tried again until it is back.  Nothing is lost with it.")
        return text.format(why=ui.net.why)
    if ui.net.state == "ended":
        return _("⚠ {why}  Press q to leave.").format(why=ui.net.why)
    if offered := offered_line(ui.offers, ui.table, ui.place):
        return offered + ("" if ui.place < 0 else " " + _("(Shift+Y: answer)"))
    if ui.table is not None and ui.table.status == "paused":
        return _("The game is paused: {note}").format(note=clean_text(in_our_words("paused", ui.table.note), NOTE))
    if ui.past is not None:
        return _("You look back at the table as it was at a line of the log; Escape: as it is now.")
    if settled := settled_line(ui.table):
        return settled
    return "" if ui.table is None or ui.table.whatif is None else whatif_line(ui.table.whatif)
