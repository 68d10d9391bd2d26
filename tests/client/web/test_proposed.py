"""§20.6  What the page proposes: nothing by which a card, ship or turn is lost; Enter says what is to be chosen."""

from __future__ import annotations

from functools import cache

import pytest
from playwright.sync_api import Page, expect

from tests.client.web.support.player import PagePlayer
from tests.client.web.support.situations import Situation
from tests.client.web.support.stage import Stage
from tests.client.web.support.visitors import Visitors
from tests.wire.games import turns

MARKED = "#panel :is(.row-button, .option)[aria-pressed=true], main .marked.chosen"
STEPS = {
    "draw.choose": "choose one of the answers",
    "action.choose": "choose one of the answers",
    "strike.go_on": "choose one of the answers",
    "air-combat-phase.attack": "say who goes where, or that all stay",
    "air-combat.divide": "say what each card gets",
    "sea-rounds.aim": "say what each card gets",
    "air-attack.declare": "say what each card gets",
    "air-control.withdraw": "pick one or more, or say that it is none of them",
    "landing-phase.reveal": "pick one or more, or say that it is none of them",
    "sea-rounds.check": "pick one or more, or say that it is none of them",
    "going-ashore.name": "pick one or more, or say that it is none of them",
    "hand-limit.choose": "pick ",
}


@cache
def asked() -> dict[str, Situation]:
    """For each of the steps a table where it is asked."""
    found: dict[str, Situation] = {}
    for turn in (turn for number in range(1, 12, 2) for turn in turns(number)):
        step, side = turn.question.step, turn.question.side
        if step in STEPS and step not in found:
            found[step] = Situation(step, side, (turn.updates[side],))
        if len(found) == len(STEPS):
            break
    return found


@pytest.mark.parametrize("step", STEPS)
def test_nothing_is_marked_where_something_may_be_lost(stage: Stage, step: str) -> None:
    """Enter and a click on the button send nothing, and say what is to be chosen."""
    page = stage.showing(asked()[step])
    assert page.locator(MARKED).count() == 0
    confirm, missing = page.locator("#panel .confirm"), page.locator("#panel-missing")
    expect(confirm).to_have_attribute("aria-disabled", "true")
    page.locator("body").press("Enter")
    expect(missing).to_contain_text(f"Not yet: {STEPS[step]}")
    page.keyboard.press("Escape")
    expect(missing).to_have_text("")
    confirm.click(force=True)  # it says itself that it is not ready
    expect(missing).to_contain_text(f"Not yet: {STEPS[step]}")
    here = page.evaluate("hands.now()")
    assert (here["sending"], here["refused"]) == (False, None)


def test_that_it_is_none_of_them_is_said_by_a_key(visitors: Visitors) -> None:
    page, number = nothing_will_do(visitors)
    page.locator("body").press("0")
    expect(page.get_by_role("button", name="None of them", exact=True)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    assert PagePlayer(page, 3).ready()["number"] > number


def nothing_will_do(visitors: Visitors) -> tuple[Page, int]:
    """A game that came to such a question, and the number of its update; not every game does."""
    some = [step for step, said in STEPS.items() if said.endswith("none of them")]
    for seed in range(3, 13):
        page = visitors.visit(f"#bot=random&side=us&seed={seed}&set=core", hasty=True, covered=False)
        here = PagePlayer(page, seed).hurry(*some)
        if here["asked"] in some:
            return page, here["number"]
        page.close()
    raise AssertionError("it was never asked")


def test_doing_nothing_stays_one_key_where_it_is_harmless(visitors: Visitors) -> None:
    """To keep the fleet gives nothing away."""
    page = visitors.visit("#bot=random&side=us&seed=3&set=core", hasty=True, covered=False)
    player = PagePlayer(page, 3)
    assert player.hurry("setup.redraw")["asked"] == "setup.redraw"
    number = player.now()["number"]
    assert page.locator(MARKED).count() > 0
    page.locator("body").press("Enter")
    assert player.ready()["number"] > number


def test_the_end_of_a_segment_that_discards_is_not_proposed(bench: Page) -> None:
    """What would be lost is said, and the button does not call for it."""
    shape = {"type": "move", "steps": {"discard": {"7": []}}, "words": ["done"]}
    found = bench.evaluate(
        """async (shape) => {
            const {foot} = await import("/table/question/panel/foot.js");
            const {begin} = await import("/table/question/staging/staging.js");
            const {draw} = await import("/base/dom.js");
            return [true, false].map((harmless) => {
                const question = {step: "airplanes.step", rule: "14.3(2)", side: 0, window: "6", shape, plays: [],
                    about: [], default: ["done"], odds: [], harmless};
                const root = document.createElement("div");
                draw(root, foot({shown: null, sending: false}, begin(question), {word: (word) => word}));
                return [root.querySelector(".done").className, root.querySelector(".missing").textContent];
            });
        }""",
        shape,
    )
    (calm, nothing), (alarmed, said) = found
    assert "main" in calm
    assert "main" not in alarmed
    assert nothing == ""
    assert "discards" in said
