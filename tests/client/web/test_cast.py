"""Both hands, some turns late, on the page: chosen, agreed upon, looked at while the game goes on."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.client.web.support.visitors import Visitors
from tests.client.web.test_looking_on import play, resign, until

LATE = 1
ROUNDS = 60  # of clicks, until a turn is there
ABOUT = "Whoever looks on sees both hands and all that lies face down, 1 turn late."
TURN = "async () => (await import('/base/store.js')).state.latest?.view.turn ?? 0"
SHOWN = """async () => {
    const {replay} = (await import("/base/store.js")).state;
    return replay.scenes.map(({us, jp}) => [us.turn, us.us.hand !== null, jp.jp.hand !== null]);
}"""
OPEN = """async () => {
    const {stateOfMoment} = await import("/shell/replay/replay.js"), {state} = await import("/base/store.js");
    const {us, jp} = stateOfMoment(state).latest.view;
    return [...us.formations, ...jp.formations].every(({lead}) => lead !== null);
}"""


def two_who_are_cast(visitors: Visitors) -> tuple[Page, Page, str]:
    """Two pages at a table that shows both hands, and the link by which one looks on there."""
    ada = visitors.visit(name="Ada", hasty=True)
    ada.locator(".invite-friend").get_by_role("button", name="More options").click()
    ada.get_by_label("Least time of an answer").fill("0")
    ada.get_by_label("Who looks on sees").select_option(str(LATE))
    expect(ada.locator(".invite-friend")).to_contain_text(ABOUT)
    ada.locator("button#make-table").click()
    link = ada.locator("#invite-link").input_value()
    ben = visitors.visit(link.removeprefix(visitors.server.url), name="Ben", hasty=True)
    expect(ben.locator("main")).to_contain_text(ABOUT)
    ben.get_by_role("button", name="Sit down by these rules").click()
    for page in (ada, ben):
        until(page, "(here) => here.number > 0")
    return ada, ben, "#watch=" + link.rpartition("#join=")[2]


def to_turn(pages: tuple[Page, Page], turn: int) -> int:
    """On to a turn, or a little further."""
    for n in range(ROUNDS):
        if (now := int(pages[0].evaluate(TURN))) >= turn:
            return now
        play(pages, 20, n)
    raise AssertionError("it never came to that turn")


def test_both_hands_are_looked_at_late_and_grow(visitors: Visitors) -> None:
    ada, ben, link = two_who_are_cast(visitors)
    now = to_turn((ada, ben), 3)
    eve = visitors.visit(link, name="Eve", hasty=True)
    eve.get_by_role("button", name="both hands, 1 turn late").click()
    bar = eve.locator(".replay-bar")
    expect(bar).to_contain_text(f"Both hands up to the end of turn {now - 1 - LATE}, 1 turn late:")
    expect(bar.get_by_role("button", name="Review")).to_have_count(0)
    expect(bar.locator("#replay-link")).to_have_count(0)
    shown = eve.evaluate(SHOWN)
    assert max(turn for turn, _us, _jp in shown) == now - 1 - LATE
    assert all(us and jp for turn, us, jp in shown if turn)
    assert eve.evaluate(OPEN)
    then = to_turn((ada, ben), now + 1)
    expect(bar).to_contain_text(f"Both hands up to the end of turn {then - 1 - LATE}, 1 turn late:")
    assert eve.evaluate(SHOWN)[: len(shown)] == shown
    bar.get_by_role("button", name="Close the replay").click()
    expect(eve.locator(".watching")).to_be_visible()
    assert int(eve.evaluate(TURN)) == then
    eve.get_by_role("button", name="both hands, 1 turn late").click()
    resign(ada)
    until(eve, "(here) => here.over")
    assert eve.evaluate("async () => (await import('/base/store.js')).state.replay !== null")


def test_before_there_is_anything_to_see_it_says_so(visitors: Visitors) -> None:
    _ada, _ben, link = two_who_are_cast(visitors)
    eve = visitors.visit(link, name="Eve", hasty=True)
    eve.get_by_role("button", name="both hands, 1 turn late").click()
    expect(eve.locator(".told")).to_contain_text("Nothing more is to be seen yet")
    expect(eve.locator(".watching")).to_be_visible()
