"""What battles sound like: each kind in its own way and not for long; and nothing where nobody wished it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.client.web.support.stage import Stage
from tests.client.web.support.visitors import Visitors

RATE = 22_050
LONGEST = 2.0  # seconds

# Every sound at full volume: when it is heard last, in seconds, its peak, its strength, and its course in forty parts.
RENDERED = """async (rate) => {
    const {SOUNDS, sound} = await import("/table/battle/sounds.js");
    const heard = {};
    for (const name of Object.keys(SOUNDS)) {
        const audio = new OfflineAudioContext(1, 3 * rate, rate);
        sound(audio, name, 0.4);
        const row = (await audio.startRendering()).getChannelData(0);
        const last = row.findLastIndex((one) => Math.abs(one) > 0.0005) / rate;
        const course = Array.from({length: 40}, (_one, n) => {
            const part = row.subarray(n * row.length / 40, (n + 1) * row.length / 40);
            let crossings = 0;
            for (let i = 1; i < part.length; i++) crossings += Number(part[i - 1] < 0 !== part[i] < 0);
            return crossings + Math.round(100 * Math.hypot(...part.filter((_one, i) => i % 8 === 0)));
        });
        const strength = Math.sqrt(row.reduce((sum, one) => sum + one * one, 0));
        heard[name] = [last, row.reduce((peak, one) => Math.max(peak, Math.abs(one)), 0), strength, course];
    }
    return heard;
}"""

# Which sounds the beats of a fight have.
NAMED = """async () => {
    const {soundsOf} = await import("/table/battle/sounds.js");
    const {knowCards} = await import("/text/naming.js");
    knowCards({
        "us/wasp": {id: "us/wasp", name: "Wasp", type: "CV"}, "us/walke": {id: "us/walke", name: "Walke", type: "DD"},
        "us/lae": {id: "us/lae", name: "Lae", rank: "front"},
    });
    const ship = {row: {pair: false}}, airplane = {row: {host: 0}};
    const pieces = new Map([[1, ship], [2, airplane]]);
    const rolled = (by, ability) => ({event: "rolled", rule: "18.4(a)(4)", by, at: 3, ability});
    const lost = (rule, ...cards) => ({event: "eliminated", rule, side: 0, token: 1, cards});
    return {
        guns: soundsOf([rolled(1, "surface"), rolled(1, "surface")], pieces),
        torpedoes: soundsOf([rolled(1, "torp")], pieces),
        both: soundsOf([rolled(1, "air"), rolled(2, "bomb")], pieces), strike: soundsOf([rolled(2, "land")], pieces),
        search: soundsOf([rolled(2, "recon")], pieces), check: soundsOf([rolled(1, "speed")], pieces),
        hit: soundsOf([{event: "damaged"}], pieces), shot: soundsOf([{event: "shot-down"}], pieces),
        landing: soundsOf([{event: "landed"}], pieces), found: soundsOf([{event: "turned"}], pieces),
        sunk: soundsOf([lost("18.4(a)(4)", "us/walke")], pieces),
        carrier: soundsOf([lost("17.3(4)(b)", "us/wasp")], pieces),
        taken: soundsOf([lost("18.4(f)(4)", "us/lae")], pieces), aimed: soundsOf([{event: "aimed"}], pieces),
    };
}"""
NAMES = {
    "guns": ["dice", "shell"], "torpedoes": ["dice", "torpedo"], "both": ["dice", "flak", "bomb"],
    "strike": ["dice", "bomb"], "search": ["dice", "search"], "check": ["dice"], "hit": ["hit"], "shot": ["crash"],
    "landing": ["landing"], "found": ["found"], "sunk": ["sunk"], "carrier": ["carrier"], "taken": ["taken"],
    "aimed": [],
}  # fmt: skip

# A loudspeaker that counts what it is given; and touches, as for the browser each script of a test is one.
COUNTED = """
globalThis.touched = false;
addEventListener("pointerdown", () => { globalThis.touched = true; });
Object.defineProperty(navigator, "userActivation", {value: {get hasBeenActive() { return touched; }}});
globalThis.heard = {contexts: 0, sources: 0};
for (const Source of [OscillatorNode, AudioBufferSourceNode]) {
  const start = Source.prototype.start;
  Source.prototype.start = function (...at) { heard.sources += 1; return start.apply(this, at); };
}
globalThis.AudioContext = class extends AudioContext {
  constructor(...given) { super(...given); heard.contexts += 1; }
};
"""
HIT = """async (settings) => {
    const {state, change} = await import("/base/store.js");
    change({settings: {...state.settings, ...settings}});
    const {play} = await import("/table/battle/sounds.js");
    for (let n = 0; n < 20; n++) {
        play([{event: "damaged"}], new Map());
        await new Promise((done) => setTimeout(done, 20)); // until the loudspeaker is on
    }
    return globalThis.heard;
}"""


def test_each_kind_has_a_sound_of_its_own_and_none_is_long(bench: Page) -> None:
    heard: dict[str, Any] = bench.evaluate(RENDERED, RATE)
    assert len(heard) >= 14
    for name, (last, peak, strength, _course) in heard.items():
        assert 0.1 < last <= LONGEST, name
        assert 0.02 < peak <= 1, name
        assert strength > 0.5, name
    courses = [tuple(course) for _last, _peak, _strength, course in heard.values()]
    assert len(set(courses)) == len(courses)


def test_every_beat_has_the_sounds_of_what_happens(bench: Page) -> None:
    assert bench.evaluate(NAMED) == NAMES


def test_nothing_is_heard_until_it_is_switched_on(visitors: Visitors) -> None:
    """And nothing before somebody has touched the page."""
    person = visitors.person(hasty=True)
    person.add_init_script(COUNTED)
    page = visitors.window(person)
    page.locator("button#play-bot:enabled").wait_for()
    assert page.evaluate(HIT, {"effects": True}) == {"contexts": 0, "sources": 0}
    page.mouse.click(2, 2)
    assert page.evaluate(HIT, {"effects": False}) == {"contexts": 0, "sources": 0}
    assert page.evaluate(HIT, {"effects": True, "loudness": 0}) == {"contexts": 0, "sources": 0}
    heard = page.evaluate(HIT, {"effects": True, "loudness": 50})
    assert heard["contexts"] == 1
    assert 2 <= heard["sources"] < 2 * 20, "twenty hits at once are no din"


def test_a_browser_without_sound_fails_nowhere(visitors: Visitors) -> None:
    person = visitors.person(hasty=True)
    person.add_init_script("globalThis.AudioContext = undefined; globalThis.heard = {};")
    page = visitors.window(person)
    page.mouse.click(2, 2)
    assert page.evaluate(HIT, {"effects": True, "loudness": 50}) == {}


def test_who_never_chose_hears_nothing(bench: Page) -> None:
    kept = """async () => {
        localStorage.clear();
        const {effects, loudness} = (await import("/base/browser_storage.js")).keptSettings();
        return [effects, loudness];
    }"""
    assert bench.evaluate(kept) == [False, 50]


@pytest.mark.parametrize("wanted", [True, False])
def test_a_beat_is_heard_when_it_is_seen_and_once(stage: Stage, wanted: bool) -> None:
    """Also when the page is drawn again meanwhile."""
    page = stage.showing("sea-combat")
    page.mouse.click(2, 2)
    heard = page.evaluate(
        """async (effects) => {
        const {state, change} = await import("/base/store.js");
        const begun = [];
        const start = AudioBufferSourceNode.prototype.start;
        AudioBufferSourceNode.prototype.start = function (...at) { begun.push(1); return start.apply(this, at); };
        const {view} = state.shown, {token} = view.us.formations[0];
        const event = {event: "damaged", rule: "18.4(a)(4)", side: 0, token, hits: 1, damage: 1};
        const told = {event, group: [event], from: 0, index: 0, of: 1, events: [event]};
        const beat = {...told, before: view, after: view, length: 900};
        change({settings: {...state.settings, effects, loudness: 50}});
        const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        const {sounding} = await import("/base/sound.js");
        for (let n = 0; n < 100 && !sounding(); n++) await new Promise((done) => setTimeout(done, 20));
        change({beat});
        await frame();
        change({logSearch: "x"});
        await frame();
        change({beat: null, logSearch: "", settings: {...state.settings, effects: false}});
        await frame();
        AudioBufferSourceNode.prototype.start = start;
        return begun.length;
    }""",
        wanted,
    )
    assert heard == (1 if wanted else 0)
