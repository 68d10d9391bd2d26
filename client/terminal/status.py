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

from ..plain.wording import section_name
from ..server_words import in_our_words
from .model import Sea
from .signs import cut
from .themes import style

GAP = "  "
LOW = 60_000  # milliseconds: a clock that is to be looked at
NOTE = 200  # cells of a note of the server


class Status(Static):
    """One line; what matters less gives way where it is short."""

    def __init__(self, sea: Sea) -> None:
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


def status_text(sea: Sea, width: int) -> Text:
    """The line, as much of it as fits."""
    view = sea.drawn
    if view is None:
        return Text(_("Iron Bottom & Sunset Sky"))
    parts = [_when(sea, view), _move(sea, view), _points(sea, view), _clocks(sea), _who(sea), _net(sea)]
    order = (1, 5, 0, 2, 3, 4)  # what is needed most, first
    room, taken = width, set[int]()
    for i in order:
        need = cells(parts[i].plain) + (cells(GAP) if taken else 0)
        if parts[i].plain and need <= room:
            room -= need
            taken.add(i)
    line = Text(GAP).join([part for i, part in enumerate(parts) if i in taken])
    return line if line.plain else Text(_cut(parts[1].plain, width))


def _cut(text: str, width: int) -> str:
    """As much of a text as fits into so many cells."""
    while cells(text) > width:
        text = text[:-1]
    return text


def _when(sea: Sea, view: View) -> Text:
    if not view.turn:
        return Text(_("Before the first turn"), Style(bold=True))
    line = Text(_("Turn {turn}").format(turn=view.turn) + " ", Style(bold=True))
    line.append(side_name(view.phasing), style(sea, ("us", "jp")[view.phasing]))
    return line.append(_(": {section}").format(section=section_name(view)))


def _move(sea: Sea, view: View) -> Text:
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


def _points(sea: Sea, view: View) -> Text:
    line = Text(_("VP") + " ")
    for side, half in zip(SIDES, (view.us, view.jp), strict=True):
        line.append(f"{side_name(side)} {half.points}", style(sea, ("us", "jp")[side]))
        line.append("" if side is Side.JP else " : ")
    return line


def _clocks(sea: Sea) -> Text:
    line = Text()
    for side in SIDES:
        left = sea.clock(side)
        if left is not None:
            running = "▶" if sea.runs(side) else " "
            said = f"{running}{side_name(side)} {clock_text(left)}"
            line.append((" " if line.plain else "") + said, style(sea, "hit") if left < LOW else Style())
    return line


def clock_text(left: int) -> str:
    """Milliseconds as a clock shows them."""
    minutes, seconds = divmod(-(-left // 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _who(sea: Sea) -> Text:
    """Against whom."""
    if sea.table is None or sea.viewer is None or sea.place < 0:
        return Text(_("You look on.") if sea.place < 0 else "")
    other = sea.table.seats[1 - sea.place]
    away = "" if other.here else " " + _("(away)")
    return Text(_("against {name}").format(name=clean_name(other.name)) + away, style(sea, "dim"))


def _net(sea: Sea) -> Text:
    words = {"here": "", "gone": _("⚠ no connection"), "ended": _("⚠ disconnected")}
    return Text(words[sea.net.state], style(sea, "hit"))


class Notice(Static):
    """The line between the table and the question, with what was to be noticed last written on it."""

    def __init__(self, sea: Sea) -> None:
        super().__init__(id="notice", markup=False)
        self.sea = sea

    def on_resize(self) -> None:
        self.redraw()

    def redraw(self) -> None:
        self.update(notice_text(self.sea, self.size.width))


def notice_text(sea: Sea, width: int) -> Text:
    """News of the table and of the chat, on a line as wide as the screen."""
    said = [one for one in (sea.notice, sea.pointed) if one]
    if sea.unread and sea.talk:
        last = sea.talk[-1]
        said.append(_("{name}: {text}").format(name=last.name, text=last.text) + " " + _("(Shift+T: talk)"))
    text = cut(" · ".join(said), max(0, width - 6), "…")
    line = Text("── " if text else "", style(sea, "dim"), no_wrap=True)
    line.append(f"{text} " if text else "", Style(bold=True))
    return line.append("─" * max(0, width - cells(line.plain)), style(sea, "dim"))


class Banner(Static):
    """What must not be overlooked: a lost connection, a game that is paused.  It takes no room when all is well."""

    def __init__(self, sea: Sea) -> None:
        super().__init__(id="banner", markup=False)
        self.sea = sea

    def redraw(self) -> None:
        text = banner_text(self.sea)
        self.display = bool(text)
        self.update(Text(text))


def banner_text(sea: Sea) -> str:
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
