"""The question panel alone in a terminal of any size, with everything that it is told and that it gives."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from textual.app import ComposeResult
from textual.pilot import Pilot

from ironbottom.catalog import card_set
from ironbottom.client.net.session_events import Updated
from ironbottom.client.terminal.answer.cursor import Stop
from ironbottom.client.terminal.answer.offered import Offer
from ironbottom.client.terminal.answer.staged import Staged
from ironbottom.client.terminal.app.base_app import GameApp
from ironbottom.client.terminal.drawing.small import Least
from ironbottom.client.terminal.question.question import QuestionPanel
from ironbottom.client.terminal.state.model import UiState
from ironbottom.flow import Game
from ironbottom.questions import Answer, Move, Order, Pick, Place, Value, is_pairs
from ironbottom.sight import seen, view
from ironbottom.words import Side

SIZES = ((80, 9), (30, 16), (52, 40))


class OneQuestion(GameApp[None]):
    """Nothing but the panel."""

    least = Least(1, 1)

    def __init__(self, ui: UiState) -> None:
        super().__init__(ui, None)
        self.answers: list[Answer] = []
        self.sheets: list[tuple[str, str]] = []

    def compose(self) -> ComposeResult:
        yield QuestionPanel(self.ui, self)

    def on_mount(self) -> None:
        self.panel.focus()
        self.changed()

    @property
    def panel(self) -> QuestionPanel:
        return self.screen_stack[0].query_one(QuestionPanel)

    @property
    def staged(self) -> Staged:
        staged = self.panel.staged
        assert staged is not None
        return staged

    @property
    def offer(self) -> Offer:
        return self.staged.offer

    def give(self, answer: Answer) -> None:
        self.answers.append(answer)
        self.ui.gave(answer)
        self.changed()

    def open(self, sheet: str, about: str = "") -> None:
        self.sheets.append((sheet, about))

    def lines(self) -> list[str]:
        """What is seen."""
        return [self.panel.render_line(y).text for y in range(self.panel.content_size.height)]


def ui_of(g: Game, side: Side) -> UiState:
    """Who has just heard of a game."""
    ui = UiState(card_set("full@1"), place=int(side))
    hear(ui, g, side)
    return ui


def hear(ui: UiState, g: Game, side: Side) -> None:
    """An update comes, and is shown."""
    ui.arrive(Updated(view(g, side), tuple(seen(g.events or [], side)), ui.number + 1, "player", None))
    ui.catch_up()


@asynccontextmanager
async def panel(ui: UiState, size: tuple[int, int] = SIZES[0]) -> AsyncIterator[tuple[OneQuestion, Pilot[None]]]:
    """The panel, running."""
    app = OneQuestion(ui)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


async def click(app: OneQuestion, pilot: Pilot[None], wanted: Callable[[Stop], bool]) -> None:
    """Click on a stop that is seen; where it is not, scroll there with the wheel's signs first."""
    for _turn in range(60):
        found = spot(app, wanted)
        if found is not None:
            await pilot.click(QuestionPanel, offset=found)
            await pilot.pause()
            return
        down = spot(app, lambda stop: stop.what == "down")
        assert down is not None, app.lines()
        await pilot.click(QuestionPanel, offset=down)
        await pilot.pause()
    raise AssertionError(app.lines())


def spot(app: OneQuestion, wanted: Callable[[Stop], bool]) -> tuple[int, int] | None:
    """Where a stop is seen, in the cells of the panel."""
    for y, line in enumerate(app.panel.shown_lines):
        x = 0
        for piece in line:
            if piece.stop is not None and wanted(piece.stop) and piece.text.strip():
                return x + app.panel.gutter.left, y + app.panel.gutter.top
            x += len(piece.text)
    return None


def keys_for(offer: Offer, answer: Answer, picked: list[int]) -> list[str]:
    """What somebody presses to give an answer; `picked` are the numbers that are marked at the beginning."""
    shape = offer.shape
    if isinstance(answer, tuple) and answer[:1] == ("play",):
        return [*str(next(play.number for play in offer.plays if play.value == answer[1])), "enter"]
    if isinstance(shape, Pick):
        assert isinstance(answer, tuple)
        left, numbers = list(offer.rows), []
        for value in answer:
            row = next(row for row in left if row.value == value)
            left.remove(row)
            numbers.append(row.number)
        return [str(n) for n in [*picked, *numbers]] + ["0"] * (not answer) + ["enter"]
    if isinstance(shape, Move):
        assert isinstance(answer, tuple)
        if len(answer) == 1:
            return ["backspace"] if answer == ("undo",) else ["E", "E"]
        row, option = next((row, one) for row in offer.rows for one in row.options if one.answer == answer)
        return [*str(row.number), option.letter]
    if isinstance(answer, dict | tuple):
        return [*_keys_of_pairs(offer, pairs_of(answer)), "enter"]
    return [*str(next(row.number for row in offer.rows if row.value == answer)), "enter"]


def pairs_of(answer: Answer) -> list[tuple[int, Value]]:
    """Cards with what they are given."""
    if isinstance(answer, dict):
        return list(answer.items())
    assert is_pairs(answer)
    return [*answer]


def _keys_of_pairs(offer: Offer, pairs: list[tuple[int, Value]]) -> list[str]:
    keys: list[str] = []
    rows = {row.value: row for row in offer.rows}
    order = [*rows]
    wanted: dict[Value, Value | None] = {key: None for key in rows if isinstance(offer.shape, Place)}
    wanted.update(pairs)
    for key, value in sorted(wanted.items(), key=lambda pair: pair[1] is not None):
        row = rows[key]
        keys += [str(row.number), next(one.letter for one in row.options if one.value == value)]
    if isinstance(offer.shape, Order):
        usual = offer.question.default
        assert isinstance(usual, tuple)
        order = [int(str(pair[0])) for pair in usual if isinstance(pair, tuple)]
        for n, (key, _value) in enumerate(pairs):
            at = order.index(int(str(key)))
            order.insert(n, order.pop(at))
            keys += [str(rows[int(str(key))].number), *["minus"] * (at - n)]
    return keys
