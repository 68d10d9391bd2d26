"""The question panel, by key and by mouse: each shape, each size; nothing that is staged is ever lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from ironbottom.catalog import card_set
from ironbottom.client.terminal.answer.cursor import Stop, first_stop, stops
from ironbottom.client.terminal.answer.offered import OfferedRow, Option, offer_of
from ironbottom.client.terminal.answer.staging import begin, complete, hold
from ironbottom.client.terminal.drawing.reading import LongText
from ironbottom.client.terminal.question.listing import as_text, drawn, prompt
from ironbottom.client.terminal.question.pieces import ShownQuestion
from ironbottom.client.terminal.sheets.why import WhySheet, why_lines
from ironbottom.client.terminal.state.model import Net, Touch, UiState
from ironbottom.client.text.naming import Naming
from ironbottom.client.text.question.menu import menu_of
from ironbottom.flow import Game
from ironbottom.questions import Answer, Choose, Move, Pick
from ironbottom.rules import new_game
from ironbottom.sight import question
from ironbottom.wire.cleaning import cells
from ironbottom.words import Side
from tests.client.plain import questions
from tests.client.plain.questions import reader_at
from tests.support.lengths import NIGHT, by_night, some
from tests.support.players import seed

from ..support.asked import GAMES, asked
from ..support.panel import SIZES, OneQuestion, click, hear, keys_for, pairs_of, panel, ui_of
from .test_staging import SMALL

US, JP = Side.US, Side.JP
ANSWERS = 40 if NIGHT else 15  # of a stretch


def run(play: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(play())


def seen(app: OneQuestion) -> str:
    """What the sheet says, without line ends."""
    return " ".join(app.screen.query_one(LongText).rows)


def laid(name: str) -> tuple[Game, Side, UiState]:
    lay, side = SMALL[name]
    g = lay()
    return g, side, ui_of(g, side)


def picked_first(app: OneQuestion) -> list[int]:
    """The numbers that are picked at the beginning."""
    return [row.number for thing in app.staged.picked for row in app.offer.rows if row.thing == thing]


def usual_but(g: Game, side: Side, row: OfferedRow, option: Option) -> Answer:
    """What each card gets by default, but for one of them."""
    found = dict(pairs_of(question(g, side).default))
    assert option.value is not None
    found[int(str(row.value))] = option.value
    return found


def some_answers(g: Game, side: Side, most: int) -> list[Answer]:
    """Answers from all over the shape."""
    every = list(islice(question(g, side).shape.answers(), 300))
    return every[:: max(1, len(every) // most)]


@pytest.mark.parametrize("name", SMALL)
def test_answers_of_each_shape_by_keyboard(name: str) -> None:
    """As a person presses them: the keys give that answer, and nothing else."""

    async def play() -> None:
        g, side, _ui = laid(name)
        for answer in some(some_answers(g, side, 3), 1):
            async with panel(ui_of(g, side)) as (app, pilot):
                await pilot.press(*keys_for(app.offer, answer, picked_first(app)))
                await pilot.pause()
                assert app.answers == [answer]

    run(play)


def test_an_arrow_and_enter_choose_and_enter_again_confirms() -> None:
    async def play() -> None:
        _g, _side, ui = laid("action")
        async with panel(ui) as (app, pilot):
            await pilot.press("down", "down", "down")
            assert "[Enter Choose]" in app.lines()[-1]
            await pilot.press("enter")
            assert app.answers == []
            assert "[Enter Confirm]" in app.lines()[-1]
            await pilot.press("enter")
            await pilot.pause()
            assert app.answers == ["landing"]

    run(play)


def test_arrows_and_space_pick_and_letters_are_not_needed() -> None:
    async def play() -> None:
        g, side, ui = laid("withdrawal")
        async with panel(ui) as (app, pilot):
            await pilot.press("space", "down", "down", "enter", "enter")
            await pilot.pause()
            first, _second, third = [row.value for row in offer_of(questions.menu_at(g, side)).rows]
            assert app.answers == [(first, third)]

    run(play)


def test_values_with_arrows_alone() -> None:
    async def play() -> None:
        g, side, ui = laid("flights")
        async with panel(ui) as (app, pilot):
            row = app.offer.rows[0]
            await pilot.press("down", "up", "enter", "down", "enter", "enter")
            await pilot.pause()
            assert app.answers == [usual_but(g, side, row, row.options[1])]
        async with panel(ui_of(g, side)) as (app, pilot):
            await pilot.press("right", "right", "enter")
            await pilot.pause()
            assert app.answers == [usual_but(g, side, row, row.options[1])]

    run(play)


def test_one_letter_for_all() -> None:
    async def play() -> None:
        g, side, ui = laid("strikes")
        async with panel(ui) as (app, pilot):
            buka = next(one for one in app.offer.values if one.name == "attack Buka")
            await pilot.press("0", buka.letter, "enter")
            await pilot.pause()
            assert app.answers == [{row.value: buka.value for row in offer_of(questions.menu_at(g, side)).rows}]

    run(play)


@by_night
@pytest.mark.parametrize("size", some(SIZES, 1))
def test_every_shape_by_mouse(size: tuple[int, int]) -> None:
    """The second answer of each row, as far as there is one; then the button."""

    async def play(name: str) -> None:
        _g, _side, ui = laid(name)
        async with panel(ui, size) as (app, pilot):
            offer = app.offer
            if isinstance(offer.shape, Choose | Pick):
                for back in range(offer.shape.least if isinstance(offer.shape, Pick) and offer.shape.least else 1):
                    await click(app, pilot, partial(Stop.__eq__, Stop("row", len(offer.rows) - 1 - back)))
            for n, row in enumerate(offer.rows):
                if row.options and not app.answers and (isinstance(offer.shape, Move) or complete(app.staged) is None):
                    await click(app, pilot, partial(Stop.__eq__, Stop("row", n)))
                    await click(app, pilot, partial(Stop.__eq__, Stop("option", n, min(1, len(row.options) - 1))))
            if not isinstance(offer.shape, Move):
                expected = complete(app.staged)
                assert expected is not None
                await click(app, pilot, lambda stop: stop.what == "confirm")
                assert app.answers == [expected]
            else:
                assert app.answers == [offer.rows[0].options[1].answer]

    for name in SMALL:
        asyncio.run(play(name))


def test_enter_never_ends_a_segment() -> None:
    """However often it is pressed, wherever the arrows lead; the end has its own key, pressed twice."""

    async def play() -> None:
        rng = Random(7)
        for name in ("ships", "airplanes"):
            g, side, ui = laid(name)
            async with panel(ui) as (app, pilot):
                for _n in range(40):
                    await pilot.press(rng.choice(["enter", "enter", "down", "up", "escape", "space", "E"]))
                    if app.answers:
                        break
                    if "[Enter" not in app.lines()[-1]:
                        await pilot.press("enter")
                assert ("done",) not in app.answers
            async with panel(ui_of(g, side)) as (app, pilot):
                await pilot.press("E")
                assert "E once more" in app.lines()[-2]
                await pilot.press("enter")
                assert app.answers == []
                await pilot.press("E", "E")
                await pilot.pause()
                assert app.answers == [("done",)]

    run(play)


def test_what_is_done_with_nothing_else_is_named_by_what_it_does() -> None:
    async def play() -> None:
        async with panel(ui_of(questions.ships(), US)) as (app, pilot):
            await pilot.press("1")
            await pilot.pause()
            await pilot.press("pagedown")
            await pilot.pause()
            text = "\n".join(app.lines())
            assert "c turn an unseen formation detected" in text, text
            assert "c reveal" not in text

    run(play)


def test_where_no_step_can_be_taken_back_it_is_said() -> None:
    async def play() -> None:
        g, side, ui = laid("action")
        async with panel(ui) as (app, pilot):
            assert side in g.asked
            await pilot.press("backspace")
            await pilot.pause()
            assert "An answer is final when it is given" in " ".join(app.lines())

    run(play)


def test_a_step_back_is_asked_of_the_engine_when_nothing_is_staged() -> None:
    async def play() -> None:
        g = questions.ships()
        step = next(a for a in question(g, US).shape.answers() if isinstance(a, tuple) and a[0] == "move")
        g = g.after(US, step)
        async with panel(ui_of(g, US)) as (app, pilot):
            await pilot.press("1")
            assert app.staged.held is not None
            await pilot.press("backspace")
            assert app.staged.held is None
            assert app.answers == []
            await pilot.press("backspace")
            await pilot.pause()
            assert app.answers == [("undo",)]

    run(play)


def test_an_event_card_is_played_first() -> None:
    async def play() -> None:
        _g, _side, ui = laid("guns")
        async with panel(ui) as (app, pilot):
            play = app.offer.plays[0]
            await pilot.press(*str(play.number))
            assert f"Play {play.name}" in app.lines()[-1]
            await pilot.press("enter")
            await pilot.pause()
            assert app.answers == [("play", play.value)]
        _g, _side, ui = laid("airplanes")
        async with panel(ui) as (app, pilot):
            number = str(app.offer.plays[0].number)
            await pilot.press(*number, "escape")
            assert app.staged.play is None
            await pilot.press(*number, "enter")
            await pilot.pause()
            assert app.answers == [("play", "us/cactus-air-force")]

    run(play)


def test_touches_on_the_board_and_marks_for_it() -> None:
    async def play() -> None:
        g, _side, ui = laid("flights")
        async with panel(ui) as (app, pilot):
            row = app.offer.rows[0]
            card = Touch("token", row.value)
            assert ui.marks[card].state == "legal"
            assert ui.marks[card].sign == "1"
            assert not app.panel.touch(Touch("token", 987))
            assert app.staged.fault is None
            assert app.panel.touch(card)
            option = next(one for one in row.options if one.thing.kind == "line")
            assert option.value is not None
            target = ui.marks[Touch("line", option.value)]
            assert (target.state, target.sign) == ("target", option.letter)
            assert app.panel.touch(Touch("line", option.value))
            assert ui.marks[card].state == "chosen"
            assert ui.marks[card].note == option.name
            assert app.panel.touch(card)
            assert app.panel.touch(Touch("token", 987))
            assert f"{row.name} cannot be given" in "".join(app.lines())
            await pilot.press("enter")
            await pilot.pause()
            assert app.answers == [usual_but(g, JP, row, option)]
            assert ui.marks == {}

    run(play)


def test_an_update_that_asks_the_same_takes_nothing_away() -> None:
    async def play() -> None:
        g, side, ui = laid("withdrawal")
        async with panel(ui) as (app, pilot):
            await pilot.press("1", "3")
            staged = app.staged.picked
            hear(ui, g, side)
            app.changed()
            await pilot.pause()
            assert app.staged.picked == staged
            ui.net = Net("gone", "the cable")
            app.changed()
            await pilot.pause()
            assert app.staged.picked == staged
            assert "connection is lost" in "".join(app.lines())
            for size in ((30, 16), (120, 40), (20, 5), (80, 9)):
                await pilot.resize_terminal(*size)
                await pilot.pause()
                assert app.staged.picked == staged
            ui.look(ui.log[0] if ui.log else None)
            app.changed()
            await pilot.pause()
            ui.look(None)
            app.changed()
            await pilot.pause()
            assert app.staged.picked == staged
            await pilot.press("escape")
            assert app.staged.picked == staged[:1]

    run(play)


def test_what_was_refused_is_staged_again_and_what_was_taken_is_not() -> None:
    async def play() -> None:
        g, side, ui = laid("withdrawal")
        async with panel(ui) as (app, pilot):
            await pilot.press("2", "enter")
            await pilot.pause()
            assert "on its way" in app.lines()[0]
            await pilot.press("1", "enter")  # nothing can be answered meanwhile
            assert len(app.answers) == 1
            ui.refuse("17.2", "the table has moved on")
            app.changed()
            await pilot.pause()
            assert [thing.value for thing in app.staged.picked] == [app.offer.rows[1].value]
            assert "Not accepted: the table has moved on" in "".join(app.lines())
            await pilot.press("down")
            assert "Not accepted" not in "".join(app.lines())
            assert "the table has moved on" in why_lines(ui)[0]
            await pilot.press("up", "enter")
            await pilot.pause()
            hear(ui, g, side)  # asked the same once more: that is another question
            app.changed()
            await pilot.pause()
            assert app.staged.picked == begin(app.offer).picked

    run(play)


def test_in_a_segment_the_cursor_stays_where_it_was() -> None:
    async def play() -> None:
        g, side, ui = laid("ships")
        async with panel(ui) as (app, pilot):
            await pilot.press("2", "b")
            await pilot.pause()
            g = g.after(side, app.answers[0])
            hear(ui, g, side)
            app.changed()
            await pilot.pause()
            assert app.offer.rows[app.panel.cursor.n].number == 2
            assert not app.staged.before

    run(play)


def test_numbers_of_two_digits() -> None:
    async def play() -> None:
        words = tuple([f"word {n}" for n in range(1, 15)])
        asked_here = question(questions.action(), US)
        for shape, default in ((Choose(words), words[0]), (Pick(words, 0, 14), ())):
            ui = UiState(questions.FULL)
            ui.question = replace(asked_here, shape=shape, default=default)
            ui.last_menu = menu_of(ui.question, ui.naming)
            async with panel(ui) as (app, pilot):
                app.panel.soon = 3600
                await pilot.press("1", "2")
                assert app.offer.rows[app.panel.cursor.n].number == 12
                await pilot.press("space", "down", "3")
                assert app.offer.rows[app.panel.cursor.n].number == 3
                await pilot.press("space", "enter")
                await pilot.pause()
                assert app.answers == [words[2] if isinstance(shape, Choose) else (words[11], words[2])]

    run(play)


@pytest.mark.parametrize("number", some(GAMES, 1))
def test_all_fits_and_the_cursor_is_seen(number: int) -> None:
    """Every question of a game, with the cursor anywhere, in three sizes: no line too many, none too wide."""
    rng, naming = Random(number), Naming(questions.FULL)
    for one in asked(number):
        staged = begin(one.offer)
        if one.offer.rows and one.offer.rows[0].options:
            staged = rng.choice([staged, hold(staged, rng.choice(one.offer.rows))])
        cursor = rng.choice([first_stop(staged), *stops(staged, first_stop(staged))])
        for columns, rows in rng.sample([*SIZES, (24, 6)], 1):
            found = drawn(ShownQuestion(staged, naming, cursor, pointed=True), columns, rows, None)
            assert len(found.lines) == rows
            text = as_text(found.lines, columns)
            assert max(cells(line) for line in text) <= columns, text
            if cursor.what != "confirm":
                seen = [piece.stop for line in found.lines for piece in line]
                assert cursor in seen, (one.question.step, cursor, text)


@pytest.mark.parametrize("number", some(GAMES, 1))
def test_random_keys_give_nothing_that_is_not_legal(number: int) -> None:
    keys = "1234567890abcdefgh" + " "
    special = ["enter", "enter", "up", "down", "left", "right", "escape", "backspace", "minus", "plus", "pagedown", "E"]

    async def play() -> None:
        rng = Random(number)
        some = rng.sample(asked(number), 3)
        for one in some:
            ui = UiState(questions.FULL)
            ui.last_menu, ui.question = one.offer.menu, one.question
            async with panel(ui, rng.choice(SIZES)) as (app, pilot):
                for _n in range(25):
                    await pilot.press(rng.choice([rng.choice([*keys]), rng.choice(special)]).replace(" ", "space"))
                for answer in app.answers:
                    legal = isinstance(answer, tuple) and answer[:1] == ("play",)
                    assert legal or one.question.shape.fault(answer) is None

    run(play)


def test_why_tells_the_refusal_and_the_paragraph() -> None:
    async def play() -> None:
        _g, _side, ui = laid("flights")
        assert any("17.1" in line for line in why_lines(ui))
        async with panel(ui) as (app, pilot):
            await pilot.press("1")
            app.panel.touch(Touch("token", 987))
            await pilot.pause()
            text = why_lines(ui)
            assert "cannot be given" in text[0]
            assert len(text) > 2
            await click(app, pilot, lambda stop: stop.what == "why")
            assert app.sheets == [("why", "")]
            await app.push_screen(WhySheet(ui, app))
            await pilot.pause()
            assert "cannot be given" in seen(app)
            await pilot.press("R")
            assert app.sheets[-1][0] == "rules"
            assert not isinstance(app.screen, WhySheet)

    run(play)


def test_names_are_drawn_as_they_are() -> None:
    """A card that is called like markup is no markup."""
    reader = reader_at(questions.action(), US)
    menu = reader.seat.menu
    assert menu is not None
    things = tuple([one._replace(name="[red]x[/] [@click=app.bell]y[/]") for one in menu.things])
    offer = offer_of(menu._replace(things=things))
    text = as_text(drawn(ShownQuestion(begin(offer), reader.seat.naming, Stop("row", 0)), 80, 9, None).lines, 80)
    assert "[red]x[/] [@click=app.bell]y[/]" in text[2]


@by_night
@pytest.mark.parametrize("number", some([3, 5], 1))
def test_a_stretch_of_a_game_by_keyboard(number: int) -> None:
    """One panel through many questions, as they follow each other: every answer is what was meant."""

    async def play() -> None:
        rng = Random(number)
        g = new_game(questions.FULL, seed(number))
        ui = ui_of(g, US)
        async with panel(ui, SIZES[number % 2]) as (app, pilot):
            app.panel.soon = 3600
            while g.asked and len(app.answers) < ANSWERS:
                side = rng.choice([*g.asked])
                answer = question(g, side).shape.guess(rng)
                if side is US:
                    given = len(app.answers)
                    await pilot.press(*keys_for(app.offer, answer, picked_first(app)))
                    await pilot.pause()
                    assert app.answers[given:] == [answer]
                g = g.after(side, answer)
                hear(ui, g, US)
                app.changed()
                await pilot.pause()

    run(play)


def test_a_number_that_there_is_not_leaves_nothing_to_a_letter() -> None:
    async def play() -> None:
        _g, _side, ui = laid("ships")
        async with panel(ui) as (app, pilot):
            await pilot.press("1")
            await pilot.press("9")
            assert "There is no row 9." in "".join(app.lines())
            await pilot.press("b")
            assert app.answers == []
            assert app.staged.held is None
            await pilot.press("1", "b")
            await pilot.pause()
            assert app.answers == [app_answer(app, 1, "b")]

    def app_answer(app: OneQuestion, number: int, letter: str) -> Answer | None:
        rows = offer_of(questions.menu_at(questions.ships(), US)).rows
        row = next(row for row in rows if row.number == number)
        return next(option.answer for option in row.options if option.letter == letter)

    run(play)


def test_choosing_moves_the_cursor_with_the_mark() -> None:
    """Enter never gives another answer than that at the cursor."""

    async def play() -> None:
        _g, _side, ui = laid("action")
        async with panel(ui) as (app, pilot):
            await pilot.press("2", "2")
            assert app.staged.before == begin(app.offer)
            await pilot.press("3", "escape")
            assert "[Enter Choose]" in app.lines()[-1]
            await pilot.press("enter", "enter")
            await pilot.pause()
            assert app.answers == ["landing"]

    run(play)


@pytest.mark.parametrize("name", SMALL)
def test_letters_that_take_two_cells_break_no_row(name: str) -> None:
    """In Japanese most names are of such letters, without a space to break them at."""
    lay, side = SMALL[name]
    reader = reader_at(lay(), side)
    menu = reader.seat.menu
    assert menu is not None
    wide = [tuple([one._replace(name="第十六駆逐隊・雪風初風天津風時津風" * 2, note="雷撃 4、砲撃 1") for one in part])
            for part in (menu.things, menu.values, menu.plays)]
    offer = offer_of(menu._replace(things=wide[0], values=wide[1], plays=wide[2]))
    staged = begin(offer)
    for now in (staged, hold(staged, offer.rows[0])):
        for cursor in stops(now, Stop("row")):
            for columns, rows in ((80, 9), (31, 16), (24, 6)):
                lines = drawn(ShownQuestion(now, reader.seat.naming, cursor), columns, rows, None).lines
                widths = [sum([cell_len(piece.text) for piece in line]) for line in lines]
                assert max(widths) <= columns, as_text(lines, columns)
                assert any(piece.stop == cursor for line in lines for piece in line)


@pytest.mark.parametrize("number", GAMES)
def test_what_is_asked_names_the_keys_of_this_client(number: int) -> None:
    """Neither the word that ends a segment for who types, nor the number of a ruling."""
    for one in asked(number):
        text = prompt(one.offer)
        assert "done" not in text
        assert "R-" not in text
        assert not isinstance(one.offer.shape, Move) or "E E" in text


def test_who_stays_at_home_has_no_odds() -> None:
    """A row that is closed shows the odds of what it gets; one that is open, of what it may get."""
    found = [one.offer for number in GAMES for one in asked(number) if one.question.step == "reconnaissance.search"]
    naming = Naming(card_set("full@1"))
    at_home = [staged for staged in map(begin, found) if staged.offer.rows]
    assert at_home
    for staged in at_home:
        here = Stop("confirm")
        assert "%" not in "".join(as_text(drawn(ShownQuestion(staged, naming, here), 120, 60, None).lines, 120))
        opened = hold(staged, staged.offer.rows[0])
        assert "%" in "".join(as_text(drawn(ShownQuestion(opened, naming, here), 120, 60, None).lines, 120))
