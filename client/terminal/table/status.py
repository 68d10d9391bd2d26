"""The line above the table: turn, section, whose move, points, clocks, connection; and what must not be missed."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text
from textual.widgets import Static

from ironbottom.language import _
from ironbottom.phrases import side_name
from ironbottom.views import View
from ironbottom.wire.cleaning import cells, clean_name, clean_text
from ironbottom.words import SIDES, Side

from ...net.server_messages import in_our_words
from ...text.card_text import wrapped
from ...text.vocabulary import section_name
from ..board.faces import LETTERS
from ..drawing.signs import cut
from ..drawing.themes import style
from ..state.model import UiState

GAP = "  "
LOW = 60_000  # milliseconds: a clock that is to be looked at
NOTE = 500  # cells of a note of the server
SHORTEST = 3  # in so many steps the line is said shorter
EDGES = 6  # cells of the line around what is written on it
LINES = 3  # of what is to be noticed, at most
LEAST = 6  # cells of a section or a name, where there is something to be read in them


class Status(Static):
    """One line; what matters less gives way where it is short."""

    def __init__(self, sea: UiState) -> None:
        super().__init__(id="status", markup=False)
        self.sea = sea

    def on_mount(self) -> None:
        self.set_interval(1.0, self._tick)

    def on_resize(self) -> None:
        self.redraw()

    def _tick(self) -> None:
        """Clocks go on by themselves."""
        if any(self.sea.clock(side) is not None for side in SIDES):
            self.redraw()

    def redraw(self) -> None:
        self.update(status_text(self.sea, self.size.width or 80))


def status_text(sea: UiState, width: int) -> Text:
    """The line, as much of it as fits: first all is said shorter, then the section and the name give way."""
    view = sea.drawn
    if view is None:
        return Text(_("Iron Bottom & Sunset Sky"))
    for short in range(SHORTEST + 1):
        parts = _parts(sea, view, short)
        if _size(parts) <= width:
            return _line(parts)
    parts = _parts(sea, view, SHORTEST)
    section = section_name(view) if view.turn else ""
    parts[0] = _when(sea, view, cut(section, _room(sea, view, parts, width), "…"))
    if _size(parts) > width and sea.menu is None and any(map(sea.runs, SIDES)):
        parts[1] = Text("")  # the clock that runs tells whose decision it is
    if _size(parts) > width:
        parts[4] = _who(sea, SHORTEST, _room_for(parts, 4, width))
    return _line(parts) if _size(parts) <= width else _needed(parts, width)


def _parts(sea: UiState, view: View, short: int) -> list[Text]:
    """All that is to be said: the greater `short`, the fewer words are made of it."""
    when = _when(sea, view, section_name(view) if view.turn else "")
    clocks, points = _clocks(sea, by_letter=short >= 3), _points(sea, view, by_letter=short >= 2)
    return [when, _move(sea, view), points, clocks, _who(sea, short), _net(sea)]


def _line(parts: list[Text]) -> Text:
    return Text(GAP).join([part for part in parts if part.plain])


def _size(parts: list[Text]) -> int:
    return cells(_line(parts).plain)


def _room_for(parts: list[Text], i: int, width: int) -> int:
    """The cells that are left for one of the parts."""
    return width - _size([*parts[:i], Text("x"), *parts[i + 1 :]]) + 1


def _room(sea: UiState, view: View, parts: list[Text], width: int) -> int:
    """The cells that are left for the section; none where they are too few to read something there."""
    without, sign = cells(_when(sea, view, "").plain), cells(_(": {section}").format(section=""))
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


def _when(sea: UiState, view: View, section: str) -> Text:
    if not view.turn:
        return Text(_("Before the first turn"), Style(bold=True))
    line = Text(_("Turn {turn}").format(turn=view.turn) + " ", Style(bold=True))
    line.append(side_name(view.phasing), style(sea, ("us", "jp")[view.phasing]))
    return line.append(_(": {section}").format(section=section) if section else "")


def _move(sea: UiState, view: View) -> Text:
    """Whose decision the game waits for."""
    if sea.past is not None:
        return Text(_("YOU LOOK BACK"), Style(reverse=True))
    if view.outcome is not None:
        return Text(_("{side} wins.").format(side=side_name(view.outcome.winner)), Style(reverse=True))
    if sea.menu is not None:
        return Text(" " + _("YOUR MOVE") + " ", Style(reverse=True))
    if sea.sent is not None and sea.playing is None and not sea.coming:
        return Text(_("answer on its way"), style(sea, "dim"))
    asked = [side_name(side) for side, _window in view.waiting if side is not sea.viewer]
    if sea.playing is not None or not asked:
        return Text("")
    return Text(_("{side} decides").format(side=_("/").join(dict.fromkeys(asked))), style(sea, "dim"))


def _points(sea: UiState, view: View, *, by_letter: bool) -> Text:
    line = Text(_("VP") + " ")
    for side, half in zip(SIDES, (view.us, view.jp), strict=True):
        line.append(f"{_named(side, by_letter=by_letter)} {half.points}", style(sea, ("us", "jp")[side]))
        line.append("" if side is Side.JP else " : ")
    return line


def _named(side: Side, *, by_letter: bool) -> str:
    """A side, or its letter, which stands before its lines and on its cards."""
    return LETTERS[side] if by_letter else side_name(side)


def _clocks(sea: UiState, *, by_letter: bool) -> Text:
    line = Text()
    for side in SIDES:
        left = sea.clock(side)
        if left is not None:
            running = "▶" if sea.runs(side) else " "
            said = f"{running}{_named(side, by_letter=by_letter)} {clock_text(left)}"
            line.append((" " if line.plain else "") + said, style(sea, "hit") if left < LOW else Style())
    return line


def clock_text(left: int) -> str:
    """Milliseconds as a clock shows them."""
    minutes, seconds = divmod(-(-left // 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _who(sea: UiState, short: int, room: int = NOTE) -> Text:
    """Against whom."""
    if sea.table is None or sea.viewer is None or sea.place < 0:
        return Text(_("You look on.") if sea.place < 0 else "")
    other = sea.table.seats[1 - sea.place]
    away = "" if other.here else " " + _("(away)")
    name = cut(clean_name(other.name), max(LEAST, room - cells(away)), "…")
    return Text((name if short else _("against {name}").format(name=name)) + away, style(sea, "dim"))


def _net(sea: UiState) -> Text:
    words = {"here": "", "gone": _("⚠ no connection"), "ended": _("⚠ disconnected")}
    return Text(words[sea.net.state], style(sea, "hit"))


class NoticeLine(Static):
    """The line between the table and the question, with what was to be noticed last written on it; or a few lines."""

    def __init__(self, sea: UiState) -> None:
        super().__init__(id="notice", markup=False)
        self.sea = sea

    def on_resize(self) -> None:
        self.redraw()

    def redraw(self) -> None:
        self.update(notice_text(self.sea, self.size.width))


def notice_text(sea: UiState, width: int) -> Text:
    """News of the table and of the chat, on a line as wide as the screen; what is longer takes the next lines too."""
    said = [one for one in (sea.notice, sea.pointed) if one]
    if sea.unread and sea.talk:
        last = sea.talk[-1]
        said.append(_("{name}: {text}").format(name=last.name, text=last.text) + " " + _("(Shift+T: talk)"))
    room = max(2, width - EDGES)
    first, *more = wrapped(" · ".join(said), room)
    if len(more) >= LINES:
        more = [*more[: LINES - 2], " ".join(more[LINES - 2 :])]
    lines = [_ruled(sea, cut(text, max(0, width - EDGES), "…"), width) for text in (first, *more)]
    return Text("\n", no_wrap=True).join(lines)


def _ruled(sea: UiState, text: str, width: int) -> Text:
    """A line that goes on to the edge behind what is written on it."""
    line = Text("── " if text else "", style(sea, "dim"), no_wrap=True)
    line.append(f"{text} " if text else "", Style(bold=True))
    return line.append("─" * max(0, width - cells(line.plain)), style(sea, "dim"))


class Banner(Static):
    """What must not be overlooked: a lost connection, a game that is paused.  It takes no room when all is well."""

    def __init__(self, sea: UiState) -> None:
        super().__init__(id="banner", markup=False)
        self.sea = sea

    def redraw(self) -> None:
        text = banner_text(self.sea)
        self.display = bool(text)
        self.update(Text(text))


def banner_text(sea: UiState) -> str:
    """What it says; "" when all is well."""
    if sea.net.state == "gone":
        text = _("⚠ The connection is lost ({why}); it is tried again until it is back.  Nothing is lost with it.")
        return text.format(why=sea.net.why)
    if sea.net.state == "ended":
        return _("⚠ {why}  Press q to leave.").format(why=sea.net.why)
    if sea.table is not None and sea.table.status == "paused":
        return _("The game is paused: {note}").format(note=clean_text(in_our_words("paused", sea.table.note), NOTE))
    if sea.past is not None:
        return _("You look back at the table as it was at a line of the log; Escape: as it is now.")
    return ""
