"""§23.13  Fuel: what the moves of Japan's ships cost, by what both sides see of them."""

from __future__ import annotations

from collections import Counter

from ironbottom.flow import Game
from ironbottom.printed import CardSet, EventCard
from ironbottom.questions import Value
from ironbottom.state import Forces, Formation, InForce, State
from ironbottom.words import LINES, CardId, Line, Side, Token

FUEL = "fuel"
PAIR = 2  # cards that one step moves, at most

Key = CardId | Token  # a ship card by its name, transports by the token that they keep
Layout = dict[Key, Line]  # where each card lies
Steps = dict[str, dict[Value, tuple[Value, ...]]]


def filled(cards: CardSet) -> tuple[InForce, ...]:
    """What is in force when a game begins."""
    n = cards.options.fuel
    return (InForce(FUEL, Side.JP, n, "game"),) if n else ()


def rationed(state: State, side: Side) -> bool:
    """Whether the moves of this side cost fuel."""
    return side is Side.JP and state.cards.options.fuel > 0


def fuel_left(state: State) -> int:
    found = state.working(FUEL)
    return state.cards.options.fuel if found is None else found.n


def keys_of(f: Formation) -> tuple[Key, ...]:
    """The cards of a formation."""
    lead: Key = f.token if isinstance(f.lead, EventCard) else f.lead.id
    return (lead,) if f.escort is None else (lead, f.escort.id)


def cargo_of(before: Forces) -> frozenset[Key]:
    """Transports that a Tokyo Express has taken aboard in this deployment: nobody else has been told where."""
    return frozenset([f.token for f in before.formations.values() if f.loading])


def layout(forces: Forces) -> Layout:
    return {key: f.line for f in forces.formations.values() for key in keys_of(f)}


class Start:
    """Where the cards of a side lay when its deployment began, and what it costs that they lie elsewhere."""

    def __init__(self, before: Forces) -> None:
        self.cargo = cargo_of(before)
        lay = {key: line for key, line in layout(before).items() if key not in self.cargo}
        open_then = {key for f in before.formations.values() if f.detected for key in keys_of(f)}
        self.open = {key: line for key, line in lay.items() if key in open_then}
        self.unseen = Counter([line for key, line in lay.items() if key not in open_then])

    def cost(self, now: Layout) -> int:
        """One for each open card that lies elsewhere, and for each unseen one that a line has more.

        As many of these as were taken aboard are free: nobody else can tell which they are.
        """
        moved = sum([1 for key, line in now.items() if key in self.open and line is not self.open[key]])
        unseen = Counter([line for key, line in now.items() if key not in self.open])
        more = sum([max(0, unseen[line] - self.unseen[line]) for line in unseen])
        return moved + max(0, more - len(self.cargo.intersection(now)))


def within_fuel(g: Game, side: Side, steps: Steps) -> Steps:
    """Of the moves and pairings those that the fuel that is left pays for, with all that was moved before."""
    before = g.state.shown
    assert before is not None
    formations, start, most = g.forces[side].formations, Start(before), fuel_left(g.state)
    now = layout(g.forces[side])
    if start.cost(now) + PAIR <= most:
        return steps  # no step costs more than that

    def pays(token: Value, line: Line) -> bool:
        keys = keys_of(formations[Token(int(str(token)))])
        return start.cost({**now, **dict.fromkeys(keys, line)}) <= most

    moves = {
        token: tuple([line for line in lines if pays(token, LINES[int(str(line))])])
        for token, lines in steps.get("move", {}).items()
    }
    pairs = {
        escort: tuple([lead for lead in leads if pays(escort, formations[Token(int(str(lead)))].line)])
        for escort, leads in steps.get("pair", {}).items()
    }
    allowed = {"move": moves, "pair": pairs}
    kept = {verb: {thing: to for thing, to in found.items() if to} for verb, found in allowed.items()}
    return {verb: things for verb, things in {**steps, **kept}.items() if things}


def burn(g: Game, side: Side, before: Forces) -> None:
    """When the deployment is shown: what it has cost."""
    start, left = Start(before), fuel_left(g.state)
    left -= start.cost(layout(g.forces[side]))
    kept = tuple([effect for effect in g.state.in_force if effect.does != FUEL])
    g.state.in_force = (*kept, InForce(FUEL, side, left, "game"))
