"""What a side may see.  The only way out of the state.

A view is built up from nothing out of what is allowed, never cut down; rows are sorted by token, so that their order
tells nothing.  While the phasing side deploys in private, everybody else sees it as it was (§14.3(4)).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, NamedTuple, TypeVar

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from ironbottom.abilities import damaged
from ironbottom.events import AnyEvent
from ironbottom.flow import Game
from ironbottom.printed import AnyCard, BaseCard, Values
from ironbottom.question_odds import odds
from ironbottom.questions import Question
from ironbottom.state import AIR, Airplane, Base, Formation, InForce
from ironbottom.views import (
    EncodedView,
    SeenAirplane,
    SeenBase,
    SeenBaseValues,
    SeenEffect,
    SeenFormation,
    SeenOutcome,
    SeenSide,
    SeenValues,
    View,
)
from ironbottom.windows import WINDOWS
from ironbottom.words import CardId, Icon, Line, Side, Token

Laid = TypeVar("Laid", View, EncodedView)
Half = TypeVar("Half")  # of a table: what is drawn of one side
Scored = tuple[tuple[AnyCard, int], ...]  # a victory pile
_values: dict[tuple[Values, int], SeenValues] = {}  # memos of what cards print: no fact of any game
_bases: dict[tuple[BaseCard, int], SeenBaseValues] = {}
_pack = msgspec.msgpack.Encoder().encode
BASE_ICONS = (Icon.LAND, Icon.SEA, Icon.FLYING)
NOTHING = SeenSide((), (), (), None, None, None, None, 0, None, None, (), 0, None)


class Halves(Generic[Half]):
    """What was last drawn of each side for each pair of eyes: where nothing of it has changed, it is as it was.

    A half of the table hangs on nothing but its `_basis`, so it is drawn anew only for another basis.
    """

    __slots__ = ("_draw", "_drawn")

    def __init__(self, draw: Callable[[Basis | None], Half]) -> None:
        self._draw = draw
        self._drawn: dict[tuple[Side, Side | None], tuple[Basis | None, Half]] = {}

    def of(self, g: Game, viewer: Side | None) -> tuple[Half, Half]:
        """Of US and JP."""
        return self._half(g, Side.US, viewer), self._half(g, Side.JP, viewer)

    def _half(self, g: Game, side: Side, viewer: Side | None) -> Half:
        basis = _basis(g, side, viewer)
        found = self._drawn.get((side, viewer))
        if found is None or found[0] != basis:
            if basis is not None:  # the tables of a game that is played on in place would change with it
                basis = basis._replace(
                    formations=basis.formations.copy(), bases=basis.bases.copy(), airplanes=basis.airplanes.copy()
                )
            found = self._drawn[side, viewer] = basis, self._draw(basis)
        return found[1]


class Sighted:
    """The views of a game as MessagePack, with halves that were encoded before."""

    __slots__ = ("_halves",)

    def __init__(self) -> None:
        self._halves: Halves[Raw] = Halves(lambda basis: Raw(_pack(_drawn(basis))))

    def view(self, g: Game, viewer: Side | None) -> bytes:
        """§22.7  A view as MessagePack."""
        return _pack(_laid(EncodedView, g, viewer, *self._halves.of(g, viewer)))


class TableViews:
    """The views of a game, with halves that were drawn before: for who looks again at every question of a game."""

    __slots__ = ("_halves",)

    def __init__(self) -> None:
        self._halves: Halves[SeenSide] = Halves(_drawn)

    def view(self, g: Game, viewer: Side | None) -> View:
        """§22.7  What `view` gives."""
        return _laid(View, g, viewer, *self._halves.of(g, viewer))


def view(g: Game, viewer: Side | None) -> View:
    """§22.7  The table as US, JP or a spectator (None) may see it, with the viewer's own question."""
    return _laid(View, g, viewer, _side(g, Side.US, viewer), _side(g, Side.JP, viewer))


def _laid(kind: Callable[..., Laid], g: Game, viewer: Side | None, us: object, jp: object) -> Laid:
    """A view of either kind, around its two halves."""
    state = g.state
    top = g.stack[-1] if g.stack else None
    line: Line | None = getattr(top, "line", None)
    o = g.outcome
    return kind(
        viewer=viewer,
        turn=state.turn,
        phasing=state.phasing,
        action=state.action,
        target=state.target,
        sections=tuple([p.tag() for p in g.stack]),
        line=line,
        us=us,
        jp=jp,
        in_force=tuple([_effect(e) for e in state.in_force]),
        lying=tuple([lying for lying in [p.lying() for p in g.stack] if lying is not None]),
        waiting=tuple([(side, g.window(side)) for side in sorted(g.asked)]),
        question=question(g, viewer) if viewer is not None and viewer in g.asked else None,
        outcome=None if o is None else SeenOutcome(o.winner, o.reason, o.points),
    )


def question(g: Game, side: Side) -> Question:
    """§22.6  The question that waits for a side, with everything that is needed to draw and to answer it."""
    asked = g.asked[side]
    top, step, window = g.stack[-1], asked.step, g.window(side)
    line: Line | None = getattr(top, "line", None)
    return Question(
        side=side,
        window=window,
        rule=step.rule,
        step=g.step(side),
        prompt=step.prompt,
        cause=WINDOWS[window].cause,
        about=top.about(),
        card=getattr(top, "card", None),
        line=line,
        shape=asked.shape,
        plays=tuple([card.id for card in asked.plays]),
        default=g.default(side),
        odds=odds(g, side),
        harmless=g.harmless(side),
    )


def seen(events: Iterable[AnyEvent], viewer: Side | None) -> list[AnyEvent]:
    """Events as a viewer may read them: without those that are private, and without secret fields, of another side."""
    told: list[AnyEvent] = []
    for e in events:
        if (e.secret or e.private) and getattr(e, "side", None) is not viewer:
            if not e.private:
                told.append(replace(e, **dict.fromkeys(e.secret)))
        else:
            told.append(e)
    return told


class Basis(NamedTuple):
    """All that one side of the table shows to one pair of eyes is drawn from this; None stands for nothing at all."""

    formations: dict[Token, Formation]
    bases: dict[Token, Base]
    airplanes: dict[Token, Airplane]
    hand: tuple[AnyCard, ...]
    fleet_deck: int
    air_deck: int
    discards: tuple[AnyCard, ...]
    victory: Scored
    points: int
    redrew: bool
    face_up: bool  # all cards: to who plays this side, and to everybody when the game is over


def _basis(g: Game, side: Side, viewer: Side | None) -> Basis | None:
    """§14.3(4), §22.1, §22.8  What a side shows: to all but itself as it was before the private segment in progress.

    When the game is over, in whatever segment, everything lies open (R-68); on an open table (§23.20) from the common
    reveal on.
    """
    state, face_up = g.state, side is viewer or g.outcome is not None
    if state.setting_up and not face_up:
        return None
    face_up = face_up or state.cards.options.open_table
    forces = state.forces[side]
    victory = forces.victory
    if state.shown is not None and viewer is not state.phasing:
        if side is state.phasing:
            forces = state.shown
            victory = forces.victory
        else:
            victory = state.shown_victory
    return Basis(
        forces.formations, forces.bases, forces.airplanes, forces.hand, len(forces.fleet_deck), len(forces.air_deck),
        forces.discards, victory, sum([vp for _, vp in victory]) + forces.scored, forces.redrew, face_up,
    )


def _side(g: Game, side: Side, viewer: Side | None) -> SeenSide:
    return _drawn(_basis(g, side, viewer))


def _drawn(basis: Basis | None) -> SeenSide:
    """§22.2, §22.5  Decks and hands as counts, the top of the pile."""
    if basis is None:
        return NOTHING
    mine = basis.face_up
    aboard: dict[Token, int] = {}
    for a in basis.airplanes.values():
        if a.host:
            aboard[a.host] = aboard.get(a.host, 0) + 1
    discards = basis.discards
    return SeenSide(
        formations=tuple([_formation(f, mine, aboard.get(t, 0)) for t, f in sorted(basis.formations.items())]),
        bases=tuple([_base(b) for _, b in sorted(basis.bases.items())]),
        airplanes=tuple([_airplane(a, mine) for _, a in sorted(basis.airplanes.items())]),
        hand_count=len(basis.hand),
        hand=_ids(basis.hand) if mine else None,
        fleet_deck=basis.fleet_deck,
        air_deck=basis.air_deck,
        discards=len(discards),
        top=discards[-1].id if discards else None,
        discarded=_ids(discards) if mine else None,
        victory=tuple([(card.id, points) for card, points in basis.victory]),
        points=basis.points,
        redrew=basis.redrew,
    )


def _ids(cards: tuple[AnyCard, ...]) -> tuple[CardId, ...]:
    return tuple([c.id for c in cards])


def _formation(f: Formation, mine: bool, airplanes: int) -> SeenFormation:
    """§22.3  Its face for its owner, for everybody once it is detected, and for who saw it under this token.

    A Tokyo Express pair (§21.16) is the lone escort for all others until the deployment that formed it is shown.
    """
    if f.loading and not mine:
        assert f.escort is not None
        f = replace(f, lead=f.escort, escort=None, values=f.escort.values)
    open_ = mine or f.detected or f.known
    return SeenFormation(
        f.token,
        f.line,
        f.escort is not None,
        f.detected,
        airplanes,
        f.lead.id if open_ else None,
        f.escort.id if open_ and f.escort is not None else None,
        f.damage,
        _values_now(f.values, f.damage) if open_ else None,
        f.known,
        f.task,
        f.attempts,
    )


def _values_now(v: Values, damage: int) -> SeenValues:
    found = _values.get((v, damage))
    if found is None:
        air, surface, torp, land = [damaged(a, damage) for a in (v.air, v.surface, v.torp, v.land)]
        sub, speed, army = [damaged(a, damage) for a in (v.sub, v.speed, v.army)]
        found = SeenValues(v.hp, air, surface, torp, land, sub, speed, army, v.icon, v.icons_left(damage))
        _values[v, damage] = found
    return found


def _base(b: Base) -> SeenBase:
    values = _bases.get((b.card, b.damage))
    if values is None:
        values = _bases[b.card, b.damage] = _base_now(b)
    return SeenBase(b.token, b.line, b.card.id, b.damage, values)


def _base_now(b: Base) -> SeenBaseValues:
    card, damage = b.card, b.damage
    air, tb, guns = [damaged(a, damage) for a in (card.air, card.tb, card.guns)]
    garrison, patrol, repair = [damaged(a, damage) for a in (card.garrison, card.patrol, card.repair)]
    land, sea, flying = [b.icons(kind) for kind in BASE_ICONS]
    return SeenBaseValues(card.hp, air, tb, guns, garrison, patrol, repair, land, sea, flying)


def _airplane(a: Airplane, mine: bool) -> SeenAirplane:
    """§22.4  Its face for its owner, and for everybody while it is detected."""
    card = a.card.id if mine or a.detected else None
    origin = a.origin if a.host == AIR else AIR
    return SeenAirplane(a.token, a.host, card, a.detected, a.line, origin, a.task, a.attempts)


def _effect(e: InForce) -> SeenEffect:
    return SeenEffect(e.does, e.side, e.n, e.line, e.token)


