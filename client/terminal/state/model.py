"""What the terminal client knows: all that its widgets draw, in one place, and nothing of Textual.

How it is used (the whole interface between the parts is told in short here):

- `UiState` is made once for a table and changed in place; whoever draws keeps the reference.  A part of the screen is a
  widget `Part(ui, ...)` with a method `redraw()`, which is called after every change (see `terminal/table/parts.py`).
- What is drawn is `ui.drawn` (a View, or None before the first update), with the names of `ui.names` (a Naming).  It
  lags behind what is known while events are played: updates wait in `ui.coming`.  `begin()` takes the oldest: it is
  named and told (log), and `ui.playing` holds it; `ui.beat` may then go through its events, set by whoever plays
  them; `finish()` shows the table after it.  `catch_up()` does all of it at once.
- `ui.menu` is the question to be answered now, or None: while something is still being shown, or an answer is on its
  way, nothing is asked.  `ui.staged` belongs to the question panel, which keeps in it what was touched so far and sets
  `ui.marks`, which the board draws.
- `ui.log` holds a LogLine for each sentence; `ui.look(told)` shows the table as it was then, `look(None)` as it is.
- Who wants something done calls the `Actions` that he was given: the app carries it out.

Texts in here that came from others (names, chat, notes of the server) are clean: they can be drawn as they are, but as
plain text, never as markup.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from msgspec.structs import replace

from ironbottom.battle import Battle
from ironbottom.events import AnyEvent
from ironbottom.language import _
from ironbottom.printed import AnyCard, CardSet
from ironbottom.questions import Answer, Question, Value
from ironbottom.views import View
from ironbottom.wire.advising import Advice
from ironbottom.wire.agreeing import Agreeable, Offers
from ironbottom.wire.cleaning import clean_name, clean_text
from ironbottom.wire.messages import CHAT, Said, Seat, Table
from ironbottom.wire.orders import StandingOrder
from ironbottom.wire.pace import Hours
from ironbottom.words import SIDES, CardId, Side, Token

from ...net.session_events import Updated
from ...plain.reader import ANSWERED
from ...text.luck import Throws
from ...text.naming import Naming, PlacedToken, half_of, rows_of, sides
from ...text.narration import Story
from ...text.people.chat_presets import phrase_text
from ...text.question.by_itself import Scope, Unasked, given_text
from ...text.question.menu import Menu, menu_of
from ...text.sanitize import sanitize
from ...text.table_text import Drawing
from .settings import TerminalSettings

if TYPE_CHECKING:
    from ...tutorial.coach import Lesson

RECENT = 200  # lines of the story that are told again after a break

Clocks = tuple[int | None, int | None]


class Touch(NamedTuple):
    """A thing on the table that can be touched, or marked."""

    kind: Literal["token", "card", "line"]  # a card on the table, one in the hand, a line
    value: Value


class Mark(NamedTuple):
    """What the question does to a thing.  `sign` is drawn beside the letter or shape of the state."""

    state: Literal["legal", "chosen", "target", "off", "told"]  # "told": a lesson speaks of it
    sign: str = ""  # the key that does it: the number of a row, the letter of a target
    note: str = ""  # what is staged for it, in a few words; for "off" why not
    odds: float | None = None  # the chance of success with what is held


class LogLine(NamedTuple):
    """A sentence of the log, and the table as it was then."""

    rule: str  # "" where there is none
    text: str
    number: int  # of the update
    event: AnyEvent | None = None
    view: View | None = None
    names: Mapping[Token, str] = {}


class ChatLine(NamedTuple):
    """A line of chat, clean."""

    name: str
    text: str
    own: bool
    at: int  # seconds since 1970


class Beat(NamedTuple):
    """What is being shown of an update: an event that is worth a look, and those that fall together with it."""

    event: AnyEvent
    group: tuple[AnyEvent, ...]
    first: int  # place of the first and the last of them among `events`
    last: int
    events: tuple[AnyEvent, ...]
    before: View
    after: View


class Net(NamedTuple):
    """How the connection is."""

    state: Literal["here", "gone", "ended"] = "here"
    why: str = ""


class FinishedTable(NamedTuple):
    """What is known when a game is over, besides its view."""

    transcript: Path | None = None
    fault: str = ""  # why there is none


class Actions(Protocol):
    """What a person can do; the app carries it out."""

    def give(self, answer: Answer) -> None: ...
    def chat(self, text: str = "", phrase: int = 0) -> None: ...
    def mute(self, muted: bool) -> None: ...
    def order(self, orders: tuple[StandingOrder, ...]) -> None: ...
    def choose_hours(self, hours: Hours) -> None: ...
    def vacation(self, *, away: bool) -> None: ...
    def resign(self) -> None: ...
    def rematch(self) -> None: ...
    def make_offer(self, what: Agreeable) -> None: ...
    def reply_to_offer(self, *, accept: bool) -> None: ...
    def leave(self) -> None: ...
    def changed(self) -> None: ...
    def set(self, settings: TerminalSettings) -> None: ...
    def look(self, told: LogLine | None) -> None: ...
    def go_on(self) -> None: ...  # behind what the coach says
    def open(self, sheet: str, about: str = "") -> None: ...  # by its name: "rules" with a paragraph, "card" with an id


class NoActions:
    """What a person may do at a table, where nobody sits opposite."""

    def give(self, answer: Answer) -> None:
        """There is nobody to answer to."""

    def chat(self, text: str = "", phrase: int = 0) -> None: ...

    def mute(self, muted: bool) -> None: ...

    def order(self, orders: tuple[StandingOrder, ...]) -> None: ...

    def choose_hours(self, hours: Hours) -> None: ...

    def vacation(self, *, away: bool) -> None: ...

    def resign(self) -> None: ...

    def rematch(self) -> None: ...

    def make_offer(self, what: Agreeable) -> None: ...

    def reply_to_offer(self, *, accept: bool) -> None: ...

    def go_on(self) -> None: ...


class UiState:
    """Everything about one table, for one pair of eyes."""

    def __init__(
        self,
        cards: CardSet,
        *,
        place: int = 0,
        orders: tuple[StandingOrder, ...] = (),
        now: Callable[[], float] = monotonic,
    ) -> None:
        self.set, self.now = cards, now
        self.place = place  # -1: somebody who looks on
        self.orders = orders
        self.settings = TerminalSettings()
        self.theme = "night"  # the theme that is drawn (terminal/drawing/themes.py)
        self.table: Table | None = None
        self.partner = ""  # §26: who shares our side, while it is asked what is his
        self.beside = ""  # who shares it
        self.net = Net()
        self.talk: list[ChatLine] = []
        self.unread = 0  # lines of chat that nobody has looked at
        self.muted = False
        self.notice = ""  # what was to be noticed last: who came, who went, a word of the server
        self.pointed = ""  # what the cursor stands on
        self.lesson: Lesson | None = None  # of the tutorial
        self.halt = ""  # what the coach says before the play runs on
        self.stepwise = False  # each round of dice waits for a key, whatever the settings say
        self.pointing: dict[Touch, Mark] = {}  # what the coach speaks of, while nothing is asked
        self.begin_anew()

    def begin_anew(self) -> None:
        """Another game: nothing of the last one is remembered but the table and what was said there."""
        self.naming = Naming(self.set)
        self.throws = Throws(self.naming)
        self.story = Story(self.naming, self.throws)
        self.view: View | None = None  # what is drawn: the table after the last update that was shown
        self.newest: View | None = None  # the table after the last that has come
        self.number = 0
        self.coming: deque[Updated] = deque()
        self.playing: Updated | None = None
        self.beat: Beat | None = None
        self.question: Question | None = None  # of the newest view
        self.last_menu: Menu | None = None
        self.sent: Answer | None = None  # an answer that is on its way
        self.fault: tuple[str, str] | None = None  # what was refused last: the paragraph, and the sentence
        self.log: list[LogLine] = []
        self.past: LogLine | None = None  # the moment that is looked back at
        self.clocks: Clocks | None = None
        self.clocks_at = 0.0
        self.staged: Any = None  # of the question panel
        self.advice: Advice | None = None  # on the question that stands
        self.unadvised = ""  # why there is none
        self.proposed: Answer | None = None  # of the adviser's, to be staged
        self.marks: dict[Touch, Mark] = {}
        self.over: FinishedTable | None = None
        self.offers: Offers | None = None  # what one player has offered the other
        self.unasked = Unasked()  # what need not be asked
        self._names: tuple[LogLine, Naming] | None = None

    # what is drawn

    @property
    def cards(self) -> dict[CardId, AnyCard]:
        return self.naming.cards

    @property
    def viewer(self) -> Side | None:
        """The side of who sits here; None for who looks on."""
        return None if self.newest is None else self.newest.viewer

    @property
    def drawn(self) -> View | None:
        """The table that is to be drawn: of the past moment that is looked at, or as it is."""
        return self.view if self.past is None else self.past.view

    @property
    def names(self) -> Naming:
        """What is called how in the view that is drawn."""
        past = self.past
        if past is None or past.view is None:
            return self.naming
        if self._names is None or self._names[0] is not past:
            self._names = past, _as_then(self.naming, past.view, past.names)
        return self._names[1]

    def drawing(self, width: int = 0) -> Drawing | None:
        """For the texts of the plain client: they draw the same view with the same names."""
        return None if self.drawn is None else Drawing(self.drawn, self.names, width)

    @property
    def menu(self) -> Menu | None:
        """The question that may be answered now."""
        return self.last_menu if self.stands and not self.halt else None

    @property
    def stands(self) -> bool:
        """Whether a question stands, and everything before it has been shown."""
        busy = self.playing is not None or self.coming or self.sent is not None
        return not busy and self.question is not None

    @property
    def dice_wait(self) -> bool:
        """Whether each round of dice waits for a key, as far as anything is shown moving at all."""
        return self.settings.speed == "step" or (self.stepwise and self.settings.speed != "at-once")

    def seat(self, side: Side) -> Seat | None:
        """Who sits there."""
        seats = () if self.table is None else self.table.seats
        return next((seat for seat in seats if seat.side == side), None)

    def clock(self, side: Side) -> int | None:
        """Milliseconds left, now; None without a clock."""
        told = None if self.clocks is None else self.clocks[side]
        if told is None:
            seat = self.seat(side)
            return None if seat is None else seat.left
        return max(0, told - int(1000 * (self.now() - self.clocks_at))) if self.runs(side) else told

    def runs(self, side: Side) -> bool:
        """§20.6  The clocks of those who are asked run, while anybody plays; under "wait" of those who are here."""
        seat, table, view = self.seat(side), self.table, self.newest
        if seat is not None and seat.pace:
            return seat.running
        if seat is None or table is None or view is None or table.status != "playing":
            return False
        there = seat.here if table.terms.absent == "wait" else any(one.here for one in table.seats)
        return there and any(asked is side for asked, _window in view.waiting)

    # what happens

    @property
    def next_battle(self) -> Battle | None:
        """§25.2  The next battle of a campaign, once this one is over."""
        return (self.table.coming or None) if self.table is not None else None

    def sit(self, table: Table, place: int) -> None:
        """Something is new at the table besides the game; the clocks are told with it."""
        self.table, self.place = table, place
        left = [None if seat is None else seat.left for seat in map(self.seat, SIDES)]
        self.clocks, self.clocks_at = (left[0], left[1]), self.now()

    def arrive(self, update: Updated) -> None:
        """An update has come; it is shown when those before it have been."""
        self.coming.append(update)
        if update.view.question != self.question:
            self.advice, self.unadvised, self.proposed = None, "", None
        self.newest, self.question = update.view, update.view.question
        if update.clocks is not None:
            self.clocks, self.clocks_at = update.clocks, self.now()

    def begin(self) -> Updated | None:
        """Take the oldest update that waits: name its cards, tell its story.  It is being played now."""
        if not self.coming:
            return None
        update = self.playing = self.coming.popleft()
        self.naming.see(update.view)
        self.number = update.number
        self.unasked.hear(update.events)
        if update.given in ANSWERED and (update.given != "order" or self.last_menu is not None):
            self._tell(_(ANSWERED[update.given]), update)
        self._tell_all(update.events, update)
        return update

    def finish(self) -> None:
        """What was played has been seen: the table after it is drawn, and the question stands, if it is the newest."""
        update, self.playing, self.beat = self.playing, None, None
        if update is None:
            return
        self.view = update.view
        if not self.coming:
            self._ask()

    def catch_up(self) -> None:
        """Show at once whatever has come."""
        self.finish()
        while self.begin() is not None:
            self.finish()

    def recall(self, updates: Iterable[Iterable[AnyEvent]], update: Updated) -> None:
        """What happened while nobody of ours was there is told, by the first view that comes after it."""
        self.naming.see(update.view)
        events = [event for update in updates for event in update]
        self._tell_all(events, update._replace(view=replace(update.view, question=None)))
        self.log = self.log[-RECENT:] if self.view is None else self.log

    def take_up(self, updates: Sequence[Iterable[AnyEvent]], update: Updated, seen: int) -> list[LogLine]:
        """Sit down again where others have played meanwhile: all is shown at once.  What of it is new to who was
        shown so many updates before.
        """
        self.recall(updates[:seen], update)
        before = self.log[-1] if self.log else None
        self.recall(updates[seen:], update)
        self.arrive(update)
        self.catch_up()
        known = next((n for n, line in enumerate(self.log, 1) if line is before), 0)
        return self.log[known:] if 0 < seen < update.number else []

    def _ask(self) -> None:
        """The question of the newest view; what was sent is done."""
        question = self.question
        if question is None:
            self.last_menu = None
        elif self.last_menu is None or self.last_menu.question != question or self.sent is not None:
            self.last_menu = menu_of(question, self.naming, self.last_menu)
            self.fault = None
        self.sent = None

    def _tell_all(self, events: Iterable[AnyEvent], update: Updated) -> None:
        for event, lines in self.story.one_by_one(events):
            for line in lines:
                if line:
                    self._tell(line, update, event)

    def _tell(self, line: str, update: Updated, event: AnyEvent | None = None) -> None:
        text, sign, rule = line.rpartition(" §")
        text, rule = (text, rule) if sign else (line, "")
        self.log.append(LogLine(rule, sanitize(text), update.number, event, update.view, self.naming.now))

    def gave(self, answer: Answer) -> None:
        """An answer is on its way."""
        self.sent, self.fault, self.staged, self.marks = answer, None, None, {}

    def pass_by(self) -> Answer | None:
        """The answer that is to be given without asking; the log says so."""
        menu, view = self.menu, self.view
        if menu is None or view is None or view.viewer is None or self.past is not None:
            return None
        self.unasked.sole = self.settings.by_itself == "on"
        found = self.unasked.answer(menu.question, half_of(view, view.viewer).hand or ())
        if found is None:
            return None
        text = given_text(menu.question, found, self.naming)
        self.log.append(LogLine("", sanitize(text), self.number, None, view, self.naming.now))
        return found.answer

    def say_not_again(self, scope: Scope, answer: Answer) -> None:
        """What is answered now is given again without asking."""
        if self.question is not None and self.view is not None:
            self.unasked.say(self.question, scope, answer, half_of(self.view, self.question.side).hand or ())

    def refuse(self, rule: str, text: str) -> None:
        """An answer was not taken, by this client or by the server: the question stands."""
        self.sent, self.fault = None, (rule, sanitize(text))
        self.unasked.failed(self.question)
        if not self.coming and self.playing is None:
            self._ask_again()

    def _ask_again(self) -> None:
        if self.question is not None and self.last_menu is None:
            self.last_menu = menu_of(self.question, self.naming)

    def hear(self, said: Said, *, fresh: bool = True) -> None:
        """A line of chat; one that was heard before is there to be read again, and nobody is called to it."""
        if self.muted:
            return
        text = _(phrase_text(said.phrase)) or clean_text(said.text, CHAT)
        name = clean_name(said.name)
        who = name if said.place >= 0 else _("{name}, who looks on,").format(name=name)
        own = said.place == self.place and said.place >= 0 and said.name != self.beside
        self.talk.append(ChatLine(who, text, own, said.at))
        self.unread += fresh and not own

    def rename(self) -> None:
        """The language is another: what has a name gets it again, and the question is numbered anew."""
        if self.playing is not None or self.coming:
            self.catch_up()
        if self.newest is not None:
            self.naming.see(self.newest)
        if self.question is not None and self.last_menu is not None:
            self.last_menu = menu_of(self.question, self.naming)

    def look(self, told: LogLine | None) -> None:
        """Look back at a moment, or at the table as it is."""
        self.past = told if told is not None and told.view is not None else None


def _as_then(naming: Naming, view: View, names: Mapping[Token, str]) -> Naming:
    """The names of a moment in the past, over the rows of its view."""
    then = copy.copy(naming)
    then.now, then.before, then.rows_before = dict(names), {}, {}
    then.rows = {row.token: PlacedToken(side, row) for side, half in sides(view) for row in rows_of(half)}
    then.hand = () if view.viewer is None else half_of(view, view.viewer).hand or ()
    then.lying, then.target = view.lying, view.target
    return then


Give = Callable[[Answer], None]
