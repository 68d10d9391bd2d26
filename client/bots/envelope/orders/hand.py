"""The hand: what is kept, which event is played, which transports sail, and where submarines go."""

from __future__ import annotations

from ironbottom.printed import EventCard
from ironbottom.questions import PASS, Choose, Move, Pick, Value
from ironbottom.words import Line

from ...mate.table import as_token, line_of
from ..counting import decided, read, search_value
from ..desk import Desk, FoundRow, Occasion, Ruling, as_card, guns, number, victory
from ..landings import army_of
from .strikes import precedence

DONE = ("done",)


def event(desk: Desk) -> Ruling | None:
    """Any window: an event that its row plays."""
    for name in desk.seen.question.plays:
        card = desk.seen.event(name)
        found = read(desk, "events", card)
        if found.row.do == "play":
            return Ruling(("play", name), found)
    return None


def kept(desk: Desk, name: Value) -> FoundRow:
    return read(desk, "keeping", as_card(desk.seen, name))


def discard(desk: Desk) -> Ruling:
    """Window 3: of the drawn cards the one in the lowest row; no turn is skipped."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Choose)
    cards = [x for x in shape.options if isinstance(x, str) and x in desk.seen.cards]
    if not cards:
        return decided(desk, shape.first(), "routine")
    rows = {x: kept(desk, x) for x in cards}
    best = max(cards, key=lambda x: (rows[x].row.number, x))
    return Ruling(best, rows[best])


def down_to_limit(desk: Desk) -> Ruling:
    """Window 33: likewise."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Pick)
    rows = {x: kept(desk, x) for x in shape.items}
    gone = sorted(shape.items, key=lambda x: (-rows[x].row.number, str(x)))[: shape.least]
    return Ruling(tuple(gone), rows[gone[0]] if gone else read(desk, "keeping", None))


def reinforce(desk: Desk) -> Ruling:
    """Window 4: transports sail, the largest army first."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Move)
    held = [as_card(desk.seen, name) for name in shape.steps.get("transports", {})]
    troops = sorted([card for card in held if isinstance(card, EventCard)], key=lambda c: (-army_of(desk, c), c.id))
    found = read(desk, "convoys", None)
    for card in troops:
        found = read(desk, "convoys", card)
        if found.row.do == "sail":
            return Ruling(("transports", card.id), found)
    return Ruling(DONE, found)


def submarine(desk: Desk) -> Ruling:
    """Window 14: the target of the best row."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Move)
    ranked: list[tuple[int, int, int, int, str, FoundRow]] = []
    for card, targets in shape.steps.get("submarine", {}).items():
        for at in map(as_token, targets):
            f = desk.seen.enemy_ships[at]
            found = read(desk, "submarines", f)
            if found.row.do == "play":
                ranked.append((found.row.number, *precedence(desk, f), str(card), found))
    if not ranked:
        return decided(desk, DONE, "submarines", None)
    best = min(ranked, key=lambda entry: entry[:5])
    return Ruling(("submarine", best[4], best[3]), best[5])


def name(desk: Desk) -> Ruling:
    """§20.3  What an event works on."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Choose)
    card = desk.seen.event(desk.seen.question.card or "")
    found = read(desk, "events", card)
    does = "" if card is None else card.effect.does
    if does == "squall" and "squall-no-attack" in shape.options:
        return Ruling("squall-no-attack", found)
    best = max(shape.options, key=lambda x: (_good(desk, does, x), as_token(x)))
    return Ruling(best, found)


def _good(desk: Desk, does: str, value: Value) -> int:
    """How much of what the effect works on is there."""
    line, token, seen = line_of(value), as_token(value), desk.seen
    if line is not None and isinstance(value, int) and 0 <= value <= 5:
        return _line(desk, does, line)
    if token in seen.enemy_ships:
        return victory(seen, seen.enemy_ships[token]) + seen.enemy_ships[token].airplanes
    if token in seen.ships:
        f = seen.ships[token]
        if does == "decoy":
            return (1 if f.detected else -1) * (victory(seen, f) + f.airplanes)
        land = 0 if f.values is None else number(f.values.land)
        return land if does == "shells" else guns(f)
    if token in seen.bases:
        return seen.bases[token].damage
    if token in seen.airplanes:
        card = desk.card(seen.airplanes[token])
        return 0 if card is None else number(card.airc) + number(card.bomb)
    return 0


def _line(desk: Desk, does: str, line: Line) -> int:
    if does == "uncover":
        return search_value(desk, line)
    return desk.over(line)


def passing(desk: Desk) -> Ruling:
    """A window where only an event could come."""
    return decided(desk, PASS, "routine", Occasion("pass"))

