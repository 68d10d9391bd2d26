"""Bot, battle or campaign, and optional rules of a new table, chosen from lists (`play --choose`, `host --choose`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rich.console import Group
from rich.padding import Padding
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ironbottom.battle import Battle
from ironbottom.language import N_, _
from ironbottom.options import BY_WORD, OPTIONAL_RULES, OptionalRule
from ironbottom.phrases import side_name
from ironbottom.vocabulary import amount, phrase, word
from ironbottom.words import SIDES

from ...storage import identity
from ...text.people.rungs import bot_line, character, ladder_head, ladder_with
from ...text.rules.campaigns import listed_as
from ...text.rules.table_rules import TEAMS, TableRules, introduced, option_line, option_name, shared, title, worth
from ...text.sanitize import sanitize
from ..drawing.keys import Keys
from ..sheets.sheet import choices, fill
from ..state.choosing import Choosing, counted, fought, made_even, met, toggled
from ..state.evening import UnequalPlayers
from .base_app import ThemedApp, shown_until_left

UNKNOWN = UnequalPlayers()  # nothing is known of the players
BATTLE, RULE, TEAM = "battle ", "rule ", "team "  # how the ids of rows begin; the first alone: a whole game
BOT = "bot"  # the id of the row that leads to the ladder

FIELDS = ("own", "other", "lead")
LONGEST = 5  # letters of a number of points


async def chosen(
    battles: tuple[Battle, ...], begun: Choosing, even: UnequalPlayers, *, teams: bool = False
) -> Choosing | None:
    """Show the lists until somebody goes on with what is chosen, or leaves.

    `begun`: what is chosen already; `even`: what is known of both players, should they be made even; `teams`: whether
    it is asked whose side two people share.
    """
    app = ChooseApp(battles, begun, even, teams=teams)
    return None if await shown_until_left(app) is None else app.now


class ChooseApp(ThemedApp[TableRules]):
    """Ends with what was chosen; None: he has left."""

    def __init__(
        self, battles: tuple[Battle, ...], begun: Choosing, even: UnequalPlayers = UNKNOWN, *, teams: bool = False
    ) -> None:
        super().__init__(identity.home())
        self._choice = ChooseScreen(battles, begun, even, teams=teams)

    @property
    def now(self) -> Choosing:
        """All that is chosen, with what was said of both players."""
        return self._choice.now

    def on_mount(self) -> None:
        self.lay(self._choice, self._chosen)

    def _chosen(self, now: Choosing | None) -> None:
        self.exit(None if now is None else now.rules)


class ChooseScreen(Screen[Choosing | None]):
    """The bot, battles and campaigns, then the optional rules; below them what the one under the cursor says.

    Ends with what is chosen; None: it was left.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "mark", N_("on or off"), key_display="Space"),
        Binding("plus,equals_sign", "count(1)", N_("more"), key_display="+"),
        Binding("minus", "count(-1)", N_("less"), key_display="-"),
        Binding("b", "bot", N_("bot"), key_display="b"),
        Binding("e", "even", N_("make it even"), key_display="e"),
        Binding("g", "go", N_("go on"), key_display="g"),
        Binding("q,escape", "dismiss", N_("leave"), key_display="q"),
    ]
    AUTO_FOCUS = "#choices"

    def __init__(
        self, battles: tuple[Battle, ...], begun: Choosing, even: UnequalPlayers, *, teams: bool = False,
        first: str = BATTLE,
    ) -> None:
        """`teams`: whose side two share is chosen too.  `first`: the row that the cursor is at, by its id."""
        super().__init__()
        self.battles, self.now, self._even, self.teams, self._first = battles, begun, even, teams, first
        self._bots = ladder_with(begun.bot) if begun.bot else ()

    def compose(self) -> ComposeResult:
        with Container(id="lobby"):
            yield Static(Text(_("What is this table played by?")), id="lobby-title", markup=False)
            yield OptionList(*self._rows(), id="choices", markup=False)
            with VerticalScroll(id="choice-text", can_focus=False):
                yield Static(id="choice-about", markup=False)
            yield Static(id="lobby-note", markup=False)
        yield Keys()

    def on_mount(self) -> None:
        rows = self.query_one("#choices", OptionList)
        rows.highlighted = rows.get_option_index(self._first)
        self._tell()

    def _rows(self) -> Iterator[Option | None]:
        """A battle, or a whole game, is one of several; optional rules are as many as one likes."""
        if self._bots:
            yield Option(Text(_("{what}: {how}").format(what=_("Bot"), how=sanitize(bot_line(self.now.bot)))), id=BOT)
            yield None
        yield Option(Text(_mark(self.now.battle is None, "()") + _("a whole game")), id=BATTLE)
        for n, battle in enumerate(self.battles):
            text = listed_as(battle) or _("{title}, {date}, {turns}").format(
                title=title(battle), date=sanitize(battle.date), turns=amount("turns", battle.turns)
            )
            yield Option(Text(_mark(battle == self.now.battle, "()") + text), id=f"{BATTLE}{n}")
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
        if self._row() == BOT:
            lines = [character(self.now.bot)]
        elif rule is not None:
            lines = [option_line(self.now.said(rule) or rule.word), *filter(None, [worth(rule.word)])]
        elif self._row().startswith(TEAM):
            lines = shared(TEAMS[self._row().removeprefix(TEAM)]) or [phrase("team.alone")]
        elif battle is not None:
            lines = introduced(TableRules(battle.options, battle))
        else:
            lines = [_("A game with both decks, as the rulebook has it.")]
        self.query_one("#choice-about", Static).update(Text("\n".join(map(sanitize, lines))))
        even = self.now.even.lines() if self.now.even is not None and self.now.evened else [self.now.chance]
        said = [one for one in (self.now.told, *even) if one] or [phrase("special.whom")]
        self.query_one("#lobby-note", Static).update(Text("\n".join(map(sanitize, said))))

    def _row(self) -> str:
        rows = self.query_one("#choices", OptionList)
        return "" if rows.highlighted is None else rows.get_option_at_index(rows.highlighted).id or ""

    def _rule(self) -> OptionalRule | None:
        return BY_WORD.get(self._row().removeprefix(RULE)) if self._row().startswith(RULE) else None

    def _battle(self) -> Battle | None:
        n = self._row().removeprefix(BATTLE)
        return self.battles[int(n)] if n.isdigit() else None

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._tell()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_mark()

    def action_mark(self) -> None:
        rule = self._rule()
        if self._row() == BOT:
            self.action_bot()
            return
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

    def action_bot(self) -> None:
        """Against whom."""
        self.app.push_screen(BotSheet(self._bots, self.now.bot), self._met)

    def _met(self, bot: str | None) -> None:
        if bot is not None and bot != self.now.bot:
            self._even, self.now = self._even.against(bot), met(self.now, bot)
            self._draw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only where a bot is met."""
        return bool(self._bots) if action == "bot" else super().check_action(action, parameters)

    def action_even(self) -> None:
        """Optional rules by which both win about as often."""
        self.app.push_screen(EvenSheet(self._even), self._made_even)

    def _made_even(self, even: UnequalPlayers | None) -> None:
        if even is not None:
            self._even, self.now = even, made_even(even, self.now)
            self._draw()

    def action_go(self) -> None:
        self.dismiss(self.now)


def _mark(on: bool, ends: str) -> str:
    return f"{ends[0]}{'x' if on else ' '}{ends[1]} "


class BotSheet(ModalScreen[str | None]):
    """The ladder, from the weakest rung; ends with the bot that was chosen, or with None where it was put away."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", N_("close"), key_display="Esc"),
        Binding("space,enter", "mark", N_("choose"), key_display="Enter"),
    ]

    def __init__(self, bots: tuple[str, ...], now: str) -> None:
        super().__init__()
        self.bots, self.now = bots, now

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(Text(_("Bot")), classes="title", markup=False)
            yield Static(Text(ladder_head()), classes="about", markup=False)
            yield OptionList(*map(self._row, self.bots), id="bots", markup=False)
            yield Keys()

    def _row(self, bot: str) -> Option:
        """With its sentence below its name."""
        said = Text(_mark(bot == self.now, "()") + sanitize(bot_line(bot)))
        return Option(Group(said, Padding(Text(character(bot)), (0, 0, 0, 4))), id=bot)

    def on_mount(self) -> None:
        self.query_one(OptionList).highlighted = self.bots.index(self.now)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(event.option.id)

    def action_mark(self) -> None:
        self.query_one(OptionList).action_select()


class EvenSheet(ModalScreen[UnequalPlayers | None]):
    """Ends with what was typed, once rules follow from it; with None where it was put away."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", N_("close"), key_display="Esc"),
        Binding("tab", "app.focus_next", N_("next field"), key_display="Tab"),
        Binding("space", "mark", N_("this side"), key_display="Space"),
        Binding("enter", "take", N_("choose these rules"), key_display="Enter"),
    ]
    AUTO_FOCUS = "#even-side"

    def __init__(self, now: UnequalPlayers) -> None:
        super().__init__()
        self.now = now

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(Text(phrase("even.title")), classes="title", markup=False)
            with VerticalScroll(id="even-body", can_focus=False):
                yield Static(Text(_("Your side, by Space; Enter in a field below takes the rules")), markup=False)
                yield OptionList(id="even-side", markup=False)
                for name in FIELDS:
                    yield Static(Text(self._label(name)), markup=False)
                    yield Input(getattr(self.now, name), id=f"even-{name}", max_length=LONGEST)
                yield Static(Text(phrase("even.points")), classes="about", markup=False)
            yield Static(id="even-told", markup=False)
            yield Static(classes="fault", markup=False)
            yield Keys()

    def _label(self, name: str) -> str:
        label = phrase(f"even.{name}")
        return label if name != "lead" else f"{label} ({phrase('even.lead_hint')})"

    def on_mount(self) -> None:
        rows = self.query_one(OptionList)
        fill(rows, choices(self._sides()), 1 if self.now.side == SIDES[1].name.lower() else 0)
        self._tell()

    def _sides(self) -> list[tuple[str, str]]:
        chosen = self.now.side
        names = [(side.name.lower(), side_name(side)) for side in SIDES]
        return [(word, f"({'x' if word == chosen else ' '}) {name}") for word, name in names]

    def _tell(self) -> None:
        self.query_one("#even-told", Static).update(Text("\n".join(map(sanitize, self.now.lines()))))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """The side under the cursor, once somebody has moved it."""
        event.stop()
        if self.now.side != "either":
            self._side(str(event.option.id))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._side(str(event.option.id))

    def _side(self, word: str) -> None:
        if word == self.now.side:
            return
        self.now = self.now._replace(side=word)
        fill(self.query_one(OptionList), choices(self._sides()), [side.name.lower() for side in SIDES].index(word))
        self._tell()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.now = self.now._replace(**{str(event.input.id).removeprefix("even-"): event.value})
        self._tell()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_take()

    def action_mark(self) -> None:
        self.query_one(OptionList).action_select()

    def action_take(self) -> None:
        if not self.now.fault:
            self.dismiss(self.now)
            return
        line = self.query_one(".fault", Static)
        line.update(Text(sanitize(self.now.fault)))
        line.set_class(True, "told")
