"""The plain client without its wire: views and events in, lines of text out; typed lines in, what they mean out."""

from __future__ import annotations

from collections.abc import Iterable

from ironbottom.events import AnyEvent
from ironbottom.language import N_, _
from ironbottom.phrases import game_over, in_row, listed, side_name
from ironbottom.printed import CardSet
from ironbottom.questions import Answer, Move
from ironbottom.views import SeenOutcome, View
from ironbottom.vocabulary import amount, phrase
from ironbottom.wire.messages import Scene
from ironbottom.wire.orders import StandingOrder
from ironbottom.words import SIDES

from ..text.luck import luck_lines
from ..text.naming import half_of
from ..text.narration import Story
from ..text.people.chat_presets import phrase_text
from ..text.question.by_itself import given_text
from ..text.question.how_to import how_to, question_lines
from ..text.question.menu import events, menu_of, quoted, rows, said
from ..text.rules.campaigns import after_battle
from ..text.rules.table_rules import TableRules, introduced, judged
from ..text.sanitize import sanitize
from ..text.situation import all_open
from .answer_parser import LONGEST, Unclear, answer_of, echoed, is_exact
from .commands import COMMANDS, begun, whole
from .intents import Give, Print, ResignIntent, Said
from .seat_state import Clocks, ReaderSeat

ANSWERED = {  # who answered, where it was not the player himself
    "order": N_("Your standing order has answered."),
    "clock": N_("Time was up: the default answer was given."),
    "stand-in": N_("A bot stands in and has answered."),
}
YES = "yes"


class PlainReader:
    """One game, read by one pair of eyes: a player's, or a spectator's.

    Whoever connects it calls `update` for each update, prints what comes back, and gives each typed line to `line`.
    `ready` says that an answer may be typed now: a pipe is best read only then.
    """

    def __init__(self, cards: CardSet, *, width: int = 80, orders: tuple[StandingOrder, ...] = ()) -> None:
        self.seat = ReaderSeat(cards, width, orders)
        self.story = Story(self.seat.naming, self.seat.throws)
        self.known: list[str] = []  # the rows of the question, as they were last

    @property
    def ready(self) -> bool:
        """Whether a question stands that has not been answered, or the game is over."""
        view = self.seat.view
        return self.seat.asked is not None or (view is not None and view.outcome is not None)

    def special(self) -> list[str]:
        """What this table is played by besides the rules, for who begins or comes back."""
        agreed = self.seat.agreed
        return [] if agreed == TableRules() else self.seat.fitted(introduced(agreed))

    def update(
        self, view: View, events: Iterable[AnyEvent], given: str = "player", clocks: Clocks | None = None
    ) -> list[str]:
        """What happened, then whose turn it is, then the question.  `given`: who gave the answer that led here."""
        seat, before = self.seat, self.seat.view
        seat.naming.see(view)
        seat.clocks = clocks
        events = tuple(events)
        told = self.story.told(events)
        seat.unasked.hear(events)
        if given in ANSWERED and (given != "order" or seat.menu is not None):
            told = [_(ANSWERED[given]), *told]
        seat.log += told
        seat.view = view
        asked = self._asked(view, before, fresh=bool(told))
        ending = self._ending(view.outcome, view, told) if view.outcome is not None and not _over(before) else []
        return seat.fitted([*told, *ending, *asked])

    def _asked(self, view: View, before: View | None, *, fresh: bool) -> list[str]:
        """Whose turn it is, and the question; nothing where nothing has changed."""
        seat, question, last = self.seat, view.question, self.seat.menu
        stands = last is not None and question == last.question and not seat.sent
        seat.sent, seat.fault = False, None
        if question is None:
            seat.menu = None
            changed = fresh or before is None or before.waiting != view.waiting
            return seat.waiting(view) if changed and view.outcome is None else []
        seat.menu = menu_of(question, seat.naming, last)
        if stands and not fresh:
            return _through(before, view)
        found = seat.unasked.answer(question, seat.hand)
        if found is not None:
            seat.passing = found.answer
            return [given_text(question, found, seat.naming)]
        shape, known = question.shape, self.known
        self.known = [*rows(seat.menu), *events(seat.menu)]
        if last is not None and isinstance(shape, Move) and last.question.step == question.step and not fresh:
            return [*_changed(shape, known, self.known), *seat.still_open(), *_go_on(shape)]
        return [*question_lines(seat.menu, seat.naming), *seat.still_open()]

    def passing(self) -> Answer | None:
        """The answer that is to be given without asking, once: `update` has said it in place of the question."""
        answer, self.seat.passing = self.seat.passing, None
        self.seat.sent = self.seat.sent or answer is not None
        return answer

    def _ending(self, outcome: SeenOutcome, view: View, told: list[str]) -> list[str]:
        """Who won and why, if it was not told just now; what was lost, and who was lucky."""
        lines = [] if told else [game_over(outcome.winner, outcome.reason, outcome.points)]
        battle = self.seat.agreed.battle
        if battle is not None and not battle.whole:
            lines.append(judged(battle, outcome))
        lines += after_battle(self.seat.agreed.battle, outcome)
        for side in SIDES:
            taken = half_of(view, side.enemy).victory
            cards = [
                phrase("cards.scored", card=self.seat.naming.half(card), points=points)
                for card, points in taken
            ]
            lines.append(_("Lost by {side}: {cards}.").format(side=side_name(side), cards=listed(cards)))
        lines += luck_lines(self.seat.throws.luck)
        return lines if battle is None else [*lines, _("Type rules table for what happened in history.")]

    def line(self, text: str) -> Said:
        """What a typed line amounts to.  Whatever is typed, this returns, and an answer that it gives is legal."""
        seat = self.seat
        typed = " ".join(text[:LONGEST].split())
        if seat.resigning:
            seat.resigning = False
            if typed.casefold() == YES:
                return ResignIntent()
            if not whole(typed.partition(" ")[0]):
                return self._sentence(_("You play on."))  # whatever it was meant for: nothing is answered by it
        first, _space, rest = typed.partition(" ")
        command = whole(first)
        if command:
            return COMMANDS[command].run(seat, rest)
        if seat.asked is None:
            return self._not_asked(first, rest)
        if not typed and isinstance(seat.asked.shape, Move):
            return Print(tuple(seat.fitted(seat.question())))
        return self._answer(typed, first, rest)

    def _not_asked(self, first: str, rest: str) -> Said:
        """Nothing can be answered now: a command, or a sentence."""
        names = begun(first)
        if len(names) == 1:
            return COMMANDS[names[0]].run(self.seat, rest)
        if names:
            return self._sentence(_("{typed} may mean {names}.").format(typed=echoed(first), names=in_row(names)))
        if self.seat.sent:
            return self._sentence(_("Your answer is on its way; wait for the table, or type help."))
        view = self.seat.view
        who = self.seat.waiting(view) if view is not None and view.outcome is None else []
        return self._sentence(" ".join([_("You are not asked now; help lists what you can type."), *who]))

    def _answer(self, typed: str, first: str, rest: str) -> Said:
        """An answer, else a command that begins so, else what is wrong."""
        seat, menu = self.seat, self.seat.asked
        assert menu is not None
        names = begun(first)
        try:
            answer = answer_of(typed, menu)
        except Unclear as unclear:
            if len(names) == 1:
                return COMMANDS[names[0]].run(seat, rest)
            if names:
                return self._sentence(
                    _("{typed} may mean {names}.").format(typed=echoed(first), names=in_row(names))
                )
            seat.fault = menu.question.rule, str(unclear)
            return self._sentence(str(unclear))
        if names and not rest and not is_exact(typed, menu):
            return self._sentence(_("{typed} may mean the answer {answer} or the command {names}; type more.").format(
                typed=echoed(first), answer=quoted(said(menu, answer)), names=in_row(names)
            ))
        seat.sent = True
        return Give(answer, tuple(seat.fitted([_("Your answer: {answer}.").format(answer=said(menu, answer))])))

    def _sentence(self, sentence: str) -> Print:
        return Print(tuple(self.seat.fitted([sentence])))

    def refused(self, rule: str, text: str) -> list[str]:
        """The server did not take an answer; the question stands."""
        seat = self.seat
        seat.sent = False
        seat.unasked.failed(None if seat.menu is None else seat.menu.question)  # from here on he is asked
        sentence = phrase("seat.refused", text=text)
        seat.fault = rule, sentence
        lines = [f"{sentence} §{rule}" if rule else sentence]
        return seat.fitted([*lines, *(how_to(seat.menu) if seat.menu is not None else ())])

    def notice(self, text: str) -> list[str]:
        """Something that everybody should know."""
        return self.seat.fitted([phrase("seat.notice", text=sanitize(text))])

    def chatted(self, name: str, text: str, preset: int = 0, *, fresh: bool = True) -> list[str]:
        """A line of chat, or a canned phrase; one that was heard before is only there to be asked for."""
        if self.seat.muted:
            return []
        words = phrase_text(preset) or text
        line = phrase("seat.says", name=sanitize(name), text=sanitize(words))
        self.seat.talk.append(line)
        return self.seat.fitted([line]) if fresh else []


class CastReader:
    """Both hands of a game, in lines, for who looks on: the scenes that may be shown, with all open."""

    def __init__(self, cards: CardSet, width: int) -> None:
        self._reader = PlainReader(cards, width=width)

    def told(self, scenes: Iterable[Scene], *, late: int) -> list[str]:
        """What has happened in some scenes, then the table as the last of them has left it."""
        lines: list[str] = []
        for scene in scenes:
            lines += self._reader.update(all_open(scene), scene.events)
        seat = self._reader.seat
        if seat.view is None or not lines:
            return seat.fitted([phrase("cast.later")])
        head = phrase("cast.through", turn=seat.view.turn, late=amount("turns", late))
        return [*seat.fitted([head]), *lines, *self.table()]

    def table(self) -> tuple[str, ...]:
        """Everything that lies there, both hands too."""
        said = self._reader.line("table")
        return said.lines if isinstance(said, Print) else ()


def _through(before: View | None, view: View) -> list[str]:
    """Who has answered since, while one's own question stands as it was."""
    asked = [side for side, _window in view.waiting]
    through = [side for side, _window in (before.waiting if before is not None else ()) if side not in asked]
    return [_("{side} has answered.").format(side=side_name(side)) for side in through]


def _over(view: View | None) -> bool:
    return view is not None and view.outcome is not None


def _changed(shape: Move, before: list[str], now: list[str]) -> list[str]:
    """The rows that are not as they were; of a verb that can do something else now, all rows."""
    new = [line for line in now if line not in before]
    old = [line for line in before if line not in now]
    verbs = {verb for verb in shape.steps if any(line.split()[0] == verb for line in (*new, *old))}
    return [line for line in now if line in new or line.split()[0] in verbs]


def _go_on(shape: Move) -> list[str]:
    """After a step of many."""
    words = in_row([quoted(word) for word in shape.words])
    return [_("Another step, or {words}; Enter prints everything again.").format(words=words)]
