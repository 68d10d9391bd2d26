"""Named situations of real games that a page can be shown: for pictures, for axe, for timing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from playwright.sync_api import Page

from ironbottom.catalog import card_set
from ironbottom.rules import new_game
from ironbottom.wire.codecs import encode_json
from ironbottom.wire.messages import Seat, Table, Update
from ironbottom.wire.terms import Terms
from ironbottom.words import Side
from tests.support.players import seed
from tests.wire.games import TABLE, told, turns


class Situation(NamedTuple):
    """What one pair of eyes sees at one moment."""

    name: str
    viewer: Side | None
    updates: tuple[Update, ...]  # all that came until then


def _asked(step: str) -> Callable[[Update], bool]:
    return lambda update: update.view.question is not None and update.view.question.step == step


def _full(step: str, least: int) -> Callable[[Update], bool]:
    """Asked for so many cards at least."""
    return lambda update: _asked(step)(update) and _size(update) >= least


def _held(fits: Callable[[Update], bool]) -> Callable[[Update], bool]:
    """And whoever is asked has cards in the hand."""
    return lambda update: fits(update) and bool(update.view.us.hand or update.view.jp.hand)


def _size(update: Update) -> int:
    question = update.view.question
    assert question is not None
    shape: Any = question.shape
    for name in ("choices", "items", "options"):
        if hasattr(shape, name):
            return len(getattr(shape, name))
    return sum(map(len, shape.steps.values()))


WANTED: dict[str, Callable[[Update], bool]] = {
    "first-deployment": _asked("first-deployment.place"),
    "action": _asked("action.choose"),
    "ships": _full("ships.step", 10),
    "airplanes": _full("airplanes.step", 8),
    "reconnaissance": _full("reconnaissance.search", 3),
    "air-attack": _full("air-attack.declare", 2),
    "air-combat": _held(_full("air-combat.assign", 1)),
    "return": _full("return.place", 3),
    "sea-combat": _held(_full("sea-rounds.aim", 2)),
    "landing": _full("landing-phase.assign", 1),
}
OF_SPECTATOR, AT_THE_END = "looking-on", "end"
NAMES = (*WANTED, OF_SPECTATOR, AT_THE_END)


@cache
def situations() -> dict[str, Situation]:
    """Each that is wanted, of the first game that has it."""
    found: dict[str, Situation] = {}
    for number in (1, 3, 5, 7, 9):  # games with all cards
        if len(found) == len(NAMES):
            break
        found |= {one.name: one for one in _of_game(number) if one.name not in found}
    assert {*found} == {*NAMES}
    return found


def _of_game(number: int) -> Iterator[Situation]:
    before: dict[Side | None, list[Update]] = {Side.US: [], Side.JP: [], None: []}
    found: set[str] = set()
    game = new_game(card_set("full@1"), seed(number))
    for turn in turns(number):
        for who, update in zip(before, turn.updates, strict=True):
            before[who].append(update)
        side = turn.question.side
        game = game.after(side, turn.answer)
        for name, fits in WANTED.items():
            if name not in found and fits(turn.updates[side]):
                found.add(name)
                yield Situation(name, side, (*before[side],))
                if name == "sea-combat":
                    yield Situation(OF_SPECTATOR, None, (*before[None],))
    yield Situation(AT_THE_END, Side.US, (*before[Side.US], told(game, len(before[None]) + 1)[Side.US]))


SHOW = """async ([updates, table, side, cards]) => {
    const {change} = await import("/base/store.js");
    const file = await (await fetch(`/cards/${encodeURIComponent(cards)}.json`)).json();
    const byId = {};
    const find = (one) => {
        if (one?.id) byId[one.id] = one;
        else if (one instanceof Object) Object.values(one).forEach(find);
    };
    find(file);
    const {fetched} = await import("/base/later.js");
    await Promise.all(["../table/battle/battle.js", "../sheets/sheets.js"].map(fetched)); // so that nothing comes later
    const {hear} = await import("/text/story.js");
    const {forgetBeats} = await import("/session/seat/beats.js");
    forgetBeats();
    change({cards: byId, set: file});
    const log = [];
    for (const text of updates) {
        const update = JSON.parse(text);
        hear(update.events, update.view, byId);
        for (const event of update.events) log.push({number: update.number, event, view: update.view});
    }
    const last = JSON.parse(updates.at(-1));
    const shown = {number: last.number, view: last.view, given: last.given};
    change({
        screen: "table", side, table: JSON.parse(table), seat: {table: "K7F2QA9X", place: side ?? -1, secret: ""},
        latest: shown, shown, beat: null, log, past: null, staged: null, sending: false, refused: null, open: "",
        tab: "log", pulled: false,
    });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""


def show(page: Page, situation: Situation) -> None:
    """Let a page draw it, as if its updates had come."""
    seats = (seat("Ada", Side.US), seat("本田", Side.JP))
    table = Table(TABLE, "playing", Terms(cards="full@1"), seats, bytes(32), 1, 2)
    texts = [encode_json(update).decode() for update in situation.updates]
    page.evaluate(SHOW, [texts, encode_json(table).decode(), situation.viewer, "full@1"])


def seat(name: str, side: Side) -> Seat:
    """Somebody who plays."""
    return Seat(name, bytes([1 + side]) * 32, side, True, False, False, 754_000, side is Side.US, False)
