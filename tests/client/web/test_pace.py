"""How long the story of a turn takes: at the quick pace never longer than its time; and calm as ever."""

from __future__ import annotations

import json
from statistics import quantiles

import pytest
from playwright.sync_api import Page

from ironbottom.wire.codecs import encode_json
from tests.support.lengths import by_night, some
from tests.wire.games import turns

STORY = 20_000  # milliseconds
GAMES = ((5, 0), (4, 1), (1, 2), (7, 0))  # with the longest turns of the first ten games: two minutes of calm beats

# Of every turn of a game: milliseconds of its beats, and how many of those that weigh most were seen and were not.
STORIES = """async ([speed, texts]) => {
    const [{beatsOf}, {TurnTime}] = await Promise.all(
        ["beats", "pace"].map((name) => import(`/session/seat/${name}.js`)));
    const time = new TurnTime(), stories = [[0, 0, 0]];
    for (const {events, turn} of texts.map((text) => JSON.parse(text))) {
        for (const beat of beatsOf(events)) {
            if (beat.event.event === "turn-began") {
                time.begin(beat.event.turn);
                stories.push([0, 0, 0]);
            }
            const length = time.take(beat, speed), story = stories.at(-1);
            story[0] += length;
            if (["damaged", "eliminated", "shot-down", "landed"].includes(beat.event.event)) story[length ? 1 : 2] += 1;
        }
        time.begin(turn);
    }
    return stories;
}"""

# A turn in which a thing happens over and over.
ENDLESS = """async (event) => {
    const {TurnTime, LENGTHS} = await import("/session/seat/pace.js");
    const time = new TurnTime();
    const kinds = event ? [event] : Object.keys(LENGTHS);
    let story = 0;
    for (let n = 0; n < 4000; n++) {
        const one = {event: kinds[n % kinds.length], hits: n % 3};
        story += time.take({event: one, group: [one]}, "quick");
    }
    time.begin(2);
    const one = {event: "rolled", hits: 0};
    return [story, time.take({event: one, group: [one]}, "quick")];
}"""

# The beats of an update as they are played.
PLAYED = """async (texts) => {
    const [{arrived, beatsOf, skip}, {change, state, watch}] = await Promise.all(
        ["/session/seat/beats.js", "/base/store.js"].map((path) => import(path)));
    const updates = texts.map((text) => JSON.parse(text));
    const at = updates.findIndex(({events}, n) => n > 0 && beatsOf(events)[0]?.event.event === "rolled");
    const seen = [];
    const end = watch(({beat}) => beat && seen.push([beat.event.event, beat.length]));
    change({settings: {...state.settings, speed: "quick", motion: true}, shown: updates[at - 1]});
    arrived(updates[at]);
    await new Promise((done) => setTimeout(done, 200));
    skip();
    end();
    return seen;
}"""


@pytest.mark.parametrize(("number", "who"), some(GAMES, 2))
def test_the_story_of_a_turn_takes_twenty_seconds_at_most(bench: Page, number: int, who: int) -> None:
    """And whatever was hit, sunk or shot down in it was to be seen."""
    told = bench.evaluate(STORIES, ["quick", sent(number, who)])
    spent = [story for story, _seen, _unseen in told]
    calm = [story for story, _seen, _unseen in bench.evaluate(STORIES, ["calm", sent(number, who)])]
    assert max(calm) > 80_000, "no turn is long enough to test anything"
    assert max(spent) <= STORY
    assert quantiles(spent, n=20)[18] > 0.3 * STORY, "the story is told too hastily"
    assert sum(unseen for _story, _seen, unseen in told) <= sum(seen for _story, seen, _unseen in told) / 50


@pytest.mark.parametrize("event", ["", "rolled", "eliminated", "aimed"])
def test_no_turn_is_so_long_that_its_story_is_longer(bench: Page, event: str) -> None:
    """And the next turn has its own time."""
    story, after = bench.evaluate(ENDLESS, event)
    assert 0.5 * STORY < story <= STORY
    assert after > 900


@by_night
def test_calm_beats_take_their_time(bench: Page) -> None:
    """Two minutes where so much happens."""
    calm = bench.evaluate(STORIES, ["calm", sent(5, 0)])
    assert max(story for story, _seen, _unseen in calm) > 120_000
    assert not any(unseen for _story, _seen, unseen in calm)


def test_who_never_chose_sees_the_quick_pace_and_who_chose_the_calm_one_keeps_it(bench: Page) -> None:
    paces = bench.evaluate("""async () => {
        const {keptSettings, keepSettings} = await import("/base/browser_storage.js");
        localStorage.clear();
        const fresh = keptSettings().speed;
        keepSettings({lang: "en", speed: "calm"});
        return [fresh, keptSettings().speed];
    }""")
    assert paces == ["quick", "calm"]


def test_the_beats_last_as_long_as_they_are_given(bench: Page) -> None:
    updates = [json.loads(encode_json(turn.updates[0])) for turn in turns(1)]
    assert bench.evaluate(PLAYED, [json.dumps(update) for update in updates]) == [["rolled", pytest.approx(966)]]


def sent(number: int, who: int) -> list[str]:
    """The events of a game as one pair of eyes is told them, with the turn that it is then."""
    updates = [turn.updates[who] for turn in turns(number)]
    return [
        json.dumps({"events": json.loads(encode_json(update))["events"], "turn": update.view.turn})
        for update in updates
    ]
