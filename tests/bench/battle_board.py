"""What the largest battle costs the page: when its board is first opened, and at each of its beats."""

from __future__ import annotations

from functools import cache

from playwright.sync_api import Page

from ironbottom.wire.codecs import encode_json
from ironbottom.words import Side
from tests.client.web.support.situations import Situation, show
from tests.wire.games import turns

GAMES = (1, 5, 7)  # of eager players, with all cards
BEATS = 60  # of the battle, measured from its largest moment on

# How many cards lie on the battle board after each update.
CARDS = """async (texts) => {
    const [{hear}, {field}, store] = await Promise.all(
        ["text/story", "table/battle/field", "base/store"].map((path) => import(`/${path}.js`)));
    return texts.map((text) => {
        const {number, events, view} = JSON.parse(text);
        hear(events, view, null);
        const fight = field({...store.state, shown: {number, view}, past: null, beat: null});
        return (fight?.halves ?? []).flatMap(({boxes}) => boxes.flatMap(({pieces}) => pieces)).length;
    });
}"""

# What a change takes until it is drawn and laid out, and until the picture is painted; in milliseconds.
DRAWN = """
const {change, state} = await import("/base/store.js");
const drawn = (act) => new Promise((done) => {
    let from = 0;
    requestAnimationFrame(() => { from = performance.now(); });
    act();
    requestAnimationFrame(() => {
        document.body.offsetHeight;
        const work = performance.now() - from, painted = new MessageChannel();
        painted.port1.onmessage = () => done([work, performance.now() - from]);
        painted.port2.postMessage(0);
    });
});
"""
OPENED = f"""async () => {{ {DRAWN}
    const {{field}} = await import("/table/battle/field.js");
    change({{settings: {{...state.settings, speed: "calm", motion: true}}, battleShut: field(state).key}});
    for (let n = 0; n < 10; n++) await drawn(() => {{}});
    if (document.querySelector(".battle")) throw new Error("the battle board is open already");
    const spent = await drawn(() => change({{battleShut: ""}}));
    return [...spent, document.querySelectorAll(".battle .tile").length];
}}"""
PLAYED = f"""async (texts) => {{ {DRAWN}
    const [{{hear}}, {{beatsOf}}] = await Promise.all(
        ["text/story", "session/seat/beats"].map((path) => import(`/${{path}}.js`)));
    const spent = [];
    let before = state.shown.view;
    for (const {{events, view}} of texts.map((text) => JSON.parse(text))) {{
        hear(events, view, null);
        for (const beat of beatsOf(events)) {{
            const told = {{...beat, of: events.length, events, before, after: view, length: 900}};
            const [work] = await drawn(() => change({{beat: told}}));
            if (document.querySelector(".battle.playing")) spent.push(work);
        }}
        before = view;
    }}
    return spent;
}}"""


@cache
def games() -> list[list[Situation]]:
    """What the US sees after each update."""
    every = [tuple([turn.updates[Side.US] for turn in turns(number)]) for number in GAMES]
    return [[Situation("", Side.US, told[: n + 1]) for n in range(len(told))] for told in every]


def sent(game: list[Situation], first: int, last: int) -> list[str]:
    return [encode_json(one.updates[-1]).decode() for one in game[first:last]]


def largest(page: Page) -> tuple[list[Situation], int]:
    """The game, and the update after which most cards lie on the board."""
    found = []
    for game in games():
        cards: list[int] = page.evaluate(CARDS, sent(game, 0, len(game)))
        found.append((max(cards), game, cards.index(max(cards))))
    _most, game, at = max(found, key=lambda one: one[0])
    return game, at


def measured(page: Page) -> tuple[float, int, list[float]]:
    """Seconds until the largest battle was painted first, its cards, and seconds of work for each of its next beats."""
    game, at = largest(page)
    show(page, game[at])
    _work, painted, cards = page.evaluate(OPENED)
    spent: list[float] = page.evaluate(PLAYED, sent(game, at + 1, at + 1 + BEATS))
    return painted / 1000, cards, [work / 1000 for work in spent]
