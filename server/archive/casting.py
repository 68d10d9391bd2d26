"""The caster's seat: who looks on sees both hands of a game that goes on, as many turns late as its players agreed.

What he gets are the scenes that anybody gets who looks through the game when it is over, made of the same entries.  How
far they go is said in one place, `shown_through`; a scene behind that is never made, so there is none that could be
sent.  Scenes hold what the two sides have seen, and no more: neither the order of a deck nor a seed, by which somebody
could tell cards and dice that are still to come.  Nor can anybody tell an answer that a standing order gave: orders
stay in force, and who knows them knows answers that are still to come.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace
from twisted.internet.defer import Deferred
from twisted.internet.task import Cooperator
from twisted.logger import Logger
from twisted.python.failure import Failure

from ironbottom.flow import Game
from ironbottom.language import _
from ironbottom.proof.entries import Agreed, AnsweredEntry, ResignedEntry
from ironbottom.vocabulary import phrase
from ironbottom.wire.casting import Cast

from ..table.live_game import LiveGame
from ..table.table import GameTable, refuse
from ..transport.session import ClientSession
from .replays import AT_ONCE, KEPT, Key, lines_of_game, tell_scenes
from .scenes import CardsByPrint, NoScenes, SceneArchive, SceneRecorder, opening, play, played_entries, sides_of

log = Logger()

NONE = -1  # no turn: even what was dealt before the first is not to be shown yet
ALL = 2**31  # turns: more than any game has


def shown_through(live_game: LiveGame) -> int:
    """The last turn of which both hands may be shown: so many whole turns have ended since; all when the game is over.

    A turn that might still be taken back by agreement has not ended.
    """
    late = live_game.begun.terms.cast or None
    if late is None:
        return NONE
    if live_game.ended:
        return ALL
    games = [live_game.game] + ([] if live_game.undoable is None else [live_game.undoable.game])
    return max(NONE, min([game.state.turn for game in games]) - 1 - late)


class CastFilm:
    """The scenes of one game as far as they may be shown; `steps` goes on with them in small pieces."""

    def __init__(self, live_game: LiveGame, cards: CardsByPrint) -> None:
        """Raises NoScenes."""
        self.begun = live_game.begun
        name, self._game = opening(self.begun, live_game.share, cards)
        self._scenes, self._read = SceneRecorder(), 0
        self.through = NONE  # the turn up to which everything is there that is to be shown
        self._archive = partial(self._scenes.archive, name, sides_of(self.begun))
        self.archive: SceneArchive = self._archive()

    def steps(self, lines: Sequence[bytes], through: int) -> Iterator[None]:
        """To the end of a turn; what comes after it is not even played.  Raises NoScenes."""
        if not self._read and self._may_show(self._game, through):
            self._scenes.add(1, self.begun, self._game)
            self._read = 1
        for n, body in played_entries(self.begun, lines):
            if not self._read or n <= self._read or not isinstance(body, AnsweredEntry | ResignedEntry | Agreed):
                continue
            after = self._game.clone()
            play(after, body, n)
            if not self._may_show(after, through):
                break
            self._game, self._read = after, n
            self._scenes.add(self._scenes.of + 1, _as_by_hand(body), after)
            yield
        self.through, self.archive = through, self._archive()

    def _may_show(self, game: Game, through: int) -> bool:
        """Whether what is true then belongs to a turn that may be shown."""
        return game.state.turn <= through


def _as_by_hand(body: AnsweredEntry | ResignedEntry | Agreed) -> AnsweredEntry | ResignedEntry | Agreed:
    """The entry without who has answered for a player: where a stand-in is away for a moment, an order would show."""
    if isinstance(body, AnsweredEntry) and body.given in ("order", "stand-in"):
        return replace(body, given="player")
    return body


class Casts:
    """All that are asked for."""

    def __init__(self, turns: Callable[[], Cooperator], cards: CardsByPrint) -> None:
        self.turns, self.cards = turns, cards
        self._films: OrderedDict[Key, CastFilm] = OrderedDict()
        self._waiting: dict[Key, list[tuple[ClientSession, Cast]]] = {}

    def of_table(self, table: GameTable, session: ClientSession, message: Cast) -> None:
        """Some scenes of the present game of a table, for who looks on there and plays at no place of it."""
        live_game, key = table.live_game, (table.id, message.game)
        if not table.stored.terms.cast or (live_game is not None and not live_game.begun.terms.cast):
            refuse(session, message.seq, "no-seat", phrase("cast.none"))
        elif session not in table.watchers or session.key in [seat.key for seat in table.stored.everybody]:
            refuse(session, message.seq, "no-seat", _("Both hands are shown to who looks on there, and to no player."))
        elif live_game is None or live_game.begun.number != message.game:
            refuse(session, message.seq, "no-part", _("That game is not the one that is played there now."))
        elif any(session is waiting for asking in self._waiting.values() for waiting, _message in asking):
            refuse(session, message.seq, "again", _("Scenes for you are under way: wait for them."))
        elif key in self._waiting:
            self._waiting[key].append((session, message))
        else:
            self._go_on(table, live_game, key, (session, message))

    def forget(self, table: str) -> None:
        """Nobody can ask for the games of a table any more."""
        for key in [key for key in self._films if key[0] == table]:
            del self._films[key]

    def _go_on(self, table: GameTable, live_game: LiveGame, key: Key, asking: tuple[ClientSession, Cast]) -> None:
        through, film = shown_through(live_game), self._films.get(key)
        if film is not None and film.begun.game == live_game.begun.game and film.through >= through:
            self._films.move_to_end(key)
            _show(film.archive, key, *asking)
        elif through == NONE:
            _show(None, key, *asking)
        elif len(self._waiting) >= AT_ONCE:
            session, message = asking
            text = _("Many games are being looked through just now; try again later.")
            refuse(session, message.seq, "limit", text)
        else:
            self._waiting[key] = [asking]
            lines = table.services.journal.read(partial(lines_of_game, table=table.id, game=key[1]))
            lines.addCallback(partial(self._filmed, live_game, key, through))
            lines.addErrback(partial(self._fail, key))

    def _filmed(self, live_game: LiveGame, key: Key, through: int, lines: Sequence[bytes]) -> Deferred[Any]:
        film = self._films.pop(key, None)  # one in which something fails is not gone on with
        if film is None or film.begun.game != live_game.begun.game:
            film = CastFilm(live_game, self.cards)
        done: Deferred[Any] = self.turns().coiterate(film.steps(lines, through))
        return done.addCallback(lambda _none: self._done(key, film))

    def _done(self, key: Key, film: CastFilm) -> None:
        self._films[key] = film
        while len(self._films) > KEPT:
            self._films.popitem(last=False)
        for session, message in self._waiting.pop(key):
            _show(film.archive, key, session, message)

    def _fail(self, key: Key, failure: Failure) -> None:
        if isinstance(failure.value, NoScenes):
            code, text = "paused", _("This game cannot be looked through here: {why}.").format(why=failure.value)
        else:
            log.failure("a game cannot be cast", failure=failure)
            code, text = "not-stored", _("The host's disk cannot be read; try again later.")
        for session, message in self._waiting.pop(key, []):
            refuse(session, message.seq, code, text)


def _show(archive: SceneArchive | None, key: Key, session: ClientSession, message: Cast) -> None:
    """Some scenes; where none is to be had, why."""
    if archive is None or message.first >= archive.of:
        refuse(session, message.seq, "not-yet", phrase("cast.later"))
    else:
        tell_scenes(archive, key, session, message)
