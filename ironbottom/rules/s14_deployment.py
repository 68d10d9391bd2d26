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
from ironbottom.printed import AirplaneCard, AnyCard, EventCard, ShipCard
from ironbottom.questions import Answer, Choose, Move, Value
from ironbottom.rules.s03_exchange import full_roll
from ironbottom.rules.s04_damage import aboard, account, cards_of, discard, in_random_order
from ironbottom.rules.s05_lines import Free, free_icons, hosts_by_icon, kind_taken
from ironbottom.rules.s07_detection import mix, private_token
from ironbottom.rules.s08_escort import may_escort
from ironbottom.rules.s10_setup import placing_steps, take_placing_step
from ironbottom.rules.s13_draw import take_from_hand
from ironbottom.state import AIR, Airplane, Forces, Formation, State
from ironbottom.views import Lying
from ironbottom.words import REAR, CardId, Side, Token

Steps = dict[str, dict[Value, tuple[Value, ...]]]
DONE = ("done",)
UNDO = ("undo",)
DONE_OR_UNDO = DONE + UNDO
DONE_ONLY = Move({}, DONE)


class Deployment(Procedure, tag="deployment", kw_only=True):
    """§14  The four segments."""

    phasing: Side

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
        forces = g.forces[self.phasing]
        mix(g, self.phasing, before)
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
        steps = ship_steps(g.forces[side], side) if self.offered is None else self.offered
        return Move(steps, DONE_OR_UNDO if self.taken else DONE)

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
            if self.offered is None or answer[0] != "move":
                self.offered = ship_steps(g.forces[side], side)
        return False


def ship_steps(forces: Forces, side: Side) -> Steps:
    """§14.2(2), §14.2(3), §14.2(4)  Moves, pairs, partings, and unseen formations that may be revealed."""
    steps = placing_steps(forces, side)
    unseen = [f.token for f in forces.formations.values() if not f.detected]
    if unseen:
        steps["reveal"] = dict.fromkeys(unseen, ())
    return steps


def take_ship_step(g: Game, side: Side, step: tuple[str | int, ...]) -> None:
    """§14.2(2), §14.2(3), §14.2(4), R-7  A move, a pairing, a parting, or turning an own formation detected."""
    if step[0] != "reveal":
        take_placing_step(g, side, step)
        return
    formations, token = g.forces[side].formations, Token(int(step[1]))
    formations[token] = replace(formations[token], detected=True, known=False)


class Airplanes(Procedure, tag="airplanes", kw_only=True):
    """§14.3  Deploy, shift, discard airplanes; in private, with steps back, but never past a played card."""

    loops: ClassVar[bool] = True
    derived: ClassVar[tuple[str, ...]] = ("free",)
    phasing: Side
    start: State | None = None
    taken: tuple[tuple[str | int, ...], ...] = ()
    free: Free | None = None  # the icons that are free now; None: to be counted

    @ask("14.3(2)", "6", "phasing")
    def step(self, g: Game, side: Side) -> Asking:
        """Deploy airplanes from your hand, shift or discard those on the table; end the segment with done."""
        before = g.state.shown
        assert before is not None
        if not before.hand and not before.airplanes:
            return Forced(DONE_ONLY)
        forces = g.forces[side]
        free = free_icons(forces) if self.free is None else self.free
        return Move(airplane_steps(forces, free), DONE_OR_UNDO if self.taken else DONE)

    @step.answered
    def stepped(self, g: Game, side: Side, answer: tuple[str | int, ...]) -> bool:
        if answer[0] == "done":
            lose_left_over(g, side)
            return True
        if answer[0] == "undo":
            taken = self.taken[:-1]
            assert self.start is not None
            g.restore(self.start.clone())
            free = free_icons(g.forces[side])
            for step in taken:
                take_airplane_step(g, side, step, free)
            self.taken, self.free = taken, free if taken else None
        else:
            if not self.taken:
                self.start = g.state.clone()
            free = free_icons(g.forces[side]) if self.free is None else {i: dict(n) for i, n in self.free.items()}
            take_airplane_step(g, side, answer, free)
            self.taken, self.free = (*self.taken, answer), free
        return False

    @step.otherwise
    def unchanged(self, g: Game, side: Side) -> Answer:
        """From REAR formations to the nearest free icon, else as it is."""
        forces = g.forces[side]
        hosts = hosts_by_icon(free_icons(forces))
        for a in forces.airplanes.values():
            there = forces.formations.get(a.host)
            if there is not None and there.line in REAR and hosts[a.card.icon]:
                line = there.line
                nearest = min(hosts[a.card.icon], key=lambda h: (forces.host(h).line.distance(line), h))
                return ("shift", a.token, nearest)
        return DONE


def airplane_steps(forces: Forces, free: Free) -> Steps:
    """§14.3(2), §6, R-54  What may be deployed and shifted to which free icon, and what may be discarded."""
    hosts = hosts_by_icon(free)
    airplanes = forces.airplanes
    steps: Steps = {}
    deploy: dict[Value, tuple[Value, ...]] = {
        c.id: hosts[c.icon] for c in forces.hand if type(c) is AirplaneCard and hosts[c.icon]
    }
    if deploy:
        steps["deploy"] = deploy
    shift: dict[Value, tuple[Value, ...]] = {
        token: hosts[a.card.icon] for token, a in airplanes.items() if hosts[a.card.icon]
    }
    if shift:
        steps["shift"] = shift
    if airplanes:
        steps["discard"] = dict.fromkeys(airplanes, ())
    return steps


def take_airplane_step(g: Game, side: Side, step: tuple[str | int, ...], free: Free) -> None:
    """§14.3(2), §7.5  On a base an airplane is detected, on a ship unseen; changing host changes this at once.

    `free` is kept up to date: the icon that is left is free again, the one that is taken is not.
    """
    forces = g.forces[side]
    if step[0] == "deploy":
        card = take_from_hand(g, side, CardId(str(step[1])))
        assert isinstance(card, AirplaneCard)
        token, host = private_token(forces), Token(int(step[2]))
        airplane = Airplane(token, side, card, host, detected=host in forces.bases)
    else:
        token = Token(int(step[1]))
        airplane = forces.airplanes[token]
        left = free[kind_taken(airplane, airplane.host, forces)]
        if airplane.host in left:
            left[airplane.host] += 1
        if step[0] == "discard":
            del forces.airplanes[token]
            discard(g, side, (airplane.card,), named=True, quiet=True)
            return
        host = Token(int(step[2]))
        airplane = replace(airplane, host=host, detected=host in forces.bases)
    forces.airplanes[token] = airplane
    free[kind_taken(airplane, host, forces)][host] -= 1


def lose_left_over(g: Game, side: Side) -> None:
    """§14.3(3), §5.3, R-60  Airplanes on REAR formations, and those above the icons of their host, are discarded."""
    forces = g.forces[side]
    bare = {f.token for f in forces.formations.values() if f.line in REAR or f.values.icon is None}
    lost = [a for a in forces.airplanes.values() if a.host in bare]
    damaged_hosts = any(h.damage for table in (forces.formations, forces.bases) for h in table.values())
    for icon, by_host in free_icons(forces).items() if damaged_hosts else ():
        for host, n in by_host.items():
            if n < 0:
                there = tuple([a for a in aboard(forces, host) if kind_taken(a, host, forces) is icon])
                lost += in_random_order(g, side, there)[:-n]
    for a in lost:
        del forces.airplanes[a.token]
    discard(g, side, tuple([a.card for a in lost]), quiet=True)


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
