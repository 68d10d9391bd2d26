"""How play moves through the rulebook.

A Procedure is one numbered section of the rules.  Its steps are methods, written in the order of play, each wearing
the number of the paragraph that it carries out.  A running procedure is plain data on the game's stack, so a game can
be stopped anywhere, cloned, saved, or rebuilt.

    @ask(rule, window, *roles)   put a question to each role in turn; paired with @<name>.answered, which may end the
                                 procedure by returning True
    @both(rule, window)          put it to both sides at once; the answer says whether that side is through
    @do(rule)                    change the state, roll dice
    @until(rule)                 leave the procedure when true (a looping procedure goes round until then)
    @call(rule)                  enter another procedure, or none

The method of a question builds a shape and changes nothing.  It returns None where there is nothing to decide, and
Forced(shape) where public facts leave one answer: then nobody is asked, and that answer is taken (R-27).  Definition
order is the order of play.

A question may have two methods more: @<name>.otherwise gives its default answer, and @<name>.harmless says whether that
default loses nothing.  Without it the default may lose something, and no client proposes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Generic, Literal, Protocol, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ironbottom.events import AnyEvent, GameEnded, Resigned
from ironbottom.language import _
from ironbottom.printed import EventCard
from ironbottom.questions import PASS, PLAIN, Answer, Choose, Shape, as_answer, said, sole
from ironbottom.state import State
from ironbottom.views import Lying
from ironbottom.words import SIDES, Side, Token

P = TypeVar("P", bound="Procedure")
A = TypeVar("A", bound=Any)
Kind = Literal["ask", "both", "do", "until", "call", "end"]
IDLE = Choose((PASS,))  # asked where only an event card could come
BUDGET = 10_000  # steps without a question: more is a rule that goes round for ever


class Forced(Struct, frozen=True, gc=False):
    """A shape whose one answer is known to everybody: it is taken without asking."""

    shape: Shape


Asking = Shape | Forced | None
Mix = tuple[str, tuple[int, ...]]  # a stream but the dice, and what it gave: tokens, or the order of cards
Answered = Callable[[P, "Game", Side, A], bool | None]


def _unanswered(frame: Any, g: Game, side: Side, answer: Any) -> bool | None:
    raise TypeError("a question without @answered")


class Step(Generic[P]):
    """One paragraph of the rules, as found in a Procedure's class body."""

    __slots__ = (
        "asks", "else_", "kind", "loses_nothing", "name", "next", "prompt", "roles", "rule", "run", "then", "window",
    )

    def __init__(
        self, kind: Kind, rule: str, run: Callable[..., Any], window: str = "", roles: tuple[str, ...] = ()
    ) -> None:
        self.kind, self.rule, self.run, self.window, self.roles = kind, rule, run, window, roles
        self.name, self.asks = run.__name__, len(roles)
        self.next = 0  # the step after this one, by its place in the procedure
        self.prompt = (run.__doc__ or "").strip().split("\n")[0]
        self.then: Answered[P, Any] = _unanswered
        self.else_: Callable[[P, Game, Side], Answer] | None = None
        self.loses_nothing: Callable[[P, Game, Side], bool] | None = None

    def answered(self, then: Answered[P, A]) -> Answered[P, A]:
        """What an answer does.  It has been found legal."""
        self.then = then
        return then

    def otherwise(self, default: Callable[[P, Game, Side], Answer]) -> Callable[[P, Game, Side], Answer]:
        """§20.6  The default answer, where it is not the first of the shape."""
        self.else_ = default
        return default

    def harmless(self, loses_nothing: Callable[[P, Game, Side], bool]) -> Callable[[P, Game, Side], bool]:
        """§20.6  Whether the default answer does nothing, and nothing is lost by it; without this it may be."""
        self.loses_nothing = loses_nothing
        return loses_nothing


def ask(rule: str, window: str, *roles: str) -> Callable[[Callable[[P, Game, Side], Asking]], Step[P]]:
    return lambda run: Step("ask", rule, run, window, roles)


def both(rule: str, window: str) -> Callable[[Callable[[P, Game, Side], Asking]], Step[P]]:
    return lambda run: Step("both", rule, run, window)


def do(rule: str) -> Callable[[Callable[[P, Game], None]], Step[P]]:
    return lambda run: Step("do", rule, run)


def until(rule: str) -> Callable[[Callable[[P, Game], bool]], Step[P]]:
    return lambda run: Step("until", rule, run)


def call(rule: str) -> Callable[[Callable[[P, Game], Procedure | None]], Step[P]]:
    return lambda run: Step("call", rule, run)


def end() -> None:
    """What stands behind the last step: the procedure is over."""


END = Step[Any]("end", "", end)


class Procedure(Struct, kw_only=True, tag_field="procedure"):
    """One section of the rules in progress.  Its fields are never changed in place, so a shallow copy is a clone."""

    at: int = 0  # the step we are at
    asked: int = 0  # how many of its roles have answered
    sealed: tuple[Side, ...] = ()  # of a question to both: who is through
    loops: ClassVar[bool] = False
    derived: ClassVar[tuple[str, ...]] = ()  # fields that only save work: the text of a position leaves them out
    steps: ClassVar[tuple[Step[Any], ...]] = ()

    def __init_subclass__(cls, **config: Any) -> None:
        super().__init_subclass__(**config)
        own = [s for s in vars(cls).values() if isinstance(s, Step)]
        cls.steps = (*own, END)
        for i, s in enumerate(own, 1):
            s.next = 0 if cls.loops and i == len(own) else i
            missing = [role for role in s.roles if not hasattr(cls, role) and role not in cls.__annotations__]
            if missing:
                raise TypeError(f"{cls.__name__}.{s.name}: nobody is {missing[0]} here")
            if (s.kind in ("ask", "both")) != (s.then is not _unanswered):
                raise TypeError(f"{cls.__name__}.{s.name}: a question needs an answer, and only a question")

    @classmethod
    def tag(cls) -> str:
        """The name of this section for programs: "air-control"."""
        return str(cls.__struct_config__.tag)

    def about(self) -> tuple[int, ...]:
        """The tokens that the questions of this section are about."""
        return ()

    def lying(self) -> Lying | None:
        """What this section has lying open on the table; a secret answer that is not shown yet is not among it."""
        return None


class Asked(Struct, frozen=True):
    """A question that waits for its answer."""

    step: Step[Any]
    shape: Shape
    plays: tuple[EventCard, ...] = ()


def card_played(plays: tuple[EventCard, ...], answer: Answer) -> EventCard | None:
    """§20.2  The event card that an answer ("play", card) names, if it may be played now."""
    if isinstance(answer, tuple) and len(answer) == 2 and answer[0] == "play":
        for card in plays:
            if card.id == answer[1]:
                return card
    return None


def refusal(step: Step[Any], answer: Answer, fault: str) -> IllegalAnswer:
    """Why an answer is not legal; a card that may not be played now is named by the paragraph on playing cards."""
    if isinstance(answer, tuple) and len(answer) == 2 and answer[0] == "play":
        card = answer[1] if isinstance(answer[1], str) else said(answer[1])
        return IllegalAnswer("20.2", _("{card} cannot be played now").format(card=card))
    return IllegalAnswer(step.rule, fault)


Reason = Literal["strategic-base", "time-up", "sudden-death", "resigned", "agreed"]


class Outcome(Struct, frozen=True):
    """§11  How a game ended."""

    winner: Side | None  # None: a draw, which both players agreed to
    reason: Reason
    points: tuple[int, int]  # VP of US and JP


class IllegalAnswer(ValueError):
    """An answer that is not among the legal ones, with the paragraph of the question.  It changed nothing.

    The reason is in the language of the process that raises it: a server's is English.
    """

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"§{rule}: {reason}" if rule else reason)
        self.rule, self.reason = rule, reason


class Over(Exception):
    """Raised by `finish`: whatever rule was being carried out stops here."""


class Law(Protocol):
    """§21  What the event cards do; the rules floor provides it."""

    windows: frozenset[str]

    def may_come(self, g: Game, side: Side, window: str) -> bool: ...
    def playable(self, g: Game, side: Side, window: str) -> tuple[EventCard, ...]: ...
    def play(self, g: Game, side: Side, card: EventCard, window: str) -> None: ...


class Game:
    """A state, the procedures in progress, and what happened; it runs until somebody must decide.

    `events` is None when nobody listens (playouts), and so is `mixes`: what chance gave besides dice.  `answer` changes
    this game; `after` leaves it alone and returns the next one, which is what a server uses: a rule that fails can then
    harm nothing.  `take` is for playouts: it looks at nothing twice.
    """

    __slots__ = ("answers", "asked", "events", "forces", "mixes", "outcome", "rule", "stack", "state")
    law: ClassVar[Law]

    def __init__(self, state: State, stack: list[Procedure], *, log: bool = True) -> None:
        self.state, self.forces, self.stack = state, state.forces, stack
        self.events: list[AnyEvent] | None = [] if log else None
        self.mixes: list[Mix] | None = [] if log else None
        self.asked: dict[Side, Asked] = {}
        self.outcome: Outcome | None = None
        self.rule = ""
        self.answers = 0  # given so far
        try:
            self._go()
        except Over:
            return

    @classmethod
    def standing(cls, state: State, stack: list[Procedure], asked: dict[Side, Asked]) -> Self:
        """A game that stands at its questions already: nothing is carried out, and nobody listens."""
        game = object.__new__(cls)
        game.state, game.forces, game.stack, game.asked = state, state.forces, stack, asked
        game.events, game.mixes, game.outcome, game.rule, game.answers = None, None, None, "", 0
        return game

    def restore(self, state: State) -> None:
        """§20.5  Go back to a state that was kept, in a private segment."""
        self.state, self.forces = state, state.forces

    def clone(self) -> Self:
        other = object.__new__(type(self))
        other.state = state = self.state.clone()
        other.forces = state.forces
        other.stack = [replace(p) for p in self.stack]
        other.events, other.mixes = (None, None) if self.events is None else ([], [])
        other.asked, other.outcome, other.rule, other.answers = self.asked, self.outcome, self.rule, self.answers
        return other

    def after(self, side: Side, answer: Answer) -> Self:
        """The game after this answer; this one is left as it is."""
        trial = self.clone()
        trial.answer(side, answer)
        return trial

    def answer(self, side: Side, answer: Answer) -> None:
        """Take an answer and play on to the next question.  Raises IllegalAnswer, and then nothing has changed.

        Lists are taken for tuples, and whole numbers of other libraries for plain ones.
        """
        if type(side) is not Side:
            side = _side(side, "20.1")
        asked = self.asked.get(side)
        if asked is None:
            raise self._not_asked(side)
        step = asked.step
        if type(answer) is not tuple or not PLAIN.issuperset(map(type, answer)):  # not as it should be
            answer = _given(step, answer)
        card = card_played(asked.plays, answer) if asked.plays else None
        if card is None:
            fault = asked.shape.fault(answer)
            if fault is not None:
                raise refusal(step, answer, fault)
        self._carry_out(asked, side, answer, card)

    def take(self, side: Side, answer: Answer) -> None:
        """An answer that its giver made from the shape itself, so that nothing is looked at once more: for playouts.

        What is not legal is carried out all the same, and leaves a position that no game can come to.
        """
        asked = self.asked[side]
        self._carry_out(asked, side, answer, card_played(asked.plays, answer) if asked.plays else None)

    def _not_asked(self, side: Side) -> IllegalAnswer:
        over = self.outcome is not None
        reason = _("the game is over") if over else _("{side} is not asked now").format(side=side.name)
        return IllegalAnswer("20.1", reason)

    def resign(self, side: Side) -> None:
        """§11.4  At any time; the opponent wins."""
        side = _side(side, "11.4")
        if self.outcome is not None:
            raise IllegalAnswer("11.4", _("the game is over"))
        self.rule = "11.4"
        self.tell(Resigned, side)
        try:
            self.finish(side.enemy, "resigned")
        except Over:
            return

    def agree_draw(self) -> None:
        """§11.5  At any time, where both players have agreed to it: nobody wins."""
        if self.outcome is not None:
            raise IllegalAnswer("11.5", _("the game is over"))
        self.rule = "11.5"
        try:
            self.finish(None, "agreed")
        except Over:
            return

    def window(self, side: Side) -> str:
        """The window in which a side is asked; an event that names its targets stays in the window it was played in."""
        window: str = self.asked[side].step.window or getattr(self.stack[-1], "window", "")
        return window

    def step(self, side: Side) -> str:
        """The name of the step in which a side is asked, for programs: "air-control.withdraw"."""
        return f"{self.stack[-1].tag()}.{self.asked[side].step.name}"

    def default(self, side: Side) -> Answer:
        """§20.6  What is answered for a side that does not answer.  It never plays a card."""
        asked = self.asked[side]
        if asked.step.else_ is not None and asked.shape is not IDLE:
            return asked.step.else_(self.stack[-1], self, side)
        return asked.shape.first()

    def harmless(self, side: Side) -> bool:
        """§20.6  Whether a client may propose the default answer: it is the only one, or nothing is lost by it.

        No card, ship, base or turn of this side is gone before somebody is asked again.  An event card that could have
        been played instead stays in the hand.
        """
        asked = self.asked[side]
        if asked.shape is IDLE or sole(asked.shape):
            return True
        return asked.step.loses_nothing is not None and asked.step.loses_nothing(self.stack[-1], self, side)

    def lot(self, n: int) -> int:
        """A number from 0 to n - 1 for a default answer that is left to chance; drawing it changes nothing.

        It hangs on public facts alone, so that a default tells nothing of what the other side did in private.
        """
        return self.state.tokens.lot(self.state.turn) % n

    def deal_tokens(self, n: int) -> list[Token]:
        """§7.7, R-37  New tokens that nothing links to any other, in a random order."""
        dealt = self.state.deal_tokens(n)
        self.note_mix("tokens", dealt)
        return dealt

    def deal_token(self) -> Token:
        """§7.7  One new token."""
        return self.deal_tokens(1)[0]

    def note_mix(self, stream: str, drawn: Iterable[int]) -> None:
        """Note what a stream gave, for whoever will check it: for cards, which place each one lay at before."""
        if self.mixes is not None:
            self.mixes.append((stream, tuple(drawn)))

    def tell(self, kind: Callable[..., AnyEvent], *fields: Any) -> None:
        """Note what happened, with the paragraph in force, if anybody listens."""
        if self.events is not None:
            self.events.append(kind(self.rule, *fields))

    def finish(self, winner: Side | None, reason: Reason) -> None:
        """§11  The game is over at once."""
        us, jp = self.forces[Side.US].points, self.forces[Side.JP].points
        self.outcome = Outcome(winner, reason, (us, jp))
        self.state.shown = None  # §22.6: what was done in private is open now
        self.stack.clear()
        self.asked = {}
        self.tell(GameEnded, winner, reason, us, jp)
        raise Over

    def _carry_out(self, asked: Asked, side: Side, answer: Answer, card: EventCard | None) -> None:
        """A legal answer is carried out, and play goes on; `card` is the event card that it plays."""
        step = asked.step
        self.answers += 1
        self.rule = step.rule
        try:
            if card is not None:
                self.asked = {}
                self.law.play(self, side, card, step.window)
            elif step.kind == "both":
                self._take_one_of_both(step, side, answer)
            else:
                self.asked, top = {}, self.stack[-1]
                _answered(top, step)
                if asked.shape is not IDLE and step.then(top, self, side, answer):
                    self.stack.pop()
            self._go()
        except Over:
            return

    def _take_one_of_both(self, step: Step[Any], side: Side, answer: Answer) -> None:
        """§20.5  The other side's question stands as it is."""
        self.asked = {other: waits for other, waits in self.asked.items() if other is not side}
        top = self.stack[-1]
        if step.then(top, self, side, answer):
            top.sealed = (*top.sealed, side)

    def _go(self) -> None:
        """Step after step, until somebody must be asked or the game is over."""
        stack = self.stack
        for _step in range(BUDGET):
            if not stack:
                return
            top = stack[-1]
            step = top.steps[top.at]
            kind = step.kind
            self.rule = step.rule
            if kind == "until":
                if step.run(top, self):
                    stack.pop()
                else:
                    top.at = step.next
            elif kind == "ask":
                if self._put(step, top):
                    return
            elif kind == "do":
                top.at = step.next
                step.run(top, self)
            elif kind == "call":
                top.at = step.next
                if (entered := step.run(top, self)) is not None:
                    stack.append(entered)
            elif kind == "end":
                stack.pop()
            elif self._put_to_both(step, top):
                return
        raise RuntimeError(f"{stack[-1].tag()}: {BUDGET} steps without a question")

    def _put(self, step: Step[Any], top: Procedure) -> bool:
        """Ask the next role, if public facts leave it a choice (§20.1); else take the one answer there is."""
        side: Side = getattr(top, step.roles[top.asked])  # a role is a field or a property of the procedure
        shape: Asking = step.run(top, self, side)
        law, window = self.law, step.window
        eventful = window in law.windows
        if shape is None or isinstance(shape, Forced):
            if not eventful or not law.may_come(self, side, window):
                _answered(top, step)
                if shape is not None and step.then(top, self, side, shape.shape.first()):
                    self.stack.pop()
                return False
            shape = IDLE if shape is None else shape.shape
        self.asked = {side: Asked(step, shape, law.playable(self, side, window) if eventful else ())}
        return True

    def _put_to_both(self, step: Step[Any], top: Procedure) -> bool:
        """§20.5  Ask both sides at once; a side that is through waits."""
        asked: dict[Side, Asked] = {}
        for side in SIDES:
            if side in top.sealed:
                continue
            if side in self.asked:  # what the other side did has changed nothing for it
                asked[side] = self.asked[side]
                continue
            shape: Asking = step.run(top, self, side)
            if shape is None:
                top.sealed = (*top.sealed, side)
            elif isinstance(shape, Forced):
                step.then(top, self, side, shape.shape.first())
                top.sealed = (*top.sealed, side)
            else:
                asked[side] = Asked(step, shape)
        if asked:
            self.asked = asked
            return True
        top.sealed = ()
        top.at = step.next
        return False


def _given(step: Step[Any], answer: object) -> Answer:
    """An answer as the shapes have it."""
    try:
        return as_answer(answer)
    except ValueError as why:
        raise IllegalAnswer(step.rule, str(why)) from None


def _side(given: Any, rule: str) -> Side:
    """Who somebody means that names a side in a program."""
    try:
        return Side(given)
    except ValueError:
        raise IllegalAnswer(rule, _("{text} is no side").format(text=said(given))) from None


def _answered(top: Procedure, step: Step[Any]) -> None:
    """The next role is asked, or the next step comes; before the answer is carried out, which may enter a procedure."""
    if step.asks == 1:
        top.at = step.next
        return
    top.asked += 1
    if top.asked == step.asks:
        top.asked, top.at = 0, step.next
