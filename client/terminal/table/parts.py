"""The parts that the table's screen is made of.  This is the only place that knows which class draws what."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePath
from typing import Any, Protocol, runtime_checkable

from textual.screen import ModalScreen
from textual.widget import Widget

from ..battle.battle import BattlePane, is_on
from ..board.board import Board
from ..board.hand import Hand
from ..board.piles import Piles
from ..question.question import QuestionPanel
from ..sheets import sheets
from ..sheets.why import AdviceSheet, WhySheet
from ..state.beats import Beats as LiveBeats
from ..state.model import Actions, Touch, UiState
from .log import Log

ROOMS = Path(__file__).parents[1]
STYLED = ("table", "board", "question", "battle", "sheets", "review", "club")
STYLES: list[str | PurePath] = [ROOMS / name / f"{name}.tcss" for name in STYLED]


@runtime_checkable
class Part(Protocol):
    """Something on the screen that is drawn from the UiState."""

    def redraw(self) -> None:
        """The UiState has changed."""


@runtime_checkable
class AskingPart(Protocol):
    """The question panel."""

    def touch(self, touch: Touch) -> bool:
        """A thing on the table was touched; whether the question has a use for it."""

    def undo(self) -> None:
        """A step back."""

    def press(self, key: str, character: str | None) -> bool:
        """A key that was pressed elsewhere; whether it is a number or a letter of the question."""

    def confirm(self) -> None:
        """Give the answer that is staged."""

    def end(self) -> bool:
        """The key that ends a segment was pressed; whether there is one."""


class BeatsPart(Protocol):
    """Who plays what has come."""

    @property
    def busy(self) -> bool:
        """Whether something is being shown."""

    @property
    def waits(self) -> bool:
        """Whether a round of dice lies there until somebody asks for the next."""

    def arrived(self) -> None:
        """An update has come."""

    def skip(self) -> None:
        """Show all of it now."""

    def step(self) -> None:
        """The next round of dice."""

    def close(self) -> None:
        """It is over."""


class NoBeats:
    """Nothing is played here but what the reader plays himself."""

    busy = waits = False

    def arrived(self) -> None: ...

    def skip(self) -> None: ...

    def step(self) -> None: ...

    def close(self) -> None: ...


def board(ui: UiState) -> Widget:
    return Board(ui)


def battle(ui: UiState) -> Widget:
    return BattlePane(ui)


def battle_is_on(ui: UiState) -> bool:
    return is_on(ui)


def beats(ui: UiState, redraw: Callable[[], None]) -> BeatsPart:
    return LiveBeats(ui, redraw)


def hand(ui: UiState) -> Widget:
    return Hand(ui)


def piles(ui: UiState) -> Widget:
    return Piles(ui)


def log(ui: UiState, doing: Actions) -> Widget:
    return Log(ui, doing)


def question(ui: UiState, doing: Actions) -> Widget:
    return QuestionPanel(ui, doing)


SHEETS: dict[str, Callable[[UiState, Actions, str], ModalScreen[Any]]] = {
    **sheets.SHEETS, "why": WhySheet, "advice": AdviceSheet,
}
