"""Who comes late to look on: the story so far, real dice, and a luck report that counts them all."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.client.web.support.cable import Cable
from tests.client.web.support.player import unpainted
from tests.client.web.support.visitors import Visitors
from tests.support.lengths import by_night

LOG = """async () => {
    await hands.until((here) => here.log > 0);
    return (await import("/base/store.js")).state.log.map(({number, event}) => `${number} ${event.event}`);
}"""
ROUNDS = 40  # of clicks, until something has happened that everybody may see
THROWN = "async () => (await import('/text/luck.js')).luckOf((await import('/base/store.js')).state)"


def two_at_a_table(visitors: Visitors) -> tuple[Page, Page, str]:
    """Two pages that play against each other, and the id of their table."""
    ada = visitors.visit(name="Ada", hasty=True)
    ada.locator(".invite-friend").get_by_role("button", name="More options").click()
    ada.get_by_label("Least time of an answer").fill("0")
    ada.locator("button#make-table").click()
    link = ada.locator("#invite-link").input_value()
    ben = visitors.visit(link.removeprefix(visitors.server.url), name="Ben", hasty=True)
    ben.get_by_role("button", name="Sit down").click()
    for page in (ada, ben):
        until(page, "(here) => here.number > 0")
    return ada, ben, "#" + link.rpartition("#join=")[2]


def until(page: Page, fits: str) -> None:
    """Wait until that is so where things stand."""
    page.evaluate(f"hands.until({fits})")


def play(pages: tuple[Page, Page], clicks: int, once_more: int = 0) -> None:
    """Both at the same time, by clicks without a mouse; each time by others, or they could go round in a circle."""
    with unpainted(*pages):
        for seed, page in enumerate(pages, 1 + len(pages) * once_more):
            page.evaluate("([seed, clicks]) => { globalThis.end = hands.play(seed, clicks, 3); }", [seed, clicks])
        for page in pages:
            page.evaluate("() => globalThis.end")


def until_dice_are_thrown(pages: tuple[Page, Page]) -> list[dict[str, float]]:
    """Into a game, to where there is something to count; what each side has thrown."""
    for n in range(ROUNDS):
        play(pages, 30, n)
        dice: list[dict[str, float]] = pages[0].evaluate(THROWN)
        if sum(side["dice"] for side in dice) > 0:
            return dice
    raise AssertionError("nobody ever threw dice")


@by_night
def test_who_comes_late_reads_the_story_and_counts_all_dice(visitors: Visitors) -> None:
    """In the middle of a game, by the link that a player has; and what follows, as those who play."""
    ada, ben, link = two_at_a_table(visitors)
    dice = until_dice_are_thrown((ada, ben))
    late = visitors.visit(link.replace("#", "#watch="), name="Cleo")
    log = late.locator("section.log")
    expect(log).to_contain_text("Turn 1")
    expect(log).to_contain_text("Set-up")
    assert tallied(late.evaluate(THROWN)) == tallied(dice)
    resign(ada)
    sheet = late.get_by_role("dialog")
    expect(sheet).to_contain_text("has won")
    said = [page.get_by_role("dialog").locator(".luck").inner_text() for page in (ada, late)]
    assert hits(said[0]) == hits(said[1])
    assert ("0 hits with 0 dice" in said[1]) is ("0 hits with 0 dice" in said[0])


@by_night
def test_who_looks_on_over_a_bad_line_is_told_everything_once(visitors: Visitors) -> None:
    """Again whenever he comes, and never twice."""
    visitors.faults.allow("ERR_", "closed before", "asked somebody else")
    ada, ben, link = two_at_a_table(visitors)
    play((ada, ben), 30)
    with Cable(visitors.server.port) as cable:
        late = visitors.window(visitors.person("Cleo"), cable.url + link.replace("#", "#watch="))
        expect(late.locator("section.log")).to_contain_text("Set-up")
        before = late.evaluate(LOG)
        late.reload()
        expect(late.locator("section.log")).to_contain_text("Set-up")
        assert late.evaluate(LOG) == before
        cable.cut()
        until(late, "(here) => here.net === 'waiting'")
        dora = visitors.visit(link.replace("#", "#watch="), name="Dora")
        for n in range(ROUNDS):
            play((ada, ben), 30, n)
            if len(dora.evaluate(LOG)) > len(before):
                break
        cable.join()
        until(late, f"(here) => here.log > {len(before)}")
        after = late.evaluate(LOG)
        assert after[: len(before)] == before
        assert after == dora.evaluate(LOG)


def tallied(luck: list[dict[str, float]]) -> list[tuple[float, float]]:
    """Dice and hits of each side."""
    return [(side["dice"], side["hits"]) for side in luck]


def hits(text: str) -> list[str]:
    return re.findall(r"(\d+) hits? with (\d+) di", text)


def resign(page: Page) -> None:
    page.evaluate("async () => { await (await import('/session/api.js')).resign(); }")
    page.get_by_role("dialog").get_by_role("heading", name="You have lost").wait_for()


WATCHED = "async () => (await import('/base/store.js')).state.log.length"


def test_a_running_game_is_in_the_list_with_the_way_to_look_on(visitors: Visitors) -> None:
    """With the whole story so far; where nobody may look on there is no such way, not even by its link."""
    ada, ben, link = two_at_a_table(visitors)
    play((ada, ben), 40)
    late = visitors.visit(name="Cleo", hasty=True)
    row = late.locator(".open-tables li").filter(has_text="Ada – Ben").first
    row.get_by_role("button", name="Watch").click()
    expect(late.locator(".watching")).to_be_visible()
    until(late, "(here) => here.log > 0")
    expect(late.locator("section.log")).to_contain_text("Set-up")
    by_link = visitors.visit(link.replace("#", "#watch="), name="Dora", hasty=True)
    until(by_link, "(here) => here.log > 0")
    assert late.evaluate(LOG) == by_link.evaluate(LOG)
    assert late.evaluate(WATCHED) > 1


@by_night
def test_a_closed_game_is_not_watched(visitors: Visitors) -> None:
    ada = visitors.visit(name="Ada", hasty=True)
    ada.locator(".invite-friend").get_by_role("button", name="More options").click()
    ada.get_by_label("Others may look on").uncheck()
    ada.locator("button#make-table").click()
    link = ada.locator("#invite-link").input_value().removeprefix(visitors.server.url)
    ben = visitors.visit(f"{link}&name=Benedict", name="", hasty=True)
    until(ben, "(here) => here.number > 0")
    late = visitors.visit(name="Cleo", hasty=True)
    row = late.locator(".open-tables li").filter(has_text="Benedict")
    expect(row).to_be_visible()
    expect(row.get_by_role("button", name="Watch")).to_have_count(0)
    dora = visitors.visit(link, name="Dora", hasty=True)
    expect(dora.locator(".invited .fault")).to_have_text("Both seats of this table are taken.")
    expect(dora.get_by_role("button", name="Watch")).to_have_count(0)
    eve = visitors.visit(link.replace("#join=", "#watch="), name="Eve", hasty=True)
    expect(eve.locator(".start .fault")).to_contain_text("without spectators")
