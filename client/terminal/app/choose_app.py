"""A battle and optional rules for a new table, chosen from lists (`play --choose`, `host --choose`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ironbottom.battle import Battle
from ironbottom.language import N_, _
from ironbottom.options import BY_WORD, OPTIONAL_RULES, OptionalRule
from ironbottom.vocabulary import amount, phrase, word

from ...storage import identity
from ...text.rules.table_rules import TEAMS, TableRules, introduced, option_line, option_name, shared, title, worth
from ...text.sanitize import sanitize
from ..drawing.keys import Keys
from ..state.choosing import Choosing, counted, fought, toggled
from .base_app import ThemedApp, shown_until_left

WHOLE = ""  # the row of a whole game
BATTLE, RULE, TEAM = "battle ", "rule ", "team "  # how the ids of rows begin


async def chosen(battles: tuple[Battle, ...], begun: Choosing, *, teams: bool = False) -> TableRules | None:
    """Show the lists until somebody goes on with what is chosen, or leaves; `begun`: what is chosen already."""
    return await shown_until_left(ChooseApp(battles, begun, teams=teams))


class ChooseApp(ThemedApp[TableRules]):
    """Ends with what was chosen; None: he has left."""

    def __init__(self, battles: tuple[Battle, ...], begun: Choosing, *, teams: bool = False) -> None:
        super().__init__(identity.home())
        self._choice = ChooseScreen(battles, begun, teams=teams)

    def on_mount(self) -> None:
        self.lay(self._choice)


class ChooseScreen(Screen[None]):
    """Battles first, then the optional rules; below them what the one under the cursor says."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "mark", N_("on or off"), key_display="Space"),
        Binding("plus,equals_sign", "count(1)", N_("more"), key_display="+"),
        Binding("minus", "count(-1)", N_("less"), key_display="-"),
        Binding("g", "go", N_("go on"), key_display="g"),
        Binding("q,escape", "app.leave", N_("leave"), key_display="q"),
    ]
    AUTO_FOCUS = "#choices"

    def __init__(self, battles: tuple[Battle, ...], begun: Choosing, *, teams: bool = False) -> None:
        """`teams`: whose side two share is chosen too."""
        super().__init__()
        self.battles, self.now, self.teams = battles, begun, teams

    def compose(self) -> ComposeResult:
        with Container(id="lobby"):
            yield Static(Text(_("What is this table played by?")), id="lobby-title", markup=False)
            yield OptionList(*self._rows(), id="choices", markup=False)
            with VerticalScroll(id="choice-text", can_focus=False):
                yield Static(id="choice-about", markup=False)
            yield Static(id="lobby-note", markup=False)
        yield Keys()

    def on_mount(self) -> None:
        self.query_one("#choices", OptionList).highlighted = 0
        self._tell()

    def _rows(self) -> Iterator[Option | None]:
        """A battle, or a whole game, is one of several; optional rules are as many as one likes."""
        name = WHOLE if self.now.battle is None else self.now.battle.name
        yield Option(Text(_mark(name == WHOLE, "()") + _("a whole game")), id=BATTLE)
        for battle in self.battles:
            text = _("{title}, {date}, {turns}").format(
                title=title(battle), date=sanitize(battle.date), turns=amount("turns", battle.turns)
            )
            yield Option(Text(_mark(battle.name == name, "()") + text), id=BATTLE + battle.name)
        yield None
        for team in TEAMS if self.teams else ():
            text = phrase("team.row", whose=phrase(f"team.team_{team or 'none'}"))
            yield Option(Text(_mark(team == self.now.team, "()") + text), id=TEAM + team)
        if self.teams:
            yield None
        for rule in OPTIONAL_RULES:
            said = self.now.said(rule)
            text = _("{rule}  ({helps})").format(rule=option_name(said or rule.word), helps=word("helps", rule.helps))
            yield Option(Text(_mark(bool(said), "[]") + text), id=RULE + rule.word)

    def _draw(self) -> None:
        """The rows anew, with the cursor where it was."""
        rows = self.query_one("#choices", OptionList)
        at = rows.highlighted
        rows.clear_options()
        rows.add_options(self._rows())
        rows.highlighted = at
        self._tell()

    def _tell(self) -> None:
        """What the row under the cursor says, and what was switched off."""
        rule, battle = self._rule(), self._battle()
        if rule is not None:
            lines = [option_line(self.now.said(rule) or rule.word), *filter(None, [worth(rule.word)])]
        elif self._row().startswith(TEAM):
            lines = shared(TEAMS[self._row().removeprefix(TEAM)]) or [phrase("team.alone")]
        elif battle is not None:
            lines = introduced(TableRules(battle.options, battle))
        else:
            lines = [_("A game with both decks, as the rulebook has it.")]
        self.query_one("#choice-about", Static).update(Text("\n".join(map(sanitize, lines))))
        self.query_one("#lobby-note", Static).update(Text(sanitize(self.now.told or phrase("special.whom"))))

    def _row(self) -> str:
        rows = self.query_one("#choices", OptionList)
        return "" if rows.highlighted is None else rows.get_option_at_index(rows.highlighted).id or ""

    def _rule(self) -> OptionalRule | None:
        return BY_WORD.get(self._row().removeprefix(RULE)) if self._row().startswith(RULE) else None

    def _battle(self) -> Battle | None:
        name = self._row().removeprefix(BATTLE)
        return next((one for one in self.battles if one.name == name), None) if self._row().startswith(BATTLE) else None

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._tell()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_mark()

    def action_mark(self) -> None:
        rule = self._rule()
        if self._row().startswith(TEAM):
            self.now = self.now._replace(team=self._row().removeprefix(TEAM), told="")
            self._draw()
            return
        self.now = fought(self.now, self._battle()) if rule is None else toggled(self.now, rule)
        self._draw()

    def action_count(self, more: int) -> None:
        rule = self._rule()
        if rule is not None:
            self.now = counted(self.now, rule, more)
            self._draw()

    def action_go(self) -> None:
        self.app.exit(self.now.rules)


def _mark(on: bool, ends: str) -> str:
    return f"{ends[0]}{'x' if on else ' '}{ends[1]} "
