"""Challenges, as players ask for them: posted, taken up by whoever fits, taken back.

Who posts one sits at its table from then on, and need not be there.  Who seeks is seated at the first that waits by the
same terms where each fits the other; where there is none, his waits.  Who posts what somebody seeks is seated with him.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from ironbottom.keys import fingerprint
from ironbottom.language import _
from ironbottom.vocabulary import phrase
from ironbottom.wire.challenging import MOST_CHALLENGES, CloseChallenge, PostChallenge, Posted
from ironbottom.wire.messages import Join, Ok
from ironbottom.wire.terms import Wish

from ....archive.results.game_results import GameResults
from ....archive.results.rated_games import RatedGames
from ....archive.results.rating_fit import MIDDLE
from ....runtime.settings import DAY
from ....table import recovery
from ....table.stored_table import StoredChallenge, StoredSeat, StoredTable
from ....table.table import GameTable, TableServices, not_stored, refuse
from ....transport.session import ClientSession
from ...open_tables import near
from .blocks import Blocks
from .moving import Moving
from .open_challenges import OpenChallenges, Seeker, waits


class MeetingHost(TableServices, Protocol):
    """The lobby, as far as it is needed here."""

    rated: RatedGames
    results: GameResults

    def may_make(self, session: ClientSession, message: PostChallenge) -> bool: ...  # else he hears why not
    def make(
        self, session: ClientSession, message: PostChallenge, challenge: StoredChallenge,
        then: Callable[[GameTable], None],
    ) -> None: ...
    def take_up(
        self, table: GameTable, session: ClientSession, message: Join, then: Callable[[], None]
    ) -> None: ...
    def removes(self, table: GameTable) -> None: ...


class Challenges:
    """What is asked about challenges on one server."""

    def __init__(self, host: MeetingHost, waiting: OpenChallenges, blocks: Blocks) -> None:
        self._host, self._waiting, self._blocks = host, waiting, blocks
        blocks.lifted = waiting.refresh
        self._moving = Moving(host, waiting, self.fits)

    # posted, or sought

    def post(self, session: ClientSession, message: PostChallenge) -> None:
        """A challenge waits from now on; or who seeks sits down at one that fits."""
        before = self._waiting.seat_of(session.key, message.request)
        if before is not None:
            before.when_free(partial(self._again, before, session, message))
        elif not self._is_sound(session, message) or not self._host.may_make(session, message):
            return
        elif message.within or message.seek or any(map(_sought, self._waiting.alike(message.terms))):
            self._host.rated.when_made(partial(self._rated, session, message))
        else:
            self._wait(session, message)

    def _again(self, table: GameTable, session: ClientSession, message: PostChallenge) -> None:
        """The same request once more: the same seat."""
        for place, seat in enumerate(table.stored.seats):
            if seat is not None and (seat.key, seat.request) == (session.key, message.request):
                session.tell(Posted(message.seq, table.id, place, seat.token, None not in table.stored.seats))
                return
        self.post(session, message)

    def _is_sound(self, session: ClientSession, message: PostChallenge) -> bool:
        terms = message.terms
        if terms.reach == "invite" or terms.seed is not None or terms.teams:
            text = _("A challenge is for whoever comes: its table is open, or for this network, and has neither a seed "
                     "nor sides that two share.")
            refuse(session, message.seq, "terms", text)
        elif not message.seek and self._too_many(session, message.seq):
            pass
        else:
            return True
        return False

    def _too_many(self, session: ClientSession, seq: int) -> bool:
        if self._waiting.of_player(session.key) < MOST_CHALLENGES:
            return False
        text = _("{n} challenges of yours wait already: take one back first.")
        refuse(session, seq, "limit", text.format(n=MOST_CHALLENGES))
        return True

    def _rated(self, session: ClientSession, message: PostChallenge) -> None:
        """Everybody's points are known now."""
        if not session.logged_in:
            return
        found = self._fitting(session, message)
        if found is not None:
            self._pair(found, session, message)
        elif not self._too_many(session, message.seq):
            self._wait(session, message)

    def _wait(self, session: ClientSession, message: PostChallenge) -> None:
        until = self._host.seconds() + message.days * int(DAY)
        points = self._host.rated.points(fingerprint(session.key))
        movable = message.seek and message.movable
        challenge = StoredChallenge(until, message.within, points, message.seek, movable, near(session.address))

        def made(table: GameTable) -> None:
            seat = table.stored.seats[0]
            assert seat is not None
            if session.logged_in:
                session.tell(Posted(message.seq, table.id, 0, seat.token, False))

        self._host.make(session, message, challenge, made)

    # taken up

    def _fitting(self, session: ClientSession, message: PostChallenge) -> GameTable | None:
        """The first that waits by these terms where each fits the other."""
        seeker = _seeker(session, message)
        return next((table for table in self._waiting.alike(message.terms) if self.fits(table, seeker)), None)

    def fits(self, table: GameTable, seeker: Seeker) -> bool:
        """Whether somebody waits at a table for whom a seeker is the right one, and the other way round."""
        seat, challenge = waits(table.stored), table.stored.challenge
        if seat is None or challenge is None or challenge.until <= self._host.seconds():
            return False
        if not seeker.seek and not challenge.seek:
            return False  # both wait for whoever takes theirs up
        if seat.key == seeker.key or seat.bot is not seeker.bot or self._blocks.apart(seat.key, seeker.key):
            return False
        agreed = "either" in (seat.wish, seeker.side) or seat.wish != seeker.side
        apart = self._apart(seat.key, seeker.key)
        within = all(not most or apart <= most for most in (challenge.within, seeker.within))
        reach = table.stored.terms.reach
        return agreed and within and (reach == "open" or (reach == "lan" and seeker.near))

    def _apart(self, one: bytes, other: bytes) -> int:
        """Points between two; who has none counts as an average player."""
        first, second = [self.points(key) for key in (one, other)]
        return abs(first - second)

    def points(self, key: bytes) -> int:
        """As the ladder has them, or as of an average player."""
        found = self._host.rated.points(fingerprint(key))
        return MIDDLE if found is None else found

    def _pair(self, table: GameTable, session: ClientSession, message: PostChallenge) -> None:
        """He sits down there, if it still waits when its turn comes; else the next is looked for."""
        if not table.loaded:
            recovery.load(table)
        table.when_free(partial(self._paired, table, session, message))

    def _paired(self, table: GameTable, session: ClientSession, message: PostChallenge) -> None:
        if not session.logged_in:
            return
        if not self.fits(table, _seeker(session, message)):
            self._rated(session, message)
            return
        join = Join(
            message.seq, table.id, b"", message.terms.side, message.request,
            advice=True, special=True, pace=True, cast=True,
        )

        def seated() -> None:
            for place, seat in enumerate(table.stored.seats):
                if seat is not None and (seat.key, seat.request) == (session.key, message.request):
                    session.tell(Posted(message.seq, table.id, place, seat.token, True))

        self._host.take_up(table, session, join, seated)

    def why_not(self, table: GameTable, session: ClientSession) -> str:
        """Why somebody cannot take up what waits at a table; nothing: he can, or it is no challenge."""
        seat, challenge = waits(table.stored), table.stored.challenge
        if seat is None or challenge is None:
            return ""
        if seat.key == session.key:
            return _("This challenge is your own: somebody else takes it up.")
        if challenge.until <= self._host.seconds() and not table.sessions():
            return _("This challenge has ended.")
        if challenge.within and self._apart(seat.key, session.key) > challenge.within:
            middle, own = self.points(seat.key), self.points(session.key)
            text = _("This challenge is for opponents from {low} to {high} points; you have {points}.")
            return text.format(low=middle - challenge.within, high=middle + challenge.within, points=own)
        return ""

    # taken back

    def close(self, table: GameTable, session: ClientSession, message: CloseChallenge) -> None:
        """Who waits there waits no more."""
        seat = waits(table.stored)
        if seat is None or seat.key != session.key:
            refuse(session, message.seq, "not-yours", phrase("challenge.not_yours"))
            return
        place = table.stored.seats.index(seat)

        def written() -> None:
            session.tell(Ok(message.seq))
            table.tell_all()
            self._host.removes(table)

        table.keep(table.with_seat(place, None, status="over"), written, not_stored(session, message.seq))

    def sweep(self, most: int) -> None:
        """Bring together who has come to fit; take away those that have ended, and that nobody is at."""
        self._moving.sweep()
        for n, table in enumerate(self._waiting.ended(self._host.seconds())):
            if n >= most:
                return
            table.when_free(partial(self._ends, table))

    def _ends(self, table: GameTable) -> None:
        challenge = table.stored.challenge
        over = challenge is not None and challenge.until <= self._host.seconds()
        if over and waits(table.stored) is not None and not table.sessions():
            self._host.removes(table)

    # sides

    def wishes(self, stored: StoredTable) -> tuple[str, str]:
        """For which sides the lot is drawn: at a challenge that leaves it open, by who had which side less often."""
        first, second = stored.seats
        assert first is not None
        assert second is not None
        if stored.challenge is None or stored.games or (first.wish, second.wish) != ("either", "either"):
            return first.wish, second.wish
        if stored.toss is not None and stored.toss.keys == (first.key, second.key):
            return stored.toss.wishes  # the toss begins anew for the same two
        ahead = self._balance(first) - self._balance(second)
        if not ahead:
            return "either", "either"
        fair: tuple[Wish, Wish] = ("jp", "us") if ahead > 0 else ("us", "jp")
        return fair

    def _balance(self, seat: StoredSeat) -> int:
        own = fingerprint(seat.key)
        return self._host.results.balance(own) + self._waiting.balance(own)


def _seeker(session: ClientSession, message: PostChallenge) -> Seeker:
    return Seeker(
        session.key, session.bot, message.terms.side, message.within, message.seek, near(session.address)
    )


def _sought(table: GameTable) -> bool:
    """Whether who waits at a table seeks."""
    return table.stored.challenge is not None and table.stored.challenge.seek
