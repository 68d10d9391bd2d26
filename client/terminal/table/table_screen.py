"""The table: where its parts stand in a terminal of any size, and what the keys do."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.widgets import Input

from ironbottom.language import _
from ironbottom.questions import Move, Question
from ironbottom.vocabulary import TABLES, phrase

from ..board.about import about
from ..board.touchable import Pointed
from ..drawing.after_layout import after_layout, is_whole
from ..drawing.keys import Keys, is_capital, spoken
from ..sheets.lesson import LessonPanel
from ..state.commands import BOTH, COMMANDS, FOR_PLAYERS, bindings, called, useful
from ..state.messages import LookBack, StagingChanged, ToQuestion, Touched
from ..state.model import Actions, UiState
from . import parts
from .chat import ChatPanel
from .status import Banner, NoticeLine, Status

NARROW = "-narrow"
DEFAULT, CAST = "D", "F"
READ = 6.0  # seconds
SHIFTED = {one.key.lower(): one for one in COMMANDS if is_capital(one.key)}  # for who forgets it


class TableScreen(Screen[None]):
    """Status, board or battle, what stands beside it, the question, the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on", TABLES["coach"]["go_on"], key_display="Enter", priority=True), *bindings(),
    ]
    AUTO_FOCUS = "#question"

    def __init__(self, ui: UiState, doing: Actions, beats: parts.BeatsPart) -> None:
        super().__init__()
        self.ui, self.doing, self.beats = ui, doing, beats
        self._asked: Question | None = None  # the question that has got the focus
        self._aside = ""  # the part that is open over the board, where there is no room beside it
        self._table = False  # the whole table is wanted, though there is a battle
        self._zoomed = ""  # "", "question" or "field"

    def compose(self) -> ComposeResult:
        ui = self.ui
        yield Status(ui)
        yield Banner(ui)
        with Container(id="body"):
            with Container(id="field"):
                yield parts.board(ui)
                yield parts.battle(ui)
            with Container(id="side"):
                yield from self.compose_side()
            with Container(id="asking"):
                yield from self.compose_asking()
        yield Keys()

    def compose_side(self) -> ComposeResult:
        """What stands beside the board."""
        yield parts.hand(self.ui)
        yield parts.piles(self.ui)
        yield parts.log(self.ui, self.doing)
        yield ChatPanel(self.ui, self.doing)

    def compose_asking(self) -> ComposeResult:
        """What stands under the board."""
        yield NoticeLine(self.ui)
        yield LessonPanel(self.ui)
        yield parts.question(self.ui, self.doing)

    def on_mount(self) -> None:
        self.title = phrase("game.title")
        self._arrange()

    def on_resize(self) -> None:
        after_layout(self, self._resized)

    def _resized(self) -> None:
        if not self.has_class(NARROW):
            self._aside = ""
        self._arrange()
        self.app.call_later(self._redraw_all)

    def _redraw_all(self) -> None:
        for widget in self.query("*"):
            if isinstance(widget, parts.Part):
                widget.redraw()

    # drawing

    def redraw(self) -> None:
        """Which parts are to be seen; the parts draw themselves."""
        if not is_whole(self):
            return
        self._arrange()
        for now_and_then in (*self.query(Banner), *self.query(LessonPanel)):
            now_and_then.redraw()
        menu = self.ui.menu
        if menu is not None and menu.question is not self._asked:
            self._asked, self.ui.pointed = menu.question, ""
            if self.ui.past is None and not self._aside and not isinstance(self.focused, Input):
                self.query_one("#question").focus()

    def _arrange(self) -> None:
        if not is_whole(self):
            return
        battle = parts.battle_is_on(self.ui)
        self._table = self._table and battle
        self.query_one("#battle").display = battle and not self._table
        self.query_one("#board").display = not battle or self._table
        narrow = self.has_class(NARROW)
        for part in self.query_one("#side").children:
            part.display = not narrow or part.id == self._aside
        self.query_one("#side").display = self._zoomed == "" and (not narrow or bool(self._aside))
        self.query_one("#field").display = self._zoomed != "question" and not (narrow and self._aside)
        self.query_one("#asking").display = self._zoomed != "field"
        self.query_one("#asking").set_class(self.ui.lesson is not None and self.ui.menu is not None, "-taught")
        self.query_one("#asking").set_class(bool(self.ui.halt), "-halted")
        self.query_one("#body").set_class(bool(self._zoomed), "-zoomed")
        self.refresh_bindings()

    # what the parts tell

    def on_touched(self, message: Touched) -> None:
        """The question has the first use for it; else a card is looked at."""
        message.stop()
        question = self.query_one("#question")
        asked = not message.look and self.ui.menu is not None
        if asked and isinstance(question, parts.AskingPart) and question.touch(message.touch):
            return
        card = card_of(self.ui, message.touch)
        if card:
            self.doing.open("card", card)

    def on_pointed(self, message: Pointed) -> None:
        """The cursor has moved on the board or along the hand: what lies there is said."""
        message.stop()
        self.point("" if message.touch is None else about(self.ui, message.touch))

    def on_staging_changed(self, message: StagingChanged) -> None:
        message.stop()
        if self.focused is self.query_one("#question"):
            self.ui.pointed = ""
        self._redraw_all()

    def on_look_back(self, message: LookBack) -> None:
        message.stop()
        self.doing.look(message.told)

    def on_to_question(self, message: ToQuestion) -> None:
        message.stop()
        self.action_to_question()

    # what the keys do

    def on_key(self, event: events.Key) -> None:
        """What the part that has the focus left over may be meant for the question, or be a command without Shift."""
        question = self.query_one("#question")
        if isinstance(self.focused, Input) or not isinstance(question, parts.AskingPart):
            return
        if question.press(event.key, event.character):
            event.stop()
        elif event.key == "E" and question.end():
            event.stop()
            question.focus()
        elif event.key == "ctrl+s":
            event.stop()
            question.confirm()
        elif event.key == DEFAULT and no_default(self.ui):
            event.stop()
            self.point(no_default(self.ui))
        elif event.key == CAST and not self.serves(BOTH):
            event.stop()
            self.doing.open("both")  # which says why there is nothing to be seen
        elif sentence := self._told_of(event.key):
            event.stop()
            self.point(sentence)
            self.set_timer(READ, lambda: self.unpoint(sentence))

    def _told_of(self, key: str) -> str:
        """What is said where a command is typed without Shift, or is none of who looks on."""
        command = SHIFTED.get(key.lower())
        if command is None:
            return ""
        if self.ui.place < 0 and command.action in FOR_PLAYERS and not self.serves(command.action):
            return _("{key} is for who plays; you look on.").format(key=spoken(command.sign))
        return "" if key == command.key else _("{key}: {word}").format(key=spoken(command.sign), word=_(command.what))

    def unpoint(self, sentence: str) -> None:
        """It has been read, if it still stands there."""
        if self.ui.pointed == sentence:
            self.point("")

    def point(self, sentence: str) -> None:
        """What is told of the thing that somebody points at."""
        self.ui.pointed = sentence
        for notice in self.query(NoticeLine):
            notice.redraw()

    def action_sheet(self, name: str) -> None:
        self.doing.open(name)

    def action_why(self) -> None:
        self.doing.open("why")

    def action_part(self, name: str) -> None:
        """To a part beside the board; where there is no room, it takes the board's place, or gives it back."""
        if self.has_class(NARROW) and self._aside == name:
            self.action_to_question()
            return
        self._aside = name if self.has_class(NARROW) else ""
        self._zoomed = ""
        self._arrange()
        part = self.query_one(f"#{name}")
        self.call_after_refresh(self._redraw_all)
        if isinstance(part, ChatPanel):
            part.begin()
        else:
            part.focus()

    def action_talk(self) -> None:
        self.action_part("chat")

    def action_battle(self) -> None:
        self._table = not self._table
        self._arrange()
        self._redraw_all()

    def action_zoom(self) -> None:
        after = {"": "question", "question": "field", "field": ""}
        self._zoomed = after[self._zoomed]
        self._aside = ""
        self._arrange()
        self.call_after_refresh(self._redraw_all)

    def action_skip(self) -> None:
        self.beats.skip()

    def action_step(self) -> None:
        self.beats.step()

    def action_go_on(self) -> None:
        """To what comes behind a round of dice, or behind what the coach says."""
        if self.beats.waits:
            self.beats.step()
        else:
            self.doing.go_on()

    def action_undo(self) -> None:
        question = self.query_one("#question")
        if isinstance(question, parts.AskingPart):
            question.undo()

    def action_default(self) -> None:
        """The default answer, where nothing is lost by it."""
        if self.ui.menu is not None:
            self.doing.give(self.ui.menu.question.default)

    def action_lesson(self) -> None:
        self.doing.open("lesson")

    def action_mute(self) -> None:
        self.doing.mute(not self.ui.muted)

    def action_ending(self) -> None:
        self.doing.open("ending")

    def action_to_question(self) -> None:
        """Everything as it was: the board, the present, the question."""
        self._aside = self._zoomed = ""
        if self.ui.past is not None:
            self.doing.look(None)
        self._arrange()
        self.query_one("#question").focus()
        self.call_after_refresh(self._redraw_all)

    def _is_asking(self) -> bool:
        return self.is_mounted and is_whole(self) and self.focused is self.query_one("#question")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that would do nothing now are not shown."""
        ui = self.ui
        idle: dict[str, Any] = {
            "battle": parts.battle_is_on(ui), "skip": self.beats.busy, "ending": ui.over is not None,
            "lesson": ui.lesson is not None,
            "to_question": bool(self._aside or self._zoomed) or ui.past is not None or not self._is_asking(),
            "go_on": self.beats.waits or (bool(ui.halt) and not isinstance(self.focused, Input)),
            "step": self.beats.busy and ui.dice_wait, "undo": ui.menu is not None,
            "default": no_default(ui) == "",
        }
        return self.serves(called(action, parameters)) and bool(idle.get(action, True))

    def serves(self, called: str) -> bool:
        """Whether that action does anything for who is here."""
        return useful(called, self.ui)


def no_default(ui: UiState) -> str:
    """Why the key for the default answer gives none; "" where it does."""
    if ui.menu is None:
        return phrase("seat.nothing_to_decide")
    if ui.lesson is not None:
        return _("A lesson wants your own answer; Shift+G shows it again, and Shift+D there does it for you.")
    if isinstance(ui.menu.shape, Move):
        return _("A segment that is played step by step is not ended by one key; E E ends it.")
    if not ui.menu.question.harmless:
        return _("The default answer may lose something here: give one of your own.")
    return ""


def card_of(ui: UiState, touch: Any) -> str:
    """The id of the card that a thing shows; "" where it shows none."""
    if touch.kind == "card":
        return str(touch.value)
    found = ui.names.rows.get(touch.value) if touch.kind == "token" else None
    if found is None:
        return ""
    return str(getattr(found.row, "card", None) or getattr(found.row, "lead", None) or "")
