"""Board, hand and piles on a screen: walked over with keys, clicked, resized, drawn anew."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from textual.app import App, ComposeResult

from ironbottom.catalog import card_set
from ironbottom.client.terminal.board.board import Board
from ironbottom.client.terminal.board.hand import Hand
from ironbottom.client.terminal.board.piles import Piles
from ironbottom.client.terminal.board.touchable import Pointed, Touchable
from ironbottom.client.terminal.drawing.canvas import Scroll
from ironbottom.client.terminal.drawing.themes import NAMES, all_themes
from ironbottom.client.terminal.state.messages import Touched
from ironbottom.client.terminal.state.model import Mark, Touch, UiState
from ironbottom.client.terminal.table.parts import ROOMS
from ironbottom.words import Side
from tests.client.terminal.support.tables import ui_at
from tests.support.lengths import some

Press = Callable[..., Awaitable[None]]

FRONT = Touch("line", 3)


class ThreeParts(App[None]):
    """The three parts, one below the other."""

    CSS = "Board { height: 1fr; } Hand, Piles { height: auto; max-height: 6; }"
    CSS_PATH = ROOMS / "board" / "board.tcss"

    def __init__(self, ui: UiState, theme: str = "night") -> None:
        super().__init__()
        for one in all_themes():
            self.register_theme(one)
        self.theme = ui.theme = theme
        self.ui = ui
        self.told: list[Touched] = []
        self.pointed: list[Touch | None] = []

    def compose(self) -> ComposeResult:
        yield Board(self.ui)
        yield Hand(self.ui)
        yield Piles(self.ui)

    def on_touched(self, message: Touched) -> None:
        self.told.append(message)

    def on_pointed(self, message: Pointed) -> None:
        self.pointed.append(message.touch)

    @property
    def touched(self) -> list[tuple[Touch, bool]]:
        return [(message.touch, message.look) for message in self.told]


def on_screen(app: ThreeParts, script: Callable[[ThreeParts, Press], Awaitable[None]]) -> None:
    """Run a script that presses keys."""

    async def run() -> None:
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            await script(app, pilot.press)
            await pilot.pause()

    asyncio.run(run())


def battle() -> UiState:
    return ui_at(527, side=Side.US)


def crowd() -> UiState:
    return ui_at(162, side=Side.US, number=3)


def test_the_keyboard_begins_at_what_is_asked_and_touches_it() -> None:
    ui = battle()
    assert ui.drawn is not None
    asked = Touch("token", ui.drawn.jp.bases[-1].token)
    ui.marks = {asked: Mark("target", "a")}

    async def script(app: ThreeParts, press: Press) -> None:
        app.query_one(Board).focus()
        await press("enter", "space")

    app = ThreeParts(ui)
    on_screen(app, script)
    assert app.touched == [(asked, False), (asked, True)]
    assert app.pointed[0] == asked
    assert Touch("line", 0) not in app.pointed


def test_the_arrows_reach_everything() -> None:
    ui = battle()

    async def script(app: ThreeParts, press: Press) -> None:
        board = app.query_one(Board)
        board.focus()
        await press(*["up"] * 20, "home")
        steps = board.steps()
        assert board.cursor == steps[0]
        await press(*["right"] * (len(steps) - 1))
        assert board.cursor == steps[-1]
        assert {touch for touch in app.pointed if touch is not None} >= set(steps)
        await press(*["up"] * 20)
        assert board.cursor in board.picture.order[0]
        await press(*["down"] * 20)
        assert board.cursor in board.picture.order[5]

    on_screen(ThreeParts(ui), script)


def test_brackets_leap_from_one_possibility_to_the_next() -> None:
    ui = crowd()
    assert ui.drawn is not None
    asked = [Touch("token", f.token) for f in ui.drawn.us.formations[:3]]
    ui.marks = {touch: Mark("legal", str(n)) for n, touch in enumerate(asked, 1)}
    ui.marks[FRONT] = Mark("off")

    async def script(app: ThreeParts, press: Press) -> None:
        board = app.query_one(Board)
        board.focus()
        await app.animator.wait_until_complete()
        reached = []
        for _leap in asked:
            await press("right_square_bracket")
            reached.append(board.cursor)
        assert set(reached) == set(asked)
        assert board.cursor == reached[-1]
        await press("left_square_bracket")
        assert board.cursor == reached[-2]

    on_screen(ThreeParts(ui), script)


@pytest.mark.parametrize("size", some([(80, 24), (120, 40), (160, 50)], 1))
def test_a_click_touches_what_is_under_it(size: tuple[int, int]) -> None:
    ui = battle()

    async def run() -> None:
        app = ThreeParts(ui)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            zones = app.query_one(Board).picture.zones
            stacks = [zone for zone in zones if isinstance(zone.touch, Touch) and zone.touch.kind == "token"]
            for zone in stacks[:5]:
                await pilot.click(Board, offset=(zone.x, zone.y))
            await pilot.click(Board, offset=(3, zones[0].y))
            await pilot.click(Board, offset=(stacks[0].x, stacks[0].y), button=3)
            await pilot.pause()
            wanted = [(zone.touch, False) for zone in stacks[:5]]
            assert app.touched == [*wanted, (zones[0].touch, False), (stacks[0].touch, True)]

    asyncio.run(run())


def test_a_click_on_the_number_of_hidden_cards_shows_more_of_them() -> None:
    ui = crowd()

    async def run() -> None:
        app = ThreeParts(ui)
        async with app.run_test(size=(60, 16)) as pilot:
            await pilot.pause()
            board = app.query_one(Board)
            more = next(zone for zone in board.picture.zones if isinstance(zone.touch, Scroll))
            before = board.picture.rows[more.y].text
            await pilot.click(Board, offset=(more.x, more.y))
            await pilot.pause()
            assert board.picture.rows[more.y].text != before
            assert board.firsts == dict(board.picture.firsts)
            assert not app.touched

    asyncio.run(run())


def test_a_change_of_size_draws_the_table_anew() -> None:
    ui = battle()

    async def run() -> None:
        app = ThreeParts(ui)
        async with app.run_test(size=(160, 50)) as pilot:
            board = app.query_one(Board)
            for width, height in ((80, 24), (41, 20), (120, 40)):
                await pilot.resize_terminal(width, height)
                await pilot.pause()
                assert board.size.width == width
                assert {row.cell_length for row in board.picture.rows} == {width}
                assert len(board.picture.rows) == board.size.height

    asyncio.run(run())


def test_what_has_not_changed_is_not_drawn_again() -> None:
    ui = battle()

    async def script(app: ThreeParts, press: Press) -> None:
        for part in app.query(Touchable):
            before = part.picture
            part.redraw()
            assert part.picture is before
        ui.marks = {FRONT: Mark("target", "a")}
        board = app.query_one(Board)
        before = board.picture
        board.redraw()
        assert board.picture is not before
        ui.marks = {}
        board.redraw()
        assert [row.text for row in board.picture.rows] == [row.text for row in before.rows]

    on_screen(ThreeParts(ui), script)


def test_piles_are_only_looked_at() -> None:
    ui = battle()

    async def script(app: ThreeParts, press: Press) -> None:
        app.query_one(Piles).focus()
        await press("enter", "space")

    app = ThreeParts(ui)
    on_screen(app, script)
    assert [look for _touch, look in app.touched] == [True, True]
    assert all(touch.kind == "card" for touch, _look in app.touched)


def test_a_card_of_the_hand_is_touched() -> None:
    ui = crowd()

    async def script(app: ThreeParts, press: Press) -> None:
        app.query_one(Hand).focus()
        await press("right", "enter")

    app = ThreeParts(ui)
    on_screen(app, script)
    assert ui.drawn is not None
    assert app.touched == [(Touch("card", list(dict.fromkeys(ui.drawn.us.hand or ()))[1]), False)]


@pytest.mark.parametrize("theme", some(NAMES, 2))
def test_every_theme_draws_it_with_letters_that_can_be_read(theme: str) -> None:
    ui = battle()

    async def script(app: ThreeParts, press: Press) -> None:
        board = app.query_one(Board)
        board.focus()
        await press("right")
        styles = {segment.style for row in board.picture.rows for segment in row if segment.style is not None}
        assert all(style.color != style.bgcolor or style.color is None for style in styles)
        letters = [segment for row in board.picture.rows for segment in row if segment.text in ("U", "J")]
        assert letters
        assert all(segment.style is not None and segment.style.reverse for segment in letters)

    on_screen(ThreeParts(ui, theme), script)


def test_nothing_is_there_before_the_first_update() -> None:
    async def script(app: ThreeParts, press: Press) -> None:
        for part in app.query(Touchable):
            part.redraw()
            part.focus()
            await press("right", "down", "left", "up", "home", "end", "enter", "space", "right_square_bracket")

    app = ThreeParts(UiState(card_set("core@1")))
    on_screen(app, script)
    assert not app.touched
