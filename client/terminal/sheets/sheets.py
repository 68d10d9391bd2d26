"""The sheets by their names, and the small ones: what the opponent sees, all keys, settings, giving up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from msgspec.structs import replace
from rich.text import Text
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from tzlocal import get_localzone_name

from ironbottom.language import N_, Reader, _
from ironbottom.vocabulary import phrase
from ironbottom.wire.pace import Hours

from ...text.opponent_view import opponents_view
from ...text.rules.by_the_day import clock_lines
from ...text.rules.offering import ACCEPT, BY_KIND, DECLINE, allowed_line, may_offer, offered_line
from ...text.sanitize import sanitize
from ...text.table_text import Drawing, capital
from ..battle.battle_tile import arrow
from ..battle.dice import star
from ..drawing.after_layout import after_layout
from ..drawing.keys import spoken
from ..drawing.reading import LongText, Passage, folded
from ..drawing.signs import Signs, columns, signs_here
from ..drawing.themes import NAMES
from ..question.keys import KEYS as QUESTION_KEYS
from ..state.commands import KeyCommand, listed
from ..state.model import Actions, UiState
from ..state.settings import Speed
from .card_sheets import Cards, CardSheet
from .legend import legend
from .order_sheet import StandingOrders
from .rule_sheet import Rules, SpecialSheet
from .sheet import SheetScreen, choices, fill

SPEEDS: dict[Speed, str] = {
    "step": N_("dice step by step: the next round waits for the key N"), "calm": N_("calmly"),
    "quick": N_("quickly"), "at-once": N_("at once"),
}
LANGUAGES = {"en": "English", "ja": "日本語"}  # each in its own words


class Opponent(SheetScreen):
    """What the opponent sees of one's own side."""

    def heading(self) -> str:
        return _("What your opponent sees")

    def body(self) -> ComposeResult:
        yield LongText(self.ui)

    def redraw(self) -> None:
        view = self.ui.newest or self.ui.view
        lines = [_("The table has not been seen yet.")]
        if view is not None:
            room = max(0, self.query_one(LongText).scrollable_content_region.width - 1)
            said = opponents_view(Drawing(view, self.ui.naming, room))
            lines = [part for line in said for part in _kept(line, room)]
        self.query_one(LongText).show([Passage(lines=tuple(lines), whole=True)])

    def on_resize(self) -> None:
        after_layout(self, self.redraw)


def _kept(line: str, room: int) -> list[str]:
    """A line that is not broken yet; one that stands beside its label is."""
    return folded(line, room) if room and columns(line) > room else [line]


def battle_signs(signs: Signs) -> list[tuple[str, str]]:
    """What lies on the cards of the battle board."""
    dot = signs.nothing
    return [
        ("[6 5 4]", _("dice that are maintained: 4 keeps the attempt, 5 hits, 6 hits twice (§3.2)")),
        ("(3 2 1)", _("attempts that this throw has lost")), (f"[{dot} {dot}]", _("dice that may still be thrown")),
        (f"{star(signs)}2", _("hits of a throw; damage that is taken")),
        (f"{arrow(signs, live=False)} {arrow(signs, live=True)}", _("aims; one that fires just now")),
    ]


class Help(SheetScreen):
    """All keys, how questions are answered, and what the signs mean."""

    def heading(self) -> str:
        return _("Keys and signs")

    def body(self) -> ComposeResult:
        yield LongText(self.ui)

    def redraw(self) -> None:
        self.query_one(LongText).show(self._passages())

    def on_resize(self) -> None:
        after_layout(self, self.redraw)

    def first(self) -> tuple[str, list[tuple[str, str]]]:
        """What stands at the head: the keys for what is done here most, and what that is called."""
        return _("The question"), [(sign, _(what)) for sign, what in QUESTION_KEYS]

    def commands(self) -> tuple[KeyCommand, ...]:
        """What else can be done here."""
        return listed(self.ui)

    def _passages(self) -> Iterator[Passage]:
        head, first = self.first()
        room = self.query_one(LongText).scrollable_content_region.width - 1
        yield Passage(head=head, lines=(*_listed(first, room), ""), whole=True)
        yield Passage(head=_("The parts of the table"), lines=(
            _("Tab goes from part to part, arrows move in it, Enter touches, Space looks; the mouse does all of it."),
            "",
        ))
        keys = [(spoken(one.sign), _(one.what)) for one in self.commands()]
        yield Passage(head=_("Keys of the table"), lines=(*_listed(keys, room), ""), whole=True)
        yield Passage(head=_("The battle board"), lines=(*_listed(battle_signs(signs_here()), room), ""), whole=True)
        yield Passage(head=_("Signs"), lines=(*_listed(legend(signs_here()), room), ""), whole=True)
        letters = _("Unseen enemy cards have letters: a letter stays as long as the card can be followed (§7.7).")
        yield Passage(lines=(letters,))


def _listed(signs: list[tuple[str, str]], room: int) -> list[str]:
    """Signs and what they mean, in two columns."""
    wide = max([columns(sign) for sign, _what in signs])
    lines: list[str] = []
    for sign, what in signs:
        first, *rest = folded(what, max(8, room - wide - 2))
        lines += [f"{sign}{' ' * (wide - columns(sign))}  {first}", *[f"{' ' * wide}  {line}" for line in rest]]
    return lines


class SettingsSheet(SheetScreen):
    """How the table looks, speaks and how fast it shows what happens."""

    fields: ClassVar[tuple[str, ...]] = ("speed", "theme", "language", "by_itself", "warns")

    def __init__(self, ui: UiState, doing: Actions, about: str = "") -> None:
        super().__init__(ui, doing, about, small=True)

    def heading(self) -> str:
        return _("Settings")

    def body(self) -> ComposeResult:
        words = {"speed": _("What happens is shown"), "theme": _("Colours"), "language": _("Language"),
                 "by_itself": phrase("by_itself.setting"), "warns": phrase("advice.warn")}
        for name in self.fields:
            yield Static(Text(words[name]), classes="fixed", markup=False)
            yield OptionList(id=f"set-{name}", markup=False)

    def redraw(self) -> None:
        now = self.ui.settings
        language = now.language or language_now()
        held = {"speed": now.speed, "by_itself": now.by_itself, "theme": self.ui.theme, "language": language,
                "warns": "on" if now.warns == "off" else "off"}
        rows = {
            "speed": [(str(name), _(words)) for name, words in SPEEDS.items()],
            "by_itself": [("on", _("yes")), ("off", _("no"))],
            "warns": [(held["warns"], ("[ ] " if now.warns == "off" else "[x] ") + _("yes"))],  # a touch turns it
            "theme": [(name, _(words)) for name, words in NAMES.items()], "language": list(LANGUAGES.items()),
        }
        for name in self.fields:
            options = rows[name]
            box = self.query_one(f"#set-{name}", OptionList)
            at = [value for value, _words in options].index(held[name])
            fill(box, choices(options, held[name] if len(options) > 1 else ""), at if box.highlighted is None else None)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        field = str(event.option_list.id).removeprefix("set-")
        self.doing.set(replace(self.ui.settings, **{field: str(event.option.id)}))
        if self.is_attached:
            self.redraw()


def language_now() -> str:
    """The language that is spoken, as the list calls it."""
    return next((name for name in LANGUAGES if Reader.language.startswith(name)), "en")


class ResignSheet(SheetScreen):
    """Giving the game up: asked once more, because it cannot be taken back."""

    def __init__(self, ui: UiState, doing: Actions, about: str = "") -> None:
        super().__init__(ui, doing, about, small=True)

    @property
    def _able(self) -> bool:
        view = self.ui.newest
        return view is not None and view.viewer is not None and view.outcome is None

    def heading(self) -> str:
        return _("Give up the game?")

    def body(self) -> ComposeResult:
        text = phrase("seat.resigning")
        if not self._able:
            text = _("You have no game to give up here.")
        yield Static(Text(text), classes="fixed", markup=False)
        yield OptionList(id="resign-sure", markup=False)

    def redraw(self) -> None:
        options = [("no", _("Play on"))] + ([("yes", _("Resign"))] if self._able else [])
        box = self.query_one(OptionList)
        if box.option_count != len(options):
            fill(box, choices(options))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        sure = event.option.id == "yes" and self._able
        self.dismiss()
        if sure:
            self.doing.resign()


class OffersSheet(SheetScreen):
    """What can be offered to the other player now, or how an offer that stands is answered."""

    def __init__(self, ui: UiState, doing: Actions, about: str = "") -> None:
        super().__init__(ui, doing, about, small=True)

    def heading(self) -> str:
        return _("Agree upon something")

    def body(self) -> ComposeResult:
        yield Static(classes="fixed", id="offers-told", markup=False)
        yield OptionList(id="offers-ways", markup=False)

    def redraw(self) -> None:
        ui = self.ui
        told = offered_line(ui.offers, ui.table, ui.place) or (allowed_line(ui.table) if ui.table is not None else "")
        self.query_one("#offers-told", Static).update(Text(told or phrase("server.no-offers")))
        box, ways = self.query_one(OptionList), self._ways()
        if [option.id for option in box.options] != [name for name, _words in ways]:
            fill(box, choices(ways))

    def _ways(self) -> list[tuple[str, str]]:
        """To leave things as they are comes first: an answer is never the key that was pressed by habit."""
        ui, able = self.ui, self.ui.viewer is not None and self.ui.newest is not None
        ways: list[tuple[str, str]] = [("", _("Play on"))]
        if not able or ui.newest is None or ui.newest.outcome is not None:
            return ways
        standing = None if ui.offers is None else ui.offers.standing
        if standing is None:
            return ways + [(what, capital(_(BY_KIND[what]))) for what in may_offer(ui.offers, ui.table, ui.place)]
        if standing.place == ui.place:
            return [*ways, (DECLINE, _("Withdraw it"))]
        return [*ways, (ACCEPT, _("Accept")), (DECLINE, _("Decline"))]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        way = event.option.id or ""
        self.dismiss()
        if way in (ACCEPT, DECLINE):
            self.doing.reply_to_offer(accept=way == ACCEPT)
        for what in BY_KIND:
            if way == what:
                self.doing.make_offer(what)


class ClockSheet(SheetScreen):
    """How both stand with their time in a game by the day; one's own hours, and vacation."""

    def heading(self) -> str:
        return phrase("pace.sheet")

    def body(self) -> ComposeResult:
        yield Static(id="clock-lines", classes="fixed", markup=False)
        yield OptionList(id="clock-ways", markup=False)

    def redraw(self) -> None:
        table = self.ui.table
        lines = [phrase("pace.none")] if table is None else clock_lines(table)
        self.query_one("#clock-lines", Static).update(Text("\n".join(map(sanitize, lines))))
        box, ways = self.query_one(OptionList), self._ways()
        if box.option_count != len(ways) or str(box.get_option_at_index(0).id) != ways[0][0]:
            fill(box, choices(ways))

    def _ways(self) -> list[tuple[str, str]]:
        """What may be done: by its name, and in words."""
        table = self.ui.table
        pace = None if table is None else table.terms.pace or None
        if table is None or pace is None or self.ui.place < 0:
            return [("back", _("Back to the table"))]
        own, ways = table.seats[self.ui.place].pace, [("back", _("Back to the table"))]
        if pace.vacation and own:
            ways.insert(0, ("come", phrase("pace.come")) if own.away else ("go", phrase("pace.go")))
        if pace.hours < 24:
            zone = get_localzone_name()
            ways += [(str(start), phrase("pace.begin", start=start, zone=zone)) for start in range(24)]
        return ways

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        way = str(event.option.id)
        if way == "back":
            self.dismiss()
        elif way in ("go", "come"):
            self.doing.vacation(away=way == "go")
        else:
            self.doing.choose_hours(Hours(int(way), get_localzone_name()))


SHEETS: dict[str, Callable[[UiState, Actions, str], ModalScreen[Any]]] = {
    "rules": Rules, "cards": Cards, "card": CardSheet, "opponent": Opponent, "orders": StandingOrders, "help": Help,
    "settings": SettingsSheet, "resign": ResignSheet, "special": SpecialSheet,
    "offers": OffersSheet, "clocks": ClockSheet,
}
