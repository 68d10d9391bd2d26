"""The sheets over the table: golden captures at two sizes, and what their keys do.

    python -m tests.client.terminal.sheets.test_sheets --update

rewrites the captures after a change that is meant.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from ironbottom.client.terminal.drawing import themes
from ironbottom.client.terminal.drawing.keys import spoken
from ironbottom.client.terminal.drawing.reading import LongText, folded, rule_at
from ironbottom.client.terminal.drawing.signs import columns
from ironbottom.client.terminal.question.keys import KEYS as QUESTION_KEYS
from ironbottom.client.terminal.sheets.card_sheets import Cards, kind_of
from ironbottom.client.terminal.sheets.rule_sheet import found, nearest
from ironbottom.client.terminal.sheets.sheets import SHEETS
from ironbottom.client.terminal.state.commands import COMMANDS
from ironbottom.client.terminal.state.model import UiState
from ironbottom.client.terminal.state.settings import TerminalSettings
from ironbottom.client.text.card_text import CLOSING, OPENING, width
from ironbottom.client.text.question.standing_orders import usual_orders
from ironbottom.client.text.rules.rulebook import paragraphs
from ironbottom.printed import BaseCard
from ironbottom.windows import OF_OPTIONS, WINDOWS
from ironbottom.wire.orders import EVERY, StandingOrder
from ironbottom.words import Side
from tests.client.terminal.support.screens import Bench, read
from tests.client.terminal.support.tables import ui_at
from tests.support.lengths import by_night, some

FOLDER = Path(__file__).parent / "pictures"
UPDATE = "if that is meant: python -m tests.client.terminal.sheets.test_sheets --update, and read the difference"
SIZES = ((80, 24), (120, 40))
SHOWN = {  # the sheet, what it is about, and keys
    "rules": ("17.2(3)", ()), "rules-search": ("", tuple("surface torp")), "cards": ("", ("s", "k", "down")),
    "card": ("us/enterprise", ()), "opponent": ("", ()), "orders": ("", ("a", "down", "enter")),
    "settings": ("", ()), "resign": ("", ()),
}

Scene = Callable[[Bench, Pilot[None]], Awaitable[None]]


def with_sheet(
    name: str, scene: Scene, about: str = "", ui: UiState | None = None, size: tuple[int, int] = (80, 24)
) -> None:
    """Open a sheet, and do something with it."""

    async def main() -> None:
        app = Bench(ui or ui_at(60))
        async with app.run_test(size=size) as pilot:
            app.open(name, about)
            await pilot.pause()
            app.done.clear()
            await scene(app, pilot)

    asyncio.run(main())


def capture(name: str, size: tuple[int, int]) -> str:
    about, keys = SHOWN[name]
    texts: list[str] = []

    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        await pilot.press(*["space" if key == " " else key for key in keys])
        await pilot.pause()
        texts.append(read(app))

    with_sheet(name.partition("-")[0], scene, about, size=size)
    return texts[0]


def captures(name: str) -> str:
    return "".join([f"{'=' * size[0]}\n{capture(name, size)}" for size in SIZES])


@pytest.mark.parametrize("name", some(SHOWN, 4))
def test_a_sheet_looks_as_before(name: str) -> None:
    seen, known = captures(name), (FOLDER / f"{name}.txt").read_text("utf-8")
    for number, (ours, theirs) in enumerate(zip(seen.split("\n"), known.split("\n"), strict=False), 1):
        assert ours == theirs, f"{name}.txt, line {number}, is the first that differs; {UPDATE}"
    assert seen == known, f"{name}.txt is longer or shorter; {UPDATE}"


def test_no_capture_is_left_behind() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(SHOWN)


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_opens_before_anything_was_seen_and_goes_with_escape(name: str) -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        assert len(app.screen_stack) == 2
        redraw = getattr(app.screen, "redraw", None)
        assert redraw is not None
        redraw()
        await pilot.press("escape")
        await pilot.pause()
        assert len(app.screen_stack) == 1

    with_sheet(name, scene, ui=UiState(ui_at(0).set))


@pytest.mark.parametrize("name", some(SHEETS, 2))
def test_a_sheet_stands_any_size(name: str) -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        for size in ((20, 6), (200, 60), (40, 12)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert read(app).strip()

    with_sheet(name, scene)


# the rulebook

def test_the_rulebook_is_searched_by_words() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        await pilot.press(*"withdraw")
        await pilot.pause()
        n = len(found(("withdraw",)))
        assert n > 5
        assert f"{n} paragraphs hold these words." in read(app)
        text = " ".join(app.screen.query_one(LongText).rows).casefold()
        assert text.count("withdraw") >= n

    with_sheet("rules", scene)


def test_a_number_jumps_to_its_paragraph() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        await pilot.press(*"18.4")
        await pilot.pause()
        book = app.screen.query_one(LongText)
        assert book.rows[book.scroll_offset.y].startswith("§18.4 ")
        assert "§1 " in " ".join(book.rows)  # the whole book is there
        await pilot.press("enter", "b", "c")
        await pilot.pause()
        assert book.scroll_offset.y == 0

    with_sheet("rules", scene)


def test_a_sheet_about_a_paragraph_begins_there() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        await pilot.pause()
        book = app.screen.query_one(LongText)
        assert book.has_focus
        assert book.rows[book.scroll_offset.y].startswith("§9.2")

    with_sheet("rules", scene, about="9.2")


@by_night
def test_what_is_read_stays_in_sight_when_the_terminal_is_resized() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        for size in ((120, 40), (60, 20), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            await pilot.pause()
            book = app.screen.query_one(LongText)
            assert book.rows[book.scroll_offset.y].startswith("§17.2(3)")

    with_sheet("rules", scene, about="17.2(3)")


def test_a_number_in_the_book_is_clicked() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        await pilot.press("tab")
        book = app.screen.query_one(LongText)
        at = next(i for i, row in enumerate(book.rows) if row.startswith("§12 "))
        await pilot.click(LongText, offset=(1, at))
        await pilot.pause()
        assert book.rows[book.scroll_offset.y].startswith("§12 ")

    with_sheet("rules", scene)


def test_a_number_that_is_not_in_the_book_is_said() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        await pilot.press(*"99.9")
        await pilot.pause()
        assert "The rulebook has no paragraph 99.9." in read(app)

    with_sheet("rules", scene)


@pytest.mark.parametrize(("asked", "number"), [
    ("17.2(3)(a)", "17.2(3)(a)"), ("§17.2(3)" + "(z)", "17.2(3)"),
    ("17.99", "17"), ("r-20", "R-20"), ("99", ""), ("", ""),
])
def test_the_nearest_paragraph_is_found(asked: str, number: str) -> None:
    assert nearest(asked) == number


def test_every_paragraph_that_is_cited_in_a_game_is_in_the_book() -> None:
    assert not [told.rule for told in ui_at(300).log if told.rule and not nearest(told.rule)]


@pytest.mark.parametrize(("text", "column", "rule"), [
    ("See §17.2(3), and R-20.", 4, "17.2(3)"), ("See §17.2(3), and R-20.", 11, "17.2(3)"),
    ("See §17.2(3), and R-20.", 12, ""), ("See §17.2(3), and R-20.", 19, "R-20"), ("索敵 §15.2", 6, "15.2"),
])
def test_a_paragraph_is_found_under_the_mouse(text: str, column: int, rule: str) -> None:
    assert rule_at(text, column) == rule


@pytest.mark.parametrize("room", [2, 3, 7, 20, 60])
@pytest.mark.parametrize("text", [
    "Each side has three lines.", "各陣営は前線・中間・後方の三つの線を持つ。 敵の線", "a" * 50, "", "x \x1b[31m y",
])
def test_text_is_broken_to_its_place(text: str, room: int) -> None:
    lines = folded(text, room)
    assert all(columns(line) <= room and width(line) <= room for line in lines)
    assert "\x1b" not in "".join(lines)
    assert "".join(lines).replace(" ", "").replace("\\x1b", "\x1b") == text.replace(" ", "")


@pytest.mark.parametrize("room", range(9, 40))
def test_japanese_is_broken_where_it_may_be(room: int) -> None:
    """No line begins with what closes, or ends with what opens."""
    lines = folded("補給の線は「前線」から（後方へ）、途切れずに続く。　§14.1 ターンの初めに、カードを引く。", room)
    assert not [line for line in lines[1:] if line[0] in CLOSING]
    assert not [line for line in lines if line[-1] in OPENING]


def test_the_whole_book_is_broken_whole() -> None:
    for one in paragraphs():
        for line in one.lines:
            assert "".join(folded(line, 34)).replace(" ", "") == line.replace(" ", "")


# cards

def test_cards_are_sifted_by_side_and_kind() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        sheet = app.screen
        assert isinstance(sheet, Cards)
        everything = len(sheet.found())
        await pilot.press("s")
        assert {card.side for card in sheet.found()} == {Side.US}
        await pilot.press("k", "k")
        assert {kind_of(card) for card in sheet.found()} == {"base"}
        assert all(isinstance(card, BaseCard) for card in sheet.found())
        await pilot.press("s")
        assert {card.side for card in sheet.found()} == {Side.JP}
        await pilot.press("s", "k", "k", "k")
        assert len(sheet.found()) == everything

    with_sheet("cards", scene)


def test_a_card_is_found_by_a_word_and_opened() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"enterp", "enter", "enter")
        await pilot.pause()
        assert app.done == [("open", "card", "us/enterprise")]
        assert "エンタープライズ" in read(app)

    with_sheet("cards", scene)


def test_no_card_fits() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"xyzzy", "enter", "enter")
        await pilot.pause()
        assert app.done == []
        assert "0 cards" in read(app)

    with_sheet("cards", scene)


def test_a_card_on_the_table_says_where_it_is() -> None:
    ui = ui_at(60)
    base = ui.view.us.bases[0] if ui.view is not None else None
    assert base is not None

    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        assert "On the table:" in " ".join(app.screen.query_one(LongText).rows)

    with_sheet("card", scene, about=str(base.card), ui=ui)


# standing orders

def test_an_order_is_added_moved_and_taken_away() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        await pilot.press("a", "enter", "enter")
        first = StandingOrder("*", "pass-when-forced")
        assert list(app.ui.orders) == [first]
        await pilot.press("a", "down", "down", "down", "enter", "down", "enter", "2", "enter")
        second = StandingOrder("13", "withdraw-at", 2)
        assert list(app.ui.orders) == [first, second]
        await pilot.press("down", "e")
        assert list(app.ui.orders) == [second, first]
        await pilot.press("delete")
        assert list(app.ui.orders) == [first]
        assert [kind for kind, _orders in app.done] == ["order"] * 4

    with_sheet("orders", scene)


def test_adding_an_order_can_be_let_be() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        await pilot.press("a", "down", "enter")
        listed = [option.id for option in app.screen.query_one(OptionList).options]
        assert listed == [EVERY, *[one for one in WINDOWS if one not in {"0", *OF_OPTIONS}]]  # those of this table
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert "You have no standing orders." in read(app)
        await pilot.press("escape")
        await pilot.pause()
        assert app.done == []
        assert len(app.screen_stack) == 1

    with_sheet("orders", scene)


def test_an_order_to_intercept_asks_who_how_many_and_in_whose_turn() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        await pilot.press("a", *["down"] * 7, "enter", "down", "enter")
        await pilot.press(*"zeke, wildcat", "enter", "2", "enter", "down", "enter")
        wanted = StandingOrder("9", "intercept", 2, "his", ("jp/zeke", "us/wildcat"))
        assert list(app.ui.orders) == [wanted]
        await pilot.press("a", *["down"] * 7, "enter", "enter", "escape")
        await pilot.pause()
        assert "When?" in read(app)

    with_sheet("orders", scene)


def test_the_usual_orders_come_at_one_key_and_say_what_each_would_do_now() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        await pilot.press("u")
        await pilot.pause()
        assert list(app.ui.orders) == list(usual_orders())
        shown = read(app)
        assert "hangs on what is asked" in shown
        assert "now: " in shown

    with_sheet("orders", scene, size=(120, 40))


def test_too_many_dice_are_refused_in_a_sentence() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        await pilot.press("a", "down", "down", "down", "enter", "enter", "9", "9", "enter")
        await pilot.pause()
        assert "The number of dice goes from 0 to 20." in read(app)
        assert app.done == []
        assert app.screen.query_one(Input).has_focus

    with_sheet("orders", scene)


def test_who_looks_on_has_no_orders() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        await pilot.press("a")
        await pilot.pause()
        assert "Who looks on has no standing orders." in read(app)

    with_sheet("orders", scene, ui=ui_at(60, side=None))


def test_the_key_that_leads_to_the_search_is_no_part_of_what_is_sought() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"17.2")
        await pilot.pause()
        assert "0 paragraphs" not in read(app)
        assert app.screen.query_one(LongText).rows[app.screen.query_one(LongText).scroll_offset.y].startswith("§17.2 ")

    with_sheet("rules", scene)


# settings, giving up, help

@pytest.mark.parametrize(
    ("keys", "settings"),
    [
        (("up",), TerminalSettings(speed="calm")),
        (("down",), TerminalSettings(speed="at-once")),
        (("home",), TerminalSettings(speed="step")),
        (("tab", "down"), TerminalSettings(theme=themes.DAY)),
        (("tab", "end"), TerminalSettings(theme=themes.MONO)),
        (("tab", "tab", "end"), TerminalSettings(language="ja")),
    ],
)
def test_settings_are_chosen(keys: tuple[str, ...], settings: TerminalSettings) -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        await pilot.press(*keys, "enter")
        assert app.done == [("set", settings)]

    with_sheet("settings", scene)


@pytest.mark.parametrize(("keys", "done"), [
    (("enter",), []), (("down", "enter"), [("resign",)]), (("escape",), []),
])
def test_giving_up_is_asked_once_more(keys: tuple[str, ...], done: list[tuple[str]]) -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        await pilot.press(*keys)
        await pilot.pause()
        assert app.done == done
        assert len(app.screen_stack) == 1

    with_sheet("resign", scene)


def test_who_looks_on_cannot_give_up() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        assert app.screen.query_one(OptionList).option_count == 1
        assert "You have no game to give up here." in read(app)

    with_sheet("resign", scene, ui=ui_at(60, side=None))


def test_the_help_tells_every_key_and_sign() -> None:
    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        text = "\n".join(app.screen.query_one(LongText).rows)
        told = [f"{re.escape(spoken(one.sign))} +{re.escape(one.what)}" for one in COMMANDS]
        assert not [one for one in told if not re.search(one, text)]
        assert not [what for _sign, what in QUESTION_KEYS if what not in " ".join(text.split())]
        assert "[6 5 4]" in text
        assert "attempts that this throw has lost" in text

    with_sheet("help", scene, size=(160, 60))


if __name__ == "__main__":
    if sys.argv[1:] != ["--update"]:
        sys.exit("python -m tests.client.terminal.sheets.test_sheets --update")
    FOLDER.mkdir(exist_ok=True)
    for one in SHOWN:
        (FOLDER / f"{one}.txt").write_text(captures(one), encoding="utf-8")
