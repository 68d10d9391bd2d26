"""One's own side: all of it is known but the order of the decks; in a private segment also how it was before."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from ironbottom.flow import Game
from ironbottom.printed import AirplaneCard, AnyCard, BaseCard, EventCard, ShipCard
from ironbottom.questions import Answer, Rng
from ironbottom.rules.s05_lines import free_icons
from ironbottom.rules.s10_setup import take_placing_step
from ironbottom.rules.s14_airplanes import take_airplane_step
from ironbottom.rules.s14_deployment import take_ship_step
from ironbottom.state import Forces, Formation, State
from ironbottom.views import SeenSide, View
from ironbottom.words import SIDES, CardId, Side, Token
from ironbottom.worlds.frames import Unknowable
from ironbottom.worlds.memory import Memory, PrivateSegment, half
from ironbottom.worlds.rows import Rows, airplanes_in_order, empty, formations_in_order, scored

UNHEARD = "a step of the private segment in progress was not told to the memory"


class _Still:
    """No chance at all: for what is built once and dealt again for every world."""

    def random(self) -> float:
        return 0.0


STILL: Rng = _Still()


class Own(Struct):
    """One's own side, but for its decks."""

    now: Forces
    taken: tuple[Answer, ...] = ()  # the steps of the private segment in progress
    start: Forces | None = None  # as it was when they began
    scored: int | None = None  # how many of the enemy's victory pile were there then
    shown: Forces | None = None  # as the others see it meanwhile
    placed: tuple[dict[Token, Formation], ...] = ()  # §10.4: before each step of the first deployment


def own(rows: Rows, view: View, memory: Memory) -> Own:
    """One's own side at this question."""
    side, section = memory.side, view.sections[-1]
    mine = half(view, side)
    if section == "first-deployment":
        return _first_deployment(rows, mine, memory)
    if section == "playing" and "airplanes" in view.sections:
        section = "airplanes"
    if section not in ("ships", "airplanes"):
        return Own(forces_of(rows, mine, memory))
    if memory.veil is None:
        raise Unknowable(UNHEARD)
    return _deployment(rows, view, memory, airplanes=section == "airplanes")


def forces_of(rows: Rows, mine: SeenSide, memory: Memory, whose: Side | None = None) -> Forces:
    """A side whose cards are all known: one's own, or on an open table (§23.20) `whose`."""
    side = memory.side if whose is None else whose
    forces = empty(STILL, side.name)
    forces.formations = {
        row.token: rows.formation(side, row, side is memory.side and row.token in memory.loading)
        for row in formations_in_order(mine, memory.entered[side])
    }
    forces.bases = rows.bases(side, mine, memory)
    forces.airplanes = {
        row.token: rows.airplane(side, row) for row in airplanes_in_order(mine, memory.airplanes[side])
    }
    _piles(rows, forces, mine, memory, side)
    return forces


def _piles(rows: Rows, forces: Forces, mine: SeenSide, memory: Memory, side: Side) -> None:
    hand = rows.pile(mine.hand or ())
    forces.hand = tuple([card for card in hand if isinstance(card, AirplaneCard | EventCard)])
    forces.discards = rows.pile(mine.discarded or ())
    forces.victory = rows.victory(mine)
    forces.unaccounted = rows.unaccounted(side, mine, memory)
    forces.redrew, forces.scored = bool(mine.redrew), scored(mine)


def _segment(memory: Memory, name: str) -> PrivateSegment | None:
    found = next((segment for segment in memory.segments if segment.name == name), None)
    if found is not None and not found.whole:
        raise Unknowable(UNHEARD)
    return found


def _workplace(rows: Rows, forces: Forces, side: Side) -> Game:
    """A table to carry out one's own steps on."""
    both = [forces if s is side else empty(STILL, s.name) for s in SIDES]
    state = State(cards=rows.cards, forces=(both[0], both[1]), dice=forces.chance.copy(), tokens=forces.chance.copy())
    return Game.standing(state, [], {})


def _first_deployment(rows: Rows, mine: SeenSide, memory: Memory) -> Own:
    """§10.4  Every step can be taken back."""
    segment = _segment(memory, "first-deployment")
    if segment is None:
        raise Unknowable(UNHEARD)
    forces = forces_of(rows, segment.start, memory)
    g, placed = _workplace(rows, forces, memory.side), []
    for step in segment.taken:
        placed.append(forces.formations.copy())
        take_placing_step(g, memory.side, _words(step))
    _compare(forces, mine)
    return Own(forces, placed=tuple(placed))


def _deployment(rows: Rows, view: View, memory: Memory, *, airplanes: bool) -> Own:
    """§14.2, §14.3  How the side was, what was done since, and what is shown of it."""
    side, mine = memory.side, half(view, memory.side)
    assert memory.veil is not None
    before = forces_of(rows, memory.veil, memory)
    forces = before.clone()
    g, ships = _workplace(rows, forces, side), _segment(memory, "ships")
    for step in ships.taken if ships is not None else ():
        take_ship_step(g, side, _words(step))
    if not airplanes:
        _piles(rows, forces, mine, memory, side)
        _compare(forces, mine)
        taken = () if ships is None else tuple(ships.taken)
        return Own(forces, taken, before, memory.scored, before.clone())
    segment = _segment(memory, "airplanes")
    if segment is None:
        raise Unknowable(UNHEARD)
    first = mine if view.sections[-1] == "playing" else segment.start  # cards are played before the first step
    _piles(rows, forces, first, memory, side)
    forces.bases = rows.bases(side, first, memory)
    shown = before.clone()
    shown.hand, shown.bases, shown.unaccounted = forces.hand, forces.bases.copy(), forces.unaccounted
    shown.discards += rows.pile(memory.played)
    start = forces.clone()
    _fly(g, side, segment.taken)
    _compare(forces, mine)
    return Own(forces, tuple(segment.taken), start, None, shown)


def _fly(g: Game, side: Side, taken: Sequence[Answer]) -> None:
    """The steps of an airplane segment."""
    free = free_icons(g.forces[side])
    try:
        for step in taken:
            take_airplane_step(g, side, _words(step), free)
    except KeyError:  # an earlier edition gave airplanes that were just deployed other tokens
        raise Unknowable(UNHEARD) from None


def _words(step: Answer) -> tuple[str | int, ...]:
    assert isinstance(step, tuple)
    return tuple([word for word in step if isinstance(word, str | int)])


def _compare(forces: Forces, mine: SeenSide) -> None:
    """What was told must lead to what is seen."""
    ships = {f.token: (f.line, f.detected) for f in forces.formations.values()}
    airplanes = {a.token: (a.card.id, a.host) for a in forces.airplanes.values()}
    if ships != {row.token: (row.line, row.detected) for row in mine.formations} or airplanes != {
        row.token: (row.card, row.host) for row in mine.airplanes
    }:
        raise Unknowable(UNHEARD)


def decks(rows: Rows, side: Side, mine: SeenSide, theirs: SeenSide) -> tuple[list[AnyCard], list[AnyCard]]:
    """One's own fleet deck and airplane deck: what is nowhere else, in no order."""
    printed = rows.cards.side(side)
    gone: list[CardId | None] = [row.lead for row in mine.formations] + [row.escort for row in mine.formations]
    gone += [row.card for row in mine.bases] + [card for card, _ in theirs.victory]
    fleet: list[AnyCard] = _left(printed.fleet, gone)
    gone += [row.card for row in mine.airplanes] + [*(mine.hand or ()), *(mine.discarded or ())]
    return fleet, _left(printed.air, gone)


def _left(cards: Sequence[AnyCard], gone: Sequence[CardId | None]) -> list[AnyCard]:
    left, away = list[AnyCard](), list(gone)
    for card in cards:
        if card.id in away:
            away.remove(card.id)
        else:
            left.append(card)
    return left


def with_decks(forces: Forces, fleet: tuple[ShipCard | BaseCard, ...], air: tuple[AirplaneCard | EventCard, ...],
               streams: Forces) -> Forces:
    """A copy of a side for one world."""
    return replace(
        forces, formations=forces.formations.copy(), bases=forces.bases.copy(), airplanes=forces.airplanes.copy(),
        fleet_deck=fleet, air_deck=air, fleets=streams.fleets, chance=streams.chance,
    )
