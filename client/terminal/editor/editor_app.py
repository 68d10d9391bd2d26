"""`ironbottom battles edit`: a battle as a list of rows; keys change the row under the cursor, and each change is
checked at once.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ironbottom.battle import Battle
from ironbottom.battle_link import link_to
from ironbottom.battle_sheet import check_battle, read_battle
from ironbottom.battle_words import CardNames, told
from ironbottom.battle_written import written
from ironbottom.catalog import CardError, cards_by_id
from ironbottom.language import N_, _
from ironbottom.printed import AnyCard, CardSet
from ironbottom.vocabulary import phrase

from ...console.errors import UserError
from ...console.output import say
from ...storage import identity
from ...storage.atomic_files import write_whole
from ...storage.web_profiles import OWN_PAGE
from ...text.sanitize import printed_name, sanitize
from ..app.base_app import ThemedApp, shown_until_left
from ..drawing.keys import Keys
from .editing import Edit, Site, added, fits, left, more, moved, paired, taken, titled, toggled
from .picker import CardPicker, TitleSheet
from .rows import BattleRow, rows

SWITCHES = ("first", "ties", "decks", "option")
INDENT = 2


async def edited(battle: Battle, cards: CardSet, file: Path) -> int:
    """Show the editor until somebody leaves."""
    app = EditorApp(battle, cards, file)
    await shown_until_left(app)
    if app.editor.shared:
        say([_("The link to your battle; it holds all of it, and no server keeps it:")])
        print(app.editor.shared)
        say([_("A friend opens it while `ironbottom play --web` runs on his computer, or types: ironbottom play "
               "--battle LINK")])
    return 0


class EditorApp(ThemedApp[None]):
    """The app of one battle; it is saved to this file."""

    def __init__(self, battle: Battle, cards: CardSet, file: Path) -> None:
        super().__init__(identity.home())
        self.editor = EditorScreen(battle, cards, file)

    def on_mount(self) -> None:
        self.lay(self.editor)

    def action_leave(self) -> None:
        if self.editor.may_leave():
            self.leave()


class EditorScreen(Screen[None]):
    """The rows, and under them what is wrong."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "add", N_("add"), key_display="a"),
        Binding("x,delete", "take", N_("off"), key_display="x"),
        Binding("1", "line(0)", N_("line"), key_display="1-3"),
        Binding("2", "line(1)", show=False),
        Binding("3", "line(2)", show=False),
        Binding("plus,equals_sign", "count(1)", N_("number"), key_display="+-"),
        Binding("minus", "count(-1)", show=False),
        Binding("p", "pair", N_("pair"), key_display="p"),
        Binding("s,ctrl+s", "save", N_("save"), key_display="s"),
        Binding("l", "link", N_("link"), key_display="l"),
        Binding("u,backspace", "undo", N_("undo"), key_display="u"),
        Binding("space", "switch", N_("switch"), key_display="Space"),
        Binding("q,escape", "app.leave", N_("leave"), key_display="q"),
    ]
    AUTO_FOCUS = "#battle-rows"
    CSS = """
    #editor { padding: 0 1; }
    #battle-rows { height: 1fr; border: round $secondary; background: $background; text-wrap: nowrap;
                   text-overflow: ellipsis; }
    #battle-title { height: 1; text-style: bold; color: $accent; }
    #battle-note { height: auto; max-height: 3; }
    #battle-note.fault { color: $hit; }
    """

    def __init__(self, battle: Battle, cards: CardSet, file: Path) -> None:
        super().__init__()
        self.battle, self.saved, self.cards, self.file = battle, battle, cards, file
        self.past: list[Edit] = []
        self.fault = self.shared = ""  # what is wrong with it; the link that was asked for
        self._names = CardNames(cards_by_id(cards), printed_name)
        self._rows: list[BattleRow] = []
        self._warned = False

    def compose(self) -> ComposeResult:
        with Container(id="editor"):
            yield Static(id="battle-title", markup=False)
            yield OptionList(id="battle-rows", markup=False)
            yield Static(id="battle-note", markup=False)
        yield Keys()

    def on_mount(self) -> None:
        self._draw(Site("title"))

    @property
    def spot(self) -> Site:
        """Where the cursor is."""
        at = self.query_one(OptionList).highlighted
        return self._rows[at or 0].spot

    def _draw(self, spot: Site, note: str = "") -> None:
        """The rows anew, with the cursor at a place; what is wrong, or else a note."""
        self._rows = rows(self.battle, self._names)
        box = self.query_one(OptionList)
        box.clear_options()
        box.add_options([Option(Text(" " * INDENT * row.depth + sanitize(row.text))) for row in self._rows])
        spots = [row.spot for row in self._rows]
        box.highlighted = spots.index(spot) if spot in spots else 0
        title = f"{told(self.battle).title}{' *' if self.battle != self.saved else ''}  ({self.file})"
        self.query_one("#battle-title", Static).update(Text(sanitize(title)))
        self._check()
        self._say(note or self.fault, wrong=bool(self.fault))

    def _check(self) -> None:
        try:
            check_battle(self.battle, self.cards, "")
            self.fault = ""
        except CardError as error:
            self.fault = str(error)

    def _say(self, text: str, *, wrong: bool = False) -> None:
        line = self.query_one("#battle-note", Static)
        line.update(Text(sanitize(text or phrase("battle_faults.sound"))))
        line.set_class(wrong, "fault")

    def take_step(self, step: Edit, before: Site) -> None:
        """Another battle; where it is the same nothing is to be undone."""
        self._warned = False
        if step.battle != self.battle:
            self.past.append(Edit(self.battle, before))
            self.battle = step.battle
        self._draw(step.spot)

    def may_leave(self) -> bool:
        """Whether nothing is lost; who asks twice means it."""
        if self.battle == self.saved or self._warned:
            return True
        self._warned = True
        self._say(_("There are changes that are not saved: s saves them, the same key again leaves without them."),
                  wrong=True)
        return False

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter does what is nearest: another title, the other of two, one card more."""
        event.stop()
        spot = self.spot
        if spot.kind == "title":
            self.app.push_screen(TitleSheet(told(self.battle).title), self._call)
        elif spot.kind in SWITCHES:
            self.action_switch()
        else:
            self.action_add()

    def _call(self, title: str | None) -> None:
        if title:
            self.take_step(Edit(titled(self.battle, title), Site("title")), Site("title"))

    def action_count(self, by: int) -> None:
        self.take_step(more(self.battle, self.spot, by), self.spot)

    def action_switch(self) -> None:
        self.take_step(toggled(self.battle, self.spot), self.spot)

    def action_line(self, line: int) -> None:
        self.take_step(moved(self.battle, self.spot, line), self.spot)

    def action_take(self) -> None:
        self.take_step(taken(self.battle, self.spot), self.spot)

    def action_add(self) -> None:
        spot = self.spot
        self._pick(fits(spot), lambda card: self.take_step(added(self.battle, spot, card), spot))

    def action_pair(self) -> None:
        """One that is paired is parted."""
        spot = self.spot
        if spot.kind != "ship":
            self._say(_("A formation is paired: go to one."), wrong=True)
        elif self.battle.side(spot.side).ships[spot.n].escort is not None:
            self.take_step(paired(self.battle, spot, None), spot)
        else:
            self._pick(fits(spot, pairs=True), lambda card: self.take_step(paired(self.battle, spot, card.id), spot))

    def _pick(self, wanted: Callable[[AnyCard], bool], then: Callable[[AnyCard], None]) -> None:
        found = left(self.battle, self.cards, self.spot.side)
        offered = [(self._names.by_id[card], n) for card, n in found.items() if wanted(self._names.by_id[card])]
        if not offered:
            self._say(_("The set has no card left for this place; cards are added to lines, bases, ships and decks."),
                      wrong=True)
            return
        self.app.push_screen(CardPicker(offered), lambda card: None if card is None else then(card))

    def action_undo(self) -> None:
        if not self.past:
            self._say(_("Nothing is left to undo."), wrong=bool(self.fault))
            return
        self.battle, spot = self.past.pop()
        self._draw(spot)

    def action_link(self) -> None:
        """Into the clipboard, where the terminal lets a program do that; whole and in one line when one has left."""
        if self.fault:
            self._say(_("It can be shared when it is in order. {fault}").format(fault=self.fault), wrong=True)
            return
        self.shared = link_to(self.battle, OWN_PAGE)
        self.app.copy_to_clipboard(self.shared)
        self._say(_("The link is copied, if your terminal allows that; it is printed when you leave, too."))

    def action_save(self) -> None:
        """What is not in order yet is saved too, and says so."""
        text = written(self.battle)
        try:
            read_battle(text, str(self.file))
            write_whole(self.file, text.encode())
        except (CardError, UserError) as error:
            self._say(str(error), wrong=True)
            return
        self.saved, self._warned = self.battle, False
        said = _("Saved.  Play it: ironbottom play --battle {file}")
        unsound = _("Saved; it cannot be played yet. {fault}")
        self._draw(self.spot, (unsound if self.fault else said).format(file=self.file, fault=self.fault))
