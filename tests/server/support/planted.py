"""Bugs of a server, and of a client, that the simulated games must find.  Each is put in place by a function."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from math import inf
from typing import Any

import pytest
from msgspec.structs import replace

from ironbottom.server.lobby import lobby
from ironbottom.server.lobby.lobby import Lobby
from ironbottom.server.lobby.register import Register
from ironbottom.server.runtime import wake_clock
from ironbottom.server.table import recovery, table
from ironbottom.server.table.live_game import LiveGame
from ironbottom.server.table.stored_table import from_bytes, to_bytes
from ironbottom.server.table.table import GameTable
from ironbottom.server.transport.session import ClientSession
from ironbottom.wire import session
from ironbottom.wire.messages import Bye, Refused
from ironbottom.wire.session import Session
from ironbottom.words import SIDES, Side
from tests.server.support import machine, sea
from tests.server.support.player import WirePlayer
from tests.server.support.sailors import Sailor
from tests.server.support.sea import HOUR
from tests.server.support.server_under_test import BEGAN

Plant = Callable[[pytest.MonkeyPatch], None]
PLANTED: list[Plant] = []
OF_TIME: list[Plant] = []  # found by the games in which time jumps


def planted(plant: Plant) -> Plant:
    PLANTED.append(plant)
    return plant


def of_time(plant: Plant) -> Plant:
    OF_TIME.append(plant)
    return plant


@planted
def speaks_before_it_has_written(patch: pytest.MonkeyPatch) -> None:
    def commit(self: GameTable, writes: Any, then: Callable[[], None], _refused: Any, **_more: Any) -> None:
        then()
        self.services.journal.write(*writes).addErrback(lambda _failure: None)

    patch.setattr(GameTable, "commit", commit)


@planted
def carries_out_twice_what_comes_twice(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(lobby, "ONCE", ())


@planted
def forgets_with_a_restart_what_it_carried_out(patch: pytest.MonkeyPatch) -> None:
    real = recovery._ready

    def ready(at: GameTable, *what: Any, **more: Any) -> None:
        for seat_state in at.seat_states:
            seat_state.last = 0
        real(at, *what, **more)

    patch.setattr(recovery, "_ready", ready)
    patch.setattr(table, "_last", lambda _kept, _place: 0)


@planted
def gives_two_updates_one_number(patch: pytest.MonkeyPatch) -> None:
    real = LiveGame.outgoing

    def outgoing(self: LiveGame, actor: Side | None, **more: Any) -> Any:
        found: Any = real(self, actor, **more)
        told, numbers = [*found[0]], [*found[1]]
        for side in SIDES:
            if side is not actor and told[side] is not None and numbers[side] == 4:
                told[side], numbers[side] = told[side]._replace(number=3), 3
        return (tuple(told), tuple(numbers), *found[2:])

    patch.setattr(LiveGame, "outgoing", outgoing)


@planted
def leaves_out_one_update_of_those_missed(patch: pytest.MonkeyPatch) -> None:
    real = recovery._piece
    patch.setattr(recovery, "_piece", lambda t, first, parts, web: real(t, first, parts[1:] or parts, web=web))


@planted
def tells_what_was_missed_in_the_wrong_order(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(recovery, "range", lambda *bounds: reversed(range(*bounds)), raising=False)


@planted
def takes_answers_to_old_questions(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(LiveGame, "current", lambda _self, _side, _update: True)


@planted
def hears_an_old_connection_beside_the_new(patch: pytest.MonkeyPatch) -> None:
    real, hang_up = recovery.sit, ClientSession.hang_up

    def sit(at: GameTable, place: int, session: ClientSession, seq: int, have: int = -1) -> None:
        before = at.seat_states[place].session
        real(at, place, session, seq, have)
        if before is not None and before is not session:
            before.seats[at.id] = (at, place)

    def hang(self: ClientSession, bye: Bye) -> None:
        if bye.code != "elsewhere":
            hang_up(self, bye)

    patch.setattr(recovery, "sit", sit)
    patch.setattr(ClientSession, "hang_up", hang)


@planted
def puts_old_bytes_before_new_ones(patch: pytest.MonkeyPatch) -> None:
    real = WirePlayer.connect

    def connect(self: WirePlayer, send: Any, now: Any = lambda: 0.0) -> None:
        before = self.session.wire
        real(self, send, now)
        if self.update is not None and not self.web:
            vars(type(self.session))["wire"].__set__(self.session, before)

    patch.setattr(WirePlayer, "connect", connect)


@planted
def does_not_look_at_the_token(patch: pytest.MonkeyPatch) -> None:
    def resume(self: Lobby, at: GameTable, session: ClientSession, message: Any) -> None:
        for place, seat in enumerate(at.stored.seats):
            if seat is not None and seat.key == session.key:
                recovery.sit(at, place, session, message.seq, message.have)
                return

    patch.setattr(Lobby, "_resume", resume)


@planted
def does_not_look_at_the_key(patch: pytest.MonkeyPatch) -> None:
    def resume(self: Lobby, at: GameTable, session: ClientSession, message: Any) -> None:
        for place, seat in enumerate(at.stored.seats):
            if seat is not None and seat.token == message.token:
                recovery.sit(at, place, session, message.seq, message.have)
                return

    patch.setattr(Lobby, "_resume", resume)
    patch.setattr(Lobby, "may_know", lambda *_what: True)  # nor there


@planted
def never_notices_that_somebody_is_gone(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Session, "tick", lambda _self, _now: None)


@planted
def draws_its_share_again_after_a_restart(patch: pytest.MonkeyPatch) -> None:
    real = Lobby.open

    def open_(self: Lobby, bodies: Mapping[str, bytes], uptime: Iterable[tuple[int, int]] = ()) -> None:
        kept = [from_bytes(body) for body in bodies.values()]
        real(self, {
            one.id: to_bytes(replace(one, toss=replace(one.toss, share=secrets.token_bytes(32))))
            if one.status == "tossing" and one.toss is not None else to_bytes(one)
            for one in kept
        }, uptime)

    patch.setattr(Lobby, "open", open_)


@planted
def makes_another_table_for_the_same_request(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Register, "made", lambda _self, _key, _request: None)


@planted
def goes_on_when_the_disk_is_full(patch: pytest.MonkeyPatch) -> None:
    real = GameTable.commit

    def commit(self: GameTable, writes: Any, then: Callable[[], None], _refused: Any, **more: Any) -> None:
        real(self, writes, then, lambda _why: then(), **more)

    patch.setattr(GameTable, "commit", commit)


@planted
def client_says_again_whatever_is_refused(patch: pytest.MonkeyPatch) -> None:
    real = Sailor.hear_refused

    def refused(self: Sailor, refused: Refused) -> None:
        request = self.waiting.get(refused.seq)
        real(self, refused)
        if request is not None and self.session.state == "in":
            self.waiting[refused.seq] = request
            self.say(request)

    patch.setattr(Sailor, "hear_refused", refused)


@of_time
def goes_by_the_clock_on_the_wall(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(machine, "keep_time", lambda _reactor, _now: None)


@of_time
def counts_the_time_while_it_is_stopped(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(wake_clock, "STOOD", inf)


@of_time
def takes_a_stopped_server_for_silent_players(patch: pytest.MonkeyPatch) -> None:
    """Silence is counted by another clock than everything else, and who was stopped himself does not ask first."""
    patch.setattr(session, "ASLEEP", inf)
    patch.setattr(sea, "heard_by", lambda process, machine: machine.monotonic)


@of_time
def asks_the_wall_how_much_time_is_left(patch: pytest.MonkeyPatch) -> None:
    real = vars(GameTable)["now"].fget
    assert real is not None

    def now(table: GameTable) -> float:
        return float(real(table) + (table.services.seconds() - BEGAN) // HOUR * HOUR)

    patch.setattr(GameTable, "now", property(now))
