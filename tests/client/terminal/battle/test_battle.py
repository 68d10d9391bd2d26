"""The battle board: golden pictures of fights at two sizes, and what must hold in every fight of a game.

After a change of the drawing the difference of the texts in battles/ is what a reviewer reads:

    python -m tests.client.terminal.battle.test_battle --update

rewrites them.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ironbottom import events as e
from ironbottom.client.terminal.battle.aims import AimSpot, routes
from ironbottom.client.terminal.battle.battle import BattlePane, is_on
from ironbottom.client.terminal.battle.battle_board import battle_picture, shares
from ironbottom.client.terminal.battle.battle_tile import name_of
from ironbottom.client.terminal.battle.field import Aim, field
from ironbottom.client.terminal.drawing import themes
from ironbottom.client.terminal.drawing.signs import FINE, PLAIN, Signs, columns
from ironbottom.client.terminal.state.beats import spans_of
from ironbottom.client.terminal.state.model import Beat, Mark, Touch, UiState
from ironbottom.language import ENGLISH, speak
from ironbottom.questions import Assign, Order, Pick
from ironbottom.rules.s16_action import ChooseAction
from ironbottom.rules.s17_air_attack import AirAttack
from ironbottom.rules.s17_air_combat import AirControl, InterceptCombat
from ironbottom.words import FRONT, Side, Token
from tests.client.plain.questions import guns, interception, midway, strikes
from tests.client.terminal.support.fights import WatchedFight
from tests.client.terminal.support.screens import Bench, read
from tests.client.terminal.support.tables import played, ui_at, update_of
from tests.support.lengths import NIGHT, some

FOLDER = Path(__file__).parent / "battles"
UPDATE = "if that is meant: python -m tests.client.terminal.battle.test_battle --update, and read the difference"
US, JP = Side.US, Side.JP
SIZES = ((80, 12), (82, 25))


def picture(ui: UiState, width: int, height: int, signs: Signs = FINE) -> list[str]:
    return [strip.text for strip in battle_picture(ui, signs, width, height).rows]


def frames(ui: UiState) -> Iterator[None]:
    """Each beat of what has come, then the table after it."""
    while (update := ui.begin()) is not None:
        for span in spans_of(update.events):
            assert ui.view is not None
            ui.beat = Beat(
                span.group[0], tuple(span.group), span.first, span.last, update.events, ui.view, update.view
            )
            yield
        ui.finish()
        yield


def film(watched: WatchedFight, answers: int) -> Iterator[list[str]]:
    """The pictures of some answers, all by default, at both sizes."""
    for _i in range(answers):
        asked = [side for side in Side if side in watched.game.asked]
        if not asked:
            return  # a table laid by hand is at its end
        watched.answer(asked[0])
        for _frame in frames(watched.ui):
            for size in SIZES:
                rows = [row.rstrip() for row in picture(watched.ui, *size)]
                if rows:
                    yield ["=" * size[0], *rows]


def control() -> WatchedFight:
    """Air control combat in two rounds, an airplane is shot down."""
    here = FRONT[JP]
    g = midway().play(
        AirControl(line=here, defender=JP), InterceptCombat(line=here, defender=JP), AirAttack(line=here, defender=JP),
        ChooseAction(phasing=US), dice=[4, 3, 2, 1, 5, 3, 1, 5, 1, 1, 1, 4, 5] + [1] * 40,
    )
    return WatchedFight(g, US)


SCENES: dict[str, tuple[Callable[[], WatchedFight], int]] = {
    "control": (control, 5), "strike": (lambda: WatchedFight(strikes(), US), 3),
    "intercept": (lambda: WatchedFight(interception(), JP), 1), "guns": (lambda: WatchedFight(guns(), US), 4),
    "looking-on": (lambda: WatchedFight(control().game, None), 3),
}


def scene(name: str) -> str:
    begin, answers = SCENES[name]
    watched = begin()
    first = [["=" * size[0], *[row.rstrip() for row in picture(watched.ui, *size)]] for size in SIZES]
    return "\n".join([line for shown in (*first, *film(watched, answers)) for line in (*shown, "")])


@pytest.mark.parametrize("name", SCENES)
def test_a_battle_looks_as_before(name: str) -> None:
    found, known = scene(name), (FOLDER / f"{name}.txt").read_text("utf-8")
    for number, (ours, theirs) in enumerate(zip(found.split("\n"), known.split("\n"), strict=False), 1):
        assert ours == theirs, f"{name}.txt, line {number}, is the first that differs; {UPDATE}"
    assert found == known, f"{name}.txt is longer or shorter; {UPDATE}"


def test_no_picture_is_left_behind() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(SCENES)


# what holds in every fight

APART = 1 if NIGHT else 3  # of so many beats one is drawn
EYES: list[tuple[int, Side | None]] = [(1, US), (2, JP), (3, None)]


def moments(number: int, side: Side | None) -> Iterator[UiState]:
    """Every beat of a random game, for one pair of eyes."""
    ui = ui_at(0, side=side, number=number)
    for turn in played(number)[1:]:
        ui.arrive(update_of(turn, side))
        for _frame in frames(ui):
            yield ui


@pytest.mark.parametrize(("number", "side"), some(EYES, 1))
def test_every_fight_of_a_game_is_drawn_whole(number: int, side: Side | None) -> None:
    """No row is wider or narrower than its place, and who is asked about can be touched."""
    fights = 0
    for i, ui in enumerate(moments(number, side)):
        if i % APART:
            continue
        size = ((80, 12), (82, 25), (40, 10), (120, 50))[i % 4]
        shown = battle_picture(ui, FINE, *size)
        assert bool(shown.rows) is is_on(ui)
        assert {row.cell_length for row in shown.rows} <= {size[0]}
        if not shown.rows:
            continue
        fights += 1
        assert len(shown.rows) >= size[1]
        question = ui.menu.question if ui.menu is not None else None
        shape = question.shape if question is not None else None
        things = shape.choices if isinstance(shape, Assign | Order) else shape.items if isinstance(shape, Pick) else ()
        tokens = [Touch("token", one) for one in things if isinstance(one, int)]
        assert all(shown.zone(touch) is not None for touch in tokens)
        rows = [row for row in shown.order if row]
        assert {touch for row in rows for touch in row} == {zone.touch for zone in shown.zones}
    assert fights > 20


@pytest.mark.parametrize(("number", "side"), EYES)
def test_no_card_is_called_by_its_name_before_it_is_found(number: int, side: Side | None) -> None:
    found = 0
    for ui in moments(number, side):
        beat, fight = ui.beat, field(ui)
        if beat is None or fight is None:
            continue
        later = {event.token for event in beat.events[beat.last + 1 :] if isinstance(event, e.Turned)}
        for half in fight.halves:
            for piece in [piece for box in half.boxes for piece in box.pieces if piece.token in later]:
                if getattr(piece.row, "lead", None) is None:
                    found += 1
                    assert name_of(piece, fight, ui.names) == ui.naming.before[piece.token]
    assert found or side is not None


def test_letters_of_two_cells_break_no_board() -> None:
    speak("ja")
    try:
        for i, ui in enumerate(moments(2, JP)):
            size = ((80, 12), (82, 25), (40, 10), (120, 50))[i % 4]
            shown = battle_picture(ui, FINE, *size)
            assert {sum([columns(part.text) for part in row]) for row in shown.rows} <= {size[0]}
    finally:
        speak(ENGLISH)


def test_plain_signs_are_ascii() -> None:
    watched = control()
    watched.answer(US)
    for _frame in frames(watched.ui):
        assert "\n".join(picture(watched.ui, 80, 12, PLAIN)).isascii()


def test_without_colours_the_same_is_read() -> None:
    watched = control().default(2)
    coloured = picture(watched.ui, 82, 25)
    watched.ui.theme = themes.MONO
    assert picture(watched.ui, 82, 25) == coloured
    styles = [part.style for row in battle_picture(watched.ui, FINE, 82, 25).rows for part in row]
    assert all(style is None or (style.color is None and style.bgcolor is None) for style in styles)


def test_marks_have_their_key_and_shape() -> None:
    watched = control()
    fight = field(watched.ui)
    assert fight is not None
    token = fight.halves[1].boxes[0].pieces[0].token
    for mark, text in ((Mark("legal", "1"), "‹1›"), (Mark("chosen", "1"), "[1]"), (Mark("target", "b"), "(b)"),
                       (Mark("off", "1"), "× "), (Mark("chosen"), "[✓]")):
        watched.ui.marks = {Touch("token", token): mark}
        assert f"({text}" in "\n".join(picture(watched.ui, 82, 25))


def test_there_is_no_battle_before_the_first_turn() -> None:
    empty = UiState(control().ui.set)
    assert not is_on(empty)
    assert battle_picture(empty, FINE, 80, 12).rows == ()


# layout

@pytest.mark.parametrize(("needs", "count", "wanted"), [
    ([1, 1], 4, [1, 1]), ([6, 2], 4, [3, 1]), ([9, 1, 1], 3, [1, 1, 1]), ([3, 3], 4, [2, 2]),
])
def test_columns_are_shared(needs: list[int], count: int, wanted: list[int]) -> None:
    assert shares(needs, count) == wanted
    assert sum(shares(needs, count)) <= max(count, len(needs))


def test_arrows_that_cross_have_rows_of_their_own() -> None:
    spots = {
        Token(n): AimSpot(x, y, 10, 3, side, upper=side is JP, inner=True)
        for n, x, y, side in ((1, 0, 1, JP), (2, 40, 1, JP), (3, 0, 8, US), (4, 40, 8, US))
    }
    crossed = (Aim(Token(1), Token(4)), Aim(Token(2), Token(3)))
    assert [route.track for route in routes(crossed, spots, 4, 4)] == [0, 1]
    assert len(routes(crossed, spots, 4, 1)) == 1
    apart = (Aim(Token(1), Token(3)), Aim(Token(2), Token(4)))
    assert [route.track for route in routes(apart, spots, 4, 4)] == [0, 0]
    assert routes((Aim(Token(1), Token(2)), Aim(Token(1), Token(9))), spots, 4, 4) == []


# on the screen

def test_the_board_is_touched_with_keys_and_mouse() -> None:
    async def main() -> None:
        board = BattlePane(control().ui)
        app = Bench(board.ui, board)
        async with app.run_test(size=(80, 12)) as pilot:
            board.focus()
            await pilot.pause()
            first = board.cursor
            await pilot.press("right", "enter")
            second = board.cursor
            await pilot.press("down", "space")
            assert len({first, second, board.cursor}) == 3
            shown = battle_picture(board.ui, FINE, 80, 12)
            zone = shown.zone(first)
            assert zone is not None
            await pilot.click(BattlePane, offset=(zone.x + 2, zone.y))
            assert app.done == [("touch", second, False), ("touch", board_at(app, 1), True), ("touch", first, False)]
            await pilot.press("home", "left", "left", "up", "up", "up", "right", "down", "down", "down", "down")
            assert board.cursor is not None

    asyncio.run(main())


def board_at(app: Bench, n: int) -> object:
    return app.done[n][1]


def test_the_board_follows_the_size_of_its_place() -> None:
    async def main() -> None:
        board = BattlePane(control().ui)
        app = Bench(board.ui, board)
        async with app.run_test(size=(80, 12)) as pilot:
            for size in ((82, 25), (30, 8), (10, 3), (140, 45)):
                await pilot.resize_terminal(*size)
                await pilot.pause()
                assert ("Air combat" in read(app)) is (size[0] > 12)

    asyncio.run(main())


def test_a_high_board_is_scrolled() -> None:
    async def main() -> None:
        board = BattlePane(control().ui)
        app = Bench(board.ui, board)
        async with app.run_test(size=(40, 8)) as pilot:
            board.focus()
            await pilot.pause()
            assert "Wildcat B" not in read(app)
            await pilot.press(*["down"] * 12, *["right"] * 3)
            await pilot.pause()
            assert "Wildcat B" in read(app)

    asyncio.run(main())


if __name__ == "__main__":
    if sys.argv[1:] != ["--update"]:
        sys.exit("python -m tests.client.terminal.battle.test_battle --update")
    FOLDER.mkdir(exist_ok=True)
    for one in SCENES:
        (FOLDER / f"{one}.txt").write_text(scene(one), encoding="utf-8")
