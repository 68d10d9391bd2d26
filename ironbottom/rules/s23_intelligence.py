"""§23.5, §23.6  What the US learns: formations that it looks at, and bombers that are counted from the shore."""

from __future__ import annotations

from msgspec.structs import replace

from ironbottom.events import LookedAt, Watched
from ironbottom.flow import Asking, Forced, Game, Procedure, ask
from ironbottom.printed import AirplaneCard
from ironbottom.questions import PASS, Choose, Pick, Value
from ironbottom.rules.s05_lines import unseen_in
from ironbottom.state import Formation, InForce
from ironbottom.words import OWN_LINES, Line, Side, Task, Token

MAIL, WATCHERS = "read-their-mail", "coast-watchers"  # what they leave in force
LOOKED_AT = 3  # formations


class ReadMail(Procedure, tag="read-mail", kw_only=True):
    """§23.5  Once in a game the US looks at unseen Japanese formations before Japan chooses its action."""

    reader: Side
    line: Line | None = None

    @ask("23.5", "16a", "reader")
    def choose(self, g: Game, side: Side) -> Asking:
        """Read the enemy's mail now, once in this game? In which line do you look at up to three unseen formations?"""
        lines = [line for line in OWN_LINES[side.enemy] if strange(g, side.enemy, line)]
        return Choose((PASS, *lines))

    @choose.harmless
    def reads_later(self, g: Game, side: Side) -> bool:
        """The mail can be read in another turn."""
        return True

    @choose.answered
    def chose(self, g: Game, side: Side, answer: Value) -> None:
        self.line = None if answer == PASS else Line(int(str(answer)))

    @ask("23.5", "16a", "reader")
    def look(self, g: Game, side: Side) -> Asking:
        """Which three of the unseen formations there do you look at?"""
        if self.line is None:
            return None
        tokens: tuple[Value, ...] = tuple([f.token for f in strange(g, side.enemy, self.line)])
        most = min(LOOKED_AT, len(tokens))
        shape = Pick(tokens, most, most)
        return shape if most < len(tokens) else Forced(shape)

    @look.answered
    def looked(self, g: Game, side: Side, answer: tuple[Token, ...]) -> None:
        look_at(g, side, tuple(sorted(answer)))


def strange(g: Game, side: Side, line: Line) -> list[Formation]:
    """Unseen formations of this side in a line whose faces the enemy has not seen."""
    return [f for f in unseen_in(g.forces[side], line) if not f.known]


def read_mail(g: Game, phasing: Side) -> Procedure | None:
    """§23.5, §20.1  In a Japanese turn, if it has not been done and there is a formation that the US does not know."""
    if not g.state.cards.options.read_their_mail or phasing is not Side.JP or g.state.working(MAIL) is not None:
        return None
    there = any(not f.detected and not f.known for f in g.forces[phasing].formations.values())
    return ReadMail(reader=phasing.enemy) if there else None


def look_at(g: Game, reader: Side, tokens: tuple[Token, ...]) -> None:
    """§23.5  They stay unseen; who has looked knows them as long as it can follow them with its eyes (§7.3).

    Transports of a Tokyo Express pair that are seen so are not accounted for by that (§20.1).
    """
    forces = g.forces[reader.enemy]
    for token in tokens:
        forces.formations[token] = replace(forces.formations[token], known=True)
    g.tell(LookedAt, reader, tokens)
    g.state.in_force += (InForce(MAIL, reader, len(tokens), "game"),)


def is_bomber(card: AirplaneCard) -> bool:
    """§23.6  Whether it prints a Land of 1 or more."""
    return (card.land or 0) >= 1


def coast_watchers(g: Game, phasing: Side) -> None:
    """§23.6  Japan's attack flights have been declared: everybody hears how many bombers there are, by line."""
    if not g.state.cards.options.coast_watchers or phasing is not Side.JP:
        return
    watched: list[tuple[Line, int]] = []
    for line in OWN_LINES[phasing.enemy]:
        over = [a for a in g.forces[phasing].airplanes.values() if a.line is line and a.task is Task.FLOWN]
        if over:
            watched.append((line, sum([is_bomber(a.card) for a in over])))
    if watched:
        g.rule = "23.6"
        g.tell(Watched, phasing.enemy, tuple(watched))
        g.state.in_force += tuple([InForce(WATCHERS, phasing.enemy, n, "phase", line) for line, n in watched])
