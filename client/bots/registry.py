"""Bots by name: those of this project, and anybody's own as MODULE:CLASS.

A bot is somebody's work in progress.  Whatever is wrong with it is told as one sentence that names the bot, the place
and the way out.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from traceback import extract_tb
from typing import Any

from ironbottom.events import AnyEvent
from ironbottom.language import _
from ironbottom.printed import CardSet
from ironbottom.questions import Answer, Question, Rng
from ironbottom.views import View

from ..console.errors import UserError
from ..text.sanitize import sanitize
from ..tutorial.coach import TUTOR
from .players import BOTS, Bot

LONGEST = 200  # letters of what somebody else's program says
ENDLESS = 20_000  # answers of a player in one game: more is a bot that never says "done"
BROKEN = (Exception, SystemExit)

Maker = Callable[[CardSet, Rng], Bot]


class BotFault(UserError):
    """A bot is wrong: the same bot at the same place would be wrong again."""

    exit_code = 2


def maker(name: str) -> Maker:
    """What makes bots of this name.  Raises BotFault."""
    if name in BOTS:
        return BOTS[name]
    module, colon, kind = name.partition(":")
    if not (colon and kind.isidentifier() and all(map(str.isidentifier, module.split(".")))):
        raise BotFault(no_such_bot(name))
    found = getattr(_module(name, module), kind, None)
    if not callable(found):
        text = _("The bot {name}: the module {module} has no class {kind}; allowed is MODULE:CLASS.")
        raise BotFault(text.format(name=name, module=module, kind=kind))
    own: Maker = found
    return own


def short(name: str) -> str:
    """What a bot is called at a table."""
    return name.rpartition(":")[2]


def no_such_bot(name: str) -> str:
    """What is said of a bot that there is not."""
    names = ", ".join([one for one in BOTS if one != TUTOR])  # he gives lessons, and plays in no other game
    text = _("There is no bot {name}; there are {names}.  One of your own is named MODULE:CLASS, as in "
             "client/bots/GUIDE.md.")
    return text.format(name=repr(name[:40]), names=names)


def _module(name: str, module: str) -> object:
    """Somebody's own; that of the present folder counts where no installed one has the same name.  Raises BotFault."""
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not (module == error.name or module.startswith(f"{error.name}.")):
            raise _unreadable(name, module, error) from error
        text = _("The bot {name}: there is no module {module} in this folder; type the command in the folder that "
                 "holds it, or name that folder in PYTHONPATH.")
        raise BotFault(text.format(name=name, module=module)) from None
    except BROKEN as error:
        raise _unreadable(name, module, error) from error


def _unreadable(name: str, module: str, error: BaseException) -> BotFault:
    text = _("The bot {name}: the module {module} cannot be loaded: {why}.  Mend it there.")
    return BotFault(text.format(name=name, module=module, why=_why(error)))


def made(name: str, cards: CardSet, rng: Rng) -> NamedBot:
    """A new bot of this name, for one game.  Raises BotFault."""
    make = maker(name)
    try:
        bot = make(cards, rng)
    except BROKEN as error:
        text = _("The bot {name} cannot be made from (cards, rng): {why}.  client/bots/GUIDE.md shows how.")
        raise BotFault(text.format(name=name, why=_why(error))) from error
    if not callable(getattr(bot, "choose", None)):
        text = _("The bot {name} has no method choose(view): client/bots/GUIDE.md shows one.")
        raise BotFault(text.format(name=name))
    return NamedBot(name, bot)


class NamedBot:
    """A bot that is told from others by its name, for one game."""

    def __init__(self, name: str, bot: Bot) -> None:
        self.name, self.bot = name, bot

    @property
    def faults(self) -> int:
        """How many bugs of its own it has survived."""
        own = getattr(self.bot, "faults", 0)
        return own if isinstance(own, int) else 0

    @property
    def listens(self) -> bool:
        """Whether it wishes to be told what happens."""
        return callable(getattr(self.bot, "hears", None))

    def hears(self, events: Sequence[AnyEvent], view: View) -> None:
        """What happened, and the table now; nothing for a bot that does not listen.  Raises BotFault."""
        if not self.listens:
            return
        listener: Any = self.bot
        try:
            listener.hears(events, view)
        except BROKEN as error:
            text = _("The bot {name} failed as it heard what happened (turn {turn}): {why}.  Mend it there.")
            raise BotFault(text.format(name=self.name, turn=view.turn, why=_why(error))) from error

    def choose(self, view: View) -> Answer:
        """Its answer, which may be an illegal one.  Raises BotFault."""
        try:
            answer: Answer = self.bot.choose(view)
        except BROKEN as error:
            text = _("The bot {name} failed at a question ({question}): {why}.  Mend it there.")
            raise BotFault(text.format(name=self.name, question=_asked(view), why=_why(error))) from error
        return answer

    def why(self, view: View, answer: Answer) -> str:
        """What speaks for an answer of its own to the latest question, in one line; "" of a bot that does not say.

        Raises BotFault.
        """
        reasoner: Any = self.bot
        if not callable(getattr(reasoner, "why", None)):
            return ""
        try:
            said = reasoner.why(view, answer)
        except BROKEN as error:
            text = _("The bot {name} failed as it was to say why ({question}): {why}.  Mend it there.")
            raise BotFault(text.format(name=self.name, question=_asked(view), why=_why(error))) from error
        if not isinstance(said, str):
            text = _("The bot {name} said why ({question}) with {kind} instead of a sentence.  Mend it there.")
            raise BotFault(text.format(name=self.name, question=_asked(view), kind=type(said).__name__))
        return _cut(sanitize(" ".join(said.split())))

    def endless(self) -> BotFault:
        """It answers on and on."""
        text = _("The bot {name} has answered {n} times in one game: does it ever say `done`?")
        return BotFault(text.format(name=self.name, n=ENDLESS))

    def judged(self, view: View, answer: object) -> BotFault | None:
        """What is wrong with an answer; None: nothing."""
        assert view.question is not None
        fault = refused(view.question, answer)
        if fault is None:
            return None
        text = _("The bot {name} gave an answer that is not legal ({question}), {answer}: {why}.  "
                 "`shape.fault(answer)` tells the same beforehand.")
        return BotFault(text.format(name=self.name, question=_asked(view), answer=_cut(_written(answer)), why=fault))


def refused(question: Question, answer: Any) -> str | None:
    """Why no rule allows that answer; None: it is legal.  It may be anything at all."""
    try:
        return question.fault(answer)
    except Exception as error:
        return _cut(f"{type(error).__name__}: {error}")


def _asked(view: View) -> str:
    """Where in the game a question stands, as programs name it."""
    step = "?" if view.question is None else view.question.step
    return _("{step}, turn {turn}").format(step=step, turn=view.turn)


def _written(answer: object) -> str:
    try:
        return repr(answer)
    except Exception:
        return f"<{type(answer).__name__}>"


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def _why(error: BaseException) -> str:
    """What somebody's program died of, and where."""
    said = _cut(f"{type(error).__name__}: {error}" if str(error) else type(error).__name__)
    own = [frame for frame in extract_tb(error.__traceback__) if frame.filename != __file__]
    if isinstance(error, SyntaxError) or not own or own[-1].filename.startswith("<frozen"):
        return said  # it names the file and the line itself
    return _("{why} ({file}, line {line})").format(why=said, file=own[-1].filename, line=own[-1].lineno)
