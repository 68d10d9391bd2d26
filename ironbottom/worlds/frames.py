"""The procedures in progress, put together again from what everybody sees of them.

A View names the sections that the game is in, what they have lying open, and the question of the seat.  Of all that a
frame keeps only this goes into what is still to come; what it has done with is left at its default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from ironbottom.flow import Procedure
from ironbottom.printed import AnyCard, CardSet, EventCard
from ironbottom.questions import Question
from ironbottom.rules.effects import Uncover
from ironbottom.rules.s04_damage import Surplus
from ironbottom.rules.s10_setup import FirstDeployment, Setup
from ironbottom.rules.s12_turn import Match, Turn, Turns
from ironbottom.rules.s13_draw import Draw
from ironbottom.rules.s14_airplanes import Airplanes
from ironbottom.rules.s14_deployment import Deployment, Reinforcement, RemoveDamage, Repair, Ships
from ironbottom.rules.s15_reconnaissance import (
    Find,
    Reconnaissance,
    SearchedLine,
    SearchedLines,
    SearchRounds,
    Submarines,
)
from ironbottom.rules.s16_action import Approach, ChooseAction, Patrol, Retreat
from ironbottom.rules.s17_air_attack import AirAttack, Attacks, Strike
from ironbottom.rules.s17_air_combat import AirCombat, AirCombatPhase, AirControl, AttackedLines, InterceptCombat
from ironbottom.rules.s18_landing import LandingPhase
from ironbottom.rules.s18_sea_combat import SeaRounds, SeaSegment
from ironbottom.rules.s18_shore import Barrage, Bombardment, Detach, GoingAshore, LandCombat
from ironbottom.rules.s19_return import HandLimit, Return
from ironbottom.rules.s21_event_cards import Playing
from ironbottom.rules.s23_fever import VictoryFever
from ironbottom.rules.s23_intelligence import ReadMail
from ironbottom.rules.s23_reserve_carrier import ReserveCarrier
from ironbottom.views import Lying, View
from ironbottom.words import CardId, Line, SeaTask, Side, Task, Token
from ironbottom.worlds.memory import Memory, half, rounds_of

FIGHTING = (Task.ESCORT, Task.ATTACK, Task.CONTROL, Task.INTERCEPT)
NOTHING = Lying()
Fields = dict[str, Any]


class Unknowable(ValueError):
    """Nothing is asked of this seat, or it has not heard what it would have to know: one sentence says which."""


class Reading(NamedTuple):
    """One section of a View, and what is known around it."""

    view: View
    memory: Memory
    cards: CardSet
    by_id: Mapping[CardId, AnyCard]
    question: Question
    lying: Lying  # of this section
    below: str  # the section that this one was entered from
    line: Line | None  # that is being resolved
    landing: tuple[Token, ...]  # transports that were named to land

    @property
    def phasing(self) -> Side:
        return self.view.phasing

    @property
    def defender(self) -> Side:
        return self.where.owner

    @property
    def where(self) -> Line:
        if self.line is None:
            raise Unknowable("the view does not say which line is being resolved")
        return self.line


def stack(view: View, memory: Memory, cards: CardSet, by_id: Mapping[CardId, AnyCard]) -> list[Procedure]:
    """The frames of the game at the question of this view, from the outermost on."""
    question = view.question
    if question is None:
        raise Unknowable("a world is sampled at a question of the seat; it is not asked now")
    laid = list(view.lying)
    line, landing = _line(view), tuple[Token, ...]()
    frames: list[Procedure] = []
    for i, tag in enumerate(view.sections):
        entry = SECTIONS.get(tag)
        if entry is None:
            raise Unknowable(f"the section {tag} is not known to this version")
        kind, fields = entry
        lying = NOTHING if kind.lying is Procedure.lying else laid.pop(0)
        landing = lying.landing if kind is GoingAshore else landing
        reading = Reading(view, memory, cards, by_id, question, lying, view.sections[i - 1] if i else "", line, landing)
        frames.append(kind(**fields(reading)))
    _set_places(frames, question)
    return frames


def _line(view: View) -> Line | None:
    """§17.2(1)  Only in one line do airplanes have tasks of a combat."""
    if view.line is not None or view.sections[-1] in ("searched-lines", "attacked-lines"):
        return view.line
    rows = (*view.us.airplanes, *view.jp.airplanes)
    return next((a.line for a in rows if a.line is not None and a.task in FIGHTING), None)


# Where each frame is: behind the call of the next one; the last is at its question.


def _set_places(frames: list[Procedure], question: Question) -> None:
    for frame, above in pairwise(frames):
        if isinstance(above, Playing) or above.tag() == "uncover":
            _at_question(frame, _asking(frame, question), question.side)
        else:
            call = CALLS.get((frame.tag(), _entered(above)))
            if call is None:
                raise Unknowable(f"{frame.tag()} does not enter {above.tag()} in this version")
            frame.at = frame.steps[_index(frame, call)].next
    top = frames[-1]
    _at_question(top, question.step.partition(".")[2], question.side)


def _entered(above: Procedure) -> str:
    return f"{above.part} {above.weapon}" if isinstance(above, SeaSegment) else above.tag()


def _index(frame: Procedure, name: str) -> int:
    for i, step in enumerate(frame.steps):
        if step.name == name:
            return i
    raise Unknowable(f"{frame.tag()} has no step {name} in this version")


def _asking(frame: Procedure, question: Question) -> str:
    """The step in which an event card was played."""
    for step in frame.steps:
        if step.kind == "ask" and step.window == question.window:
            return step.name
    raise Unknowable(f"{frame.tag()} has no window {question.window} in this version")


def _at_question(frame: Procedure, name: str, side: Side) -> None:
    frame.at = _index(frame, name)
    roles = frame.steps[frame.at].roles
    frame.asked = next((i for i, role in enumerate(roles) if getattr(frame, role) is side), 0)


CALLS = {  # the step that enters a section
    ("match", "setup"): "setup", ("match", "turns"): "play", ("setup", "first-deployment"): "deploy",
    ("turns", "turn"): "turn", ("turn", "draw"): "draw", ("turn", "deployment"): "deployment",
    ("turn", "reconnaissance"): "reconnaissance", ("turn", "action"): "action",
    ("turn", "air-combat-phase"): "air_combat", ("turn", "landing-phase"): "landing", ("turn", "surplus"): "surplus",
    ("turn", "return"): "return_", ("turn", "hand-limit"): "hand_limit",
    ("deployment", "reserve-carrier"): "reserve", ("action", "read-mail"): "mail",
    ("deployment", "reinforcement"): "reinforcement", ("deployment", "ships"): "ships",
    ("deployment", "airplanes"): "airplanes", ("deployment", "repair"): "repair", ("repair", "remove-damage"): "remove",
    ("reconnaissance", "searched-lines"): "lines", ("reconnaissance", "submarines"): "submarines",
    ("reconnaissance", "surplus"): "surplus", ("searched-lines", "searched-line"): "search",
    ("searched-line", "search-rounds"): "rounds", ("search-rounds", "find"): "find",
    ("draw", "victory-fever"): "fever", ("action", "retreat"): "carry_out", ("retreat", "victory-fever"): "fever",
    ("action", "approach"): "carry_out", ("approach", "patrol"): "patrol", ("patrol", "find"): "find",
    ("air-combat-phase", "attacked-lines"): "lines", ("air-combat-phase", "surplus"): "surplus",
    ("attacked-lines", "air-combat"): "resolve", ("air-combat", "air-control"): "air_control",
    ("air-combat", "intercept-combat"): "intercepts", ("air-combat", "air-attack"): "air_attack",
    ("air-attack", "attacks"): "attacks", ("attacks", "strike"): "attack",
    ("landing-phase", "control surface"): "control_guns", ("landing-phase", "control torp"): "control_torpedoes",
    ("landing-phase", "intercept surface"): "intercept_guns",
    ("landing-phase", "intercept torp"): "intercept_torpedoes", ("landing-phase", "bombardment"): "surface_to_land",
    ("landing-phase", "going-ashore"): "ashore", ("sea-segment", "sea-rounds"): "rounds",
    ("bombardment", "barrage"): "barrage", ("going-ashore", "detach"): "detach",
    ("going-ashore", "land-combat"): "fight",
}


# What each frame keeps.


def _nothing(r: Reading) -> Fields:
    return {}


def _phasing(r: Reading) -> Fields:
    return {"phasing": r.phasing}


def _attacker(r: Reading) -> Fields:
    return {"attacker": r.phasing}


def _setup(r: Reading) -> Fields:
    return {"ask_sides": r.question.window in ("0", "0a")}


def _draw(r: Reading) -> Fields:
    """§13.1  What was drawn lies last in the hand; nothing has been while the end is put off (§23.17)."""
    hand = half(r.view, r.phasing).hand or () if r.view.sections[-1] == "draw" else ()
    return {"phasing": r.phasing, "drawn": hand[len(hand) - r.cards.side(r.phasing).home.drawn :]}


def _fever(r: Reading) -> Fields:
    return {"leader": r.question.side}


def _in_phasing_line(r: Reading) -> Fields:
    return {"phasing": r.phasing, "line": r.line}


def _search_rounds(r: Reading) -> Fields:
    return {"phasing": r.phasing, "line": r.where, "aims": r.lying.aims, "hits": r.lying.hits}


def _find(r: Reading) -> Fields:
    by, side = ("patrol", r.phasing.enemy) if r.below == "patrol" else ("search", r.phasing)
    named = Token(r.question.about[0]) if r.question.step == "find.decoy" else Token(0)
    return {
        "chooser": side, "owner": side.enemy, "line": r.where, "hits": r.lying.hits, "by": by, "named": named,
    }


def _patrol(r: Reading) -> Fields:
    (base, left), *_ = r.lying.dice
    return {"phasing": r.phasing, "left": left, "base": base}


def _in_line(r: Reading) -> Fields:
    return {"line": r.where, "defender": r.defender}


def _air_control(r: Reading) -> Fields:
    ours = {a.token for a in half(r.view, r.defender).airplanes}
    sides = [(r.defender if token in ours else r.defender.enemy, token, target) for token, target in r.lying.aims]
    return {**_in_line(r), "aims": tuple(sides)}


def _intercept(r: Reading) -> Fields:
    return {**_in_line(r), "aims": r.lying.aims}


def _attacks(r: Reading) -> Fields:
    pairs = zip(r.lying.aims, r.lying.modes, strict=True)
    return {"defender": r.defender, "aims": tuple([(token, mode, target) for (token, target), mode in pairs])}


def _strike(r: Reading) -> Fields:
    ((airplane, target),), (mode,) = r.lying.aims, r.lying.modes
    anti_air = r.lying.dice[0][1] if r.lying.dice else None
    return {"defender": r.defender, "airplane": airplane, "mode": mode, "target": target, "anti_air": anti_air}


def _sea_segment(r: Reading) -> Fields:
    """What it is stands on the table of its rounds."""
    rounds = next(lying for lying in r.view.lying if lying.part)
    return {"attacker": r.phasing, "part": rounds.part, "weapon": rounds.weapon}


def _sea_rounds(r: Reading) -> Fields:
    ours = {f.token for f in half(r.view, r.phasing).formations}
    aims = [(r.phasing if token in ours else r.phasing.enemy, token, target) for token, target in r.lying.aims]
    part, weapon = r.lying.part, r.lying.weapon
    return {
        "attacker": r.phasing, "part": part, "weapon": weapon, "aims": tuple(aims),
        "round": _round(r, part, weapon),
    }


def _round(r: Reading, part: str, weapon: str) -> int:
    """§18.4(a)  Who has attempts fires in every round, but not in a first one in which he was blinded (§21.11).

    Nor in one in which a night column (§23.2) has left him nobody to fire at: there others have fired.
    """
    memory, dark = r.memory, _blinded(r, part) if weapon == "surface" else None
    if dark is not None and any(e.does == "lookouts" for e in r.view.in_force):
        return 1
    rounds = max(memory.rounds.get(rounds_of(part, weapon), 0), 0 if dark is None else 1)
    for token, n in memory.fired.get(weapon, {}).items():
        task = memory.tasks.get(token)
        side = r.phasing if task in (SeaTask.ESCORT, SeaTask.SUPPORT) else r.phasing.enemy
        if (task == SeaTask.INTERCEPT) is (part == "intercept"):
            rounds = max(rounds, n + (side is dark))
    return 1 + rounds


def _blinded(r: Reading, part: str) -> Side | None:
    """Who did not fire in the first round of this part."""
    for play in r.memory.plays:
        card = r.by_id.get(play.card)
        if play.part == part and isinstance(card, EventCard) and card.effect.does == "lookouts":
            return play.side.enemy
    return None


def _barrage(r: Reading) -> Fields:
    dice = dict(r.lying.dice)
    (formation,) = r.question.about
    return {"attacker": r.phasing, "formation": formation, "fire": dice.get(Token(formation)),
            "counter": dice.get(Token(0))}


def _bombardment(r: Reading) -> Fields:
    return {"attacker": r.phasing, "fired": tuple(r.memory.fired.get("land", ()))}


def _ashore(r: Reading) -> Fields:
    return {"attacker": r.phasing, "landing": r.landing}


def _detach(r: Reading) -> Fields:
    pairs = {f.token for f in half(r.view, r.phasing).formations if f.pair}
    return {"attacker": r.phasing, "pairs": tuple([t for t in r.landing if t in pairs])}


def _land_combat(r: Reading) -> Fields:
    """A base is asked for when it has been eliminated (31b)."""
    fallen = r.view.target if r.question.window == "31b" else 0
    landed = tuple([token for token in r.landing if token not in r.memory.off_base])
    return {"attacker": r.phasing, "ashore": r.lying.landing, "landed": landed, "fallen": fallen}


def _playing(r: Reading) -> Fields:
    side, card = r.question.side, r.question.card
    if card != r.memory.last_played:
        raise Unknowable("the memory has not heard that this event card was played, nor what it was aimed at")
    return {"side": side, "card": card, "window": r.question.window, "chosen": tuple(r.memory.named)}


def _uncover(r: Reading) -> Fields:
    return {"side": r.question.side, "line": r.where, "left": r.lying.hits}


def _read_mail(r: Reading) -> Fields:
    return {"reader": r.question.side, "line": r.line}


def _hits(r: Reading) -> Fields:
    return {"phasing": r.phasing, "hits": r.lying.hits}


FILLED: tuple[tuple[type[Procedure], Callable[[Reading], Fields]], ...] = (
    (Match, _nothing), (Setup, _setup), (FirstDeployment, _nothing), (Turns, _nothing), (Turn, _phasing),
    (Draw, _draw), (Deployment, _phasing), (Reinforcement, _phasing), (Ships, _phasing), (Airplanes, _phasing),
    (Repair, _phasing), (RemoveDamage, _hits), (Reconnaissance, _phasing), (SearchedLines, _in_phasing_line),
    (SearchedLine, _in_phasing_line), (SearchRounds, _search_rounds), (Find, _find), (Submarines, _phasing),
    (ChooseAction, _phasing), (Retreat, _phasing), (VictoryFever, _fever), (Approach, _phasing), (Patrol, _patrol),
    (AirCombatPhase, _phasing),
    (AttackedLines, _in_phasing_line), (AirCombat, _in_line), (AirControl, _air_control),
    (InterceptCombat, _intercept), (AirAttack, _in_line), (Attacks, _attacks), (Strike, _strike),
    (LandingPhase, _attacker), (SeaSegment, _sea_segment), (SeaRounds, _sea_rounds), (Bombardment, _bombardment),
    (Barrage, _barrage), (GoingAshore, _ashore), (Detach, _detach), (LandCombat, _land_combat), (Surplus, _nothing),
    (Return, _nothing), (HandLimit, _phasing), (Playing, _playing), (Uncover, _uncover),
    (ReserveCarrier, _phasing), (ReadMail, _read_mail),
)
SECTIONS = {kind.tag(): (kind, fields) for kind, fields in FILLED}
