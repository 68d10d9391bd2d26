"""One way of saying each thing: damage, HP with a plus, values that are not there, and the moments of the game."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from msgspec import to_builtins
from playwright.sync_api import Page, expect

from ironbottom.client.text.question.dry_run import reached
from ironbottom.client.text.question.named_airplanes import fighters
from ironbottom.client.text.question.standing_orders import with_usual
from ironbottom.wire.orders import StandingOrder
from ironbottom.words import Side
from tests.client.support.asked_views import asked_views
from tests.client.web.support.situations import OF_SPECTATOR, WANTED
from tests.client.web.support.stage import Stage
from tests.support.lengths import some

# The texts on all cards, whole and as they lie; and in few words.
CARDS = """async () => {
    const [{wholeCard}, {lyingFace}, {inFewWords}, {draw}] = await Promise.all(
        ["/table/board/cards/card.js", "/table/board/cards/lying_face.js", "/text/card_summary.js", "/base/dom.js"]
            .map((path) => import(path)));
    const {byId} = await import("/session/net/downloads.js");
    const all = Object.values(byId(await (await fetch("/cards/full.json")).json()));
    const place = document.body.appendChild(document.createElement("div"));
    const texts = (drawn) => {
        draw(place, drawn);
        return [...place.querySelectorAll("text, b, small")].map((text) => text.textContent);
    };
    const everywhere = (one, options) => [wholeCard, lyingFace].map((face) => texts(face(one, options)));
    return all.map((one) => ({
        id: one.id, hp: one.values?.hp ?? one.hp ?? 0, escorts: Boolean(one.attached), words: inFewWords(one),
        whole: everywhere(one, {}),
        hurt: everywhere(one, {damage: 1}),
    }));
}"""

PANEL = "document.querySelector('#panel').innerText"

ORDERS = """async () => {
    const {change} = await import("/base/store.js");
    change({open: "orders", orders: [{window: "29", does: "default", n: 0}, {window: "*", does: "default", n: 0}]});
    await hands.frame();
    await hands.frame();
    return document.querySelector("dialog").innerText;
}"""


@pytest.fixture
def cards(bench: Page) -> Any:
    return bench.evaluate(CARDS)


def test_cards_say_damage_as_panel_and_log_do(cards: Any) -> None:
    """"damage 1 of 4": never what is left."""
    with_hull = [one for one in cards if one["hp"] > 1]
    assert len(with_hull) > 50
    for one in with_hull:
        assert all(f"×1/{one['hp']}" in texts for texts in one["hurt"]), one["id"]
        assert not any(f"{one['hp'] - 1}/{one['hp']}" in texts for texts in one["hurt"]), one["id"]


def test_cards_that_can_be_escorts_print_their_hp_with_a_plus_at_every_size(cards: Any) -> None:
    """§8.1  As the lesson says."""
    escorts = [one for one in cards if one["escorts"]]
    assert escorts
    for one in cards:
        for texts in one["whole"]:
            found = any(text.startswith(f"+{one['hp']}") for text in texts) and one["hp"] > 0
            assert found or not one["escorts"], one["id"]


def test_a_value_that_is_not_there_is_not_known(cards: Any) -> None:
    """A dash needs no star."""
    for one in cards:
        for texts in (*one["whole"], *one["hurt"]):
            assert not [text for text in texts if text.startswith("–*")], one["id"]


def test_no_card_speaks_of_numbered_windows(cards: Any) -> None:
    told = [one["words"] for one in cards if one["words"].startswith("event: ")]
    assert "event: draw 3 airplane cards (airplanes); " in "".join(told)
    assert [text for one in cards for text in [one["words"]] if "window" in text] == []


@pytest.mark.parametrize("name", some([*WANTED, OF_SPECTATOR], 5))
def test_a_question_names_its_moment_and_no_number(stage: Stage, name: str) -> None:
    """And it leads to its paragraph."""
    page = stage.showing(name)
    told = page.evaluate(PANEL)
    assert "window" not in told
    assert "indow" not in page.locator("header.top").inner_text()
    if name != OF_SPECTATOR:
        assert page.locator("#panel .cause").inner_text().split(":")[0] == MOMENTS[name]
        assert page.locator("#panel .cause button.rule").count() == 1


MOMENTS = {
    "first-deployment": "First deployment", "action": "Action", "ships": "Ships", "airplanes": "Airplanes",
    "reconnaissance": "Search flights", "air-attack": "Air attack", "air-combat": "Air tasks",
    "return": "Return of airplanes", "sea-combat": "Targets at sea", "landing": "Sea tasks",
}


def test_standing_orders_name_moments_too(stage: Stage) -> None:
    page = stage.showing("action")
    told = page.evaluate(ORDERS)
    assert "targets at sea: always give the default answer" in told
    assert "at every decision: always give the default answer" in told
    assert "window" not in told


STANDING = """async ([given, views]) => {
    const {withUsual, reached, fighters} = await import("/session/tables/standing.js");
    await import("/base/language/later_words.js");
    const {byId} = await import("/session/net/downloads.js");
    const cards = byId(await (await fetch("/cards/full.json")).json());
    const orders = withUsual(given, cards);
    return {orders, fighters: fighters(cards), reached: views.map((mine) => orders.map((one) => reached(one, mine)))};
}"""


def test_the_page_proposes_and_tries_orders_as_the_terminal_does(bench: Page) -> None:
    """Twins: session/tables/standing.js, and what is told in client/text/question."""
    own = StandingOrder("28", "withdraw-damaged", 1)
    seen = list(islice(asked_views(range(2)), 0, 400, 40))
    sides = [one.us if one.viewer is Side.US else one.jp for one in seen]
    told = bench.evaluate(STANDING, [[to_builtins(own)], [to_builtins(one) for one in sides]])
    both = with_usual((own,))
    assert set(told["fighters"]) == set(fighters())
    assert [[one["window"], one["does"], one["n"], one.get("turn")] for one in told["orders"]] == [
        [one.window, one.does, one.n, one.turn or None] for one in both
    ]
    assert told["reached"] == [
        [None if (found := reached(order, one)) is None else list(found) for order in both] for one in seen
    ]


def test_the_sheet_of_orders_says_whose_turn_who_and_what_each_would_do_now(stage: Stage) -> None:
    page = stage.showing("action")
    page.evaluate(ORDERS)
    page.evaluate("""async () => {
        const {change} = await import("/base/store.js");
        change({orders: [{window: "9", does: "intercept", n: 2, turn: "his", cards: ["jp/zeke", "us/wildcat"]},
                         {window: "29", does: "spread", n: 0}]});
        await hands.frame();
        await hands.frame();
    }""")
    told = page.evaluate("document.querySelector('dialog').innerText")
    assert "in his turn, interception of the search: intercept where so many" in told
    assert "(2): Zeke, Wildcat" in told
    assert "now: " in told
    assert "hangs on what is asked" in told
    assert page.get_by_role("button", name="The usual orders for his turn").is_visible()


def test_an_order_is_as_it_was_typed_last(stage: Stage) -> None:
    """Also where Enter comes before the next picture."""
    page = stage.showing("action")
    page.evaluate("import('/base/store.js').then(({change}) => change({orderDraft: null}))")
    page.evaluate(ORDERS)
    page.get_by_label("What", exact=True).select_option("withdraw-at")
    page.get_by_label("Dice left").evaluate("""(field) => {
        field.value = "99";
        field.dispatchEvent(new Event("input", { bubbles: true }));
        field.form.requestSubmit();
    }""")
    expect(page.locator("dialog .fault")).to_contain_text("The number of dice goes from 0 to")
