"""When the game is over: the cards lie open, as who resigns was told; what was lost is named by what it was worth."""

from __future__ import annotations

from msgspec import to_builtins
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from ironbottom.client.text.situation import level_line
from ironbottom.views import SeenOutcome
from ironbottom.words import Side
from tests.client.support.table import seat, table
from tests.client.web.support.player import PagePlayer
from tests.client.web.support.stage import Stage
from tests.client.web.support.visitors import Visitors

GAME = "#bot=random&side=us&seed=4&set=core"
UNKNOWN = """async () => {
    const {view} = (await import("/base/store.js")).state.shown;
    return [view.us, view.jp].flatMap((half) => half.formations).filter(({lead}) => lead === null).length;
}"""
BACKS = "main .lines .face.back"


def deployed(page: Page) -> None:
    """Into the first turn, when both fleets lie on the table, most of them face down."""
    assert PagePlayer(page, 4).hurry("draw.choose")["asked"]
    page.evaluate("hands.frame()")


def test_the_cards_lie_open_when_a_game_was_given_up(visitors: Visitors) -> None:
    page = visitors.visit(GAME, hasty=True, covered=False)
    deployed(page)
    assert page.evaluate(UNKNOWN) > 0
    expect(page.locator(BACKS).first).to_be_attached()
    page.get_by_role("tab", name="More").click()
    page.get_by_role("button", name="Resign", exact=True).click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("The cards are opened")
    sheet.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Look at the table").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate(UNKNOWN) == 0
    expect(page.locator(BACKS)).to_have_count(0)
    expect(page.locator("#panel")).to_contain_text("The game is over")


ABOVE_THE_FOOT = """() => {
    const foot = document.querySelector(".end .sheet-foot").getBoundingClientRect().top;
    return [".end-scene", ".end-side.won", ".lost-cards", ".luck"].filter((one) =>
        [...document.querySelectorAll(`.end ${one}`)].every((here) => here.getBoundingClientRect().bottom < foot));
}"""


def test_who_has_won_what_was_lost_and_the_luck_are_seen_at_once(stage: Stage) -> None:
    """On a usual screen nothing of it is scrolled to; the winner is named beside his points, once."""
    page = stage.showing("end", (1366, 768))
    page.evaluate("async () => (await import('/base/store.js')).change({open: 'end'})")
    page.locator(".end .luck").wait_for()
    assert page.evaluate(ABOVE_THE_FOOT) == [".end-scene", ".end-side.won", ".lost-cards", ".luck"]
    assert page.locator(".end .winner").all_inner_texts() == ["★ Winner"]
    assert page.locator(".end-side.won .score-side").inner_text() == "Japan"


def test_a_strategic_base_is_not_worth_nothing(bench: Page) -> None:
    """It scores no points, because it is worth the game."""
    said = bench.evaluate(
        """async () => {
            const {scoredText} = await import("/text/phrases.js");
            return [scoredText({rank: "strategic"}, "Rabaul", 0), scoredText({rank: "front"}, "Buin", 12),
                scoredText(undefined, "Hornet", 4)];
        }"""
    )
    assert said == ["Rabaul for the whole game", "Buin for 12", "Hornet for 4"]


LEVELS = """async (games) => {
    const {levelLine} = await import("/start/games/noting.js");
    const seats = [{side: 0, name: "Ann", bot: false}, {side: 1, name: "envelope", bot: true}];
    const others = [seats[0], {...seats[1], name: "mate"}];
    const told = (outcome) => [[seats, 0], [others, 0], [seats, null]].map((given) => levelLine(outcome, ...given));
    return games.map(told);
}"""


def test_the_level_of_victory_against_the_admiral_is_that_of_the_other_clients(bench: Page) -> None:
    """Whatever the margin; nothing against anybody else, and nothing for who looks on."""
    outcomes = [SeenOutcome(Side.US if n > 0 else Side.JP, "time-up", (20 + n, 20)) for n in range(-20, 21)]
    outcomes += [SeenOutcome(side, reason, (0, 0)) for side in Side for reason in ("resigned", "strategic-base")]
    at = table(seats=(seat("Ann", 0), replace(seat("envelope", 1), bot=True)))
    said = bench.evaluate(LEVELS, [to_builtins(outcome) for outcome in outcomes])
    assert said == [[level_line(outcome, at, Side.US), "", ""] for outcome in outcomes]
    assert len({first for first, *_ in said}) == 5


ADMIRAL = """async () => {
    const {change, state} = await import("/base/store.js");
    const {note} = await import("/start/games/noting.js");
    const seat = (side) => ({...state.table.seats[side], side, bot: side !== state.side, name: "envelope"});
    const seats = [0, 1].map(seat);
    change({open: "end", table: {...state.table, seats}});
    note((await import("/base/store.js")).state);
}"""


def test_the_end_sheet_tells_it(stage: Stage) -> None:
    page = stage.showing("end", (1366, 768))
    page.evaluate(ADMIRAL)
    expect(page.get_by_role("dialog")).to_contain_text("Against the admiral in the envelope: ")


def test_no_list_of_what_was_lost_says_for_nothing(visitors: Visitors) -> None:
    """Neither the sheet at the end nor the pile beside the table."""
    page = visitors.visit(GAME, hasty=True, covered=False)
    deployed(page)
    page.evaluate(
        """async () => {
            const {change, state} = await import("/base/store.js");
            const bases = Object.values(state.cards).filter((card) => card.rank === "strategic");
            const base = bases.find((card) => card.id.startsWith("jp"));
            const us = {...state.shown.view.us, victory: [[base.id, 0]]};
            const outcome = {winner: 0, reason: "strategic-base", points: [0, 0]};
            const view = {...state.shown.view, us, outcome, question: null};
            const shown = {...state.shown, view};
            change({shown, latest: shown, open: "end"});
        }"""
    )
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("Rabaul for the whole game")
    expect(page.locator(".piles .scored")).to_contain_text("Auto")
    assert "for 0" not in page.locator("body").inner_text()
