"""The form of a challenge: a row for each of its terms, whose value keys change, so that no wrong one is typed."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import ClassVar

from msgspec.structs import replace
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ironbottom.battle import Battle
from ironbottom.catalog import CardError
from ironbottom.language import N_, _
from ironbottom.options import OPTIONAL_RULES
from ironbottom.vocabulary import phrase

from ....console.errors import UserError
from ....storage.card_sets import battle_of, laid_out, of_project, shipped_battles
from ....text.sanitize import sanitize
from ...app import choose_app
from ...app.choose_app import ChooseScreen
from ...drawing.flowing import Flowing, in_paragraphs
from ...drawing.keys import Keys
from ...state.choosing import Choosing, fought
from ...state.evening import UnequalPlayers
from ..asking import AskingSheet
from ..club_sheets import TypingSheet
from .draft import BATTLE, OPTIONS, OWN, ChallengeDraft, DraftRow, by_rules, draft_rows, hint, turned

ABOUT = N_("p posts it: it waits for an opponent.  s seeks: where one waits by the same terms you are paired at once, "
           "else yours waits.")
LONGEST = 16 * 1024  # letters of a link


class PostSheet(AskingSheet[ChallengeDraft | None]):
    """Ends with what is to be posted or sought; None: it was put away."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,plus,space", "turn(1)", N_("more"), key_display="→"),
        Binding("left,minus", "turn(-1)", N_("less"), key_display="←"),
        Binding("p", "post(False)", N_("post it"), key_display="p"),
        Binding("s", "post(True)", N_("seek"), key_display="s"),
        Binding("escape", "away", N_("close"), key_display="Esc"),
    ]

    def __init__(self, draft: ChallengeDraft, sets: tuple[str, ...]) -> None:
        super().__init__()
        battle = draft.rules.battle
        there = draft.cards in sets or not sets or battle is not None
        self.draft = draft if there else replace(draft, cards=sets[0])
        self._sets = sets or (draft.cards,)

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet", id="club-post"):
            yield Static(Text(phrase("challenge.post")), classes="title", markup=False)
            yield DraftList(id="club-draft", markup=False)
            yield Static(classes="fault", markup=False)
            with VerticalScroll(can_focus=False, classes="club-about"):
                yield Flowing()
            yield Keys()

    def on_mount(self) -> None:
        self._draw(0)

    @property
    def _rows(self) -> list[DraftRow]:
        return draft_rows(self.draft, self._sets)

    @property
    def _row(self) -> DraftRow:
        return self._rows[self.query_one(OptionList).highlighted or 0]

    def _draw(self, at: int | None = None) -> None:
        """All rows anew, with the cursor at one of them, or where it was."""
        box, rows = self.query_one(OptionList), self._rows
        at = box.highlighted or 0 if at is None else at
        box.clear_options()
        box.add_options([Option(Text(sanitize(row.text(self.draft)))) for row in rows])
        box.highlighted = min(at, len(rows) - 1)
        self._tell()

    def _tell(self) -> None:
        """What there is to say of the row under the cursor, and what the keys do."""
        self.query_one(Flowing).show(in_paragraphs([_(ABOUT), *hint(self.draft, self._row)]))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._tell()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter at a row changes it: what is posted has a key of its own."""
        event.stop()
        self.action_turn(1)

    def action_turn(self, steps: int) -> None:
        row = self._row
        if row.field == OWN:
            self.app.push_screen(TypingSheet([_("The file with the battle, or its link:")], "", LONGEST), self._typed)
        elif row.field in (BATTLE, OPTIONS):
            self.ask(partial(self._choose, row.field))
        else:
            self.tell("")
            self.draft = turned(self.draft, row, steps)
            self._draw()

    # battles and optional rules

    async def _choose(self, field: str) -> None:
        shipped = await asyncio.to_thread(shipped_battles)
        own = [one for one in [self.draft.own] if one is not None and one not in shipped]
        rules = self.draft.rules
        first = choose_app.RULE + OPTIONAL_RULES[0].word if field == OPTIONS else choose_app.BATTLE
        begun, even = Choosing(rules.words, rules.battle), UnequalPlayers(self.draft.side)
        self.tell("")
        self.app.push_screen(SpecialTerms((*own, *shipped), begun, even, first=first), self._chosen)

    def _chosen(self, now: Choosing | None) -> None:
        """What was chosen there; rules that make it even are for one side."""
        if now is not None:
            draft = by_rules(self.draft, now.words, now.battle)
            self.draft = draft if now.even is None else replace(draft, side=now.even.side)
            self._draw()

    def _typed(self, name: str | None) -> None:
        if name:
            self.ask(partial(self._read, name))

    async def _read(self, name: str) -> None:
        """A battle of somebody's own is chosen as soon as it is read.  Raises UserError for what holds none."""
        try:
            battle = await asyncio.to_thread(_own, name)
        except CardError as error:
            raise UserError(str(error)) from None
        now = fought(Choosing(self.draft.rules.words), battle)
        self.draft = by_rules(replace(self.draft, own=battle), now.words, battle)
        self.tell("")
        self._draw()

    # the end

    def action_post(self, seek: bool) -> None:
        """What cannot be played by is said, and the form stays."""
        self.ask(partial(self._post, replace(self.draft, seek=seek)))

    async def _post(self, draft: ChallengeDraft) -> None:
        await asyncio.to_thread(lambda: draft.checked)
        self.dismiss(draft)

    def action_away(self) -> None:
        self.dismiss(None)


def _own(name: str) -> Battle:
    """Checked with its cards, where those are here and not the server's alone.  Raises CardError."""
    battle = battle_of(name)
    return laid_out(name)[0] if of_project(battle.set) else battle


class SpecialTerms(ChooseScreen):
    """The list of battles and optional rules, which leads back to the form."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,escape", "dismiss", N_("close"), key_display="Esc")]


class DraftList(OptionList):
    """Left and right belong to the sheet: they change a value."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "screen.turn(1)", show=False), Binding("left", "screen.turn(-1)", show=False),
    ]
