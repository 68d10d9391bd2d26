"""Drag and drop on the table, with mouse and finger; what cannot be done says why, with its paragraph."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import CDPSession, Page, expect

from ironbottom.questions import Assign, Question, Value
from tests.client.web.support.player import PagePlayer
from tests.client.web.support.situations import Situation, show, situations
from tests.client.web.support.visitors import Visitors, wait_until
from tests.wire.games import turns

DEPLOYING = "#bot=random&side=us&seed=1&set=core"
PLACING = "first-deployment.place"

# Where the first card that can be moved lies, and where it may go and where not.
CARD = 'main [data-thing^="t"].marked.legal'
WAYS = """() => {
    const at = (selector) => hands.all(selector)
        .map((one) => [hands.spot(one), hands.said(one)]).filter(([spot]) => spot);
    return {target: at('main [data-thing^="l"].marked.target'), off: at('main [data-thing^="l"]:not(.target)')};
}"""


def placing(page: Page) -> PagePlayer:
    """Until ships are to be placed."""
    player = PagePlayer(page, 2)
    assert player.hurry(PLACING)["asked"] == PLACING
    player.page.evaluate("hands.frame()")
    return player


def spot(page: Page, selector: str) -> Any:
    """Where a thing can be hit, as soon as it is there."""
    found = "(selector) => hands.all(selector).length > 0 && hands.spot(hands.all(selector)[0])"
    return wait_until(page, found, arg=selector)


def line_of(page: Page) -> Any:
    """Where each formation of ours is."""
    return page.evaluate(
        "async () => (await import('/base/store.js')).state.latest.view.us.formations"
        ".map(({token, line}) => [token, line])"
    )


def test_a_card_is_dragged_to_a_line_with_the_mouse(visitors: Visitors) -> None:
    page = visitors.visit(DEPLOYING)
    player = placing(page)
    before, number = line_of(page), player.ready()["number"]
    x, y = spot(page, CARD)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y - 12, steps=3)
    (there, _said), *_ = page.evaluate(WAYS)["target"]
    page.mouse.move(*there, steps=5)
    page.mouse.up()
    assert player.ready()["number"] > number
    assert line_of(page) != before


def test_a_card_is_dragged_with_a_finger(visitors: Visitors) -> None:
    """On a phone held upright: a finger that rests lifts the card, one that moves at once scrolls."""
    page = visitors.visit(DEPLOYING, size=(390, 844), has_touch=True, is_mobile=True)
    player = placing(page)
    before, number = line_of(page), player.ready()["number"]
    finger = page.context.new_cdp_session(page)
    at = spot(page, CARD)
    touch(finger, "touchStart", at)
    page.locator(".marked.target, .ghost").first.wait_for()
    (there, _said), *_ = page.evaluate(WAYS)["target"]
    for part in (0.3, 0.6, 1.0):
        touch(finger, "touchMove", [a + part * (b - a) for a, b in zip(at, there, strict=True)])
    touch(finger, "touchEnd", None)
    assert player.ready()["number"] > number
    assert line_of(page) != before


def touch(finger: CDPSession, kind: str, at: Any) -> None:
    """What one finger does."""
    points = [] if at is None else [{"x": at[0], "y": at[1]}]
    finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_card_that_is_dropped_where_it_cannot_go_says_why(visitors: Visitors) -> None:
    """Nothing is sent; the paragraph opens the rulebook there."""
    page = visitors.visit(DEPLOYING)
    placing(page)
    before = line_of(page)
    x, y = spot(page, CARD)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y - 12, steps=3)
    wrong = [at for at, said in page.evaluate(WAYS)["off"] if "Japan" in said]
    page.mouse.move(*wrong[0], steps=5)
    page.mouse.up()
    fault = page.locator("#beside .fault")
    expect(fault).to_be_visible()
    assert line_of(page) == before
    fault.get_by_role("button", name="§").click()
    expect(page.get_by_role("dialog")).to_contain_text("§")


def test_a_card_is_dropped_where_another_lies_already(visitors: Visitors) -> None:
    """A box with a card in it takes more of them, wherever in the box they are let go."""
    page = visitors.visit()
    asked = next(
        turn for number in range(1, 8, 2) for turn in turns(number)
        if turn.question.step == "air-combat.assign" and len(assigned(turn.question)) > 1
    )
    show(page, Situation("assign", asked.question.side, (asked.updates[asked.question.side],)))
    one, other, *_rest = assigned(asked.question)
    drag(page, spot(page, f'.tile[data-thing="t{one}"]'), spot(page, 'g.box[data-thing="w:control"]'))
    assert given(page) == {str(one): "control"}
    drag(page, spot(page, f'.tile[data-thing="t{other}"]'), spot(page, f'.tile[data-thing="t{one}"]'))
    assert given(page) == {str(one): "control", str(other): "control"}
    expect(page.locator("#beside .fault")).to_have_count(0)


def assigned(question: Question) -> dict[int, tuple[Value, ...]]:
    """What each card may be given."""
    assert isinstance(question.shape, Assign)
    return question.shape.choices


def drag(page: Page, start: Any, to: Any) -> None:
    """With the mouse, from one place to another."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 12, start[1] - 12, steps=3)
    page.mouse.move(*to, steps=5)
    page.mouse.up()
    page.evaluate("hands.frame()")


def given(page: Page) -> Any:
    """What is staged."""
    return page.evaluate("async () => (await import('/base/store.js')).state.staged.given")


def test_a_drag_that_is_given_up_changes_nothing(visitors: Visitors) -> None:
    page = visitors.visit(DEPLOYING)
    player = placing(page)
    before = line_of(page)
    x, y = spot(page, CARD)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y - 40, steps=4)
    page.keyboard.press("Escape")
    page.mouse.up()
    here = player.ready()
    assert (here["asked"], here["open"], line_of(page)) == (PLACING, "", before)


SMALL = """() => [...document.querySelectorAll("button.rule, .rule-link, .log-rule, .pull")]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.textContent, one.getBoundingClientRect()])
    .filter(([, {width, height}]) => width < 23.9 || height < 23.9)
    .map(([text, {width, height}]) => [text, width, height])"""


def test_what_is_pressed_is_large_enough_for_a_finger(visitors: Visitors) -> None:
    """24 pixels at least: the handle of the sheet, and every link to a paragraph in panel, log and rulebook."""
    page = visitors.visit(size=(390, 844), has_touch=True, is_mobile=True)
    show(page, situations()["sea-combat"])
    page.locator(".panel button.rule").first.wait_for()
    assert page.evaluate(SMALL) == []
    page.locator(".pull").click()
    page.locator(".log-rule").first.wait_for()
    assert page.evaluate(SMALL) == []
    page.locator(".panel button.rule").first.click()
    page.locator(".sheet .rule-link:visible").first.wait_for()
    assert page.evaluate(SMALL) == []


def test_a_game_goes_on_by_taps_on_a_phone(visitors: Visitors) -> None:
    """Some twenty questions, at 390 by 844."""
    page = visitors.visit("#bot=random&side=jp&seed=2&set=core", size=(390, 844), has_touch=True, is_mobile=True)
    player = PagePlayer(page, 4, finger=True)
    here = player.ready()
    for _ in range(60):
        here = player.ready()
        if here["over"]:
            break
        player.steps[here["asked"]] += 1
        player.step(here)
    assert here["number"] > 12
