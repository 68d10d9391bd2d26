"""The parts that the table's screen is made of.  This is the only place that knows which class draws what."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePath
from typing import Any, Protocol, runtime_checkable

from textual.screen import ModalScreen
from textual.widget import Widget

from ..battle.battle import Battle, is_on
from ..board.board import Board
from ..board.hand import Hand
from ..board.piles import Piles
from ..question.question import QuestionPanel
from ..sheets import sheets
from ..sheets.why import WhySheet
from ..state.beats import Beats as LiveBeats
from ..state.model import Doing, Touch, UiState
from .log import Log

ROOMS = Path(__file__).parents[1]
STYLES: list[str | PurePath] = [ROOMS / name / f"{name}.tcss" for name in ("table", "board", "question", "battle")]


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

    def arrived(self) -> None:
        """An update has come."""

    def skip(self) -> None:
        """Show all of it now."""

    def step(self) -> None:
        """The next round of dice."""

    def close(self) -> None:
        """It is over."""


def board(sea: UiState) -> Widget:
    return Board(sea)


def battle(sea: UiState) -> Widget:
    return Battle(sea)


def battle_is_on(sea: UiState) -> bool:
    return is_on(sea)


def beats(sea: UiState, redraw: Callable[[], None]) -> BeatsPart:
    return LiveBeats(sea, redraw)


def hand(sea: UiState) -> Widget:
    return Hand(sea)


def piles(sea: UiState) -> Widget:
    return Piles(sea)


def log(sea: UiState, doing: Doing) -> Widget:
    return Log(sea, doing)


def question(sea: UiState, doing: Doing) -> Widget:
    return QuestionPanel(sea, doing)


SHEETS: dict[str, Callable[[UiState, Doing, str], ModalScreen[Any]]] = {**sheets.SHEETS, "why": WhySheet}
