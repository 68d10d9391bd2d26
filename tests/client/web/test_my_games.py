"""All games of one player, on the page: noted when they end, added up, kept when the browser comes back."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.client.web.support.player import PagePlayer
from tests.client.web.support.visitors import Visitors

GAME = "#bot=random&side=us&seed=4&set=core"
ROWS = "async () => (await import('/session/storage/game_ledger.js')).ledger()"
ENTER = "async (rows) => { const {enter} = await import('/session/storage/game_ledger.js'); rows.forEach(enter); }"
SHOW = "async () => (await import('/base/later.js')).showGames()"
NOTED = """async ([events, half]) =>
    (await import('/start/games/noting.js')).deeds([{events, view: {us: half, jp: half}}], 0)"""
REVIEWED = "async ([table, told]) => (await import('/start/games/noting.js')).noteReview(table, told)"
SIZES = "() => [document.documentElement.scrollWidth, innerWidth]"


def row(n: int, **more: Any) -> dict[str, Any]:
    """A game that we lost as the US, but for what is said otherwise."""
    fleet = {"formations": 2, "front": ["us/enterprise"], "behind": ["us/hornet"]}
    its = {
        "game": f"game{n}", "table": f"TABLE{n}", "at": 1_700_000_000_000 + n, "side": 0, "against": "mate",
        "bot": True, "set": "core", "won": False, "reason": "time-up", "points": [10, 20], "turns": 9, "fleet": fleet,
        "skill": None,
        "cards": [{"card": "us/enterprise", "hits": 3, "finds": 0, "points": 4.5}],
        "dice": [{"dice": 10, "hits": 7, "expected": 5.0}, {"dice": 10, "hits": 4, "expected": 5.0}],
    }  # fmt: skip
    return its | more


def shown(page: Page) -> Page:
    page.get_by_role("button", name="My games").click()
    page.locator("main.my-games").wait_for()
    return page


def test_who_has_no_game_reads_how_to_get_one(visitors: Visitors) -> None:
    page = shown(visitors.visit(name="Ada", hasty=True))
    expect(page.locator("main.my-games")).to_contain_text("No game of yours has ended in this browser yet")
    page.get_by_role("button", name="To the start page").click()
    expect(page.locator("button#play-bot")).to_be_visible()


def test_a_game_that_ends_is_counted_once_and_stays(visitors: Visitors) -> None:
    page = visitors.visit(GAME, hasty=True, covered=False)
    assert PagePlayer(page, 4).hurry("draw.choose")["asked"]
    page.get_by_role("tab", name="More").click()
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="To the start page").click()
    [noted] = page.evaluate(ROWS)
    assert (noted["side"], noted["won"], noted["reason"], noted["bot"]) == (0, False, "resigned", True)
    assert noted["fleet"]["front"] + noted["fleet"]["behind"]
    assert noted["dice"][0]["hits"] <= noted["dice"][0]["dice"]
    page.evaluate(ENTER, [noted])
    page.reload()
    shown(page)
    assert len(page.evaluate(ROWS)) == 1
    body = page.locator("main.my-games")
    for text in ("Results of 1 game", "against random", "resigned", "in FRONT"):
        expect(body).to_contain_text(text)
    page.get_by_role("button", name="Look at it again").click()
    page.locator(".replay-bar").wait_for()


def test_figures_are_added_up_and_filtered(visitors: Visitors) -> None:
    page = visitors.visit(name="Ada", hasty=True)
    rows = [row(n, won=n % 2 == 0) for n in range(10)]
    rows += [row(n, side=1, against="Ben", won=True) for n in range(10, 14)]
    page.evaluate(ENTER, rows)
    shown(page)
    body = page.locator("main.my-games")
    expect(body).to_contain_text("Results of 14 games")
    expect(page.locator("section[aria-labelledby=results-title] tr", has_text="all")).to_contain_text("64 % (± 13 %)")
    luck = "98 hits, 70.0 on average; your opponents 56, 70.0 on average: +42.0 hits for you"
    expect(body).to_contain_text(luck)
    expect(page.locator("section[aria-labelledby=cards-title] tbody tr").first).to_contain_text("63.0")
    steps = page.locator("section[aria-labelledby=over-time-title] tbody th")
    expect(steps).to_have_text(["1 to 5", "6 to 10", "11 to 14"])
    page.get_by_label("Against").select_option("Ben")
    expect(body).to_contain_text("Results of 4 games")
    page.get_by_label("Side").select_option("0")
    expect(body).to_contain_text("None of your games fits.")


def test_a_review_tells_what_was_given_away(visitors: Visitors) -> None:
    """For Japan, luck of the US is bad luck; decisions of the other side are not ours."""
    page = visitors.visit(name="Ada", hasty=True)
    page.evaluate(ENTER, [row(1, side=1)])
    decisions = [{"side": side, "section": section, "known": {"loss": loss}}
                 for side, section, loss in (("JP", "air", 0.02), ("JP", "air", 0.06), ("US", "sea", 0.5))]  # fmt: skip
    page.evaluate(REVIEWED, ["TABLE1", {"account": {"luck": {"dice": 0.25, "cards": -0.05}}, "decisions": decisions}])
    shown(page)
    given = page.locator("section[aria-labelledby=given-title] tbody tr")
    expect(given).to_have_count(1)
    assert given.locator("th, td").all_inner_texts()[:4] == ["air combat", "2", "4.0 %", "8.0 %"]
    expect(page.locator("main.my-games")).to_contain_text("in 1 reviewed game: −20 % of a game for you")


def test_points_are_shared_by_who_hit(bench: Page) -> None:
    """A search finds, and hits nothing; a submarine has no card on the table."""
    formations = [{"token": token, "lead": card, "pair": False} for token, card in ((7, "us/hornet"), (8, "us/boise"))]
    events = [
        {"event": "rolled", "side": 0, "by": 7, "at": 30, "ability": "air", "hits": 1},
        {"event": "rolled", "side": 0, "by": 8, "at": 30, "ability": "surface", "hits": 3},
        {"event": "rolled", "side": 0, "by": 8, "at": 30, "ability": "speed", "hits": 2},
        {"event": "rolled", "side": 0, "by": 7, "at": 0, "ability": "recon", "hits": 2},
        {"event": "rolled", "side": 1, "by": 30, "at": 7, "ability": "surface", "hits": 5},
        {"event": "played", "side": 0, "card": "us/albacore", "half": "submarine"},
        {"event": "rolled", "side": 0, "by": 0, "at": 31, "ability": "sub", "hits": 1},
        {"event": "eliminated", "side": 1, "token": 30, "cards": [], "points": 8},
        {"event": "eliminated", "side": 0, "token": 7, "cards": [], "points": 5},
    ]
    found = bench.evaluate(NOTED, [events, {"formations": formations, "bases": [], "airplanes": []}])
    assert {one.pop("card"): tuple(one.values()) for one in found} == {
        "us/hornet": (1, 2, 2), "us/boise": (3, 0, 6), "us/albacore": (1, 0, 0),
    }  # fmt: skip


def test_it_fits_a_phone_in_both_languages(visitors: Visitors) -> None:
    """Wide tables scroll by themselves, and the page does not."""
    page = visitors.visit(name="Ada", hasty=True, lang="ja")
    page.set_viewport_size({"width": 390, "height": 844})
    skill = {"luck": 0.1, "sections": {"sea": {"decisions": 9, "loss": 0.2}}}
    page.evaluate(ENTER, [row(n, skill=skill) for n in range(12)])
    page.evaluate(SHOW)
    page.locator("main.my-games").wait_for()
    wide, room = page.evaluate(SIZES)
    assert wide <= room
