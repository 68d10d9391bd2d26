"""§18.4(d) to (f)  Formations against the base: bombardment, the landing, land combat."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.abilities import damaged, raised
from ironbottom.dice import Ability, Attempts, attempts
from ironbottom.events import Detached, Landed
from ironbottom.flow import Asking, Forced, Game, Procedure, ask, call, do, until
from ironbottom.questions import Answer, Choose, Pick, Value
from ironbottom.rules.s03_exchange import throw
from ironbottom.rules.s04_damage import damage_base, damage_formation, discard, remove_base
from ironbottom.rules.s05_lines import settle_strategic
from ironbottom.rules.s08_escort import part, splits
from ironbottom.rules.s11_victory import score, strategic_base_lost
from ironbottom.state import AIR, Base, Formation
from ironbottom.views import Lying
from ironbottom.words import Rank, SeaTask, Side, Token

NOBODY, FIRE, CEASE = "none", "fire", "cease"


class OffTheBase(Procedure, kw_only=True):
    """What these segments share: the attacker, and the base that is the target of the turn."""

    attacker: Side

    @property
    def defender(self) -> Side:
        return self.attacker.enemy

    def base(self, g: Game) -> Base:
        """§18.1(3)  The target base attends, and no other."""
        return g.forces[self.defender].bases[g.state.target]

    def supporting(self, g: Game) -> list[Formation]:
        return [f for f in g.forces[self.attacker].formations.values() if f.task is SeaTask.SUPPORT]


class Bombardment(OffTheBase, tag="bombardment", kw_only=True):
    """§18.4(d)  Surface to land: each Landing Support formation may fire at the base once."""

    loops: ClassVar[bool] = True
    fired: tuple[Token, ...] = ()
    next: Token = AIR
    done: bool = False

    def ready(self, g: Game) -> list[Formation]:
        return [f for f in self.supporting(g) if f.values.land is not None and f.token not in self.fired]

    @until("18.4(d)(4)")
    def over(self, g: Game) -> bool:
        """All are done, or the base's damage is at its HP."""
        return self.done or self.base(g).wrecked or not self.ready(g)

    @ask("18.4(d)(1)", "30", "attacker")
    def choose(self, g: Game, side: Side) -> Asking:
        """Which formation bombards the base next, or none?"""
        return Choose((*[f.token for f in self.ready(g)], NOBODY))

    @choose.answered
    def chose(self, g: Game, side: Side, answer: Value) -> None:
        if answer == NOBODY:
            self.done = True
        else:
            assert isinstance(answer, int)
            self.next = Token(answer)
            self.fired = (*self.fired, self.next)

    @call("18.4(d)(2)")
    def barrage(self, g: Game) -> Procedure | None:
        return None if self.done else Barrage(attacker=self.attacker, formation=self.next)


def broadside(g: Game, f: Formation) -> Attempts:
    """§18.4(d)(2), §21.13  The first round of a bombardment: current Land, raised by Type 3 Shells."""
    shells = sum([e.n for e in g.state.in_force if e.does == "shells" and e.token == f.token])
    return attempts(raised(damaged(f.values.land, f.damage), shells))


def coast_guns(base: Base) -> Attempts:
    """§18.4(d)(2), R-22  What the base answers with: its TB, or the guns that its card prints instead."""
    guns = base.card.tb if base.card.guns is None else base.card.guns
    return attempts(damaged(guns, base.damage))


class Barrage(OffTheBase, tag="barrage", kw_only=True):
    """§18.4(d)(2)  One formation and the base fire together, round by round."""

    loops: ClassVar[bool] = True
    formation: Token
    fire: Attempts | None = None  # None before the first round
    counter: Attempts | None = None
    ceased: bool = False

    def about(self) -> tuple[int, ...]:
        return (self.formation,)

    def lying(self) -> Lying:
        kept = ((self.formation, self.fire), (AIR, self.counter))  # 0: the base that is the target of the turn
        return Lying(dice=tuple([(token, dice) for token, dice in kept if dice is not None]))

    @ask("18.4(d)(3)", "30", "attacker")
    def go_on(self, g: Game, side: Side) -> Asking:
        """Go on firing, or cease fire?"""
        return None if self.fire is None else Choose((FIRE, CEASE))

    @go_on.answered
    def went_on(self, g: Game, side: Side, answer: str) -> None:
        self.ceased = answer == CEASE

    @until("18.4(d)(3)")
    def cease_fire(self, g: Game) -> bool:
        """R-46  Without a check; the formation stays where it is."""
        return self.ceased

    @do("18.4(d)(2)")
    def exchange(self, g: Game) -> None:
        """Both roll from the state before the round."""
        f, base = g.forces[self.attacker].formations[self.formation], self.base(g)
        if self.fire is None or self.counter is None:
            self.fire, self.counter = broadside(g, f), coast_guns(base)
        shot = throw(g, self.attacker, f.token, base.token, "land", self.fire)
        answer = throw(g, self.defender, base.token, f.token, "tb", self.counter) if self.counter.dice else None
        self.fire = shot.left
        damage_base(g, base, shot.hits)
        if answer is not None:
            self.counter = answer.left
            damage_formation(g, f, answer.hits)

    @until("18.4(d)(4)")
    def over(self, g: Game) -> bool:
        assert self.fire is not None
        gone = self.formation not in g.forces[self.attacker].formations
        return gone or not self.fire.dice or self.base(g).wrecked


class GoingAshore(OffTheBase, tag="going-ashore", kw_only=True):
    """§18.4(e)  Transports land under the fire of the base; then §18.4(f) they fight."""

    landing: tuple[Token, ...] = ()

    def lying(self) -> Lying:
        return Lying(landing=self.landing)

    @ask("18.4(e)(1)", "31", "attacker")
    def name(self, g: Game, side: Side) -> Asking:
        """Which transports land?"""
        there = tuple([f.token for f in self.supporting(g) if f.transports])
        return Pick(there, 0, len(there)) if there else None

    @name.answered
    def named(self, g: Game, side: Side, answer: tuple[Token, ...]) -> None:
        self.landing = answer
        if answer:
            g.tell(Landed, side, answer)

    @name.otherwise
    def all_of_them(self, g: Game, side: Side) -> Answer:
        return tuple([f.token for f in self.supporting(g) if f.transports])

    @until("18.5")
    def nobody_lands(self, g: Game) -> bool:
        return not self.landing

    @ask("18.4(e)(2)", "31a", "defender")
    def defend(self, g: Game, side: Side) -> Asking:
        """Play an event for the defence of your base, or pass."""
        return None

    @defend.answered
    def defended(self, g: Game, side: Side, answer: Answer) -> None:
        """The events have done what they do."""

    @do("18.4(e)(3)")
    def torpedo_boats(self, g: Game) -> None:
        """R-23  The base rolls its current TB at each of them, afresh for each; a pair is one target."""
        for token in self.landing:
            f = g.forces[self.attacker].formations[token]
            boats = sum([e.n for e in g.state.in_force if e.does == "boats"])  # §21.14
            left = attempts(raised(self.base(g).tb, boats))
            while left.dice and f.token in g.forces[self.attacker].formations:
                shot = throw(g, self.defender, g.state.target, token, "tb", left)
                left = shot.left
                damage_formation(g, g.forces[self.attacker].formations[token], shot.hits)
        g.state.cease("segment")

    @call("18.4(e)(4)")
    def detach(self, g: Game) -> Procedure | None:
        formations = g.forces[self.attacker].formations
        pairs = tuple([t for t in self.landing if t in formations and formations[t].escort is not None])
        return Detach(attacker=self.attacker, pairs=pairs) if pairs else None

    @call("18.4(f)")
    def fight(self, g: Game) -> Procedure | None:
        landed = tuple([t for t in self.landing if t in g.forces[self.attacker].formations])
        score(g, self.attacker, "ashore", len(landed))
        return LandCombat(attacker=self.attacker, ashore=landed, landed=landed) if landed else None


def assault(g: Game, side: Side, army: Ability) -> Ability:
    """§18.4(f)(3), §23.8  What transports begin a land combat with: with Semper Fi those of the US have one more."""
    return raised(army, 1) if g.state.cards.options.semper_fi and side is Side.US else army


class Detach(OffTheBase, tag="detach", kw_only=True):
    """§18.4(e)(4)  Every attached escort leaves its transports; the damage is divided as in §8.5."""

    loops: ClassVar[bool] = True
    pairs: tuple[Token, ...]

    def about(self) -> tuple[int, ...]:
        return self.pairs[:1]

    @ask("18.4(e)(4)", "31", "attacker")
    def divide(self, g: Game, side: Side) -> Asking:
        """How much of the pair's damage do the transports take?"""
        options = splits(g.forces[side].formations[self.pairs[0]])
        return Choose(options) if len(options) > 1 else Forced(Choose(options))

    @divide.answered
    def divided(self, g: Game, side: Side, answer: int) -> None:
        """The escort stays in the FRONT line, detected."""
        token, self.pairs = self.pairs[0], self.pairs[1:]
        damage = g.forces[side].formations[token].damage
        escort = part(g, side, token, answer, quiet=False)
        g.tell(Detached, side, token, escort, answer, damage - answer)

    @until("18.4(e)(4)")
    def over(self, g: Game) -> bool:
        return not self.pairs


class LandCombat(OffTheBase, tag="land-combat", kw_only=True):
    """§18.4(f), R-47  Transports come ashore one after another."""

    loops: ClassVar[bool] = True
    ashore: tuple[Token, ...]  # still to fight
    landed: tuple[Token, ...]
    next: Token = AIR
    fallen: Token = AIR  # the base that has just been eliminated

    def lying(self) -> Lying:
        return Lying(landing=self.ashore)

    @ask("18.4(f)(1)", "31", "attacker")
    def choose(self, g: Game, side: Side) -> Asking:
        """Which transports fight next?"""
        return Choose(self.ashore) if len(self.ashore) > 1 else Forced(Choose(self.ashore))

    @choose.answered
    def chose(self, g: Game, side: Side, answer: int) -> None:
        self.next = Token(answer)
        self.ashore = tuple([t for t in self.ashore if t != answer])

    @do("18.4(f)(3)")
    def fight(self, g: Game) -> None:
        """R-24  Army against Garrison, round by round, both together; §18.4(f)(2) no roll against a base at its HP."""
        army = g.forces[self.attacker].formations[self.next]
        fire = attempts(assault(g, self.attacker, damaged(army.values.army, army.damage)))
        counter = attempts(damaged(self.base(g).card.garrison, self.base(g).damage))
        while fire.dice and not self.base(g).wrecked and self.next in g.forces[self.attacker].formations:
            shot = throw(g, self.attacker, self.next, g.state.target, "army", fire)
            answer = throw(g, self.defender, g.state.target, self.next, "garrison", counter) if counter.dice else None
            fire = shot.left
            damage_base(g, self.base(g), shot.hits)
            if answer is not None:
                counter = answer.left
                damage_formation(g, g.forces[self.attacker].formations[self.next], answer.hits)

    @do("18.4(f)(4)")
    def eliminate(self, g: Game) -> None:
        """A base at its HP is eliminated: a front base scores twice its VP, a strategic base ends the game."""
        base = self.base(g)
        if not base.wrecked:
            return
        self.ashore, self.fallen = (), base.token
        remove_base(g, base, 2 * base.card.vp)
        if base.card.rank is Rank.STRATEGIC:
            strategic_base_lost(g, self.defender)
        settle_strategic(g, self.defender)

    @ask("18.4(f)(4)", "31b", "defender")
    def mourn(self, g: Game, side: Side) -> Asking:
        """Play an event for the base that you have lost, or pass."""
        return None

    @mourn.answered
    def mourned(self, g: Game, side: Side, answer: Answer) -> None:
        """The events have done what they do."""

    @do("18.4(f)(5)")
    def leave(self, g: Game) -> None:
        """When the last has fought, all transports that were named are discarded, whatever happened."""
        if self.ashore:
            return
        formations = g.forces[self.attacker].formations
        rest = [formations.pop(t) for t in self.landed if t in formations]
        discard(g, self.attacker, tuple([f.lead for f in rest]))

    @until("18.4(f)(5)")
    def over(self, g: Game) -> bool:
        return not self.ashore
