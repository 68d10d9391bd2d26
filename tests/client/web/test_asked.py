"""Asked as little as needed: what is given by itself, what is not asked again, one list of options, fewer clicks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from ironbottom.questions import Move
from ironbottom.wire.codecs import encode_json
from ironbottom.words import Side
from tests import ROOT
from tests.client.support.decisions import Decision, PlayedScript, decisions
from tests.client.support.vectors import plain
from tests.client.web.support.page_server import PageServer
from tests.client.web.support.situations import Situation, show
from tests.client.web.support.stage import EMPTIED, OPENED
from tests.client.web.support.visitors import Visitors, visiting, wait_until
from tests.support.lengths import NIGHT, some
from tests.wire.games import turns

CLICKS = (Path(__file__).parent / "support" / "clicks.js").read_text(encoding="utf-8")
MOST = 1_000 if NIGHT else 40  # decisions of a game
MEASURED = ROOT / "build" / "asked.json"
SCRIPTS = (  # the games that were measured, with the cards that they had
    PlayedScript(55, Side.JP, "core@1"), PlayedScript(26, Side.US, "core@1"), PlayedScript(45, Side.US, "full@1"),
)

# The page answers to us, and not to a server.
REPLIES = (
    "export function reply(answer, {asked = true} = {}) {",
    "export function reply(answer, {asked = true} = {}) {\n  return globalThis.replied(answer);\n",
)

NOTE = """async () => {
    const store = await import("/base/store.js");
    globalThis.sent = [];
    globalThis.replied = async (answer) => {
        sent.push(answer);
        const {shown} = store.state;
        store.change({sending: true, shown: {...shown, view: {...shown.view, question: null}}});
    };
}"""

# Updates come: all are heard, the last is shown.
TELL = """async (texts) => {
    const [{change, state}, {hear}] = [await import("/base/store.js"), await import("/text/story.js")];
    const log = [...state.log], updates = texts.map((text) => JSON.parse(text));
    for (const {events, view, number} of updates) {
        hear(events, view, state.cards);
        for (const event of events) log.push({number, event, view});
    }
    const {number, view, given} = updates.at(-1), shown = {number, view, given};
    sent.length = 0;
    change({latest: shown, shown, log, sending: false, tab: "more"});
    await hands.frame();
    return sent.length ? sent[0] : null;
}"""


@pytest.fixture(scope="module")
def lasting_page(browser: Browser, server: PageServer) -> Iterator[Page]:
    """A page that all tests here share, whose answers go to `sent`."""
    with visiting(browser, server) as visitors:
        yield opened(visitors)


@pytest.fixture
def page(lasting_page: Page) -> Page:
    """The same as it was opened."""
    lasting_page.evaluate(EMPTIED, ["en", "day"])
    lasting_page.evaluate(NOTE)
    return lasting_page


def opened(visitors: Visitors) -> Page:
    """A page whose answers go nowhere."""

    def serve(route: Route) -> None:
        got = route.fetch()
        text = got.text()
        assert REPLIES[0] in text
        route.fulfill(response=got, body=text.replace(*REPLIES))

    person = visitors.person(hasty=True, motion=False, size=(1366, 900))
    person.route("**/session/api.js", serve)
    person.add_init_script(CLICKS)
    page = visitors.window(person)
    page.locator("button#play-bot:enabled").wait_for()
    page.evaluate(OPENED)
    return page


def at(step: str, *, number: int = 1, nth: int = 0, fits: Any = lambda turn: True) -> Situation:
    """The n-th time that this is asked in a game."""
    found = [
        Situation(step, turn.question.side, (turn.updates[turn.question.side],))
        for turn in turns(number)
        if turn.question.step == step and fits(turn)
    ]
    return found[nth]


def sent(page: Page) -> list[Any]:
    """What was answered."""
    found: list[Any] = page.evaluate("sent")
    return found


def settle(page: Page, **settings: Any) -> None:
    """Change settings."""
    page.evaluate("""async (more) => {
        const {change, state} = await import("/base/store.js");
        change({settings: {...state.settings, ...more}});
    }""", settings)


def is_forced(turn: Any) -> bool:
    shape = turn.question.shape
    return isinstance(shape, Move) and not shape.steps and shape.words == ("done",) and not turn.question.plays


# One legal answer


def test_one_legal_answer_is_given_by_itself_and_told(page: Page) -> None:
    show(page, at("reinforcement.play", fits=is_forced))
    wait_until(page, "() => sent.length === 1")
    assert sent(page) == [["done"]]
    expect(page.locator("#panel .by-itself")).to_have_text(
        "Given by itself, as the only legal answer: Reinforcement: done."
    )
    expect(page.locator("#live")).to_contain_text("Given by itself, as the only legal answer: Reinforcement: done.")


def test_who_wants_to_be_asked_is_asked(page: Page) -> None:
    settle(page, byItself=False)
    show(page, at("reinforcement.play", fits=is_forced))
    expect(page.locator("#panel .done")).to_be_visible()
    assert sent(page) == []


def test_the_setting_is_in_the_sheet(page: Page) -> None:
    page.evaluate("async () => (await import('/base/store.js')).change({open: 'settings'})")
    box = page.get_by_label("One legal answer is given by itself")
    expect(box).to_be_checked()
    box.uncheck()
    assert page.evaluate("async () => (await import('/base/store.js')).state.settings.byItself") is False


def test_nothing_is_given_while_a_beat_plays(page: Page) -> None:
    """The table must be drawn as it is."""
    settle(page, byItself=False)
    show(page, at("reinforcement.play", fits=is_forced))
    page.evaluate("""async () => {
        const {passBy} = await import("/table/question/answering/by_itself.js");
        const {state} = await import("/base/store.js"), settings = {...state.settings, byItself: true};
        passBy({...state, settings, beat: {}});
        passBy({...state, settings, past: 3});
    }""")
    assert sent(page) == []
    settle(page, byItself=True)
    wait_until(page, "() => sent.length === 1")


def test_an_answer_that_is_not_taken_is_left_to_the_reader(page: Page) -> None:
    page.evaluate("""() => { globalThis.replied = async (answer) => { sent.push(answer); throw new Error("no"); }; }""")
    show(page, at("reinforcement.play", fits=is_forced))
    expect(page.locator("#panel .done")).to_be_visible()
    expect(page.locator("#panel .refused")).to_be_visible()
    assert len(sent(page)) == 1


# Not again


def tell(page: Page, decision: Decision) -> Any:
    """What comes before a decision; what the page answers by itself."""
    return page.evaluate(TELL, [encode_json(update).decode() for update in decision.updates])


def withdrawals() -> tuple[Decision, ...]:
    """A battle of the script in which the same is asked several times."""
    script = decisions(SCRIPTS[0])
    first = next(n for n, one in enumerate(script) if one.scope in ("battle", "turn"))
    return script[first : first + 20]


def open_at(page: Page, script: tuple[Decision, ...]) -> None:
    """At the table, where the first decision is asked."""
    show(page, Situation("script", script[0].question.side, script[0].updates))


def test_what_is_said_not_to_be_asked_again_is_not_and_can_be_taken_back(page: Page) -> None:
    first, *later = withdrawals()
    open_at(page, (first, *later))
    group = page.get_by_role("group", name="Not again:")
    scopes = ["in this battle", "in this turn", "until something changes"]
    expect(group.get_by_role("button")).to_have_text(scopes)
    page.evaluate("async (said) => clicks.answer(...said)", [plain(first.answer), True, first.scope])
    assert sent(page) == [plain(first.answer)]
    again = next(n for n, one in enumerate(later) if one.question.step == first.question.step)
    scope = {"battle": "in this battle", "turn": "in this turn"}[str(first.scope)]
    for one in later[:again]:
        if tell(page, one) is None:
            page.evaluate("async ([given]) => clicks.answer(given, true, null)", [plain(one.answer)])
    assert tell(page, later[again]) == plain(first.answer)
    chip = page.get_by_role("button", name="Ask again:")
    expect(chip).to_contain_text(scope)
    chip.click()
    expect(chip).to_have_count(0)
    page.evaluate("async () => (await import('/base/store.js')).change({passed: null, sending: false})")
    assert tell(page, later[again]) is None
    expect(page.locator("#panel .confirm")).to_be_visible()


def test_that_it_is_not_again_takes_an_answer_first(page: Page) -> None:
    first, *_later = withdrawals()
    open_at(page, (first,))
    page.get_by_role("button", name="in this battle").click(force=True)
    expect(page.locator("#panel-missing")).to_contain_text("Not yet:")
    assert sent(page) == []
    page.locator("body").press("Shift+N")
    expect(page.get_by_role("button", name="in this battle")).to_be_focused()


def test_a_segment_has_no_such_buttons(page: Page) -> None:
    show(page, at("ships.step"))
    expect(page.locator("#panel .done")).to_be_visible()
    assert page.locator(".not-again").count() == 0


# One list


def test_what_a_card_may_be_given_stands_in_one_list_with_the_letters_of_the_table(page: Page) -> None:
    """And nothing covers the line."""
    show(page, at("air-combat-phase.attack", nth=2))
    thing = page.locator("#panel .row:not(.all)").first.get_attribute("data-thing")
    page.locator(f'main [data-thing="{thing}"]').last.dispatch_event("click")
    expect(page.locator("#panel .row.held")).to_have_attribute("data-thing", thing or "")
    expect(page.locator("#beside .bubble")).to_have_count(0)
    letters = page.locator("#panel .row.held .option .key").all_inner_texts()
    assert letters[0] == "a"
    assert len(letters) == len({*letters})
    wrong = page.evaluate("""async () => {
        const load = (path) => import(`/table/question/${path}.js`);
        const [{marks}, {stagedNow}, {menuOf}] = await Promise.all(
            ["answering/marks", "answering/asked", "staging/menu"].map(load));
        const {state} = await import("/base/store.js"), staged = stagedNow(state);
        const row = menuOf(staged.question).rows.find(({id}) => id === staged.held);
        const shown = [...document.querySelectorAll("#panel .row.held .option")].map((one) => one.dataset.letter);
        return row.options.filter((option, i) => marks(state).get(option.thing).label !== shown[i]).length;
    }""")
    assert wrong == 0


# Fewer clicks


def test_a_row_that_is_an_answer_can_be_given_with_one_click(page: Page) -> None:
    show(page, at("action.choose"))
    page.get_by_role("button", name="Give this answer now: Air attack").click()
    assert sent(page) == ["air-attack"]


def test_with_shift_the_answer_goes_out_with_the_click(page: Page) -> None:
    show(page, at("action.choose"))
    page.locator("#panel .row-button").nth(1).click(modifiers=["Shift"])
    assert sent(page) == ["air-attack"]


def test_to_hold_a_card_with_shift_decides_nothing(page: Page) -> None:
    """Also where a default stands there by which nothing is lost."""
    show(page, at("reconnaissance.search", fits=lambda turn: turn.question.shape.choices))
    page.locator("#panel .row:not(.all) .row-button").first.click(modifiers=["Shift"])
    assert sent(page) == []


@pytest.mark.parametrize(("confirm", "given"), [("always", []), ("quick", ["keep"])])
def test_who_confirms_quickly_gives_a_harmless_answer_with_one_click(
    page: Page, confirm: str, given: list[str]
) -> None:
    settle(page, confirm=confirm)
    show(page, at("setup.redraw", number=2))
    page.locator("#panel .row-button", has_text="(default)").click()
    assert sent(page) == given


def test_what_may_lose_something_is_confirmed_all_the_same(page: Page) -> None:
    settle(page, confirm="quick")
    show(page, at("setup.redraw", number=2))
    page.locator("#panel .row-button:not(:has(.usual))").first.click()
    show(page, at("action.choose"))
    page.locator("#panel .row-button").first.click()
    assert sent(page) == []


def test_steps_that_can_be_taken_back_lie_open(page: Page) -> None:
    """And are taken with one click."""
    show(page, at("ships.step", nth=2))
    page.locator("#panel .verb-open .option").first.click()
    assert [len(one) for one in sent(page)] == [3]


def test_a_target_that_was_held_first_stays_for_more_cards(bench: Page) -> None:
    """After a step the same question comes again, in which other steps are left."""
    turn = next(turn for turn in turns(1) if turn.question.step == "ships.step")
    held = bench.evaluate("""async (question) => {
        const staging = await import("/table/question/staging/staging.js");
        const {menuOf} = await import("/table/question/staging/menu.js");
        const [one, two] = menuOf(question).rows, line = one.options[0].thing;
        let staged = staging.touch(staging.begin(question), line);
        staged = staging.touch(staged, one.id);
        const {step} = staged, next = {...question, about: [1]}; // another question of the same step
        const after = staging.stagedFor(staged, next);
        const other = staging.stagedFor(staged, {...next, step: "airplanes.step"});
        return [step[0], after.held === line, staging.touch(after, two.id).step?.[1] === two.value, other.held];
    }""", plain(turn.question))
    assert held == ["move", True, True, None]


# What a segment leaves open


def test_what_the_end_of_a_segment_leaves_open_is_a_hint_and_no_wall(page: Page) -> None:
    show(page, at("airplanes.step", fits=lambda turn: "deploy" in turn.question.shape.steps))
    expect(page.locator(".panel-foot .still-open")).to_contain_text("in your hand that find")
    page.locator("#panel .done").click()
    assert sent(page) == [["done"]]


# The measure


@pytest.mark.parametrize("script", some(SCRIPTS, 1))
def test_the_same_decisions_take_at_most_half_of_the_clicks(page: Page, script: PlayedScript) -> None:
    """Once as the page told its readers before, and once with all that it offers; and the answers are the same."""
    decided = decisions(script)[:MOST]
    before = played(page, decided, quick=False)
    now = played(page, decided, quick=True)
    told = {
        "game": [script.number, script.side.name, script.cards], "decisions": len(decided),
        "by_default": round(sum(one.answer == one.question.default for one in decided) / len(decided), 2),
        "clicks_before": before[0], "clicks_now": now[0], "given_by_itself": now[1],
    }
    MEASURED.parent.mkdir(exist_ok=True)
    MEASURED.write_text(json.dumps(told) + "\n", encoding="utf-8")
    print(json.dumps(told))
    assert before[1] == 0
    assert now[1] > 0
    assert 2 * now[0] <= before[0], told


def played(page: Page, decided: tuple[Decision, ...], *, quick: bool) -> tuple[int, int]:
    """Say all of it on the page: how many clicks it took, and how many answers went out without one."""
    settle(page, byItself=quick)
    page.evaluate("""async () => {
        const {change} = await import("/base/store.js");
        change({notAgain: {rules: [], heard: 0}, byItself: [], passed: null, sending: false});
        sent.length = 0;
    }""")
    taken = given = 0
    for n, one in enumerate(decided):
        if n == 0:
            open_at(page, decided)
            page.wait_for_timeout(50)
            alone = sent(page)[0] if sent(page) else None
        else:
            alone = tell(page, one)
        if alone is None:
            scope = one.scope if quick else None
            taken += page.evaluate("async (said) => clicks.answer(...said)", [plain(one.answer), quick, scope])
        else:
            given += 1
        assert [plain(one.answer)] == sent(page), (n, one.question.step)
    return taken, given


def test_the_script_is_that_of_the_findings() -> None:
    """A person who takes the default about seven times of ten, and is asked again and again in fights."""
    decided = decisions(SCRIPTS[0])
    default = sum(one.answer == one.question.default for one in decided) / len(decided)
    assert 0.6 < default < 0.8
    assert 120 < len(decided) < 200
    assert sum(one.scope is not None for one in decided) > 5
