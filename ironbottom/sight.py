"""What a side may see.  The only way out of the state.

A view is built up from nothing out of what is allowed, never cut down; rows are sorted by token, so that their order
tells nothing.  While the phasing side deploys in private, everybody else sees it as it was (§14.3(4)).
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ironbottom.abilities import damaged
from ironbottom.events import AnyEvent
from ironbottom.flow import Game
from ironbottom.forecast import odds
from ironbottom.printed import AnyCard, Values
from ironbottom.questions import Question
from ironbottom.state import AIR, Airplane, Base, Forces, Formation, InForce, State
from ironbottom.views import SeenAirplane, SeenBase, SeenEffect, SeenFormation, SeenOutcome, SeenSide, SeenValues, View
from ironbottom.windows import WINDOWS
from ironbottom.words import CardId, Line, Side, Token

Scored = tuple[tuple[AnyCard, int], ...]  # a victory pile
_values: dict[tuple[Values, int], SeenValues] = {}  # a memo of what cards print: no fact of any game
NOTHING = SeenSide((), (), (), None, None, None, None, 0, None, None, (), 0, None)


def view(g: Game, viewer: Side | None) -> View:
    """§22.7  The table as US, JP or a spectator (None) may see it, with the viewer's own question."""
    state = g.state
    top = g.stack[-1] if g.stack else None
    line: Line | None = getattr(top, "line", None)
    o = g.outcome
    return View(
        viewer=viewer,
        turn=state.turn,
        phasing=state.phasing,
        action=state.action,
        target=state.target,
        sections=tuple([p.tag() for p in g.stack]),
        line=line,
        us=_side(g, Side.US, viewer),
        jp=_side(g, Side.JP, viewer),
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
        step=f"{top.tag()}.{step.name}",
        prompt=step.prompt,
        cause=WINDOWS[window].cause,
        about=top.about(),
        card=getattr(top, "card", None),
        line=line,
        shape=asked.shape,
        plays=tuple([card.id for card in asked.plays]),
        default=g.default(side),
        odds=odds(g, side),
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


def _side(g: Game, side: Side, viewer: Side | None) -> SeenSide:
    """§22.2, §22.5  Decks and hands as counts, the top of the pile; and while it deploys, a side as it was before."""
    state, mine = g.state, side is viewer
    if state.setting_up and not mine:
        return NOTHING
    forces, victory = _open(state, side, viewer)
    aboard: dict[Token, int] = {}
    for a in forces.airplanes.values():
        if a.host:
            aboard[a.host] = aboard.get(a.host, 0) + 1
    discards = forces.discards
    return SeenSide(
        formations=tuple([_formation(f, mine, aboard.get(t, 0)) for t, f in sorted(forces.formations.items())]),
        bases=tuple([_base(b) for _, b in sorted(forces.bases.items())]),
        airplanes=tuple([_airplane(a, mine) for _, a in sorted(forces.airplanes.items())]),
        hand_count=len(forces.hand),
        hand=_ids(forces.hand) if mine else None,
        fleet_deck=len(forces.fleet_deck),
        air_deck=len(forces.air_deck),
        discards=len(discards),
        top=discards[-1].id if discards else None,
        discarded=_ids(discards) if mine else None,
        victory=tuple([(card.id, points) for card, points in victory]),
        points=sum([points for _, points in victory]),
        redrew=forces.redrew,
    )


def _open(state: State, side: Side, viewer: Side | None) -> tuple[Forces, Scored]:
    """§14.3(4)  A side, and its victory pile: behind the veil of a private segment for all but who deploys."""
    forces = state.forces[side]
    if state.shown is None or viewer is state.phasing:
        return forces, forces.victory
    if side is state.phasing:
        return state.shown, state.shown.victory
    return forces, state.shown_victory


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
        found = SeenValues(v.hp, air, surface, torp, land, sub, speed, army, v.icon, max(0, v.icons - damage))
        _values[v, damage] = found
    return found


def _base(b: Base) -> SeenBase:
    return SeenBase(b.token, b.line, b.card.id, b.damage)


def _airplane(a: Airplane, mine: bool) -> SeenAirplane:
    """§22.4  Its face for its owner, and for everybody while it is detected."""
    card = a.card.id if mine or a.detected else None
    origin = a.origin if a.host == AIR else AIR
    return SeenAirplane(a.token, a.host, card, a.detected, a.line, origin, a.task, a.attempts)


def _effect(e: InForce) -> SeenEffect:
    return SeenEffect(e.does, e.side, e.n, e.line, e.token)


