"""Leaks planted on purpose: each plays the engine false in one place, and the test of two runs must find it.

Every function here puts one false part into the engine; pytest's monkeypatch takes it out again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from zlib import crc32

import pytest
from msgspec.structs import replace

from ironbottom import events, sight
from ironbottom.flow import Forced, Game, IllegalAnswer
from ironbottom.printed import AirplaneCard, EventCard
from ironbottom.rules import (
    s04_damage,
    s07_detection,
    s08_escort,
    s14_airplanes,
    s14_deployment,
    s15_reconnaissance,
    s19_return,
    s21_event_cards,
)
from ironbottom.state import Airplane, Forces, Formation
from ironbottom.views import SeenFormation, SeenSide, View
from ironbottom.words import Side, Token

Leak = Callable[[pytest.MonkeyPatch], None]
LEAKS: dict[str, Leak] = {}
Eyes = Side | None
OPEN = 1 << 30  # the first token that everybody may see


def planted(name: str) -> Callable[[Leak], Leak]:
    def enter(leak: Leak) -> Leak:
        assert name not in LEAKS
        LEAKS[name] = leak
        return leak

    return enter


def shown_side(
    mp: pytest.MonkeyPatch, more: Callable[[Game, Side, SeenSide], SeenSide], *, also_set_up: bool = False
) -> None:
    """Let the enemy and spectators see `more` of a side."""
    right = sight._side

    def side_shown(g: Game, side: Side, viewer: Eyes) -> SeenSide:
        seen = right(g, side, viewer)
        hidden = side is viewer or (g.state.setting_up and not also_set_up)
        return seen if hidden else more(g, side, seen)

    mp.setattr(sight, "_side", side_shown)


def shown_formation(mp: pytest.MonkeyPatch, more: Callable[[Formation, SeenFormation], SeenFormation]) -> None:
    """Let everybody see `more` of an unseen formation."""
    right = sight._formation

    def formation_shown(f: Formation, mine: bool, airplanes: int) -> SeenFormation:
        seen = right(f, mine, airplanes)
        return seen if mine or f.detected or f.known else more(f, seen)

    mp.setattr(sight, "_formation", formation_shown)


@planted("the face of an unseen formation")
def face(mp: pytest.MonkeyPatch) -> None:
    shown_formation(mp, lambda f, seen: replace(seen, lead=f.lead.id))


@planted("the values of an unseen formation")
def values(mp: pytest.MonkeyPatch) -> None:
    shown_formation(mp, lambda f, seen: replace(seen, values=sight._values_now(f.values, f.damage)))


@planted("a filling as long as the name of the card")
def filling(mp: pytest.MonkeyPatch) -> None:
    shown_formation(mp, lambda f, seen: replace(seen, lead="?" * len(f.lead.id)))


@planted("the points that unseen formations would score")
def points(mp: pytest.MonkeyPatch) -> None:
    def more(g: Game, side: Side, seen: SeenSide) -> SeenSide:
        unseen = [f.lead.vp for f in g.forces[side].formations.values() if not f.detected]
        return replace(seen, points=seen.points + sum(unseen))

    shown_side(mp, more)


@planted("formations in the order of their names")
def sorted_by_name(mp: pytest.MonkeyPatch) -> None:
    def more(g: Game, side: Side, seen: SeenSide) -> SeenSide:
        faces = {f.token: f.lead.id for f in g.forces[side].formations.values()}
        return replace(seen, formations=tuple(sorted(seen.formations, key=lambda f: faces.get(f.token, ""))))

    shown_side(mp, more)


@planted("formations in the order in which they were deployed")
def order_of_deployment(mp: pytest.MonkeyPatch) -> None:
    right = s07_detection.mix

    def mix(g: Game, side: Side, before: Forces | None) -> None:
        order = [f.lead.id for f in g.forces[side].formations.values()]
        right(g, side, before)
        rows = sorted(g.forces[side].formations.values(), key=lambda f: order.index(f.lead.id))
        g.forces[side].formations = {f.token: f for f in rows}

    def more(g: Game, side: Side, seen: SeenSide) -> SeenSide:
        order = list(g.forces[side].formations)
        return replace(seen, formations=tuple(sorted(seen.formations, key=lambda f: (*order, f.token).index(f.token))))

    mp.setattr(s14_deployment, "mix", mix)
    shown_side(mp, more)


@planted("which airplane stands on a ship")
def airplanes_aboard(mp: pytest.MonkeyPatch) -> None:
    right = sight._airplane
    mp.setattr(sight, "_airplane", lambda a, mine: replace(right(a, mine), card=a.card.id if a.host else None))


@planted("which airplane flies there unseen")
def airplanes_in_the_air(mp: pytest.MonkeyPatch) -> None:
    right = sight._airplane

    def shown(a: Airplane, mine: bool) -> Any:
        return right(a, mine or not a.host)

    mp.setattr(sight, "_airplane", shown)


@planted("the cards of a hand")
def hand(mp: pytest.MonkeyPatch) -> None:
    shown_side(mp, lambda g, side, seen: replace(seen, hand=tuple([c.id for c in g.forces[side].hand])))


@planted("how many events a hand holds")
def events_held(mp: pytest.MonkeyPatch) -> None:
    def more(g: Game, side: Side, seen: SeenSide) -> SeenSide:
        return replace(seen, hand_count=sum(isinstance(c, EventCard) for c in g.forces[side].hand))

    shown_side(mp, more)


@planted("the next card of the airplane deck")
def next_airplane(mp: pytest.MonkeyPatch) -> None:
    shown_side(mp, lambda g, side, seen: replace(seen, hand=tuple([c.id for c in g.forces[side].air_deck[-1:]])))


@planted("the order of the fleet deck")
def fleet_order(mp: pytest.MonkeyPatch) -> None:
    shown_side(mp, lambda g, side, seen: replace(seen, hand=tuple([c.id for c in g.forces[side].fleet_deck])))


@planted("what lies under the top of the discard pile")
def under_the_top(mp: pytest.MonkeyPatch) -> None:
    shown_side(mp, lambda g, side, seen: replace(seen, discarded=tuple([c.id for c in g.forces[side].discards])))


@planted("the count of the fleet deck before the common reveal")
def fleet_count(mp: pytest.MonkeyPatch) -> None:
    shown_side(mp, lambda g, side, seen: replace(seen, fleet_deck=len(g.forces[side].fleet_deck)), also_set_up=True)


@planted("that a fleet was drawn anew, before the common reveal")
def redrew(mp: pytest.MonkeyPatch) -> None:
    shown_side(mp, lambda g, side, seen: replace(seen, redrew=g.forces[side].redrew), also_set_up=True)


@planted("private segments as they are played")
def without_the_veil(mp: pytest.MonkeyPatch) -> None:
    right = sight._side

    def side_shown(g: Game, side: Side, viewer: Eyes) -> SeenSide:
        shown, g.state.shown = g.state.shown, None
        try:
            return right(g, side, viewer)
        finally:
            g.state.shown = shown

    mp.setattr(sight, "_side", side_shown)


@planted("the count of the hand as airplanes leave it in private")
def hand_count(mp: pytest.MonkeyPatch) -> None:
    shown_side(mp, lambda g, side, seen: replace(seen, hand_count=len(g.forces[side].hand)))


@planted("the points of a ship that is sunk in private")
def early_points(mp: pytest.MonkeyPatch) -> None:
    def more(g: Game, side: Side, seen: SeenSide) -> SeenSide:
        return replace(seen, points=g.forces[side].points + 100 * g.forces[side.enemy].points)

    shown_side(mp, more)


@planted("a loss by division, told at once")
def early_loss(mp: pytest.MonkeyPatch) -> None:
    right = s04_damage.eliminate
    mp.setattr(s08_escort, "eliminate", lambda g, f, quiet: right(g, f))


@planted("losses by division in the order of the moves")
def order_of_losses(mp: pytest.MonkeyPatch) -> None:
    right = s14_deployment.show_losses

    def show_losses(g: Game, side: Side, before: Forces) -> None:
        enemy = g.forces[side.enemy]
        moves = enemy.victory
        right(g, side, before)
        enemy.victory = moves

    mp.setattr(s14_deployment, "show_losses", show_losses)


def rename(forces: Forces, names: dict[Token, Token]) -> None:
    """Other handles for formations."""
    rows = [replace(f, token=names.get(f.token, f.token)) for f in forces.formations.values()]
    forces.formations = {f.token: f for f in rows}
    for a in [*forces.airplanes.values()]:
        forces.airplanes[a.token] = replace(a, host=names.get(a.host, a.host))


def remix(mp: pytest.MonkeyPatch, name: Callable[[Formation, Forces | None], int]) -> None:
    """Let the mix of a deployment deal the tokens of unseen formations in another way."""
    right = s07_detection.mix

    def mix(g: Game, side: Side, before: Forces | None) -> None:
        right(g, side, before)
        unseen = [f for f in g.forces[side].formations.values() if not f.detected]
        rename(g.forces[side], {f.token: Token(name(f, before)) for f in unseen})

    mp.setattr(s14_deployment, "mix", mix)


@planted("a token that is reckoned from the card")
def token_of_card(mp: pytest.MonkeyPatch) -> None:
    remix(mp, lambda f, before: crc32(f.lead.id.encode()) & (OPEN - 1) | OPEN)


@planted("tokens that outlive the mix")
def old_tokens(mp: pytest.MonkeyPatch) -> None:
    def name(f: Formation, before: Forces | None) -> int:
        rows = before.formations.values() if before is not None else ()
        return next((was.token for was in rows if was.lead.id == f.lead.id), f.token)

    remix(mp, name)


@planted("what was seen before the mix")
def still_known(mp: pytest.MonkeyPatch) -> None:
    right = s07_detection.mix

    def mix(g: Game, side: Side, before: Forces | None) -> None:
        formations = g.forces[side].formations
        known = {f.lead.id for f in formations.values() if f.known}
        right(g, side, before)
        formations = g.forces[side].formations
        for f in [f for f in formations.values() if f.lead.id in known]:
            formations[f.token] = replace(f, known=True)

    mp.setattr(s14_deployment, "mix", mix)


def keep_tokens(
    g: Game, side: Side, renamed: dict[Token, Token], before: Forces | None, fresh: frozenset[Token] = frozenset()
) -> None:
    """Renew only the tokens of airplanes that came to the table in private, and those in `fresh`."""
    forces = g.forces[side]
    rows = [replace(a, host=renamed.get(a.host, a.host)) for a in forces.airplanes.values()]
    new = [replace(a, token=g.deal_token()) if a.token < OPEN or a.token in fresh else a for a in rows]
    forces.airplanes = {a.token: a for a in new}


@planted("tokens of airplanes that outlive the mix")
def old_airplanes(mp: pytest.MonkeyPatch) -> None:
    mp.setattr(s07_detection, "renew_airplanes", keep_tokens)


@planted("tokens of airplanes that outlive the return")
def old_returned(mp: pytest.MonkeyPatch) -> None:
    mp.setattr(s19_return, "renew_airplanes", keep_tokens)


@planted("new tokens at the return only for those that flew")
def only_who_flew(mp: pytest.MonkeyPatch) -> None:
    right, flew = s19_return.come_down, set[Token]()

    def come_down(g: Game, side: Side, answer: dict[Token, Token]) -> None:
        flew.update(answer)
        right(g, side, answer)

    def renew(g: Game, side: Side, renamed: dict[Token, Token], before: Forces | None) -> None:
        keep_tokens(g, side, renamed, before, frozenset(flew))

    mp.setattr(s19_return, "come_down", come_down)
    mp.setattr(s19_return, "renew_airplanes", renew)


@planted("which cards were drawn")
def drew(mp: pytest.MonkeyPatch) -> None:
    mp.setattr(events.Drew, "secret", ())


@planted("which cards lie under the top of a packet")
def discarded(mp: pytest.MonkeyPatch) -> None:
    mp.setattr(events.Discarded, "secret", ())


@planted("which ships came as a reinforcement")
def reinforced(mp: pytest.MonkeyPatch) -> None:
    mp.setattr(events.Reinforced, "secret", ())


@planted("which transports joined a Tokyo Express")
def express(mp: pytest.MonkeyPatch) -> None:
    mp.setattr(events.ExpressLoaded, "secret", ())


@planted("which fleet was drawn")
def fleet_drawn(mp: pytest.MonkeyPatch) -> None:
    mp.setattr(events.FleetDrawn, "private", False)


@planted("transports that join an escort which was seen")
def known_express(mp: pytest.MonkeyPatch) -> None:
    right = s14_deployment.run_express

    def run_express(g: Game, side: Side, transports: Any, escort: Token) -> None:
        known = g.forces[side].formations[escort].known
        right(g, side, transports, escort)
        g.forces[side].formations[escort] = replace(g.forces[side].formations[escort], known=known, loading=False)

    mp.setattr(s14_deployment, "run_express", run_express)


def shown_view(mp: pytest.MonkeyPatch, more: Callable[[Game, Eyes, View], View]) -> None:
    right = sight.view
    mp.setattr(sight, "view", lambda g, viewer: more(g, viewer, right(g, viewer)))


@planted("the question of the other side")
def question(mp: pytest.MonkeyPatch) -> None:
    def more(g: Game, viewer: Eyes, seen: View) -> View:
        return replace(seen, question=sight.question(g, next(iter(g.asked)))) if g.asked and not seen.question else seen

    shown_view(mp, more)


@planted("how much there is to choose from")
def choices(mp: pytest.MonkeyPatch) -> None:
    def more(g: Game, viewer: Eyes, seen: View) -> View:
        return replace(seen, turn=sum(len(repr(asked.shape)) for asked in g.asked.values()))

    shown_view(mp, more)


@planted("whether an event could be played now")
def plays(mp: pytest.MonkeyPatch) -> None:
    def more(g: Game, viewer: Eyes, seen: View) -> View:
        return replace(seen, sections=(*seen.sections, *["!" for s in g.asked if g.asked[s].plays]))

    shown_view(mp, more)


@planted("a window that opens because the card is held")
def opened_by_a_card(mp: pytest.MonkeyPatch) -> None:
    law = s21_event_cards.EventLaw
    right = law.may_come

    def may_come(self: Any, g: Game, side: Side, window: str) -> bool:
        words = s21_event_cards.WORDS[window]
        held = [c for c in g.forces[side].hand if isinstance(c, EventCard) and c.effect.does in words]
        return bool(held) or right(self, g, side, window)

    mp.setattr(law, "may_come", may_come)


@planted("a window that stays shut because no such card is held")
def shut_without_a_card(mp: pytest.MonkeyPatch) -> None:
    law = s21_event_cards.EventLaw
    right = law.may_come
    mp.setattr(law, "may_come", lambda self, g, side, w: right(self, g, side, w) and bool(self.playable(g, side, w)))


def forced_if(mp: pytest.MonkeyPatch, step: Any, settled: Callable[[Game, Side, Any], bool]) -> None:
    """Let a step ask nobody where its side, as it alone knows, has no choice."""
    right = step.run

    def run(frame: Any, g: Game, side: Side) -> Any:
        shape = right(frame, g, side)
        asks = shape is not None and not isinstance(shape, Forced)
        return Forced(shape) if asks and settled(g, side, shape) else shape

    mp.setattr(step, "run", run)


@planted("submarines: not asked without a boat")
def no_boats(mp: pytest.MonkeyPatch) -> None:
    forced_if(mp, s15_reconnaissance.Submarines.play, lambda g, side, shape: not shape.steps)


@planted("reinforcement: not asked without transports")
def no_transports(mp: pytest.MonkeyPatch) -> None:
    forced_if(mp, s14_deployment.Reinforcement.play, lambda g, side, shape: not shape.steps)


@planted("search: not asked without a searcher on the ships")
def no_searchers(mp: pytest.MonkeyPatch) -> None:
    forced_if(mp, s15_reconnaissance.Reconnaissance.search, lambda g, side, shape: not shape.choices)


@planted("airplanes: not asked with nothing to deploy")
def nothing_to_deploy(mp: pytest.MonkeyPatch) -> None:
    forced_if(mp, s14_airplanes.Airplanes.step, lambda g, side, shape: "deploy" not in shape.steps)


@planted("return: not asked where there is little choice, as its owner knows")
def few_hosts(mp: pytest.MonkeyPatch) -> None:
    forced_if(mp, s19_return.Return.place, lambda g, side, shape: all(len(h) < 4 for h in shape.choices.values()))


@planted("a refusal that names a card of the enemy's hand")
def refusal(mp: pytest.MonkeyPatch) -> None:
    right = Game.answer

    def answer(self: Game, side: Side, given: Any) -> None:
        try:
            right(self, side, given)
        except IllegalAnswer as fault:
            held = [c.id for c in self.forces[side.enemy].hand]
            raise IllegalAnswer(fault.rule, f"{fault.reason}; {' '.join(held)}") from fault

    mp.setattr(Game, "answer", answer)


@planted("tokens that are dealt in private")
def private_tokens(mp: pytest.MonkeyPatch) -> None:
    right = s14_airplanes.take_airplane_step

    def take_airplane_step(g: Game, *rest: Any) -> None:
        g.deal_token()
        right(g, *rest)

    mp.setattr(s14_airplanes, "take_airplane_step", take_airplane_step)


@planted("dice that are thrown for what only its owner knows")
def private_dice(mp: pytest.MonkeyPatch) -> None:
    right = s14_airplanes.lose_left_over

    def lose_left_over(g: Game, side: Side, *rest: Any) -> None:
        g.state.dice.faces(sum(isinstance(c, AirplaneCard) for c in g.forces[side].hand))
        right(g, side, *rest)

    mp.setattr(s14_airplanes, "lose_left_over", lose_left_over)


@planted("a die for every step taken back")
def trace_in_the_dice(mp: pytest.MonkeyPatch) -> None:
    right = Game.restore

    def restore(self: Game, state: Any) -> None:
        right(self, state)
        self.state.dice.faces(1)

    mp.setattr(Game, "restore", restore)


@planted("discards that a step back leaves on the pile")
def trace_on_the_pile(mp: pytest.MonkeyPatch) -> None:
    right = Game.restore

    def restore(self: Game, state: Any) -> None:
        piles = [forces.discards for forces in self.forces]
        right(self, state)
        for forces, pile in zip(self.forces, piles, strict=True):
            forces.discards = pile

    mp.setattr(Game, "restore", restore)
