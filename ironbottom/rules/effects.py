"""§21  The event cards: for each effect where it may be played, what must be on the table, what it names, what it does.

The texts are on the cards; the words and figures that a card may use are in cards/FIELDS.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from ironbottom.events import Recovered, Reinforced
from ironbottom.flow import Asking, Game, Procedure, ask, until
from ironbottom.printed import BaseCard, EventCard, ShipCard
from ironbottom.questions import Choose, Value
from ironbottom.rules.s05_lines import place_base, unseen_in
from ironbottom.rules.s07_detection import hide, turn
from ironbottom.rules.s11_victory import take_from_deck, time_up
from ironbottom.rules.s14_airplanes import Airplanes
from ironbottom.rules.s14_deployment import Reinforcement
from ironbottom.rules.s15_reconnaissance import Reconnaissance, Submarines
from ironbottom.rules.s17_air_attack import AirAttack, targets
from ironbottom.rules.s17_air_combat import AirCombatPhase, AirControl, flown_to
from ironbottom.rules.s18_sea_combat import SeaRounds
from ironbottom.rules.s18_shore import Bombardment, GoingAshore, LandCombat
from ironbottom.state import AIR, Airplane, Formation, InForce
from ironbottom.views import Lying
from ironbottom.words import OWN_LINES, REAR, SIDES, Icon, Line, Side, Task, Token

Named = tuple[Value, ...]
Targets = Callable[[Game, Side, EventCard, Named], Named]
Condition = Callable[[Game, Side, EventCard], bool]


def _always(g: Game, side: Side, card: EventCard) -> bool:
    return True


class Effect(Struct, frozen=True, kw_only=True):
    """One word of the vocabulary."""

    windows: frozenset[str]
    stands: Condition  # public: it holds, or not, for all that both sides see
    work: Callable[[Game, Side, EventCard, Named], None]
    playable: Condition = _always  # what its owner alone may know
    targets: tuple[Targets, ...] = ()


def _asking(g: Game, section: type[Procedure]) -> bool:
    return isinstance(g.stack[-1], section)


def _begin(g: Game, side: Side, card: EventCard, ends: str, *, line: Value | None = None, token: Value = 0) -> None:
    """§20.3  Put an effect in force until `ends`."""
    there = None if line is None else Line(int(str(line)))
    effect = InForce(card.effect.does, side, card.effect.n, ends, there, Token(int(str(token))))
    g.state.in_force = (*g.state.in_force, effect)


# §21.1  Reinforcement n


def _reinforcing(g: Game, side: Side, card: EventCard) -> bool:
    return _asking(g, Reinforcement)


def reinforce(g: Game, side: Side, card: EventCard, named: Named) -> None:
    """§21.1, §14.1(2)  Fleet cards one by one until their VP reach n; each that is drawn enters play (R-11)."""
    g.rule = "14.1(2)"
    forces, value = g.forces[side], 0
    ships: list[Token] = []
    bases: list[tuple[Token, str]] = []
    drawn: list[ShipCard | BaseCard] = []
    while value < card.effect.n and forces.fleet_deck:
        drawn.append(forces.fleet_deck[-1])
        forces.fleet_deck = forces.fleet_deck[:-1]
        value += drawn[-1].vp
    entering = drawn
    if g.state.edition.public_deal:  # the bases, which are seen, before the ships
        entering = sorted(drawn, key=lambda c: (isinstance(c, ShipCard), c.id if isinstance(c, BaseCard) else ""))
    for fleet_card in entering:
        if isinstance(fleet_card, BaseCard):
            bases.append((place_base(g, side, fleet_card).token, fleet_card.id))
        else:
            f = Formation(g.deal_token(), side, REAR[side], fleet_card, fleet_card.values)
            forces.formations[f.token] = f
            ships.append(f.token)
    g.tell(Reinforced, side, tuple(ships), tuple(bases), tuple([c.id for c in drawn]))
    if value < card.effect.n:
        time_up(g)


# §21.2  Cactus Air Force, Rabaul Air Offensive


def _deploying_airplanes(g: Game, side: Side, card: EventCard) -> bool:
    return _asking(g, Airplanes)


def draw(g: Game, side: Side, card: EventCard, named: Named) -> None:
    """§21.2  Draw n airplane cards to the hand; too short a deck ends the game."""
    take_from_deck(g, side, card.effect.n)


# §21.3  Code Breakers


def _unseen_lines(g: Game, side: Side, card: EventCard, named: Named) -> Named:
    return tuple([line for line in OWN_LINES[side.enemy] if unseen_in(g.forces[side.enemy], line)])


def _unseen_enemy(g: Game, side: Side, card: EventCard) -> bool:
    return _asking(g, Reconnaissance) and any(not f.detected for f in g.forces[side.enemy].formations.values())


def uncover(g: Game, side: Side, card: EventCard, named: Named) -> None:
    """§21.3  In the line that was named up to n unseen formations become detected."""
    g.stack.append(Uncover(side=side, line=Line(int(str(named[0]))), left=card.effect.n))


class Uncover(Procedure, tag="uncover", kw_only=True):
    """§21.3  One after another, as the side that broke the code chooses."""

    loops: ClassVar[bool] = True
    side: Side
    line: Line
    left: int

    def lying(self) -> Lying:
        return Lying(hits=self.left)

    @ask("21.3", "8", "side")
    def choose(self, g: Game, side: Side) -> Asking:
        """Which unseen formation becomes detected, or no more?"""
        return Choose((*[f.token for f in unseen_in(g.forces[side.enemy], self.line)], "no-more"))

    @choose.answered
    def chose(self, g: Game, side: Side, answer: Value) -> None:
        if isinstance(answer, int):
            turn(g, g.forces[side.enemy].formations[Token(answer)])
            self.left -= 1
        else:
            self.left = 0

    @until("21.3")
    def over(self, g: Game) -> bool:
        return not self.left or not unseen_in(g.forces[self.side.enemy], self.line)


# §21.4  Submarine Patrol Line


def _hunting(g: Game, side: Side, card: EventCard) -> bool:
    return _asking(g, Submarines) and bool(g.forces[side.enemy].formations)


def patrol_line(g: Game, side: Side, card: EventCard, named: Named) -> None:
    """§21.4  The recon ability of each submarine played from now on this turn is n."""
    _begin(g, side, card, "turn")


# §21.5  Coastwatchers


def _lines_under_attack(g: Game, side: Side, card: EventCard, named: Named) -> Named:
    flown = flown_to(g, side.enemy)
    return tuple([line for line in OWN_LINES[side] if line in flown])


def _under_attack(g: Game, side: Side, card: EventCard) -> bool:
    return _asking(g, AirCombatPhase) and bool(_lines_under_attack(g, side, card, ()))


def watchers(g: Game, side: Side, card: EventCard, named: Named) -> None:
    """§21.5  In an own line under attack AirC is n higher in the first round in which an airplane fires there."""
    _begin(g, side, card, "phase", line=named[0])


# §21.6  Squall


def _lines_flown_to(g: Game, side: Side, card: EventCard, named: Named) -> Named:
    flown = {a.line for s in SIDES for a in g.forces[s].airplanes.values() if a.task is Task.FLOWN}
    return tuple([line for s in SIDES for line in OWN_LINES[s] if line in flown])


def _somebody_flew(g: Game, side: Side, card: EventCard) -> bool:
    return _asking(g, AirCombatPhase) and bool(_lines_flown_to(g, side, card, ()))


def _squall_kinds(g: Game, side: Side, card: EventCard, named: Named) -> Named:
    return ("squall-no-attack", "squall-no-combat")


def squall(g: Game, side: Side, card: EventCard, named: Named) -> None:
    """§21.6  For this phase no attacks on ships in the line, or no air-to-air combat in it."""
    effect = InForce(str(named[1]), side, card.effect.n, "phase", Line(int(str(named[0]))))
    g.state.in_force = (*g.state.in_force, effect)


# §21.7  Decoy Carrier


def _could_hide(f: Formation) -> bool:
    return f.detected and not f.damage and not f.transports


def _decoy_lines(g: Game, side: Side, card: EventCard, named: Named) -> Named:
    forces = g.forces[side]
    hiding = {f.line for f in forces.formations.values() if _could_hide(f)}
    lines = _lines_under_attack(g, side, card, ())
    return tuple([line for line in lines if line in hiding and unseen_in(forces, Line(int(str(line))))])


def _decoy_stands(g: Game, side: Side, card: EventCard) -> bool:
    return _asking(g, AirCombatPhase) and bool(_decoy_lines(g, side, card, ()))


def _carriers(g: Game, side: Side, card: EventCard, named: Named) -> Named:
    return tuple(sorted([f.token for f in g.forces[side].formations.values() if f.line == named[0] and _could_hide(f)]))


def _decoys(g: Game, side: Side, card: EventCard, named: Named) -> Named:
    return tuple([f.token for f in unseen_in(g.forces[side], Line(int(str(named[0]))))])


def decoy(g: Game, side: Side, card: EventCard, named: Named) -> None:
    """§21.7  One detected formation turns unseen and one unseen one detected; both keep their place."""
    formations = g.forces[side].formations
    hidden, shown = formations[Token(int(str(named[1])))], formations[Token(int(str(named[2])))]
    hide(g, side, [hidden])
    turn(g, shown)


# §21.8  Thach Weave


def _weavers(g: Game, side: Side, card: EventCard, named: Named) -> Named:
    top = g.stack[-1]
    if not isinstance(top, AirControl):
        top = g.stack[-2]
    assert isinstance(top, AirControl)
    there = top.there(g, side, Task.ESCORT, Task.CONTROL, Task.INTERCEPT)
    return tuple([a.token for a in there if a.card.id == card.effect.airplane])


def _weaving(g: Game, side: Side, card: EventCard) -> bool:
    top = g.stack[-1]
    if not isinstance(top, AirControl) or top.steps[top.at].name != "withdraw":
        return False
    return bool(top.there(g, top.attacker, Task.ESCORT) and _weavers(g, side, card, ()))


def weave(g: Game, side: Side, card: EventCard, named: Named) -> None:
    """§21.8  Hits on the airplane that was named are ignored in this round."""
    _begin(g, side, card, "round", token=named[0])


# §21.9  Skip Bombing


def _skippers(g: Game, side: Side, card: EventCard, named: Named) -> Named:
    top = g.stack[-1] if isinstance(g.stack[-1], AirAttack) else g.stack[-2]
    assert isinstance(top, AirAttack)

    def may(a: Airplane) -> bool:
        return a.line is top.line and a.task is Task.ATTACK and a.card.icon is Icon.LAND and a.card.bomb is not None

    return tuple([a.token for a in g.forces[side].airplanes.values() if may(a)])


def _skipping(g: Game, side: Side, card: EventCard) -> bool:
    top = g.stack[-1]
    if not isinstance(top, AirAttack):
        return False
    return bool(targets(g, side.enemy, top.line)[0]) and bool(_skippers(g, side, card, ()))


def skip(g: Game, side: Side, card: EventCard, named: Named) -> None:
    """§21.9  One land airplane bombs a formation with n instead of its own Bomb."""
    _begin(g, side, card, "attack", token=named[0])


# §21.10 to §21.12  SG Radar, Night Lookouts, Long Lance


def _first_round(g: Game, weapon: str) -> SeaRounds | None:
    top = g.stack[-1] if isinstance(g.stack[-1], SeaRounds) else g.stack[-2]
    return top if isinstance(top, SeaRounds) and top.round == 1 and top.weapon == weapon else None


def _gunners(g: Game, side: Side, card: EventCard, named: Named) -> Named:
    rounds = _first_round(g, "surface")
    return () if rounds is None or not rounds.targets(g, side) else tuple([f.token for f in rounds.firing(g, side)])


def _own_guns(g: Game, side: Side, card: EventCard) -> bool:
    return _asking(g, SeaRounds) and bool(_gunners(g, side, card, ()))


def radar(g: Game, side: Side, card: EventCard, named: Named) -> None:
    """§21.10  Surface n higher in its first round of fire; no enemy may try to withdraw before round two."""
    _begin(g, side, card, "segment", token=named[0])


def _enemy_guns(g: Game, side: Side, card: EventCard) -> bool:
    rounds = _first_round(g, "surface") if _asking(g, SeaRounds) else None
    return rounds is not None and rounds.fighting(g, side.enemy)


def lookouts(g: Game, side: Side, card: EventCard, named: Named) -> None:
    """§21.11  Enemy formations do not fire in this round; they take their attempts in the next."""
    _begin(g, side, card, "round")


def _own_torpedoes(g: Game, side: Side, card: EventCard) -> bool:
    rounds = _first_round(g, "torp") if _asking(g, SeaRounds) else None
    return rounds is not None and rounds.steps[rounds.at].name == "aim" and rounds.fighting(g, side)


def lance(g: Game, side: Side, card: EventCard, named: Named) -> None:
    """§21.12  Torp of each own formation that fires in this segment is n higher in this round."""
    _begin(g, side, card, "round")


# §21.13  Type 3 Shells


def _shellers(g: Game, side: Side, card: EventCard, named: Named) -> Named:
    top = g.stack[-1] if isinstance(g.stack[-1], Bombardment) else g.stack[-2]
    assert isinstance(top, Bombardment)
    types = card.effect.types
    return tuple([f.token for f in top.ready(g) if isinstance(f.lead, ShipCard) and f.lead.type in types])


def _shelling(g: Game, side: Side, card: EventCard) -> bool:
    return _asking(g, Bombardment) and bool(_shellers(g, side, card, ()))


def shells(g: Game, side: Side, card: EventCard, named: Named) -> None:
    """§21.13  Land of the formation that was named is n higher in the first round of its bombardment."""
    _begin(g, side, card, "segment", token=named[0])


# §21.14, §21.15  PT Boats, Seabees


def _landed_on(g: Game, side: Side, card: EventCard) -> bool:
    return _asking(g, GoingAshore)


def boats(g: Game, side: Side, card: EventCard, named: Named) -> None:
    """§21.14  TB of the base is n higher at each of the transports."""
    _begin(g, side, card, "segment")


def _damaged_bases(g: Game, side: Side, card: EventCard, named: Named) -> Named:
    bases = g.forces[side].bases
    if any(isinstance(p, GoingAshore) for p in g.stack):
        return (g.state.target,) if bases[g.state.target].damage else ()
    return tuple([b.token for b in bases.values() if b.damage])


def _rebuilding(g: Game, side: Side, card: EventCard) -> bool:
    return (_asking(g, Airplanes) or _asking(g, GoingAshore)) and bool(_damaged_bases(g, side, card, ()))


def engineers(g: Game, side: Side, card: EventCard, named: Named) -> None:
    """§21.15  Up to n damage is removed from the base."""
    bases, token = g.forces[side].bases, Token(int(str(named[0])))
    left = max(0, bases[token].damage - card.effect.n)
    bases[token] = replace(bases[token], damage=left)
    if g.state.shown is not None:
        shown = g.state.shown.clone()
        shown.bases[token] = bases[token]
        g.state.shown = shown
    g.tell(Recovered, side, token, left)


# §21.16  Tokyo Express: played as a step of the reinforcement segment, with the transports that it carries


def _loading(g: Game, side: Side, card: EventCard) -> bool:
    """Transports may still be in the hand, and an unseen formation could be a lone escort."""
    forces = g.forces[side]
    waiting = any(c.transports is not None for c in forces.unaccounted if c is not card)
    lone = any((f.escort is None or f.loading) and not f.detected for f in forces.formations.values())
    return _asking(g, Reinforcement) and waiting and lone


def _never(g: Game, side: Side, card: EventCard) -> bool:
    return False


def express(g: Game, side: Side, card: EventCard, named: Named) -> None:
    """§21.16  See `s14_deployment.run_express`."""


# §21.17  Operation Ke


def _base_lost(g: Game, side: Side, card: EventCard) -> bool:
    top = g.stack[-1]
    return isinstance(top, LandCombat) and top.fallen != AIR and side is top.defender


def evacuate(g: Game, side: Side, card: EventCard, named: Named) -> None:
    """§21.17  The front base that has just been eliminated scores its printed VP once, not twice."""
    enemy = g.forces[side.enemy]
    lost, _ = enemy.victory[-1]
    assert isinstance(lost, BaseCard)
    enemy.victory = (*enemy.victory[:-1], (lost, lost.vp))


def _at(*windows: str) -> frozenset[str]:
    return frozenset(windows)


# A new effect is an entry here.  Its word and parameters go to card_sheet.EFFECTS and into cards/FIELDS.md, its text
# onto the card in cards/*_events.yaml, what is asked for it into vocabulary/cards.toml, and its test into
# test_s21_event_cards.py.
EFFECTS: dict[str, Effect] = {
    "reinforce": Effect(windows=_at("4"), stands=_reinforcing, work=reinforce),
    "draw": Effect(windows=_at("6"), stands=_deploying_airplanes, work=draw),
    "uncover": Effect(windows=_at("8"), stands=_unseen_enemy, targets=(_unseen_lines,), work=uncover),
    "patrol-line": Effect(windows=_at("14"), stands=_hunting, work=patrol_line),
    "watchers": Effect(
        windows=_at("20.2", "20.3"), stands=_under_attack, targets=(_lines_under_attack,), work=watchers
    ),
    "squall": Effect(
        windows=_at("20.2", "20.3"), stands=_somebody_flew, targets=(_lines_flown_to, _squall_kinds), work=squall
    ),
    "decoy": Effect(
        windows=_at("20.2", "20.3"), stands=_decoy_stands, targets=(_decoy_lines, _carriers, _decoys), work=decoy
    ),
    "weave": Effect(windows=_at("23"), stands=_weaving, targets=(_weavers,), work=weave),
    "skip": Effect(windows=_at("25"), stands=_skipping, targets=(_skippers,), work=skip),
    "radar": Effect(windows=_at("28"), stands=_own_guns, targets=(_gunners,), work=radar),
    "lookouts": Effect(windows=_at("28"), stands=_enemy_guns, work=lookouts),
    "lance": Effect(windows=_at("29"), stands=_own_torpedoes, work=lance),
    "shells": Effect(windows=_at("30"), stands=_shelling, targets=(_shellers,), work=shells),
    "boats": Effect(windows=_at("31a"), stands=_landed_on, work=boats),
    "engineers": Effect(
        windows=_at("6", "31a"), stands=_rebuilding, targets=(_damaged_bases,), work=engineers
    ),
    "express": Effect(windows=_at("4"), stands=_loading, playable=_never, work=express),
    "evacuate": Effect(windows=_at("31b"), stands=_base_lost, work=evacuate),
}
WINDOWS_OF_EVENTS = frozenset([window for effect in EFFECTS.values() for window in effect.windows])
