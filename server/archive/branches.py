"""What-ifs: where a finished game is left, found anew from its transcript, for whoever may look through that game;
and battles that are made of such a moment.

Nothing else leads to one: a game that goes on is refused as it is to whoever would look through it, and nobody can
bring a position or a file of his own.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from twisted.internet.defer import Deferred
from twisted.internet.task import Cooperator
from twisted.logger import Logger
from twisted.python.failure import Failure

from ironbottom.language import _, counted
from ironbottom.phrases import side_name
from ironbottom.proof.entries import Agreed, AnsweredEntry, Begun, ResignedEntry
from ironbottom.vocabulary import phrase
from ironbottom.whatif import LeftGame, NoMoment
from ironbottom.wire.messages import PlayOn
from ironbottom.wire.moments import MadeBattle, MakeBattle
from ironbottom.wire.terms import Terms
from ironbottom.wire.whatif import Branch, WhatIf
from ironbottom.words import Side

from ..runtime.rate_limits import is_loopback, key
from ..runtime.settings import LIMITS, Limits
from ..table.table import GameTable, refuse
from ..transport.session import ClientSession
from .downloads import finished
from .moment_battles import BattleBuilder
from .replays import AT_ONCE, lines_of_game
from .scenes import CardsByPrint, NoScenes, beginning, play, played_entries, sides_of

log = Logger()

SEED = 32
KNOWING = {"us": Side.US, "jp": Side.JP}


class MadeBranch(NamedTuple):
    """Where a what-if begins, and what its table is to be played by."""

    branch: Branch
    cards: str  # what this server calls them
    terms: Terms  # of the game that it leaves
    seed: bytes


Published = Callable[[], dict[str, tuple[bytes, ...]]]
LeavingGame = PlayOn | MakeBattle
Then = Callable[[ClientSession, Any, Any], None]  # with the message, and the MadeBranch or MadeBattle


class BranchBuilder:
    """A branch that is being made; `steps` does it in small pieces, and then `made` is there."""

    def __init__(self, lines: Sequence[bytes], cards: CardsByPrint, message: PlayOn) -> None:
        self.lines, self.cards, self.message = lines, cards, message
        self.made: MadeBranch | None = None

    def steps(self) -> Iterator[None]:
        """Raises NoScenes."""
        begun, name, game = beginning(self.lines, self.cards)
        left, at = LeftGame(game, KNOWING.get(self.message.knows)), 0
        for n, body in played_entries(begun, self.lines):
            if at >= self.message.at and left.ready:
                break
            if isinstance(body, ResignedEntry | Agreed):
                break
            if isinstance(body, AnsweredEntry):
                play(game, body, n, left.answer)
                at += 1
                yield
        self._leave(begun, name, left, at)

    def _leave(self, begun: Begun, name: str, left: LeftGame, at: int) -> None:
        asked, knows = self.message, KNOWING.get(self.message.knows)
        if at < asked.at:
            text = _("it has {n} answers only, and was to be left after {at}")
            raise NoScenes(text.format(n=at, at=asked.at))
        if knows is not None and not left.ready:
            raise NoScenes(_("{side} is asked nothing more after that moment").format(side=side_name(knows)))
        seed = asked.terms.seed or secrets.token_bytes(SEED)
        try:
            position = left.position(seed, fresh=asked.fresh)
        except NoMoment as why:
            raise NoScenes(str(why)) from why
        whatif = WhatIf(
            begun.game, begun.table, begun.number, at, asked.knows, asked.fresh, sides_of(begun)
        )
        self.made = MadeBranch(Branch(whatif, begun.engine, position), name, begun.terms, seed)


class Branches:
    """All that are being made, and battles of moments: they cost the same."""

    def __init__(
        self, turns: Callable[[], Cooperator], cards: CardsByPrint, published: Published, limits: Limits = LIMITS
    ) -> None:
        self.turns, self.cards, self.published, self.limits = turns, cards, published, limits
        self._waiting: set[ClientSession] = set()

    def of_published(self, session: ClientSession, message: LeavingGame, then: Then) -> None:
        """From a game that everybody may look through."""
        done: Deferred[Any] = Deferred()
        done.callback(self.published()[message.table])
        self._make(done, session, message, then)

    def of_table(self, table: GameTable, session: ClientSession, message: LeavingGame, then: Then) -> None:
        """From the last game of a table that is over, for whom its transcript would be given."""
        game = finished(table, session, message.seq)
        if not game:
            return
        if message.game not in (0, game):
            refuse(session, message.seq, "no-table", phrase("whatif.not_kept"))
            return
        lines = table.services.journal.read(partial(lines_of_game, table=table.id, game=game))
        self._make(lines, session, message, then)

    def _make(self, lines: Deferred[Any], session: ClientSession, message: LeavingGame, then: Then) -> None:
        code, text = self._too_many(session)
        if code:
            lines.addErrback(lambda _failure: None)
            refuse(session, message.seq, code, text)
            return
        self._waiting.add(session)
        lines.addCallback(self._built, message)
        lines.addCallback(partial(self._done, session, message, then))
        lines.addErrback(partial(self._fail, session, message))

    def _too_many(self, session: ClientSession) -> tuple[str, str]:
        """Why one more is not laid out for somebody just now: the code of a refusal, and a sentence."""
        most = (self.limits.near if is_loopback(session.address) else self.limits.away).branches
        if session in self._waiting:
            return "again", _("A what-if of yours is being laid out: wait for it.")
        if len(self._waiting) >= AT_ONCE:
            return "limit", _("Many games are being looked through just now; try again later.")
        if len([other for other in self._waiting if _together(session, other)]) >= most:
            return "limit", counted(
                "{n} what-if is being laid out for you or your address: wait for it.",
                "{n} what-ifs are being laid out for you or your address: wait for one of them.", most,
            )
        return "", ""

    def _built(self, lines: Sequence[bytes], message: LeavingGame) -> Deferred[Any]:
        making: BranchBuilder | BattleBuilder
        if isinstance(message, MakeBattle):
            making = BattleBuilder(lines, self.cards, message)
        else:
            making = BranchBuilder(lines, self.cards, message)
        done: Deferred[Any] = self.turns().coiterate(making.steps())
        return done.addCallback(lambda _none: making.made)

    def _done(self, session: ClientSession, message: LeavingGame, then: Then, made: MadeBranch | MadeBattle) -> None:
        self._waiting.discard(session)
        if session.logged_in:
            then(session, message, made)

    def _fail(self, session: ClientSession, message: LeavingGame, failure: Failure) -> None:
        self._waiting.discard(session)
        if isinstance(failure.value, NoScenes):
            text = _("That game cannot be played on from there: {why}.")
            if isinstance(message, MakeBattle):
                text = _("No battle can be made of that moment: {why}.")
            refuse(session, message.seq, "moment", text.format(why=failure.value))
        else:
            log.failure("a what-if cannot be made", failure=failure)
            refuse(session, message.seq, "not-stored", _("The host's disk cannot be read; try again later."))


def _together(one: ClientSession, other: ClientSession) -> bool:
    """Whether two connections are one player's, or come from one address."""
    return one.key == other.key or key(one.address) == key(other.address)
