"""§15  Reconnaissance: search flights and their interception, then submarines."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec.structs import replace

from ironbottom.abilities import damaged
from ironbottom.dice import NONE, attempts
from ironbottom.events import Aimed, Flew, LineBegan, Played
from ironbottom.flow import Asking, Forced, Game, Procedure, ask, call, do, until
from ironbottom.printed import EventCard, Submarine
from ironbottom.questions import STAY, Answer, Assign, Choose, Move, Order, Pick, Value
from ironbottom.rules.s03_exchange import attempts_now, full_roll, intercept, throw
from ironbottom.rules.s04_damage import account, damage_formation, discard, surplus
from ironbottom.rules.s05_lines import flight_range, home_line, unseen_in
from ironbottom.rules.s07_detection import face, turn
from ironbottom.rules.s09_withdrawal import withdraw_airplanes
from ironbottom.rules.s13_draw import take_from_hand
from ironbottom.rules.s14_deployment import DONE, DONE_ONLY, Steps
from ironbottom.rules.s20_asking import can, could_fly
from ironbottom.rules.s23_decoys import DECOY, FOUND, give_up_decoy, may_be_decoy
from ironbottom.state import AIR, Airplane, Forces, Formation
from ironbottom.views import Lying
from ironbottom.words import LINES, OWN_LINES, CardId, Line, Side, Task, Token


class Reconnaissance(Procedure, tag="reconnaissance", kw_only=True):
    """§15  Air search, then submarines."""

    phasing: Side

    @property
    def waiting(self) -> Side:
        return self.phasing.enemy

    @ask("15.1(1)", "8", "phasing")
    def search(self, g: Game, side: Side) -> Asking:
        """Send airplanes to search enemy lines that hold unseen formations.

        R-29: no other lines.
        """
        unseen = {f.line for f in g.forces[side.enemy].formations.values() if not f.detected}
        lines = tuple([line for line in OWN_LINES[side.enemy] if line in unseen])
        shape = flights(g.forces[side], ("recon",), lines, (STAY,))
        return shape if could_fly(g, side, ("recon",), lines) else Forced(shape)

    @search.harmless
    def nobody_searches(self, g: Game, side: Side) -> bool:
        """What stays aboard does not meet interceptors, and the enemy's formations can be searched again."""
        return True

    @search.answered
    def searched(self, g: Game, side: Side, answer: dict[int, Value]) -> None:
        fly(g, side, answer, Task.SEARCH)

    @ask("15.1(2)", "9", "waiting")
    def meet(self, g: Game, side: Side) -> Asking:
        """Send interceptors to your lines that are being searched.

        R-57: AirC 0 is enough.
        """
        lines = searched_lines(g, self.phasing)
        if not lines:
            return None
        shape = flights(g.forces[side], ("airc",), lines, (STAY,))
        return shape if could_fly(g, side, ("airc",), lines) else Forced(shape)

    @meet.answered
    def met(self, g: Game, side: Side, answer: dict[int, Value]) -> None:
        fly(g, side, answer, Task.INTERCEPT)

    @call("15.2(1)")
    def lines(self, g: Game) -> Procedure | None:
        return SearchedLines(phasing=self.phasing) if searched_lines(g, self.phasing) else None

    @call("15.3(1)")
    def submarines(self, g: Game) -> Procedure:
        return Submarines(phasing=self.phasing)

    @call("15.3(4)")
    def surplus(self, g: Game) -> Procedure | None:
        return surplus(g)


def flights(forces: Forces, abilities: tuple[str, ...], lines: tuple[Line, ...], rest: tuple[Value, ...]) -> Assign:
    """§5.5  For each airplane aboard that has the ability, the lines in its range; and what else it may do."""
    choices: dict[int, tuple[Value, ...]] = {}
    if not lines and len(rest) == 1:
        return Assign("line", choices)
    options: dict[tuple[int, Line], tuple[Value, ...]] = {}
    for a in forces.airplanes.values():
        if not a.host or a.task is not None:  # in the air, or unpacked (§23.12)
            continue
        reached: tuple[Value, ...] = rest
        if can(a.card, abilities):
            key = (flight_range(a, forces), home_line(a, forces))
            found = options.get(key)
            if found is None:
                found = options[key] = (*rest, *[line for line in lines if abs(key[1] - line) <= key[0]])
            reached = found
        if len(reached) > 1:
            choices[a.token] = reached
    return Assign("line", choices)


def fly(g: Game, side: Side, answer: dict[int, Value], task: Task) -> None:
    """§15.1, §17.1  Take off; everybody sees which token flies from which host to which line."""
    airplanes = g.forces[side].airplanes
    flown = []
    for key, line in answer.items():
        if isinstance(line, int):
            a = airplanes[Token(key)]
            there = LINES[line]
            flown.append((a.token, a.host, there))
            airplanes[a.token] = replace(a, host=AIR, line=there, origin=a.host, task=task, attempts=None)
    if flown:
        g.tell(Flew, side, tuple(sorted(flown)))


def searched_lines(g: Game, side: Side) -> tuple[Line, ...]:
    """Lines where searchers of this side are, front to rear."""
    where = {a.line for a in g.forces[side].airplanes.values() if a.task is Task.SEARCH}
    return tuple([line for line in OWN_LINES[side.enemy] if line in where])


class SearchedLines(Procedure, tag="searched-lines", kw_only=True):
    """§15.2(1)  Lines are resolved one after another, in the order that the phasing side chooses."""

    loops: ClassVar[bool] = True
    phasing: Side
    line: Line | None = None

    @ask("15.2(1)", "10", "phasing")
    def next_line(self, g: Game, side: Side) -> Asking:
        """Which line is searched next?"""
        lines = searched_lines(g, side)
        return Choose(lines) if len(lines) > 1 else Forced(Choose(lines))

    @next_line.answered
    def chose(self, g: Game, side: Side, answer: int) -> None:
        self.line = Line(answer)

    @call("15.2(1)")
    def search(self, g: Game) -> Procedure:
        assert self.line is not None
        return SearchedLine(phasing=self.phasing, line=self.line)

    @until("15.2(6)")
    def over(self, g: Game) -> bool:
        return not searched_lines(g, self.phasing)


def in_line(forces: Forces, line: Line, task: Task) -> list[Airplane]:
    return [a for a in forces.airplanes.values() if a.line is line and a.task is task]


class SearchedLine(Procedure, tag="searched-line", kw_only=True):
    """§15.2  One searched line."""

    phasing: Side
    line: Line

    @do("15.2(1)")
    def begin(self, g: Game) -> None:
        """R-16  All airplanes there become detected."""
        g.tell(LineBegan, self.line)
        face(g, self.phasing, in_line(g.forces[self.phasing], self.line, Task.SEARCH))
        face(g, self.phasing.enemy, in_line(g.forces[self.phasing.enemy], self.line, Task.INTERCEPT))

    @call("15.2(3)")
    def rounds(self, g: Game) -> Procedure:
        return SearchRounds(phasing=self.phasing, line=self.line)

    @do("15.2(6)")
    def all_withdraw(self, g: Game) -> None:
        for side, task in ((self.phasing, Task.SEARCH), (self.phasing.enemy, Task.INTERCEPT)):
            withdraw_airplanes(g, side, [a.token for a in in_line(g.forces[side], self.line, task)])


class SearchRounds(Procedure, tag="search-rounds", kw_only=True):
    """§15.2  Round after round: fire, find, withdraw."""

    loops: ClassVar[bool] = True
    phasing: Side
    line: Line
    aims: tuple[tuple[Token, Token], ...] = ()
    hits: int = 0

    @property
    def waiting(self) -> Side:
        return self.phasing.enemy

    def searchers(self, g: Game) -> list[Airplane]:
        return in_line(g.forces[self.phasing], self.line, Task.SEARCH)

    def interceptors(self, g: Game) -> list[Airplane]:
        return in_line(g.forces[self.waiting], self.line, Task.INTERCEPT)

    def lying(self) -> Lying:
        return Lying(aims=self.aims, hits=self.hits)

    @until("15.2(6)")
    def over(self, g: Game) -> bool:
        return not self.searchers(g) or not unseen_in(g.forces[self.waiting], self.line)

    @ask("15.2(2)", "11", "waiting")
    def aim(self, g: Game, side: Side) -> Asking:
        """Aim your interceptors at searchers, and put them in the order in which they fire."""
        return ordered_aims(self.interceptors(g), self.searchers(g))

    @aim.answered
    def aimed(self, g: Game, side: Side, answer: tuple[tuple[Token, Token], ...]) -> None:
        self.aims = answer
        g.tell(Aimed, side, answer)

    @do("15.2(3)")
    def fire(self, g: Game) -> None:
        """Every searcher rolls its own attempts (§3.5, R-1), and at the same time the interceptors fire at them."""
        airplanes, hits = g.forces[self.phasing].airplanes, 0
        for a in self.searchers(g):
            rolled = throw(g, self.phasing, a.token, AIR, "recon", attempts_now(a, a.card.recon))
            airplanes[a.token] = replace(a, attempts=rolled.left)
            hits += rolled.hits
        intercept(g, self.waiting, self.aims, 0)
        self.aims, self.hits = (), hits

    @call("15.2(4)")
    def find(self, g: Game) -> Procedure | None:
        if not self.hits:
            return None
        return Find(chooser=self.phasing, owner=self.waiting, line=self.line, hits=self.hits, by="search")

    @do("15.2(5)")
    def spent_ones_leave(self, g: Game) -> None:
        """Who has no attempts left must withdraw."""
        for side, there in ((self.phasing, self.searchers(g)), (self.waiting, self.interceptors(g))):
            withdraw_airplanes(g, side, [a.token for a in there if a.attempts == NONE])

    @until("15.2(6)")
    def decided(self, g: Game) -> bool:
        return self.over.run(self, g) is True

    @ask("15.2(5)", "13", "phasing", "waiting")
    def withdraw(self, g: Game, side: Side) -> Asking:
        """Withdraw any of your airplanes from this line."""
        searchers = self.searchers(g)
        there = searchers if side is self.phasing else self.interceptors(g)
        return Pick(tuple([a.token for a in there]), 0, len(there)) if there and searchers else None

    @withdraw.answered
    def withdrawn(self, g: Game, side: Side, answer: tuple[Token, ...]) -> None:
        withdraw_airplanes(g, side, answer)


def ordered_aims(interceptors: list[Airplane], targets: list[Airplane]) -> Asking:
    """§3.6, §3.10, R-30  Who may fire aims at one of the targets, in an order of firing; forced for one against one."""
    firing = [a for a in interceptors if a.attempts != NONE]
    if not firing or not targets:
        return None
    aims: tuple[Value, ...] = tuple([t.token for t in targets])
    shape = Order("target", dict.fromkeys([a.token for a in firing], aims))
    return shape if len(firing) > 1 or len(aims) > 1 else Forced(shape)


class Find(Procedure, tag="find", kw_only=True):
    """§15.2(4), §16.3(3), R-35  Each hit turns one unseen formation of the line, chosen one by one."""

    loops: ClassVar[bool] = True
    chooser: Side
    owner: Side
    line: Line
    hits: int
    by: Literal["search", "patrol"]
    named: Token = AIR  # §23.14: found, unless its owner says that it was a decoy

    def lying(self) -> Lying:
        return Lying(hits=self.hits)

    def about(self) -> tuple[int, ...]:
        return (self.named,) if self.named else ()

    @ask("15.2(4)", "12", "chooser")
    def found(self, g: Game, side: Side) -> Asking:
        """Which unseen formation does the search find?"""
        return self.choice(g) if self.by == "search" else None

    @found.answered
    def turned(self, g: Game, side: Side, answer: int) -> None:
        f = g.forces[self.owner].formations[Token(answer)]
        self.hits -= 1
        if may_be_decoy(g, f):
            self.named = f.token
        else:
            turn(g, f)

    @found.otherwise
    def by_lot(self, g: Game, side: Side) -> Answer:
        unseen = unseen_in(g.forces[self.owner], self.line)
        return unseen[g.lot(len(unseen))].token

    @ask("16.3(3)", "19", "chooser")
    def shown(self, g: Game, side: Side) -> Asking:
        """Which unseen formation does the patrol of your base find?"""
        return self.choice(g) if self.by == "patrol" else None

    @shown.answered
    def seen(self, g: Game, side: Side, answer: int) -> None:
        self.turned(g, side, answer)

    @shown.otherwise
    def seen_by_lot(self, g: Game, side: Side) -> Answer:
        return self.by_lot(g, side)

    @ask("23.14", "12a", "owner")
    def decoy(self, g: Game, side: Side) -> Asking:
        """Your formation is found. Was it a decoy, of which you have one less then?"""
        return Choose((FOUND, DECOY)) if self.named else None

    @decoy.answered
    def said(self, g: Game, side: Side, answer: str) -> None:
        token, self.named = self.named, AIR
        if answer == DECOY:
            give_up_decoy(g, side, token)
        else:
            g.rule = "15.2(4)" if self.by == "search" else "16.3(3)"
            turn(g, g.forces[side].formations[token])

    @until("15.2(4)")
    def over(self, g: Game) -> bool:
        return not self.hits or not unseen_in(g.forces[self.owner], self.line)

    def choice(self, g: Game) -> Asking:
        """With no more unseen ones than hits there is nothing to choose."""
        unseen = unseen_in(g.forces[self.owner], self.line)
        shape = Choose(tuple([f.token for f in unseen]))
        return shape if len(unseen) > self.hits else Forced(shape)


class Submarines(Procedure, tag="submarines", kw_only=True):
    """§15.3  Submarine cards, one at a time, against any formation but no base (R-52)."""

    loops: ClassVar[bool] = True
    phasing: Side
    done: bool = False

    @ask("15.3(1)", "14", "phasing")
    def play(self, g: Game, side: Side) -> Asking:
        """Play a submarine against any enemy formation, or end the segment with done."""
        forces, theirs = g.forces[side], g.forces[side.enemy].formations
        if not theirs:
            return None
        if not forces.hand or not any(c.submarine for c in forces.unaccounted):
            return Forced(DONE_ONLY)
        boats = [c.id for c in forces.hand if isinstance(c, EventCard) and c.submarine]
        steps: Steps = {"submarine": dict.fromkeys(boats, tuple(sorted(theirs)))} if boats else {}
        return Move(steps, DONE)

    @play.harmless
    def kept_in_hand(self, g: Game, side: Side) -> bool:
        """A submarine that is not played stays in the hand."""
        return True

    @play.answered
    def played(self, g: Game, side: Side, answer: tuple[str | int, ...]) -> None:
        if answer[0] == "done":
            self.done = True
        else:
            attack_by_submarine(g, side, CardId(str(answer[1])), Token(int(answer[2])))

    @until("15.3(1)")
    def over(self, g: Game) -> bool:
        return self.done or not g.forces[self.phasing.enemy].formations


def attack_by_submarine(g: Game, side: Side, card_id: CardId, target: Token) -> None:
    """§15.3(2), §15.3(3), §15.3(4)  Find, attack, be discarded."""
    card = take_from_hand(g, side, card_id)
    assert isinstance(card, EventCard)
    assert card.submarine is not None
    account(g.forces[side], card)
    g.tell(Played, side, card.id, "submarine")
    line = g.state.working("patrol-line")
    recon = card.submarine.recon if line is None else line.n
    if full_roll(g, side, AIR, "recon", recon, 1):
        turn(g, g.forces[side.enemy].formations[target])
        torpedo(g, side, card.submarine, target)
    discard(g, side, (card,))


def torpedo(g: Game, side: Side, boat: Submarine, target: Token) -> None:
    """§15.3(3)  Rounds: boat and target fire together; a single hit kills the boat, and its attempts are gone."""
    theirs = g.forces[side.enemy].formations
    fire, hp = attempts(boat.torp), boat.hp
    found: Formation = theirs[target]
    counter = attempts(damaged(found.values.sub, found.damage))
    while fire.dice and hp > 0 and target in theirs:
        shot = throw(g, side, AIR, target, "submarine", fire)
        answer = throw(g, side.enemy, target, AIR, "sub", counter) if counter.dice else None
        fire = shot.left
        damage_formation(g, theirs[target], shot.hits)
        if answer is not None:
            hp, counter = hp - answer.hits, answer.left
