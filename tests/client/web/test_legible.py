"""Whatever lies on a full table can be read: the size of its letters, none of them cut, and a card beside it, large."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.client.web.support.situations import show, situations
from tests.client.web.support.stage import Stage
from tests.client.web.support.visitors import Visitors, never_rung

DESK, PHONE = (1366, 768), (390, 844)

# Eight formations in one's own front, three of them pairs, one with damage, and fourteen cards in the hand.
FULL = """async () => {
    const {state, change} = await import("/base/store.js");
    const {view} = state.latest, mine = view.viewer === 0 ? "us" : "jp", line = view.viewer === 0 ? 2 : 3;
    const own = view[mine].formations.filter(({lead}) => lead !== null);
    const eight = Array.from({length: 8}, (_none, n) => {
        const one = own[n % own.length], other = own.find(({lead}) => state.cards[lead].attached && lead !== one.lead);
        const pair = n < 3;
        return {...one, token: 90000 + n, line, pair, escort: pair ? other.lead : null, damage: n === 3 ? 1 : 0};
    });
    const rest = view[mine].formations.filter((one) => !own.includes(one));
    const side = view.viewer;
    const held = Object.values(state.cards).filter((card) => card.maker !== undefined && card.side === side);
    const hand = Array.from({length: 14}, (_none, n) => held[n % held.length].id);
    const half = {...view[mine], formations: [...rest, ...eight], hand, hand_count: 14};
    const full = {...view, question: null, [mine]: half};
    const update = {...state.latest, view: full};
    change({latest: update, shown: update});
    await hands.frame();
    await hands.frame();
    return [eight.length, hand.length];
}"""

# The height of every letter that is drawn on the table, in pixels of the screen; and what is cut off or runs over.
LETTERS = """() => {
    const found = [], cut = [];
    const walker = document.createTreeWalker(document.querySelector("main.table"), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const one = node.parentElement;
        if (!node.data.trim() || one.closest(".unseen, .arrows, .battle") || !one.checkVisibility()) continue;
        const size = parseFloat(getComputedStyle(one).fontSize);
        const drawing = one.closest("svg");
        const scale = drawing && one.getScreenCTM ? one.getScreenCTM().a : 1;
        const decided = Boolean(one.closest(".figure-cell b, .face-hp, .face-vp, .odds, .task"));
        const of = one.getAttribute("class") ?? one.localName;
        found.push({text: node.data.trim().slice(0, 20), of, size: size * scale, decided});
        if (!one.closest(".figure-cell b, .face-hp")) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect(), cell = (one.closest(".figure-cell") ?? one).getBoundingClientRect();
        const face = one.closest(".face").getBoundingClientRect();
        const across = box.left < cell.left - 1.5 || box.right > cell.right + 1.5;
        const over = across || box.bottom > face.bottom + 1 || box.right > face.right + 1;
        if (over) cut.push(`${node.data} in ${one.closest(".face").textContent.slice(0, 30)}`);
    }
    return {found, cut};
}"""


def full(stage: Stage, size: tuple[int, int], lang: str) -> dict[str, Any]:
    """What is lettered on the fullest table."""
    page = stage.showing("sea-combat", size, lang=lang)
    assert page.evaluate(FULL) == [8, 14]
    told: dict[str, Any] = page.evaluate(LETTERS)
    assert len(told["found"]) > 150
    return told


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_on_a_desk_all_letters_have_eleven_pixels_and_figures_thirteen(stage: Stage, lang: str) -> None:
    told = full(stage, DESK, lang)
    assert [one for one in told["found"] if one["size"] < 10.99] == []
    assert [one for one in told["found"] if one["decided"] and one["of"] != "task" and one["size"] < 12.99] == []
    assert told["cut"] == []


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_on_a_phone_all_letters_have_ten_pixels(stage: Stage, lang: str) -> None:
    told = full(stage, PHONE, lang)
    assert [one for one in told["found"] if one["size"] < 9.99] == []
    assert told["cut"] == []


def test_small_letters_and_cut_figures_are_found(stage: Stage) -> None:
    page = stage.showing("sea-combat", DESK)
    page.evaluate(FULL)
    page.evaluate("document.querySelector('.stack .figure-cell b').style.fontSize = '9px'")
    page.evaluate("document.querySelector('.stack .face-hp').style.marginLeft = '300px'")
    told = page.evaluate(LETTERS)
    assert min(one["size"] for one in told["found"]) == 9
    assert told["cut"] != []


def test_a_line_with_cards_takes_the_room_of_a_line_without(stage: Stage) -> None:
    page = stage.showing("first-deployment", DESK)
    heights = page.evaluate("hands.all('.line').map((one) => [one.classList.contains('bare'), one.offsetHeight])")
    bare, laid = [[height for empty, height in heights if empty is which] for which in (True, False)]
    assert len(bare) == 3
    assert max(bare) <= 32
    assert min(laid) >= 100


@pytest.mark.parametrize("size", [DESK, PHONE, (683, 384)])
def test_a_button_that_gives_an_answer_at_once_says_so(stage: Stage, size: tuple[int, int]) -> None:
    """In its name, on itself, and in a line of words; where there is no such button, none of it."""
    page = stage.showing("landing", size)
    giver = page.locator(".giver").first
    expect(giver).to_have_accessible_name("Give this answer now: Intercept")
    expect(giver).to_have_attribute("title", "Give this answer now: Intercept")
    expect(giver).to_have_text("give now")
    hint = page.locator(".giver-hint:visible")
    expect(hint).to_have_text(["give now: that answer goes out at once, without Confirm."])
    cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length"
    assert page.locator(".giver").evaluate_all(cut) == 0
    show(page, situations()["ships"])
    expect(page.locator(".row").first).to_be_visible()
    assert page.locator(".giver").count() == hint.count() == 0


def large(page: Page) -> Any:
    """The card that is shown large."""
    return page.locator("#enlarged .enlarged")


def test_a_card_shown_large_covers_neither_itself_nor_what_is_asked(visitors: Visitors) -> None:
    page = visitors.visit(motion=False)
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    page.locator("button#play-bot:enabled").wait_for()
    page.locator("#enlarged").wait_for(state="attached")  # it is fetched a little later than the table
    show(page, situations()["sea-combat"])
    page.locator(".battle-close").click()
    for card in page.locator(".stack .lying-card[data-card]").all()[:6]:
        card.hover()
        expect(large(page)).to_be_visible()
        over, under = large(page).bounding_box(), card.bounding_box()
        asked = page.locator("#panel").bounding_box()
        assert None not in (over, under, asked)
        assert apart(over, under), card
        assert apart(over, asked), card
        assert 0 <= box_end(over) <= DESK[1]
        page.mouse.move(5, 760)
        expect(large(page)).to_have_count(0)


def box_end(box: Any) -> float:
    """Where a box ends, below."""
    return float(box["y"] + box["height"])


def apart(one: Any, other: Any) -> bool:
    """Whether two boxes lie beside each other."""
    across = one["x"] + one["width"] <= other["x"] + 1 or other["x"] + other["width"] <= one["x"] + 1
    return bool(across or box_end(one) <= other["y"] + 1 or box_end(other) <= one["y"] + 1)


def test_of_a_pair_both_cards_and_the_sum_are_shown_large(visitors: Visitors) -> None:
    page = visitors.visit(motion=False)
    page.locator("button#play-bot:enabled").wait_for()
    page.locator("#enlarged").wait_for(state="attached")  # it is fetched a little later than the table
    show(page, situations()["sea-combat"])
    page.locator(".battle-close").click()
    page.mouse.move(5, 700)  # whatever lies under it there would be shown large, and put away by the key
    pair = page.locator(".stack.pair .lying-card[data-card]").first
    pair.focus()
    page.keyboard.press("Shift+Z")
    expect(large(page).locator(".card-face")).to_have_count(2)
    sums = large(page).locator(".enlarged-sum .now").all_text_contents()
    assert sums == pair.locator(".figure-cell b").all_text_contents()
    page.keyboard.press("Escape")
    expect(large(page)).to_have_count(0)


# A card has the focus; Shift Z is pressed at once or after so long.  Whether it is shown large before that, and after.
PRESSED = """async (wait) => {
    const [card, other] = document.querySelectorAll(".stack .lying-card[data-card]");
    const press = () => card.dispatchEvent(new KeyboardEvent("keydown", {key: "Z", shiftKey: true, bubbles: true}));
    const shown = () => document.querySelector("#enlarged .enlarged") !== null;
    other.focus();
    document.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
    card.focus();
    if (wait === null) {
        press();
        return [shown()];
    }
    while (!shown()) await hands.frame();
    const seen = [performance.now(), shown()];
    while (performance.now() < seen[0] + wait) await hands.frame();
    press();
    return [seen[1], shown()];
}"""


# Something is drawn anew where the mouse rests: the browser says that the mouse is over it.
UNDER_THE_MOUSE = """([x, y]) => new Promise((done) => {
    const one = document.createElement("div");
    const place = {left: `${x - 5}px`, top: `${y - 5}px`, width: "9px", height: "9px"};
    Object.assign(one.style, {position: "fixed", zIndex: 9, ...place});
    one.addEventListener("pointerover", () => setTimeout(done, 20));
    document.getElementById("app").append(one);
})"""

# A list that has nothing to do with a card is scrolled, and what lies about that card.
SCROLLED = """async () => {
    for (const one of [document.querySelector(".tab-panel"), document.activeElement.closest(".line-cards")]) {
        one.dispatchEvent(new Event("scroll"));
        await hands.frame();
    }
}"""


def on_a_table(visitors: Visitors, *scripts: str) -> Page:
    """Cards lie on it, and keys were used."""
    person = visitors.person(hasty=True)
    for script in scripts:
        person.add_init_script(script)
    page = visitors.window(person)
    page.locator("button#play-bot:enabled").wait_for()
    show(page, situations()["ships"])
    page.keyboard.press("Tab")
    return page


def test_a_key_shows_it_at_once_and_hides_what_has_been_seen(visitors: Visitors) -> None:
    """Also when it comes by itself in the very moment in which the key is pressed: then it stays."""
    page = on_a_table(visitors)
    page.locator("#enlarged").wait_for(state="attached")
    assert page.evaluate(PRESSED, None) == [True]
    assert page.evaluate(PRESSED, 0) == [True, True]
    assert page.evaluate(PRESSED, 500) == [True, False]


def test_who_uses_keys_keeps_the_card_though_something_else_moves(visitors: Visitors) -> None:
    """What is drawn anew below a mouse that rests, and lists that are scrolled; the mouse itself puts it away."""
    page = on_a_table(visitors)
    page.locator("#enlarged").wait_for(state="attached")
    page.mouse.move(1200, 30)
    page.locator(".stack .lying-card[data-card]").first.focus()
    page.keyboard.press("Shift+Z")
    expect(large(page)).to_be_visible()
    page.evaluate(UNDER_THE_MOUSE, [1200, 30])
    page.evaluate(SCROLLED)
    assert page.locator("#enlarged .card-face").count() > 0
    page.mouse.move(1190, 40)
    expect(large(page)).to_have_count(0)


def test_a_key_that_is_pressed_before_that_part_is_here_is_not_lost(visitors: Visitors) -> None:
    page = on_a_table(visitors, never_rung(600))
    expect(page.locator("#enlarged")).to_have_count(0)
    page.locator(".stack .lying-card[data-card]").first.focus()
    page.keyboard.press("Shift+Z")
    expect(large(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(large(page)).to_have_count(0)
    page.keyboard.press("Shift+Z")  # and from then on it is heard once
    expect(large(page)).to_be_visible()


def test_a_long_press_shows_it_large_and_opens_nothing(visitors: Visitors) -> None:
    page = visitors.visit(motion=False, size=PHONE, has_touch=True)
    page.locator("button#play-bot:enabled").wait_for()
    page.locator("#enlarged").wait_for(state="attached")  # it is fetched a little later than the table
    show(page, situations()["airplanes"])
    card = page.locator(".stack.formation .lying-card[data-card]").first
    card.scroll_into_view_if_needed()
    page.wait_for_timeout(200)  # a finger rests when the line has come to rest
    box = card.bounding_box()
    assert box
    touch = page.context.new_cdp_session(page)
    at = {"x": box["x"] + 20, "y": box["y"] + 20}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(large(page)).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(120)
    expect(large(page)).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_what_lies_face_down_is_not_shown_large(visitors: Visitors) -> None:
    page = visitors.visit(motion=False)
    page.locator("button#play-bot:enabled").wait_for()
    page.locator("#enlarged").wait_for(state="attached")  # it is fetched a little later than the table
    show(page, situations()["ships"])
    assert page.evaluate(
        """async () => {
            const [{subject}, {state}] = [await import("/table/enlarged.js"), await import("/base/store.js")];
            const {view} = state.shown, theirs = view.viewer === 0 ? view.jp : view.us;
            const down = theirs.formations.filter(({lead}) => lead === null);
            return [down.length > 0, down.filter(({token}) => subject(state, `t${token}`) !== null).length];
        }"""
    ) == [True, 0]
