"""What stands beside and over the board lies within its part of the page, in both languages and at every size."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from playwright.sync_api import Page, expect

from tests.client.web.support.stage import Stage
from tests.client.web.support.visitors import Visitors
from tests.client.web.test_pictures import DRESS
from tests.client.web.test_replay import finished
from tests.support.lengths import by_night, some

DESK, PAD, TURNED, ZOOMED = (1366, 768), (1024, 768), (844, 390), (683, 384)
SIZES = (DESK, PAD, TURNED, ZOOMED, (390, 844), (360, 640))

# Which of them stick out of the part that they belong to, or are not all in sight there.
OUTSIDE = """([part, which]) => {
    const around = document.querySelector(part).getBoundingClientRect();
    const all = [...document.querySelectorAll(which)].filter((one) => one.checkVisibility());
    const out = all.filter((one) => {
        const {left, right, top, bottom} = one.getBoundingClientRect();
        const across = left < around.left - 1 || right > around.right + 1;
        return across || (part === ".lesson" && (top < around.top - 1 || bottom > around.bottom + 1));
    });
    return [all.length, out.map((one) => one.textContent || one.className || one.id)];
}"""

# Words that are wider than their place.
CUT = """(which) => {
    const all = [...document.querySelectorAll(which)].filter((one) => one.checkVisibility());
    const wide = all.filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2);
    return [all.length, wide.map((one) => one.textContent)];
}"""

# From where to where the arrows of the table run, and how much of a thing they cross.
CROSSED = """() => {
    const frame = document.querySelector(".arrows").getBoundingClientRect();
    const things = [...document.querySelectorAll(".flight")].map((one) => one.getBoundingClientRect());
    const lines = [...document.querySelectorAll(".arrow-line")];
    const starts = lines.map((line) => line.getPointAtLength(0));
    const within = ({x, y}, {left, right, top, bottom}) => {
        const [across, down] = [x + frame.left, y + frame.top];
        return across > left + 2 && across < right - 2 && down > top + 2 && down < bottom - 2;
    };
    return [lines.length, starts.filter((point) => things.some((one) => within(point, one))).length];
}"""


def outside(page: Page, part: str, which: str) -> list[str]:
    """Those that stick out."""
    count, out = page.evaluate(OUTSIDE, [part, which])
    assert count > 1
    return list(out)


@pytest.mark.parametrize("size", some(SIZES, 1))
def test_a_lesson_shows_all_its_buttons(visitors: Visitors, size: tuple[int, int]) -> None:
    page = visitors.visit(size=size, motion=False)
    page.get_by_role("button", name="Begin the tutorial").click()
    page.locator(".lesson button.main").click()
    page.get_by_role("button", name="Do it for me").wait_for()
    for lang in ("en", "ja"):
        page.evaluate(DRESS, [lang, "day"])
        assert outside(page, ".lesson", ".lesson .row-buttons button") == [], lang


@by_night
def test_the_bar_of_a_replay_keeps_within_its_side(visitors: Visitors) -> None:
    page = visitors.window(visitors.person(hasty=True), "#bot=random&side=us&seed=6&set=core")
    finished(page)
    for (width, height), lang in product(SIZES, ("en", "ja")):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRESS, [lang, "day"])
        assert outside(page, "aside.side", ".replay-bar :is(button, input, select, p)") == [], (width, height, lang)


@pytest.mark.parametrize("size", some([PAD, DESK], 1))
def test_words_of_piles_and_of_empty_lines_stand_whole_in_japanese(stage: Stage, size: tuple[int, int]) -> None:
    page = stage.showing("first-deployment", size, lang="ja")
    count, cut = page.evaluate(CUT, ".deck small, .line.bare .line-name span")
    assert count > 5
    assert cut == []
    heights = page.evaluate("hands.all('.line.bare .line-name span').map((one) => one.offsetHeight).filter(Boolean)")
    assert max(heights) < 18, "it is broken into two rows"


def test_arrows_leave_what_is_written_on_an_airplane_free(stage: Stage) -> None:
    page = stage.showing("return", DESK)
    page.evaluate("hands.frame()")
    count, crossed = page.evaluate(CROSSED)
    assert count > 1
    assert crossed == 0


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("size", [DESK, (390, 844)])
def test_buttons_of_the_open_tables_do_not_touch(visitors: Visitors, lang: str, size: tuple[int, int]) -> None:
    page = visitors.visit(lang=lang, size=size)
    buttons = page.locator(".open-tables > button")
    expect(buttons).to_have_count(3)
    boxes = [one.bounding_box() for one in [page.locator("#tables-title"), *buttons.all()]]
    for one, other in combinations([box for box in boxes if box is not None], 2):
        across = max(one["x"], other["x"]) - min(one["x"] + one["width"], other["x"] + other["width"])
        down = max(one["y"], other["y"]) - min(one["y"] + one["height"], other["y"] + other["height"])
        assert max(across, down) >= 4
