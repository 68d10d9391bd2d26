"""Air attacks: which airplane goes for what.

Each attack is worth what it adds to a target, less the airplane that may be lost; the best one goes first, and then it
is asked again.  The same reckoning serves for flights, for aims, and for whether an air attack is worth the turn.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import NamedTuple

from ironbottom.dice import Ability
from ironbottom.printed import AirplaneCard
from ironbottom.views import SeenBase, SeenFormation
from ironbottom.words import Action, Icon, Line

from . import clock, landing, skies, worth
from .table import SeenTable
from .volley import Law, Target, untouched

LEAST = 0.08  # an attack that adds less stays at home
ON_BASE = 0.3  # an enemy airplane that loses its icon to a bomb

Able = dict[int, tuple[Line, ...]]  # airplanes, and the lines that each may attack
Likely = dict[Line, list[Target]]  # what may be found, by line
Mode = tuple[str, Ability, bool]  # name, ability, whether the Anti-Air goes first


class Sortie(NamedTuple):
    """One airplane and its target."""

    airplane: int
    mode: str
    target: int
    line: Line
    gain: float


def modes(table: SeenTable, airplane: int, target: int) -> list[Mode]:
    """§17.3(2), §21.9  The ways in which an airplane of mine may attack a target."""
    card, more = table.airplane(airplane), skies.veterans(table, airplane)
    if target in table.enemy_bases:
        return [] if card.land is None else [("land", card.land + more, False)]
    bomb = next((e.n for e in table.view.in_force if e.does == "skip" and e.token == airplane), card.bomb)
    found: list[Mode] = [] if bomb is None else [("bomb", bomb + more, False)]
    return found if card.torp is None else [*found, ("torp", card.torp + more, True)]


def ship_target(table: SeenTable, f: SeenFormation) -> Target | None:
    """A detected formation: sinking it is worth all of it, damage a little."""
    if f.values is None or not f.detected:
        return None
    hp = f.values.hp - f.damage
    law = modest(worth.ship(table, f), hp, table.score("damage"))
    return untouched(f.token, hp, f.values.air, tuple([part + bare(table, f, done) for done, part in enumerate(law)]))


def bare(table: SeenTable, f: SeenFormation, done: int) -> float:
    """§23.11  What it is worth that so much damage leaves a carrier, which is not sunk, without its airplanes."""
    v = f.values
    if not table.options.graded_damage or v is None or v.icon is not Icon.CARRIER or 2 * f.damage >= v.hp:
        return 0.0
    return ON_BASE * f.airplanes if v.hp <= 2 * (f.damage + done) < 2 * v.hp else 0.0


def modest(whole: float, hp: int, each: int = 0) -> Law:
    """What damage to a formation of so much worth is worth, up to sinking it; in a battle each may count by itself."""
    return (*[(worth.DAMAGE * min(1.5, whole / 2) + each) * d for d in range(hp)], max(whole, each * (hp - 1)))


def base_target(table: SeenTable, b: SeenBase) -> Target | None:
    """A base: what its damage does for the landing of this turn, and to the airplanes that stand on it."""
    card = table.base(b)
    hp = card.hp - b.damage
    if hp < 1:
        return None
    aboard, icons = len(worth.airplanes_on(table, b)), worth.icons(card)
    landed = table.phasing and table.view.action is Action.LANDING and table.view.target == b.token
    chances = landing.chances_now(table, b) if landed else (0.0,) * (card.hp + 1)
    prize, each = worth.base_lost(card), clock.shells(table)

    def value(done: int) -> float:
        crowded = max(0, min(aboard, aboard - icons + b.damage + done))
        return prize * chances[b.damage + done] + ON_BASE * crowded + each * done

    return untouched(b.token, hp, card.air, tuple([value(done) - value(0) for done in range(hp + 1)]))


def target(table: SeenTable, token: int) -> Target | None:
    """A formation or base of the enemy's, if it may be attacked."""
    if token in table.enemy_bases:
        return base_target(table, table.enemy_bases[token])
    return ship_target(table, table.enemy_ships[token]) if token in table.enemy_ships else None


def targets(table: SeenTable, line: Line) -> list[Target]:
    """Everything in a line that may be attacked."""
    ships = [ship_target(table, f) for f in table.theirs.formations if f.line is line]
    bases = [base_target(table, b) for b in table.theirs.bases if b.line is line]
    return [found for found in (*ships, *bases) if found is not None]


def plan(
    table: SeenTable, able: Able, danger: dict[Line, float] | None = None, shielded: Container[int] = (),
    more: Likely | None = None,
) -> list[Sortie]:
    """Send airplane after airplane where it adds most.

    `danger` is the chance to be shot down on the way, by line; what is `shielded` is left alone; `more` may be found.
    """
    lines = {line for lines in able.values() for line in lines}
    there = {line: [x for x in targets(table, line) if x.token not in shielded] for line in sorted(lines)}
    for line, found in (more or {}).items():
        there[line] = [*there.get(line, []), *found]
    left = {token: lines for token, lines in able.items() if lines}
    sorties: list[Sortie] = []
    while left:
        best = max(_gains(table, left, there, danger or {}), key=lambda found: found[0].gain, default=None)
        if best is None or best[0].gain <= LEAST:
            break
        sortie, struck = best
        sorties.append(sortie)
        del left[sortie.airplane]
        there[sortie.line] = [struck if x.token == struck.token else x for x in there[sortie.line]]
    return sorties


def _gains(
    table: SeenTable, left: Able, there: dict[Line, list[Target]], danger: dict[Line, float]
) -> Iterator[tuple[Sortie, Target]]:
    """What each attack would add to those that were sent already, and how its target may stand then."""
    alike: set[object] = set()
    for token, lines in left.items():
        card = table.airplane(token)
        for line in lines:
            risk = danger.get(line, 0.0)
            for aim in there[line]:
                for name, ability, torpedo in modes(table, token, aim.token):
                    if (card.id, aim.token, name, ability) in alike:
                        continue
                    alike.add((card.id, aim.token, name, ability))
                    after, lost = aim.after(ability, torpedo)
                    gain = (1 - risk) * (after.value - aim.value) - (risk + (1 - risk) * lost) * flown(table, card)
                    yield Sortie(token, name, aim.token, line, gain), after


def flown(table: SeenTable, card: AirplaneCard) -> float:
    """What is lost with an airplane of mine: in a battle what it counts, and little where it would not fly again."""
    if table.battle is None:
        return worth.airplane(card)
    again = 0.0 if clock.last_day(table) or clock.desperate(table) else worth.airplane(card)
    return again + table.score("airplanes")


def total(sorties: list[Sortie]) -> float:
    """What they add all together."""
    return sum([s.gain for s in sorties])
