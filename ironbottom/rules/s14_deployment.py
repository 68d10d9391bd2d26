"""§14  Deployment: reinforcement and repair in the open, ships and airplanes in private."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from ironbottom.abilities import damaged, express
from ironbottom.events import (
    DeploymentShown,
    Discarded,
    Eliminated,
    ExpressLoaded,
    Played,
    Recovered,
    Repaired,
    TransportsEntered,
)
from ironbottom.flow import Asking, Forced, Game, Procedure, ask, call, do, until
from ironbottom.printed import AnyCard, EventCard, ShipCard
from ironbottom.questions import Choose, Move, Value
from ironbottom.rules.s03_exchange import full_roll
from ironbottom.rules.s04_damage import account, cards_of, discard
from ironbottom.rules.s07_detection import mix
from ironbottom.rules.s08_escort import may_escort
from ironbottom.rules.s10_setup import placing_steps, take_placing_step
from ironbottom.rules.s13_draw import take_from_hand
from ironbottom.rules.s14_airplanes import Airplanes
from ironbottom.rules.s23_fuel import burn, rationed, within_fuel
from ironbottom.rules.s23_mutsu import accident
from ironbottom.rules.s23_reserve_carrier import reserve_carrier
from ironbottom.rules.s23_unpack import unpack
from ironbottom.state import AIR, Forces, Formation, State
from ironbottom.views import Lying
from ironbottom.words import ELSEWHERE, REAR, CardId, Side, Token

Steps = dict[str, dict[Value, tuple[Value, ...]]]
DONE = ("done",)
UNDO = ("undo",)
DONE_OR_UNDO = DONE + UNDO
DONE_ONLY = Move({}, DONE)


class Deployment(Procedure, tag="deployment", kw_only=True):
    """§14  The four segments."""

    phasing: Side

    @do("23.15")
    def accident(self, g: Game) -> None:
        """What may be lost in harbour, where that is agreed upon."""
        accident(g, self.phasing)

    @call("23.7")
    def reserve(self, g: Game) -> Procedure | None:
        return reserve_carrier(g, self.phasing)

    @call("14.1")
    def reinforcement(self, g: Game) -> Procedure:
        return Reinforcement(phasing=self.phasing)

    @do("14.2(1)")
    def draw_the_veil(self, g: Game) -> None:
        """From here the others see the side as it was, until the airplane segment ends (R-13)."""
        g.state.shown = g.forces[self.phasing].clone()
        g.state.shown_victory = g.forces[self.phasing.enemy].victory

    @call("14.2")
    def ships(self, g: Game) -> Procedure:
        return Ships(phasing=self.phasing)

    @call("14.3")
    def airplanes(self, g: Game) -> Procedure:
        return Airplanes(phasing=self.phasing)

    @do("14.3(4)")
    def show(self, g: Game) -> None:
        """Both private segments are shown together, and all unseen formations are mixed."""
        before = g.state.shown
        assert before is not None
        show_losses(g, self.phasing, before)
        g.state.shown = None
        if rationed(g.state, self.phasing):
            burn(g, self.phasing, before)
        forces = g.forces[self.phasing]
        mix(g, self.phasing, before)
        unpack(g, self.phasing, before)
        faces = newly_open(forces, before)
        for _, card in faces:
            account(forces, card)
        if g.events is not None:
            opened = tuple([(token, card.id) for token, card in faces])
            g.tell(DeploymentShown, self.phasing, opened, *aboard_bases_and_ships(forces))

    @call("14.4")
    def repair(self, g: Game) -> Procedure:
        return Repair(phasing=self.phasing)


def show_losses(g: Game, side: Side, before: Forces) -> None:
    """What the private segments put on the piles: ships that a split sank, and the packet of discards.

    The ships come by name: the order in which they were lost is an order of moves, which nobody is shown.
    """
    enemy, kept = g.forces[side.enemy], len(g.state.shown_victory)
    sunk = tuple(sorted(enemy.victory[kept:], key=lambda scored: scored[0].id))
    enemy.victory = enemy.victory[:kept] + sunk
    for card, points in sunk:
        g.tell(Eliminated, side, AIR, (card.id,), points)
    new = unseen_discards(g.forces[side].discards, before.discards)
    if new:
        g.tell(Discarded, side, len(new), new[-1].id, tuple([c.id for c in new]))


def newly_open(forces: Forces, before: Forces) -> list[tuple[Token, ShipCard | EventCard]]:
    """§14.3(4)  The cards of detected formations that lay face down before, with the token that they go by now."""
    open_before = {card.id for f in before.formations.values() if f.detected for card in cards_of(f)}
    detected = [f for f in forces.formations.values() if f.detected]
    return [(f.token, card) for f in detected for card in cards_of(f) if card.id not in open_before]


def unseen_discards(pile: tuple[AnyCard, ...], shown: tuple[AnyCard, ...]) -> tuple[AnyCard, ...]:
    """The cards that came on the pile in private; an event that was played meanwhile has been shown already."""
    common = next((i for i, (card, seen) in enumerate(zip(pile, shown, strict=False)) if card is not seen), len(shown))
    new = list(pile[common:])
    for card in shown[common:]:
        new.remove(card)
    return tuple(new)


def aboard_bases_and_ships(
    forces: Forces,
) -> tuple[tuple[tuple[CardId, Token], ...], tuple[tuple[Token, int], ...]]:
    """§14.3(4)  Airplanes on bases by name, on formations by number."""
    on_bases = tuple([(a.card.id, a.host) for a in forces.airplanes.values() if a.host in forces.bases])
    count: dict[Token, int] = {}
    for a in forces.airplanes.values():
        if a.host in forces.formations:
            count[a.host] = count.get(a.host, 0) + 1
    return on_bases, tuple(sorted(count.items()))


class Reinforcement(Procedure, tag="reinforcement", kw_only=True):
    """§14.1  Any number of reinforcement events and transports, one at a time."""

    loops: ClassVar[bool] = True
    phasing: Side

    @ask("14.1(1)", "4", "phasing")
    def play(self, g: Game, side: Side) -> Asking:
        """Play a reinforcement event or transports, or end the segment with done."""
        forces = g.forces[side]
        if not forces.hand or not any(c.transports for c in forces.unaccounted):
            return Forced(DONE_ONLY)
        transports = [c.id for c in forces.hand if isinstance(c, EventCard) and c.transports]
        if not transports:
            return DONE_ONLY
        steps: Steps = {"transports": dict.fromkeys(transports, ())}
        if any(isinstance(c, EventCard) and c.effect.does == "express" for c in forces.hand):
            escorts = tuple([f.token for f in forces.formations.values() if not f.detected and may_escort(f)])
            if escorts:
                steps["express"] = dict.fromkeys(transports, escorts)
        return Move(steps, DONE)

    @play.harmless
    def kept_in_hand(self, g: Game, side: Side) -> bool:
        """What is not played stays in the hand."""
        return True

    @play.answered
    def played(self, g: Game, side: Side, answer: tuple[str | int, ...]) -> bool:
        if answer[0] == "transports":
            transports_enter(g, side, CardId(str(answer[1])))
        elif answer[0] == "express":
            run_express(g, side, CardId(str(answer[1])), Token(int(answer[2])))
        return answer[0] == "done"


def transports_enter(g: Game, side: Side, card_id: CardId) -> None:
    """§14.1(3), R-14  Transports enter REAR, detected."""
    card = take_from_hand(g, side, card_id)
    assert isinstance(card, EventCard)
    assert card.transports is not None
    forces = g.forces[side]
    account(forces, card)
    g.tell(Played, side, card.id, "transports")
    f = Formation(g.deal_token(), side, REAR[side], card, card.transports.values, detected=True)
    forces.formations[f.token] = f
    g.tell(TransportsEntered, side, f.token, card.id)


def run_express(g: Game, side: Side, transports: CardId, escort: Token) -> None:
    """§21.16  Tokyo Express: transports join an unseen escort face down, in its line, with its Speed."""
    forces = g.forces[side]
    events = [c for c in forces.hand if isinstance(c, EventCard) and c.effect.does == "express"]
    event = next(c for c in events if c.id != transports)
    take_from_hand(g, side, event.id)
    g.tell(Played, side, event.id, "event")
    discard(g, side, (event,))
    card = take_from_hand(g, side, transports)
    assert isinstance(card, EventCard)
    assert card.transports is not None
    joined = forces.formations[escort]
    assert isinstance(joined.lead, ShipCard)
    values = express(card.transports.values, joined.lead)
    forces.formations[escort] = replace(
        joined, lead=card, escort=joined.lead, values=values, express=True, loading=True
    )
    g.tell(ExpressLoaded, side, escort, card.id)


class Ships(Procedure, tag="ships", kw_only=True):
    """§14.2  Move, pair, disband, reveal; in private, with steps back."""

    loops: ClassVar[bool] = True
    derived: ClassVar[tuple[str, ...]] = ("offered",)
    phasing: Side
    start: State | None = None
    taken: tuple[tuple[str | int, ...], ...] = ()
    offered: Steps | None = None  # the steps that are legal now, which a move leaves as they are; None: to be made

    @ask("14.2(1)", "5", "phasing")
    def step(self, g: Game, side: Side) -> Asking:
        """Move, pair, disband or reveal your formations; end the segment with done."""
        before = g.state.shown
        assert before is not None
        if not before.formations:
            return Forced(DONE_ONLY)
        steps = ship_steps(g, side) if self.offered is None else self.offered
        return Move(steps, DONE_OR_UNDO if self.taken else DONE)

    @step.harmless
    def stays(self, g: Game, side: Side) -> bool:
        """What is not moved stays as it is."""
        return True

    @step.answered
    def stepped(self, g: Game, side: Side, answer: tuple[str | int, ...]) -> bool:
        if answer[0] == "done":
            return True
        if answer[0] == "undo":
            taken = self.taken[:-1]
            assert self.start is not None
            g.restore(self.start.clone())
            for step in taken:
                take_ship_step(g, side, step)
            self.taken, self.offered = taken, None
        else:
            if self.start is None:
                self.start = g.state.clone()
            take_ship_step(g, side, answer)
            self.taken = (*self.taken, answer)
            if self.offered is None or answer[0] != "move" or rationed(g.state, side):
                self.offered = ship_steps(g, side)
            elif not g.state.edition.idle_steps:
                token = Token(int(answer[1]))
                moves = {**self.offered["move"], token: ELSEWHERE[g.forces[side].formations[token].line]}
                self.offered = {**self.offered, "move": moves}
        return False


def ship_steps(g: Game, side: Side) -> Steps:
    """§14.2(2), §14.2(3), §14.2(4)  Moves, pairs, partings, and unseen formations that may be revealed."""
    forces = g.forces[side]
    steps = placing_steps(forces, side, g.state.edition)
    unseen = [f.token for f in forces.formations.values() if not f.detected]
    if unseen:
        steps["reveal"] = dict.fromkeys(unseen, ())
    return within_fuel(g, side, steps) if rationed(g.state, side) else steps


def take_ship_step(g: Game, side: Side, step: tuple[str | int, ...]) -> None:
    """§14.2(2), §14.2(3), §14.2(4), R-7  A move, a pairing, a parting, or turning an own formation detected."""
    if step[0] != "reveal":
        take_placing_step(g, side, step)
        return
    formations, token = g.forces[side].formations, Token(int(step[1]))
    formations[token] = replace(formations[token], detected=True, known=False)


class Repair(Procedure, tag="repair", kw_only=True):
    """§14.4  Ships in REAR are repaired, bases recover."""

    phasing: Side
    hits: int = 0

    @do("14.4(1)")
    def roll(self, g: Game) -> None:
        """A full roll of the home base's current repair ability, if there is anything to repair."""
        in_dock = in_dock_damaged(g, self.phasing)
        if in_dock:
            home = next(b for b in g.forces[self.phasing].bases.values() if b.card.repair is not None)
            most = sum([f.damage for f in in_dock])
            self.hits = full_roll(g, self.phasing, home.token, "repair", damaged(home.card.repair, home.damage), most)

    @call("14.4(2)")
    def remove(self, g: Game) -> Procedure | None:
        return RemoveDamage(phasing=self.phasing, hits=self.hits) if self.hits else None

    @do("14.4(3)")
    def recover(self, g: Game) -> None:
        """In every case all damage on all own bases is removed."""
        bases = g.forces[self.phasing].bases
        for b in bases.values():
            if b.damage:
                bases[b.token] = replace(b, damage=0)
                g.tell(Recovered, self.phasing, b.token, 0)


def in_dock_damaged(g: Game, side: Side) -> list[Formation]:
    return [f for f in g.forces[side].formations.values() if f.damage and f.line is REAR[side]]


class RemoveDamage(Procedure, tag="remove-damage", kw_only=True):
    """§14.4(2), R-15  Each hit removes one damage, the owner choosing after the roll."""

    loops: ClassVar[bool] = True
    phasing: Side
    hits: int

    def lying(self) -> Lying:
        return Lying(hits=self.hits)

    @ask("14.4(2)", "7", "phasing")
    def choose(self, g: Game, side: Side) -> Asking:
        """Which formation is repaired by one?"""
        in_dock = sorted(in_dock_damaged(g, side), key=lambda f: (-f.damage, f.token))
        shape = Choose(tuple([f.token for f in in_dock]))
        forced = len(in_dock) == 1 or self.hits >= sum([f.damage for f in in_dock])
        return Forced(shape) if forced else shape

    @choose.answered
    def chose(self, g: Game, side: Side, answer: int) -> None:
        formations, token = g.forces[side].formations, Token(answer)
        f = formations[token]
        formations[token] = replace(f, damage=f.damage - 1)
        self.hits -= 1
        g.tell(Repaired, side, token, f.damage - 1)

    @until("14.4(2)")
    def over(self, g: Game) -> bool:
        return not self.hits
