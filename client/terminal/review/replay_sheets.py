"""The keys to go through a game with, and the sheets that are others where nobody is asked."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding

from ironbottom.language import N_, _

from ..sheets.sheets import Help, SettingsSheet
from ..state.commands import COMMANDS, KeyCommand
from ..table import parts

KEYS = (
    Binding("left", "screen.step(-1)", N_("back"), key_display="←"),
    Binding("right,enter", "screen.step(1)", N_("on"), key_display="→"),
    Binding("up,pageup", "screen.decision(-1)", N_("decision before"), key_display="↑"),
    Binding("down,pagedown", "screen.decision(1)", N_("next decision"), key_display="↓"),
    Binding("space", "screen.play", N_("play, hold"), key_display="Space"),
    Binding("t", "screen.turn(1)", N_("next turn"), key_display="t"),
    Binding("b", "screen.turn(-1)", N_("turn before"), key_display="b", show=False),
    Binding("e", "screen.eye", N_("eyes"), key_display="e"),
    Binding("o", "screen.play_on", N_("play on from here"), key_display="o"),
    Binding("plus,equals_sign", "screen.pace(1)", N_("faster"), key_display="+"),
    Binding("minus", "screen.pace(-1)", N_("slower"), key_display="-", show=False),
    Binding("home", "screen.go(0)", N_("to the beginning"), key_display="Home", show=False),
    Binding("end", "screen.go(1000000)", N_("to the end"), key_display="End", show=False),
)

# of the table's keys those that need a question, or somebody on the other side
USELESS = {
    "undo", "default", "mute", "talk", "why", "lesson", "ending", "skip", "step", "sheet('opponent')",
    "sheet('orders')", "sheet('resign')", "sheet('offers')",
    "sheet('both')",
}
USEFUL = tuple([one for one in COMMANDS if one.action not in USELESS])


class ReplayHelp(Help):
    """The keys that do something here."""

    def first(self) -> tuple[str, list[tuple[str, str]]]:
        return _("The replay"), [(one.key_display or one.key, _(one.description)) for one in KEYS]

    def commands(self) -> tuple[KeyCommand, ...]:
        return USEFUL


class ReplayOptions(SettingsSheet):
    """How fast it is played is told by keys."""

    fields: ClassVar[tuple[str, ...]] = ("theme", "language")


SHEETS = {**parts.SHEETS, "help": ReplayHelp, "settings": ReplayOptions}
