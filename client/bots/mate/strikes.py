"""Air attacks: which airplane goes for what.

Each attack is worth what it adds to a target, less the airplane that may be lost; the best one goes first, and then it
is asked again.  The same reckoning serves for flights, for targets, and for whether an air attack is worth the turn.
"""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.dice import Ability
from ironbottom.printed import AirplaneCard
from ironbottom.questions import Value
from ironbottom.views import SeenBase, SeenFormation
from ironbottom.words import Action, Line

from . import landing, worth
from .table import Table
from .volley import Target, untouched

LEAST = 0.08  # an attack that adds less stays at home
ON_BASE = 0.3  # an enemy airplane that loses its icon to a bomb

Option = tuple[int, Line, Target]
Mode = tuple[str, Ability, bool]  # name, ability, whether the Anti-Air goes first


class Sortie(NamedTuple):
    """One airplane and its target."""

    airplane: int
    mode: str
    target: int
    line: Line
    gain: float


def modes(card: AirplaneCard, *, base: bool, skip: bool = False) -> list[Mode]:
    """§17.3(2)  The ways in which an airplane may attack."""
    if base:
        return [] if card.land is None else [("land", card.land, False)]
    bomb = 3 if skip else card.bomb
    found: list[Mode] = [] if bomb is None else [("bomb", bomb, False)]
    return found if card.torp is None else [*found, ("torp", card.torp, True)]


def ship_target(t: Table, f: SeenFormation) -> Target | None:
    """A detected formation; sinking it is worth all, damage a little."""
    if f.values is None or not f.detected:
        return None
    hp = f.values.hp - f.damage
    whole = worth.ship(t, f)
    some = tuple([worth.DAMAGE * d * min(1.5, whole / 2) for d in range(hp)])
    return untouched(f.token, hp, f.values.air, (*some, whole))


def base_target(t: Table, b: SeenBase) -> Target | None:
    """A base: what its damage does for the landing of this turn, and to the airplanes that stand on it."""
    card = t.base(b)
    hp = card.hp - b.damage
    if hp < 1:
        return None
    aboard, icons = len(worth.airplanes_on(t, b)), worth.icons(card)
    landed = t.phasing and t.view.action is Action.LANDING and t.view.target == b.token
    chances = landing.chances_now(t, b) if landed else (0.0,) * (card.hp + 1)
    prize = worth.base_lost(card)

    def value(done: int) -> float:
        crowded = max(0, min(aboard, aboard - icons + b.damage + done))
        return prize * chances[b.damage + done] + ON_BASE * crowded

    law = tuple([value(d) for d in range(hp + 1)])
    return untouched(b.token, hp, t.base(b).air, tuple([w - law[0] for w in law]))


def targets(t: Table, line: Line) -> list[Target]:
    """Everything of the enemy's in a line that may be attacked."""
    ships = [ship_target(t, f) for f in t.theirs.formations if f.line is line]
    bases = [base_target(t, b) for b in t.theirs.bases if b.line is line]
    return [x for x in (*ships, *bases) if x is not None]


def plan(t: Table, able: dict[int, tuple[Line, ...]], danger: dict[Line, float] | None = None) -> list[Sortie]:
    """Send airplane after airplane where it adds most.  `danger` is the chance to be shot down on the way, by line."""
    lines = sorted({line for lines in able.values() for line in lines})
    there = {line: targets(t, line) for line in lines}
    left = {token: lines for token, lines in able.items() if lines}
    sorties: list[Sortie] = []
    while left:
        best, struck = _best(t, left, there, danger or {})
        if best is None or struck is None:
            break
        sorties.append(best)
        del left[best.airplane]
        there[best.line] = [struck if x.token == best.target else x for x in there[best.line]]
    return sorties


def _best(
    t: Table, left: dict[int, tuple[Line, ...]], there: dict[Line, list[Target]], danger: dict[Line, float]
) -> tuple[Sortie | None, Target | None]:
    """The one attack that adds most to what was sent already."""
    best: Sortie | None = None
    struck: Target | None = None
    tried: set[tuple[str, tuple[Line, ...]]] = set()
    for token, lines in left.items():
        card = t.airplane(token)
        if (card.id, lines) in tried:
            continue
        tried.add((card.id, lines))
        for line in lines:
            risk = danger.get(line, 0.0)
            for target in there[line]:
                for name, ability, torpedo in modes(card, base=target.token in t.enemy_bases):
                    after, lost = target.after(ability, torpedo)
                    gain = (1 - risk) * (after.value - target.value)
                    gain -= (risk + (1 - risk) * lost) * worth.airplane(card)
                    if gain > LEAST and (best is None or gain > best.gain):
                        best, struck = Sortie(token, name, target.token, line, gain), after
    return best, struck


def total(sorties: list[Sortie]) -> float:
    return sum([s.gain for s in sorties])


def aims_of(options: tuple[Value, ...]) -> list[tuple[str, int]]:
    """The attacks among the values of window 25."""
    return [option for option in options if isinstance(option, tuple)]
