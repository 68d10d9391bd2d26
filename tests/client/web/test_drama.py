"""What moves on the battle board: each kind of shot in its own way, the great moments, and nothing where none shall."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ironbottom import events as e
from ironbottom.wire.codecs import encode_json
from ironbottom.words import Side
from tests import ROOT
from tests.client.web.support.situations import Situation
from tests.client.web.support.stage import Stage
from tests.client.web.support.visitors import wait_until
from tests.support.lengths import some
from tests.wire.games import AnsweredTurn, turns

SEEN = ((1, 0), (7, 1), (13, 2))  # games in which somebody lands
SHEET = (ROOT / "client" / "web" / "style" / "drama.css").read_text("utf-8")

# For every throw of a game: its ability and what it is drawn with; and whether that has as many shots as it should.
MOVED = """async (texts) => {
    const [{hear}, {battle}, {beatsOf}, store, {draw}, {facesOf}] = await Promise.all(
        ["text/story", "table/battle/battle", "session/seat/beats", "base/store", "base/dom", "text/throws"]
            .map((path) => import(`/${path}.js`)));
    const cards = {};
    const find = (one) => {
        if (one?.id) cards[one.id] = one;
        else if (one instanceof Object) Object.values(one).forEach(find);
    };
    find(await (await fetch("/cards/full.json")).json());
    const board = document.body.appendChild(document.createElement("div")), told = {kinds: {}, wrong: [], landed: 0};
    let before = null;
    for (const {number, events, view} of texts.map((text) => JSON.parse(text))) {
        hear(events, view, cards);
        for (const beat of before ? beatsOf(events) : []) {
            const played = {...beat, of: events.length, events, before, after: view, length: 900};
            draw(board, battle({...store.state, cards, shown: {number, view: before}, beat: played}, new Map()));
            const throws = beat.group.filter(({event}) => event === "rolled");
            const flying = [...board.querySelectorAll(".motion")];
            if (beat.event.event === "landed") told.landed += flying.filter((one) => one.matches(".landing")).length;
            const moving = throws.filter(({ability}) => !["speed", "repair"].includes(ability));
            if (throws.length && flying.length !== moving.length) told.wrong.push([number, beat.event.rule]);
            moving.forEach((event, i) => {
                const kind = flying[i]?.classList[1] ?? "";
                (told.kinds[event.ability] ??= {})[kind] = 1;
                const shots = flying[i]?.querySelectorAll(".shot").length ?? 0;
                const due = kind === "search" ? 0 : Math.min(4, facesOf(event).length);
                if (shots !== due) told.wrong.push([number, kind, shots]);
            });
        }
        before = view;
    }
    return told;
}"""
KINDS = {
    "recon": {"search"}, "patrol": {"search"}, "airc": {"tracer"}, "army": {"tracer"}, "garrison": {"tracer"},
    "air": {"flak"}, "surface": {"shell"}, "guns": {"shell"}, "land": {"shell", "bomb"}, "bomb": {"bomb"},
    "torp": {"torpedo", "drop"}, "tb": {"torpedo"}, "submarine": {"torpedo"}, "sub": {"charge"},
}  # fmt: skip

# An update comes, and one of its beats is shown and stays.
BEAT = """async ([text, at, motion]) => {
    const [{hear}, {beatsOf}, {change, state}] = await Promise.all(
        ["text/story", "session/seat/beats", "base/store"].map((path) => import(`/${path}.js`)));
    const {number, events, view} = JSON.parse(text);
    hear(events, view, state.cards);
    const beat = beatsOf(events).find(({from, index}) => from <= at && at <= index);
    change({
        settings: {...state.settings, motion},
        beat: {...beat, of: events.length, events, before: state.shown.view, after: view, length: 4000},
    });
    await hands.frame();
}"""
OVER = """async () => {
    const {change, state} = await import("/base/store.js");
    change({beat: null, settings: {...state.settings, motion: false}});
    await hands.frame();
}"""


@pytest.mark.parametrize(("number", "who"), some(SEEN, 1))
def test_every_throw_has_its_motion(bench: Page, number: int, who: int) -> None:
    """From the card that throws, a shot for each of its dice but four at most; and who lands sends boats."""
    texts = [json.dumps(json.loads(encode_json(turn.updates[who]))) for turn in turns(number)]
    told: dict[str, Any] = bench.evaluate(MOVED, texts)
    assert told["wrong"] == []
    assert {"recon", "air", "surface", "land"} <= {*told["kinds"]}
    assert {name: {*kinds} - KINDS[name] for name, kinds in told["kinds"].items() if {*kinds} - KINDS[name]} == {}
    assert told["landed"] > 0


def showing_loss(stage: Stage, number: int, card: str, *, motion: bool) -> Page:
    """The beat in which a card is lost."""
    told: list[AnsweredTurn] = []
    for turn in turns(number):
        for at, event in enumerate(turn.updates[Side.US].events):
            if isinstance(event, e.Eliminated) and card in event.cards:
                updates = tuple([one.updates[Side.US] for one in told])
                page = stage.showing(Situation("", Side.US, updates))
                page.evaluate(BEAT, [encode_json(turn.updates[Side.US]).decode(), at, motion])
                return page
        told.append(turn)
    raise AssertionError(f"{card} is never lost")


@pytest.mark.parametrize("motion", [True, False])
def test_a_carrier_is_not_lost_like_others(stage: Stage, motion: bool) -> None:
    """Her name stands over the board, also where nothing moves; who hears the page is told by its sentence alone."""
    page = showing_loss(stage, 1, "jp/junyo-hiyo", motion=motion)
    banner = page.locator(".battle-banner.carrier")
    expect(banner).to_have_text("Junyo & HiyoA carrier of Japan is lost")
    expect(banner).to_have_attribute("aria-hidden", "true")
    expect(page.locator(".dim.carrier")).to_have_count(1)
    expect(page.locator(".tile.fate-sunk .lost-word")).to_have_text("sunk")
    if not motion:
        expect(banner).to_have_css("opacity", "1")
    page.evaluate(OVER)
    expect(banner).to_have_count(0)


def test_a_ship_goes_under_without_a_banner(stage: Stage) -> None:
    page = showing_loss(stage, 1, "jp/aoba-kinugasa", motion=True)
    expect(page.locator(".tile.fate-sunk .surface")).to_have_count(1)
    expect(page.locator(".battle-banner, .dim")).to_have_count(0)
    page.evaluate(OVER)


def test_a_base_that_is_taken_changes_its_flag(stage: Stage) -> None:
    page = showing_loss(stage, 1, "us/russell-islands", motion=True)
    expect(page.locator(".battle-banner.taken")).to_have_text("Russell IslandsJapan takes the base")
    expect(page.locator(".lowered .ensign.us")).to_have_count(1)
    expect(page.locator(".raised .ensign.jp")).to_have_count(1)
    expect(page.locator(".tile.fate-fallen .lost-word")).to_have_text("lost")
    page.evaluate(OVER)


def test_where_nothing_shall_move_nothing_does(stage: Stage) -> None:
    """No shot is to be seen, and what changes has changed at once."""
    told = [turn.updates[Side.US] for turn in turns(1)]
    n, at = next(
        (n, at) for n, update in enumerate(told) for at, event in enumerate(update.events)
        if n and isinstance(event, e.Rolled) and event.at
    )  # fmt: skip
    page = stage.showing(Situation("", Side.US, tuple(told[:n])))
    page.evaluate(BEAT, [encode_json(told[n]).decode(), at, False])
    expect(page.locator(".battle.playing .motion").first).to_be_hidden()
    moving = "document.getAnimations().filter((one) => one.playState === 'running')"
    lasts = f"Math.max(0, ...{moving}.map((one) => one.effect.getComputedTiming().endTime))"
    assert page.evaluate(lasts) <= 1  # milliseconds
    page.screenshot()  # the next picture of the screen is the last of them
    wait_until(page, f"{moving}.length === 0")
    page.evaluate(OVER)


def test_motion_costs_no_layout() -> None:
    """Only what the compositor can do by itself is animated."""
    frames = re.findall(r"@keyframes [\w-]+ \{((?:[^{}]*\{[^{}]*\})*)\s*\}", SHEET)
    assert len(frames) == SHEET.count("@keyframes") > 12
    animated = {name for one in frames for name in re.findall(r"([\w-]+):", one)}
    assert animated == {"transform", "opacity", "animation-timing-function"}


@pytest.mark.parametrize(("size", "looked"), [((1366, 768), 0), ((390, 844), 1), ((844, 390), 1)])
def test_only_a_board_that_is_scrolled_is_looked_through_for_what_happens(
    stage: Stage, size: tuple[int, int], looked: int
) -> None:
    """It lays out the whole board in the midst of drawing it: 27 ms of the first throw of a large battle."""
    page = stage.page(size)
    found = page.evaluate("""async () => {
        const {inSight} = await import("/table/battle/dice.js"), die = document.createElement("i");
        let n = 0;
        die.scrollIntoView = () => { n += 1; };
        inSight(die);
        return n;
    }""")
    assert found == looked
