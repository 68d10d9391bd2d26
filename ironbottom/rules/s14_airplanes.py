"""§14.3  The airplane segment: deploy, shift, exchange, discard, in private, with steps back."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from ironbottom.flow import Asking, Forced, Game, Procedure, ask
from ironbottom.printed import AirplaneCard
from ironbottom.questions import Answer, Move, Value
from ironbottom.rules.s04_damage import BASE_ICON, aboard, discard, in_random_order
from ironbottom.rules.s05_lines import Free, free_icons, hosts_by_icon, kind_taken
from ironbottom.rules.s07_detection import private_token
from ironbottom.rules.s13_draw import take_from_hand
from ironbottom.state import Airplane, Forces, State
from ironbottom.words import REAR, CardId, Icon, Side, Token

Steps = dict[str, dict[Value, tuple[Value, ...]]]
Step = tuple[str | int, ...]
DONE = ("done",)
DONE_OR_UNDO = ("done", "undo")
DONE_ONLY = Move({}, DONE)
DEPLOYED = 1 << 20  # the first token of an airplane that comes from the hand; ships that are parted have smaller ones
ON_SHIP, ON_BASE = (Icon.CARRIER, Icon.CARRIER), (Icon.LAND, Icon.CARRIER)  # where a carrier airplane may stand
LAND, SEA, FLYING = (Icon.LAND, Icon.LAND), (Icon.SEA, Icon.SEA), (Icon.FLYING, Icon.FLYING)
EXCHANGE = {  # §6.2, R-66: who fits on whose icon, and the other way round
    ON_SHIP: (ON_SHIP, ON_BASE),
    ON_BASE: (ON_SHIP, ON_BASE, LAND),
    LAND: (ON_BASE, LAND),
    SEA: (SEA,),
    FLYING: (FLYING,),
}


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
        """Deploy airplanes from your hand; shift, exchange or discard those on the table; end the segment with done."""
        before = g.state.shown
        assert before is not None
        if not before.hand and not before.airplanes:
            return Forced(DONE_ONLY)
        free = free_icons(g.forces[side]) if self.free is None else self.free
        return Move(airplane_steps(g, side, free, before), DONE_OR_UNDO if self.taken else DONE)

    @step.answered
    def stepped(self, g: Game, side: Side, answer: tuple[str | int, ...]) -> bool:
        if answer[0] == "done":
            lose_left_over(g, side, free_icons(g.forces[side]) if self.free is None else self.free)
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
            free = free_icons(g.forces[side]) if self.free is None else {**self.free}
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


    @step.harmless
    def none_left_over(self, g: Game, side: Side) -> bool:
        """Every airplane has an icon where it is: the end of the segment discards none."""
        free = free_icons(g.forces[side]) if self.free is None else self.free
        return not without_icon(g, side, free) and all(n >= 0 for hosts in free.values() for n in hosts.values())


def airplane_steps(g: Game, side: Side, free: Free, before: Forces) -> Steps:
    """§14.3(2), §6, R-54, R-66  What may be deployed and shifted to which free icon, exchanged, and given up.

    `before` is the side as it was when its deployment began: what was not on the table then came from the hand.
    """
    forces, edition = g.forces[side], g.state.edition
    hosts, airplanes = hosts_by_icon(free), forces.airplanes
    steps: Steps = {}
    deploy: dict[Value, tuple[Value, ...]] = {
        c.id: hosts[c.icon] for c in forces.hand if type(c) is AirplaneCard and hosts[c.icon]
    }
    if deploy:
        steps["deploy"] = deploy
    if not airplanes:
        return steps
    if shift := shifts(forces, hosts, idle=edition.idle_steps):
        steps["shift"] = shift
    if not edition.regroups:
        steps["discard"] = dict.fromkeys(airplanes, ())
        return steps
    if len(airplanes) > 1 and (swap := exchanges(forces, free)):
        steps["swap"] = swap
    came = airplanes.keys() - before.airplanes.keys()
    if came:
        steps["recall"] = {token: () for token in airplanes if token in came}
    if len(came) < len(airplanes):
        steps["discard"] = {token: () for token in airplanes if token not in came}
    return steps


def shifts(forces: Forces, hosts: dict[Icon, tuple[Token, ...]], *, idle: bool) -> dict[Value, tuple[Value, ...]]:
    """§14.3(2)  The other hosts that have a free icon for an airplane; `idle`: its own as well."""
    found: dict[Value, tuple[Value, ...]] = {}
    for token, a in forces.airplanes.items():
        there = hosts[a.card.icon]
        if not idle and a.host in there:
            there = tuple([host for host in there if host != a.host])
        if there:
            found[token] = there
    return found


def exchanges(forces: Forces, free: Free) -> dict[Value, tuple[Value, ...]]:
    """§14.3(2), R-66  Which airplanes may change places: of different cards, on icons of one kind that fit both.

    Nobody comes to a host with more airplanes than icons: what is too much there at the end is lost.
    """
    standing: dict[tuple[Icon, Icon], list[tuple[Token, Token, CardId]]] = {}  # by the icon on the host and on the card
    bases = forces.bases
    for token, a in forces.airplanes.items():
        icon, host = a.card.icon, a.host
        kind = BASE_ICON[icon] if host in bases else icon
        if free[kind].get(host, -1) >= 0:
            standing.setdefault((kind, icon), []).append((token, host, a.card.id))
    swap: dict[Value, tuple[Value, ...]] = {}
    for group, there in standing.items():
        others = [b for partners in EXCHANGE[group] if partners in standing for b in standing[partners]]
        if len(others) > 1:
            for token, host, card in there:
                found = tuple([b for b, elsewhere, other in others if elsewhere != host and other != card])
                if found:
                    swap[token] = found
    return swap


def take_airplane_step(g: Game, side: Side, step: Step, free: Free) -> None:
    """§14.3(2), §7.5  On a base an airplane is detected, on a ship unseen; changing host changes this at once.

    `free` is kept up to date: the icon that is left is free again, the one that is taken is not.  Its tables are
    replaced, not changed: another copy of the game may hold them too.
    """
    forces = g.forces[side]
    verb, thing, *to = step
    if verb == "deploy":
        deploy(g, side, CardId(str(thing)), Token(int(to[0])), free)
    elif verb == "swap":
        exchange(forces, Token(int(thing)), Token(int(to[0])))
    elif verb == "shift":
        a = forces.airplanes[Token(int(thing))]
        set_free(forces, a, free)
        put(forces, a, Token(int(to[0])), free)
    else:
        a = forces.airplanes.pop(Token(int(thing)))
        set_free(forces, a, free)
        if verb == "recall":
            forces.hand += (a.card,)
        else:
            discard(g, side, (a.card,), named=True, quiet=True)


def deploy(g: Game, side: Side, card_id: CardId, host: Token, free: Free) -> None:
    """§14.3(2)  An airplane of this name comes from the hand."""
    forces = g.forces[side]
    card = take_from_hand(g, side, card_id)
    assert isinstance(card, AirplaneCard)
    token = private_token(forces, DEPLOYED if g.state.edition.regroups else 1)
    put(forces, Airplane(token, side, card, host), host, free)


def exchange(forces: Forces, one: Token, two: Token) -> None:
    """R-66  Each takes the icon of the other."""
    airplanes = forces.airplanes
    first, second = airplanes[one], airplanes[two]
    airplanes[one] = replace(first, host=second.host, detected=second.detected)
    airplanes[two] = replace(second, host=first.host, detected=first.detected)


def set_free(forces: Forces, a: Airplane, free: Free) -> None:
    """The icon that an airplane leaves, if it has one."""
    kind, host = kind_taken(a, a.host, forces), a.host
    left = free[kind]
    if host in left:
        free[kind] = {**left, host: left[host] + 1}


def put(forces: Forces, a: Airplane, host: Token, free: Free) -> None:
    """An airplane is put on a free icon."""
    forces.airplanes[a.token] = replace(a, host=host, detected=host in forces.bases)
    kind = kind_taken(a, host, forces)
    free[kind] = {**free[kind], host: free[kind][host] - 1}


def without_icon(g: Game, side: Side, free: Free) -> list[Airplane]:
    """§14.3(3), §5.3  Airplanes on REAR formations, and those on hosts that have no icon of their kind."""
    forces = g.forces[side]
    if g.state.edition.strays:
        bare = {f.token for f in forces.formations.values() if f.line in REAR or f.values.icon is None}
        return [a for a in forces.airplanes.values() if a.host in bare]
    return [a for a in forces.airplanes.values() if a.host not in free[kind_taken(a, a.host, forces)]]


def lose_left_over(g: Game, side: Side, free: Free) -> None:
    """§14.3(3), §5.3, R-60  Airplanes on REAR formations, and those without an icon on their host, are discarded."""
    forces = g.forces[side]
    lost = without_icon(g, side, free)
    damaged_hosts = any(h.damage for table in (forces.formations, forces.bases) for h in table.values())
    for icon, by_host in free.items() if damaged_hosts else ():
        for host, n in by_host.items():
            if n < 0:
                there = tuple([a for a in aboard(forces, host) if kind_taken(a, host, forces) is icon])
                lost += in_random_order(g, side, there)[:-n]
    for a in lost:
        del forces.airplanes[a.token]
    discard(g, side, tuple([a.card for a in lost]), quiet=True)
