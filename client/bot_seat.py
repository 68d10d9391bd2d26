"""A bot at a seat: it hears what a player hears, and answers at once.

It is a client like any other, in a process of its own; it sees nothing but the bytes of its seat.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter

from ironbottom.language import _
from ironbottom.questions import Question
from ironbottom.views import SeenOutcome, View
from ironbottom.wire.messages import Reply

from .bots.seats import BOTS, Bot
from .guest import Guest
from .link import Link
from .news import AtTable, Changed, Denied, Ended, NewGame, News, TossBroken
from .server_words import in_our_words
from .toss import broken_words
from .trouble import Trouble
from .tutorial.coach import TUTOR

PAUSE = 1.0  # seconds until an answer is tried again that the table did not take
BUGS = 3  # answers that are not legal, until the bot gives up
LINGERS = 600.0  # seconds that a bot stays after a game for another


class Farewell(Trouble):
    """The server ended it; `code` says why."""

    def __init__(self, ended: Ended) -> None:
        super().__init__(ended.sentence)
        self.code = ended.code


class LeftToss(Trouble):
    """The bot has given up its seat, because a toss had come to nothing after its share was shown."""


class BotSeat:
    """One seat, played by a bot.  `bots` makes a new one for each game."""

    def __init__(self, link: Link, guest: Guest, news: asyncio.Queue[News], bots: Callable[[], Bot]) -> None:
        self.link, self.guest = link, guest
        self._news, self._bots = news, bots
        self.bot = bots()
        self.last: View | None = None  # the view in which the game was over
        self.times: list[float] = []  # seconds that each decision took
        self._bugs = 0

    async def play(self, *, lingers: float = LINGERS) -> SeenOutcome:
        """Play to the end; then stay a while, for another game, if the other player wishes for one.  Raises Trouble."""
        while True:
            over = self.last
            try:
                async with asyncio.timeout(None if over is None else lingers):
                    self._hear(await self._news.get())
            except TimeoutError:
                break
            self.link.flush()
            if self.last is not None and (not lingers or self._alone()):
                break
        assert self.last is not None
        assert self.last.outcome is not None
        return self.last.outcome

    def _alone(self) -> bool:
        """Whether nobody is left to play with."""
        state, place = self.guest.state, self.guest.place
        return not self.guest.plays or state is None or not state.seats[1 - place].here

    def _hear(self, news: News) -> None:
        if isinstance(news, Changed):
            self._changed(news)
        elif isinstance(news, Denied) and isinstance(news.request, Reply):
            self._denied(news)
        elif isinstance(news, AtTable):
            self._at_table(news)
        elif isinstance(news, NewGame):
            self.last, self.bot = None, self._bots()
        elif isinstance(news, TossBroken):
            self._leave_toss(news)
        elif isinstance(news, Ended):
            raise Farewell(news)

    def _leave_toss(self, news: TossBroken) -> None:
        """A bot knows no honest reason: it goes along with no other toss of this table."""
        self.guest.leave()
        self.link.flush()
        raise LeftToss(" ".join([*broken_words(news), _("A bot does not: it has left the table.")]))

    def _changed(self, news: Changed) -> None:
        if news.view.outcome is not None:
            self.last = news.view
        elif self.guest.question is not None:
            self._answer()

    def _answer(self) -> None:
        """To the newest question, whatever else is still to be heard."""
        assert self.guest.update is not None
        begun = perf_counter()
        answer = self.bot.choose(self.guest.update.view)
        self.times.append(perf_counter() - begun)
        self.guest.answer(answer)

    def _denied(self, news: Denied) -> None:
        """The table waits, or the bot has a bug: then the default is better than nothing."""
        question = self.guest.question
        if question is None:
            return
        if news.refused.code == "illegal":
            self._bugs += 1
            if self._bugs > BUGS:
                why = in_our_words(news.refused.code, news.refused.text)
                raise Trouble(_("The bot gives answers that are not legal: {why}").format(why=why))
            self.guest.answer(question.default)
        else:
            asyncio.get_running_loop().call_later(PAUSE, self._try_again, question)

    def _try_again(self, question: Question) -> None:
        if self.guest.question == question:
            self._answer()
            self.link.flush()

    def _at_table(self, news: AtTable) -> None:
        """Agree to another game when the other player wishes for one."""
        seats, place = news.now.seats, self.guest.place
        if news.now.status == "over" and self.guest.plays and seats[1 - place].rematch and not seats[place].rematch:
            self.guest.rematch()


def no_such_bot(name: str) -> str:
    """What is said of a bot that there is not."""
    names = ", ".join([one for one in BOTS if one != TUTOR])  # he gives lessons, and plays in no other game
    return _("There is no bot {name}; there are {names}.").format(name=repr(name[:40]), names=names)
