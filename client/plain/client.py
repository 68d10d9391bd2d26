"""A person at a seat, in lines of text: what the table says is printed, what is typed is carried out.

In a pipe a line is taken only when an answer may be given, so that a file of answers plays a game.  When the input
ends, the last answer is seen home, the seat is kept, and the game goes on another time.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterable
from contextlib import aclosing, suppress
from enum import Enum
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from ironbottom.language import _
from ironbottom.phrases import side_name
from ironbottom.printed import CardSet
from ironbottom.questions import Question
from ironbottom.vocabulary import phrase
from ironbottom.wire.advising import Advice, Advise
from ironbottom.wire.answers import answer as understood
from ironbottom.wire.cleaning import clean_name
from ironbottom.wire.messages import Reply, Seat, Table
from ironbottom.words import Side

from ..console.errors import UserError
from ..console.output import columns, complain
from ..console.stdin import StdinLines
from ..net import downloads
from ..net.reconnecting_client import CLOSED, ReconnectingClient
from ..net.seat_session import SeatSession
from ..net.server_messages import in_our_words
from ..net.session_events import (
    AdviceHeard,
    AnswerTaken,
    AtTable,
    CastShown,
    ChatHeard,
    Denied,
    Disconnected,
    NewGame,
    Noticed,
    OffersHeard,
    Reconnected,
    SessionEnded,
    SessionEvent,
    SessionListener,
    TossBroken,
    Updated,
)
from ..net.toss import broken_words
from ..storage.seat_autosave import SeatKeeper
from ..text.question.advice import advice_lines, blunder_text
from ..text.rules.by_the_day import clock_changes
from ..text.rules.campaigns import asking, begins_anew, coming_lines
from ..text.rules.offering import offer_lines, standing_lines
from ..text.rules.table_rules import cast_lines
from ..text.sanitize import sanitize, to_ascii
from ..text.situation import level_line, whatif_line
from .caution import Caution
from .commands import how_to_reply
from .intents import (
    AdviceIntent,
    CastIntent,
    ChatIntent,
    Give,
    HoursIntent,
    MuteIntent,
    OfferIntent,
    OrdersIntent,
    Phrase,
    Print,
    Quit,
    ReplyIntent,
    ResignIntent,
    Said,
    VacationIntent,
    WarnIntent,
)
from .partners import partner_lines
from .reader import CastReader, PlainReader
from .reviewing import reviewed

RECENT = 12  # lines of the story that are told again after a break
AGAIN = "again"  # what is typed for another game
REVIEW = "review"  # for what can be learned from the one that is over
GO = "go"  # and for another toss, though one came to nothing
LEAVES = ("quit", "q", "exit")
LOOKS = 0.05  # seconds, at the end of input, between two looks whether everything is home: a receipt is no news
LATER = 0.5  # seconds between two looks whether a line that waits may be taken
PATIENCE = 5.0  # seconds without news after which who pipes in `quit`, or nothing more, need not wait
QUIT = "quit"
PROMPT = "> "
FIRST = asyncio.FIRST_COMPLETED


class HowLeft(Enum):
    """Why the play ended."""

    OVER = "over"  # the game is played out, its transcript kept
    KEPT = "kept"  # to be gone on with
    STOPPED = "stopped"  # there is no way on
    TOSS = "toss"  # the seat is given up: a toss had come to nothing
    BOT = "bot"  # the tutorial is done with, and a game against a bot is wished for
    HANDED = "handed"  # at one screen for two: the other player is asked
    AGAIN = "again"  # at one screen for two: both go on to another game


class PlainClient(SessionListener):
    """One person at one seat, until he leaves or the game is over."""

    def __init__(
        self,
        client: ReconnectingClient,
        session: SeatSession,
        cards: CardSet,
        games: Path,
        typed: StdinLines,
        queue: asyncio.Queue[SessionEvent],
        save: Callable[[], None],
        *,
        guarded: bool = False,
    ) -> None:
        """`guarded`: he is warned of blunders from the first question on."""
        self.client, self.session, self.cards, self.games, self.typed = client, session, cards, games, typed
        self._queue: asyncio.Queue[Any] = queue
        self._save = save
        self._keeping = SeatKeeper(save, lambda why: self._say(self._reader.notice(why)))
        self.caution = Caution(session, session.answer, self._warn, self._later)
        self.caution.on = guarded
        self._reader = self._new_reader()
        self._past: list[Any] = []
        self._seen, self._heard = False, 0.0  # an update of this game; when something was news last
        self._asked: Question | None = None  # what the reader was shown last
        self._left: HowLeft | None = None
        self._fetching: asyncio.Task[None] | None = None
        self._transcript: Path | None = None  # of the game that is over, as soon as it is here
        self._reviewing: asyncio.Task[None] | None = None
        self._input_over = self._prompted = self._cast_wanted = False
        self._in_doubt = False  # whether to go along with another toss
        self._cast = CastReader(cards, columns())

    @property
    def _over(self) -> bool:
        return self._transcript is not None

    async def play(self) -> HowLeft:
        """Play until the end, or until somebody has enough."""
        next_event = asyncio.create_task(self._queue.get())
        line = asyncio.create_task(self.typed.line())
        self._heard = self._now()
        try:
            while self._left is None:
                self._prompt()
                if not self._takes(line):
                    awaited = {next_event} if line.done() else {next_event, line}
                    await asyncio.wait(awaited, timeout=self._looks(line), return_when=FIRST)
                before = self._asked
                if next_event.done():
                    self._hear_all(next_event.result())
                    next_event = asyncio.create_task(self._queue.get())
                if self._takes(line):
                    self._type(line.result(), before)
                    line = asyncio.create_task(self.typed.line())
                    await asyncio.sleep(0)
                self.client.flush()
                self._leave_what_waits(line)
                self._leave_at_the_end_of_input()
            return self._left
        finally:
            for task in (next_event, line, self._fetching, self._reviewing):
                if task is not None:
                    task.cancel()
            _untaken(self.typed, line)
            with suppress(UserError):
                self._save()

    def _looks(self, line: asyncio.Task[str | None]) -> float | None:
        """Seconds until something may be to do though nothing is heard or typed; None: nothing will."""
        return LOOKS if self._input_over else LATER if line.done() else None

    def _takes(self, line: asyncio.Task[str | None]) -> bool:
        """Whether a line is there, and may be taken: at a terminal always, of a pipe when it can be an answer."""
        if self._input_over or not line.done():
            return False
        said = line.result()
        if said is None or self.typed.terminal or (self._reader.ready and self.session.question is not None):
            return True
        return said.strip().casefold() == QUIT and (self._paused or self._now() > self._heard + PATIENCE)

    def _leave_what_waits(self, line: asyncio.Task[str | None]) -> None:
        """The game is paused, and whoever piped in what is to be answered has gone: nobody could be waited for."""
        if self._left is not None or self.typed.terminal or not (self._paused and self.typed.at_end and line.done()):
            return
        if line.result() is not None and self._now() > self._heard + PATIENCE:
            self._say([_("The input is at its end while the game waits: what is left of it is not taken.")])
            self._left = HowLeft.KEPT

    @property
    def _paused(self) -> bool:
        return self.session.state is not None and self.session.state.status == "paused"

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _leave_at_the_end_of_input(self) -> None:
        """Nothing more will be typed: once the last answer is acknowledged, the game is kept for another time."""
        if self._left is not None or not (self._input_over or (self._over and not self.typed.terminal)):
            return
        if self._over:
            self._left = HowLeft.OVER
        elif not self.session.over and (not self.session.waits or self.client.address is None):
            self._left = HowLeft.KEPT

    def _new_reader(self) -> PlainReader:
        """Who types is not asked where one answer is legal; a file of answers has a line for every question."""
        reader = PlainReader(self.cards, width=columns(), orders=self.session.orders)
        reader.seat.unasked.sole = self.typed.terminal
        reader.seat.may_ask, reader.seat.warns = self.session.may_ask, self.caution.on
        return reader

    # what is heard

    def _hear_all(self, first: SessionEvent | Path) -> None:
        """Whatever has come; an answer is always to the newest question."""
        self._heard = self._now()
        event: SessionEvent | Path | None = first
        while event is not None:
            if isinstance(event, Path):
                self._hear_kept(event)
            else:
                self.hear(event)
            event = None if self._queue.empty() else self._queue.get_nowait()

    def _hear_updated(self, update: Updated) -> None:
        reader, past = self._reader, self._past
        self._past = []
        if self.session.question is None:  # answered, while this was on its way
            update = update._replace(view=replace(update.view, question=None))
        reader.seat.partner = self.session.partner_asked
        if self._asked != update.view.question:
            self._reader.seat.advice = ()
        self._asked = update.view.question
        if not self._seen:
            self._say(reader.special())
        if past:
            told = reader.update(replace(update.view, question=None), [event for events in past for event in events])
            self._say([_("Meanwhile:"), *told] if self._seen else [*self._table(), *told[-RECENT:]])
        self._say(self._told(update))
        self._pass_by()
        self._seen = True
        self._keeping.update(update.number)
        if update.view.outcome is not None and self._fetching is None:
            reached = level_line(update.view.outcome, self.session.state, update.view.viewer)
            self._say(self._reader.seat.fitted([reached]) if reached else [])
            self._fetching = asyncio.create_task(self._fetch())

    def _pass_by(self) -> None:
        """Give what need not be asked."""
        answer = self._reader.passing()
        if answer is not None and self.session.question is not None:
            self.session.answer(answer, asked=False)

    def _told(self, update: Updated) -> list[str]:
        """What happened, and the question that stands."""
        return self._reader.update(update.view, update.events, update.given, update.clocks)

    def _table(self) -> tuple[str, ...]:
        """The whole table, for who comes back to it."""
        said = self._reader.line("table")
        return said.lines if isinstance(said, Print) else ()

    def _hear_at_table(self, event: AtTable) -> None:
        self._reader.seat.may_ask, self._reader.seat.table = self.session.may_ask, event.now
        self._reader.seat.partner, self._reader.seat.late = self.session.partner_asked, self.session.late
        self._say(table_lines(self.session, event.now, event.before))

    def _hear_new_game(self, event: NewGame) -> None:
        """Another game: nothing of the last one is remembered."""
        self.cards = downloads.cards_now(self.session, self.cards)
        self._reader, self._past, self._seen = self._new_reader(), [], False
        self._cast = CastReader(self.cards, columns())
        self._keeping.begin_anew()
        self._transcript = self._fetching = None
        self._say(begins_anew(self.cards))

    def _hear_toss_broken(self, event: TossBroken) -> None:
        """Nobody is tossed again unasked; whoever cannot be asked goes no further."""
        self._say(broken_words(event))
        if self.typed.terminal:
            self._in_doubt = True
            self._say([_("Type {go} to go on, or quit to leave this table.").format(go=GO)])
        else:
            self._leave_toss()

    def _leave_toss(self) -> None:
        self.session.leave()
        self._left = HowLeft.TOSS

    def _hear_chat_heard(self, event: ChatHeard) -> None:
        said = event.said
        name = clean_name(said.name)
        who = name if said.place >= 0 else _("{name}, who looks on,").format(name=name)
        self._say(self._reader.chatted(who, said.text, said.phrase, fresh=event.fresh))
        if event.fresh:
            self._keeping.chat()

    def _hear_answer_taken(self, event: AnswerTaken) -> None:
        """The reader has said already how the answer was understood."""

    def _hear_advice_heard(self, event: AdviceHeard) -> None:
        advice, question, seat = event.advice, self.session.question, self._reader.seat
        if not self.caution.hear(advice) and question is not None:
            seat.advice = tuple([understood(one.answer) for one in advice.answers])
            self._say(seat.fitted(advice_lines(question, seat.naming, advice)))

    def _warn(self, question: Question, advice: Advice) -> None:
        """The answer is not given: given once more, it is."""
        seat = self._reader.seat
        seat.sent = False
        self._say(seat.fitted([blunder_text(question, seat.naming, advice), _("Type it again to give it anyway.")]))

    def _later(self, seconds: float, act: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_later(seconds, self._flushed, act)

    def _flushed(self, act: Callable[[], None]) -> None:
        act()
        self.client.flush()

    def _hear_offers_heard(self, event: OffersHeard) -> None:
        session, seat = self.session, self._reader.seat
        seat.offers, seat.place = event.offers, session.place
        lines = offer_lines(event.offers, session.state, session.place)
        found = event.offers.standing
        if found is not None and found.place != session.place >= 0:
            lines.append(how_to_reply())
        self._say(seat.fitted(lines))

    def _hear_cast_shown(self, event: CastShown) -> None:
        """That there is nothing new is for who has just asked."""
        if event.scenes or self._cast_wanted:
            self._say(self._cast.told(event.scenes, late=self.session.late))
        self._cast_wanted = False

    def _hear_denied(self, event: Denied) -> None:
        refused = event.refused
        if isinstance(event.request, Advise) and self.caution.denied(refused.seq):
            return
        text = in_our_words(refused.code, refused.text)
        if event.request is None or isinstance(event.request, Reply):
            self._say(self._reader.refused(refused.rule, text))
        else:
            self._say(self._reader.notice(text))

    def _hear_noticed(self, event: Noticed) -> None:
        self._say(self._reader.notice(event.text))

    def _hear_disconnected(self, event: Disconnected) -> None:
        if event.code == CLOSED:
            return  # the notice before it has said so
        text = _("The connection is lost ({why}); it is tried again until it is back.  What you type is kept.")
        self._say(self._reader.notice(text.format(why=event.why)))

    def _hear_reconnected(self, event: Reconnected) -> None:
        self._say(self._reader.notice(_("The connection is back.")))

    def _hear_session_ended(self, event: SessionEnded) -> None:
        self._end_line()
        complain(event.sentence)
        self._left = HowLeft.STOPPED

    def _hear_kept(self, path: Path) -> None:
        """The transcript is here."""
        self._transcript = path
        quoted = f'"{path}"' if " " in str(path) else str(path)
        lines = [_("The transcript of the game: {path}").format(path=path)]
        lines.append(_("Check it with: ironbottom verify {path}").format(path=quoted))
        lines.append(_("Learn from it with: ironbottom review {path}").format(path=quoted))
        if self.typed.terminal:
            lines.append(_("Type {review} to read that here.").format(review=REVIEW))
        if self.session.state is not None:
            lines += self._reader.seat.fitted(coming_lines(self.session.state.coming or None))
        if self.session.plays and self.typed.terminal:
            lines.append(asking(self.cards, AGAIN))
        self._say(lines)

    async def _fetch(self) -> None:
        """Bring the transcript home."""
        try:
            self._queue.put_nowait(await downloads.brought_home(self.client, self.session, self.games))
        except UserError as error:
            self._queue.put_nowait(SessionEnded(str(error)))

    # what is typed

    def _type(self, line: str | None, before: Question | None) -> None:
        """A line, and the question that stood when it was typed."""
        self._prompted = False
        if line is None:
            self._input_over = True
            return
        if self.typed.terminal and before is not None and before != self._asked:
            self._say([_("Something happened while you typed; that line was not taken.")])
            return
        word = line.strip().casefold()
        if self._in_doubt and word in (GO, *LEAVES):
            self._in_doubt = False
            self.session.toss_again() if word == GO else self._leave_toss()
        elif self._over:
            self._type_at_the_end(word)
        else:
            self._carry_out(line)

    def _type_at_the_end(self, word: str) -> None:
        if word == AGAIN and self.session.plays:
            self.session.rematch()
        elif word == REVIEW and self._transcript is not None:
            self._review(self._transcript)
        elif word in LEAVES:
            self._left = HowLeft.OVER
        elif word:
            self._carry_out(word)

    def _review(self, transcript: Path) -> None:
        """Begin to make it; one at a time."""
        if self._reviewing is None or self._reviewing.done():
            self._say([_("The review is being made; it takes up to a minute ...")])
            self._reviewing = asyncio.create_task(self._tell_review(transcript))

    async def _tell_review(self, transcript: Path) -> None:
        async with aclosing(reviewed(transcript)) as lines:
            async for line in lines:
                self._say(self._reader.seat.fitted([line]))

    def _carry_out(self, line: str) -> None:
        session, said = self.session, self._reader.line(line)
        if isinstance(said, Print | MuteIntent | OrdersIntent | AdviceIntent | WarnIntent):
            self._say(said.lines)
        if isinstance(said, Give):
            self._give(said)
        elif isinstance(said, AdviceIntent):
            session.advise()
        elif isinstance(said, WarnIntent):
            self.caution.on = said.on
        elif isinstance(said, ChatIntent):
            session.chat(said.text)
        elif isinstance(said, Phrase):
            session.chat(phrase=said.n)
        elif isinstance(said, MuteIntent):
            session.mute(said.muted)
        elif isinstance(said, OrdersIntent):
            session.order(said.orders)
        elif isinstance(said, HoursIntent):
            session.choose_hours(said.hours)
        elif isinstance(said, VacationIntent):
            session.vacation(away=said.away)
        elif isinstance(said, ResignIntent):
            session.resign()
        elif isinstance(said, Quit):
            self._input_over = True
        else:
            self._agree_or_look_on(said)

    def _agree_or_look_on(self, said: Said) -> None:
        """What is between both players, and what is for who looks on."""
        if isinstance(said, OfferIntent):
            self._notice(self.session.offer(said.what))
        elif isinstance(said, ReplyIntent):
            self._notice(self.session.reply_to_offer(accept=said.accept))
        elif isinstance(said, CastIntent):
            self._cast_wanted = True
            self.session.follow()

    def _notice(self, why: str) -> None:
        """Why something cannot be done; nothing where it is under way."""
        self._say(self._reader.notice(why) if why else [])

    def _give(self, said: Give) -> None:
        """An answer that is legal."""
        self._say(said.lines)
        if not self.caution.hold(said.answer):
            self.session.answer(said.answer)

    # what is printed

    def _say(self, lines: Iterable[str]) -> None:
        text = "".join([f"{to_ascii(line)}\n" for line in lines])
        if text:
            self._end_line()
            sys.stdout.write(text)
            sys.stdout.flush()

    def _prompt(self) -> None:
        if self.typed.terminal and (self._reader.ready or self._in_doubt) and not self._prompted:
            print(PROMPT, end="", flush=True)
            self._prompted = True

    def _end_line(self) -> None:
        """What is printed while somebody types begins on a line of its own."""
        if self._prompted:
            print(flush=True)
            self._prompted = False


def _untaken(typed: StdinLines, line: asyncio.Task[str | None]) -> None:
    """A line that was read and not taken is for whoever sits down next."""
    if line.done() and not line.cancelled() and (said := line.result()) is not None:
        typed.give_back(said)


def table_lines(session: SeatSession, now: Table, before: Table | None, *, typed: bool = True) -> list[str]:
    """What has changed at a table besides the game: who came, who is away; `typed`: with what to type, and why the game
    waits, which a banner says else as long as it does.
    """
    lines = cast_lines(0 if before else now.terms.cast or 0, plays=session.place >= 0, typed=typed)
    if typed and now.note and (before is None or before.note != now.note):
        lines.append(_("The game is paused: {note}").format(note=sanitize(in_our_words("paused", now.note))))
    if before is not None and before.status == "paused" and now.status != "paused":
        lines.append(_("The game goes on."))
    lines += standing_lines(now, before, typed=typed)
    if now.whatif is not None and before is None:
        lines.append(whatif_line(now.whatif))
    elif now.terms.practice and before is None:
        lines.append(_("For practice only: this game has a seed that was given, and who gave it can know every card."))
    places = (1 - session.place,) if session.place >= 0 else (0, 1)
    types = typed and session.place >= 0
    lines += partner_lines(session, now, before)
    for place in places:
        lines += _seat_lines(now, now.seats[place], None if before is None else before.seats[place], typed=types)
    if now.status == "playing" and (before is None or before.status != "playing"):
        lines += _sides_lines(session, now, typed=typed)
    return lines


def _seat_lines(table: Table, now: Seat, before: Seat | None, *, typed: bool) -> list[str]:
    name = clean_name(now.name)
    if not now.key:
        if before is not None and not before.key:
            return []
        if typed:
            return [_("The other seat is free: waiting for a player.  Ctrl-C leaves, and the table is kept.")]
        return [_("The other seat is free: waiting for a player.")]
    if before is None or not before.key:
        kind = _(" (a bot)") if now.bot else ""
        here = _("{name}{kind} sits at the table.") if now.here else _("{name}{kind} has a seat, and is away.")
        return [here.format(name=name, kind=kind)]
    lines: list[str] = []
    if before.here and not now.here:
        lines.append(_away(table, now, name))
    if now.here and not before.here:
        lines.append(_("{name} is back.").format(name=name))
    if now.stand_in and not before.stand_in:
        lines.append(_("A bot stands in for {name}.").format(name=name))
    if now.rematch and not before.rematch:
        lines.append(_wished(table, name, typed=typed))
    return [*lines, *clock_changes(table, before, now)]


def _wished(table: Table, name: str, *, typed: bool) -> str:
    """Another game is wanted, or the next battle of a campaign, and how one agrees."""
    if table.coming:
        agree = _("Type {again} to agree.").format(again=AGAIN)
        wish = phrase("campaign.wished", name=name)
        return f"{wish} {agree}" if typed else wish
    wish = _("{name} wishes for another game: type {again} to agree.") if typed else _("{name} wants another game.")
    return wish.format(name=name, again=AGAIN)


def _away(table: Table, seat: Seat, name: str) -> str:
    """Who is away, and what that means under the terms of this table."""
    if seat.left is None or table.terms.pace:
        policy = {
            "wait": _("{name} is away; the game waits.").format(name=name),
            "clock": phrase("seat.away", name=name),
            "bot": _("{name} is away; a bot will take the seat.").format(name=name),
        }
        return policy[table.terms.absent]
    minutes, seconds = divmod(seat.left // 1000, 60)
    text = (
        _("{name} is away; the clock is running, {minutes}:{seconds:02} left.") if seat.running
        else _("{name} is away; the clock is stopped at {minutes}:{seconds:02}.")
    )
    return text.format(name=name, minutes=minutes, seconds=seconds)


def _sides_lines(session: SeatSession, table: Table, *, typed: bool) -> list[str]:
    if session.place < 0:
        return []
    own, other = table.seats[session.place], table.seats[1 - session.place]
    if own.side is None:
        return []
    text = (
        _("You play {side} against {name}.  Type help at any time.") if typed else _("You play {side} against {name}.")
    )
    return [text.format(side=side_name(Side(own.side)), name=clean_name(other.name))]
