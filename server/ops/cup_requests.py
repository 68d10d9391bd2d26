"""What the host asks of the cups of a server that runs: a command lays a request into the folder of the data.

Only who may write into that folder may ask: no port is open for it.  A request is a file `NUMBER.wanted`; what became
of it stands in `NUMBER.done`, or in `NUMBER.failed` in one sentence.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic, sleep

import msgspec
from msgspec import Struct
from twisted.logger import Logger

from ironbottom.keys import fingerprint
from ironbottom.language import _
from ironbottom.private_files import make_folder, write_first
from ironbottom.vocabulary import phrase
from ironbottom.wire.cleaning import clean_text, look
from ironbottom.wire.cups import MOST_ENTRANTS, TITLE, Cup, CupKind
from ironbottom.wire.pace import MOST as MOST_DAYS
from ironbottom.wire.terms import Terms

from ..lobby.club.cups.cup import StoredCup
from ..lobby.club.cups.cup_tables import terms_of_games
from ..lobby.club.cups.cups import CupRefused, CupRegister, new_id
from ..lobby.club.cups.shown import whole_cup
from ..lobby.lobby import Lobby
from ..lobby.table_creation import in_order, unfit
from ..runtime.settings import CannotServe
from ..store.backup import at_rest
from ..store.data_folder import CUPS
from ..store.journal import NAME, JournalError, JournalInUse, NotStored

WANTED, DONE, FAILED = ".wanted", ".done", ".failed"
LOOK = 0.1  # seconds between two looks of who waits
PATIENCE = 15.0  # seconds
UNFETCHED = 3_600.0  # seconds that an answer lies there for who asked

log = Logger()


class CupError(CannotServe):
    """What is asked of a cup cannot be; the sentence says what to do."""


class ListAllCups(Struct, frozen=True, tag="list"):
    """All of them, with the games that are open."""


class MakeCup(Struct, frozen=True, tag="make"):
    """A new one."""

    title: str
    kind: CupKind
    games: int
    terms: Terms
    most: int
    opens: int  # seconds from now, in which one may enter
    days: int


class StartCup(Struct, frozen=True, tag="start"):
    """Begin it now."""

    cup: str


class EndCup(Struct, frozen=True, tag="end"):
    """End it as it stands."""

    cup: str


class WithdrawPlayer(Struct, frozen=True, tag="withdraw"):
    """Take a player out, by his name or the letters of his key."""

    cup: str
    who: str


class DecideGame(Struct, frozen=True, tag="decide"):
    """Say how an open game counts: 1, a half or 0 for the US."""

    cup: str
    n: int
    us: float


CupOrder = ListAllCups | MakeCup | StartCup | EndCup | WithdrawPlayer | DecideGame
_order = msgspec.json.Decoder(CupOrder).decode
_found = msgspec.json.Decoder(tuple[Cup, ...]).decode


class CupRequests:
    """Of one server, for as long as it runs."""

    def __init__(self, data: Path, lobby: Lobby) -> None:
        self._folder, self._lobby = data / CUPS, lobby
        self._under_way: set[Path] = set()
        with suppress(OSError):  # whoever asks then hears so
            make_folder(self._folder)
            for path in self._folder.iterdir():  # of a server that was killed
                path.unlink()

    def look(self) -> None:
        """Every second or so: do what is asked for."""
        with suppress(OSError):
            for path in sorted(self._folder.glob(f"*{WANTED}")):
                if path not in self._under_way:
                    self._under_way.add(path)
                    self._do(path)

    def tidy(self) -> None:
        """Take away what nobody has fetched.  Raises OSError."""
        for path in [*self._folder.glob(f"*{DONE}"), *self._folder.glob(f"*{FAILED}")]:
            if self._lobby.seconds() - path.lstat().st_mtime > UNFETCHED:
                path.unlink(missing_ok=True)

    def _do(self, path: Path) -> None:
        done = partial(self._done, path, "")
        try:
            order = _order(path.read_bytes())
            if isinstance(order, MakeCup):
                self._make(path, order)
            elif isinstance(order, ListAllCups):
                done(None)
            else:
                self._change(order, partial(self._done, path, order.cup))
        except (msgspec.DecodeError, UnicodeDecodeError):
            done(CupRefused("", _("That request cannot be read: use the command of the version that runs.")))
        except CupRefused as why:
            done(why)

    def _make(self, path: Path, order: MakeCup) -> None:
        now, sets = self._lobby.seconds(), self._lobby.sets
        title, terms = clean_text(order.title, TITLE), terms_of_games(order.terms)
        if not title or not 2 <= order.most <= MOST_ENTRANTS or not 1 <= order.days <= MOST_DAYS:
            text = _("A cup has a name, 2 to {most} players, and 1 to {days} days in which the games of a round begin.")
            raise CupRefused("", text.format(most=MOST_ENTRANTS, days=MOST_DAYS))
        if not terms.timed or (terms.battle and terms.battle.campaign):
            raise CupRefused("", _("The games of a cup need a clock, and a campaign is more than one game: give "
                                        "them days or a bank, and one battle at most."))
        if (fault := unfit(sets, terms, begins=True)) is not None:
            raise CupRefused(fault.code, fault.text)
        terms = in_order(terms, sets[terms.cards])
        games = 2 if order.kind == "knock-out" else order.games
        made = StoredCup(
            new_id(), title, order.kind, games, terms, order.most, now + max(0, order.opens), order.days, now
        )
        self._register.make(made, partial(self._done, path, made.id))

    def _change(self, order: StartCup | EndCup | WithdrawPlayer | DecideGame, done: Callable[..., None]) -> None:
        register = self._register
        if isinstance(order, StartCup):
            register.start(order.cup, done)
        elif isinstance(order, EndCup):
            register.end(order.cup, done)
        elif isinstance(order, WithdrawPlayer):
            register.withdraw(order.cup, self._key(order), done)
        else:
            register.decide(order.cup, order.n, order.us, done)

    @property
    def _register(self) -> CupRegister:
        return self._lobby.cups

    def _key(self, order: WithdrawPlayer) -> bytes:
        """Of a player who is named.  Raises CupRefused."""
        cup = self._register.cups.get(order.cup)
        for one in () if cup is None else cup.entrants:
            if not one.out and (look(one.name) == look(order.who) or fingerprint(one.key) == order.who.upper()):
                return one.key
        code = "no-cup" if cup is None else "no-entrant"
        raise CupRefused(code, phrase(f"cup_refused.{code}"))

    def _done(self, path: Path, cup: str, why: CupRefused | NotStored | None) -> None:
        if why is None:
            ending, said = DONE, msgspec.json.encode(self._shown(cup))
        else:
            ending, said = FAILED, str(why).encode()
        try:
            write_first(path.with_suffix(ending), said)
            path.unlink(missing_ok=True)
        except OSError as error:
            log.error("what became of a request for a cup cannot be written: {error}", error=error)
        self._under_way.discard(path)

    def _shown(self, cup: str) -> tuple[Cup, ...]:
        """The cup that was named, or all."""
        cups, register = self._register.cups, self._register
        newest = sorted(cups.values(), key=lambda one: (-one.made, one.id))
        return tuple([whole_cup(1, one, register.games(one.id), b"", 0) for one in newest if cup in ("", one.id)])


def ask_for(data: Path, order: CupOrder) -> tuple[Cup, ...]:
    """What the server that runs with a folder answers.  Raises CupError."""
    _needs_running_server(data)
    wanted = data / CUPS / f"{secrets.token_hex(8)}{WANTED}"
    try:
        write_first(wanted, msgspec.json.encode(order))
        return _answered(wanted)
    except FileNotFoundError:
        text = _("The server that runs with {path} is of an earlier version, and has no cups: start this one.")
        raise CupError(text.format(path=data)) from None
    except OSError as error:
        text = _("{path} cannot be written ({why}): ask as the user that the server runs as, or as root.")
        raise CupError(text.format(path=wanted.parent, why=error.strerror)) from None
    finally:
        for ending in (WANTED, DONE, FAILED):
            with suppress(OSError):
                wanted.with_suffix(ending).unlink(missing_ok=True)


def _needs_running_server(data: Path) -> None:
    if not (data / NAME).is_file():
        text = _("{path} holds no journal of a server: give the folder that it keeps everything in with --data.")
        raise CupError(text.format(path=data))
    try:
        with at_rest(data):
            pass
    except JournalInUse:
        return
    except JournalError as why:
        raise CupError(str(why)) from None
    text = _("No server runs with {path}: start it first, cups go on while it runs.")
    raise CupError(text.format(path=data))


def _answered(wanted: Path) -> tuple[Cup, ...]:
    """Raises CupError where it failed, or nobody answers."""
    done, failed, end = wanted.with_suffix(DONE), wanted.with_suffix(FAILED), monotonic() + PATIENCE
    while monotonic() < end:
        if failed.exists():
            raise CupError(failed.read_text("utf-8", "replace"))
        if done.exists():
            return _found(done.read_bytes())
        sleep(LOOK)
    text = _("The server that runs with {path} does not answer: look at its log, or stop it first.")
    raise CupError(text.format(path=wanted.parent.parent))
