"""What a battle (§24) has besides: a last turn, points that its end brings, and points for other things than a fall.

Inputs of the value of battles, beside the features and the clock.  Those of STAKES are figures of the US less the same
figures of Japan, like most features; those of TERMS are alike for both sides: how the battle is counted.
"""

from __future__ import annotations

from ironbottom.battle import SCORES, Battle
from ironbottom.state import Forces, State
from ironbottom.words import FRONT, SIDES, Side

from .features import INPUTS, Figures, clock, features, tie, turns_left

STAKES = (
    "due", "lead_at_end", "lead_soon", "ahead", "ahead_soon", "last_mover",
    "ashore_front", "ashore_behind", "convoys", "airplanes_at_stake", "shells", "scratches",
)
TERMS = ("has_decks", *[f"score_{word}" for word in SCORES])
BATTLE_INPUTS = (*INPUTS, *STAKES, *TERMS)


def inputs(state: State) -> Figures:
    """What a value is told of a position: of a battle BATTLE_INPUTS, of any other game INPUTS."""
    left = None if state.setting_up else turns_left(state)
    found = [*features(state), *clock(left)]
    battle = state.cards.battle
    return found if battle is None else found + stakes(state, battle, left or 0)


def stakes(state: State, battle: Battle, left: int) -> Figures:
    """Those of STAKES and TERMS, with so many turns left."""
    us, jp = state.forces
    coming = due(battle, jp) - due(battle, us)
    lead = us.points - jp.points + coming + (0.5 if tie(state) is Side.US else -0.5)
    ahead, soon = 1.0 if lead > 0 else -1.0, 1.0 / (1.0 + left)
    last = state.phasing if left % 2 == 0 else state.phasing.enemy
    ours, theirs = [_at_stake(state, battle, side) for side in SIDES]
    return [
        float(coming), lead, lead * soon, ahead, ahead * soon, 1.0 if last is Side.US else -1.0,
        *[a - b for a, b in zip(ours, theirs, strict=True)],
        float(battle.decks), *[float(battle.score(word)) for word in SCORES],
    ]


def due(battle: Battle, forces: Forces) -> int:
    """§24.6  What the damage of these forces would bring their enemy, if this were the end."""
    found = 0
    if each := battle.score("bases"):
        found += each * sum([base.damage for base in forces.bases.values()])
    if each := battle.score("damage"):
        found += each * sum([f.damage for f in forces.formations.values()])
    return found


def _at_stake(state: State, battle: Battle, side: Side) -> Figures:
    """What a side may still score: ashore, on convoys, on airplanes, by guns on bases, by damage."""
    own, enemy, front = state.forces[side], state.forces[side.enemy], FRONT[side]
    ashore, convoys, wings, hits = [battle.score(word) for word in ("ashore", "transports", "airplanes", "damage")]
    loaded = [f.line is front for f in own.formations.values() if f.transports] if ashore else []
    aimed = [f for f in enemy.formations.values() if f.transports] if convoys else []
    whole = sum([b.card.hp - b.damage for b in enemy.bases.values() if b.line is FRONT[side.enemy]])
    afloat = sum([f.values.hp - f.damage for f in enemy.formations.values()]) if hits else 0
    return [
        float(ashore * sum(loaded)), float(ashore * (len(loaded) - sum(loaded))), float(convoys * len(aimed)),
        float(wings * len(enemy.airplanes)),
        float(battle.score("bases") * whole), float(hits * afloat),
    ]
