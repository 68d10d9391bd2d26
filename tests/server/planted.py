"""Bugs of a server, and of a client, that the simulated games must find.  Each is put in place by a function."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace
from pytest import MonkeyPatch

from ironbottom.server import at_play, hall, returning, table
from ironbottom.server.caller import Caller
from ironbottom.server.hall import Hall
from ironbottom.server.kept import from_bytes, to_bytes
from ironbottom.server.playing import Playing
from ironbottom.server.table import Sitting, Table
from ironbottom.wire.messages import Bye, Refused
from ironbottom.wire.session import Session
from ironbottom.words import SIDES, Side
from tests.server.player import Player
from tests.server.sailors import Sailor

Plant = Callable[[MonkeyPatch], None]
PLANTED: list[Plant] = []


def planted(plant: Plant) -> Plant:
    PLANTED.append(plant)
    return plant


@planted
def speaks_before_it_has_written(patch: MonkeyPatch) -> None:
    def commit(self: Table, writes: Any, then: Callable[[], None], _refused: Any) -> None:
        then()
        self.house.journal.write(*writes).addErrback(lambda _failure: None)

    patch.setattr(Table, "commit", commit)


@planted
def carries_out_twice_what_comes_twice(patch: MonkeyPatch) -> None:
    patch.setattr(hall, "ONCE", ())


@planted
def forgets_with_a_restart_what_it_carried_out(patch: MonkeyPatch) -> None:
    real = returning._entries

    def entries(store: Any, table: str, game: int) -> Any:
        rows, said = real(store, table, game)
        return [(line, events, -1, *rest) for line, events, _place, *rest in rows], said

    patch.setattr(returning, "_entries", entries)
    patch.setattr(table, "_last", lambda _kept, _place: 0)


@planted
def gives_two_updates_one_number(patch: MonkeyPatch) -> None:
    real = Playing.telling

    def telling(self: Playing, actor: Side | None, **more: Any) -> Any:
        told, numbers, shown = real(self, actor, **more)
        side = None if actor is None else actor.enemy
        if side is None or told[side] is None or self.numbers[side] != 3:
            return told, numbers, shown
        again = [told[each] if each is not side else told[each]._replace(number=3) for each in SIDES]
        return tuple(again), tuple([3 if each is side else numbers[each] for each in SIDES]), shown

    patch.setattr(Playing, "telling", telling)


@planted
def leaves_out_one_update_of_those_missed(patch: MonkeyPatch) -> None:
    real = returning._piece
    patch.setattr(returning, "_piece", lambda t, first, parts, web: real(t, first, parts[1:] or parts, web=web))


@planted
def tells_what_was_missed_in_the_wrong_order(patch: MonkeyPatch) -> None:
    patch.setattr(returning, "range", lambda *bounds: reversed(range(*bounds)), raising=False)


@planted
def takes_answers_to_old_questions(patch: MonkeyPatch) -> None:
    patch.setattr(Playing, "current", lambda _self, _side, _update: True)


@planted
def lets_an_answer_fall_into_the_next_game(patch: MonkeyPatch) -> None:
    patch.setattr(at_play, "_drop", lambda _sitting, _code, _text: None)


@planted
def hears_an_old_connection_beside_the_new(patch: MonkeyPatch) -> None:
    real, forget, hang_up = returning.sit, Sitting.forget, Caller.hang_up

    def sit(at: Table, place: int, caller: Caller, seq: int, have: int = -1) -> None:
        before = at.sitting[place].caller
        real(at, place, caller, seq, have)
        if before is not None and before is not caller:
            before.seats[at.id] = (at, place)

    def hang(self: Caller, bye: Bye) -> None:
        if bye.code != "elsewhere":
            hang_up(self, bye)

    assert forget is not None
    patch.setattr(returning, "sit", sit)
    patch.setattr(Caller, "hang_up", hang)


@planted
def puts_old_bytes_before_new_ones(patch: MonkeyPatch) -> None:
    real = Player.connect

    def connect(self: Player, send: Any, now: Any = lambda: 0.0) -> None:
        before = self.session.wire
        real(self, send, now)
        if self.update is not None and not self.web:
            vars(type(self.session))["wire"].__set__(self.session, before)

    patch.setattr(Player, "connect", connect)


@planted
def does_not_look_at_the_token(patch: MonkeyPatch) -> None:
    def resume(self: Hall, at: Table, caller: Caller, message: Any) -> None:
        for place, seat in enumerate(at.kept.seats):
            if seat is not None and seat.key == caller.key:
                returning.sit(at, place, caller, message.seq, message.have)
                return

    patch.setattr(Hall, "_resume", resume)


@planted
def does_not_look_at_the_key(patch: MonkeyPatch) -> None:
    def resume(self: Hall, at: Table, caller: Caller, message: Any) -> None:
        for place, seat in enumerate(at.kept.seats):
            if seat is not None and seat.token == message.token:
                returning.sit(at, place, caller, message.seq, message.have)
                return

    patch.setattr(Hall, "_resume", resume)


@planted
def never_notices_that_somebody_is_gone(patch: MonkeyPatch) -> None:
    patch.setattr(Session, "pulse", lambda _self, _now: None)


@planted
def draws_its_share_again_after_a_restart(patch: MonkeyPatch) -> None:
    real = Hall.open

    def open_(self: Hall, bodies: list[bytes]) -> None:
        kept = [from_bytes(body) for body in bodies]
        real(self, [
            to_bytes(replace(one, toss=replace(one.toss, share=secrets.token_bytes(32))))
            if one.status == "tossing" and one.toss is not None else to_bytes(one)
            for one in kept
        ])

    patch.setattr(Hall, "open", open_)


@planted
def makes_another_table_for_the_same_request(patch: MonkeyPatch) -> None:
    real = Hall._create

    def create(self: Hall, caller: Caller, message: Any) -> None:
        self._made.clear()
        real(self, caller, message)

    patch.setattr(Hall, "_create", create)


@planted
def goes_on_when_the_disk_is_full(patch: MonkeyPatch) -> None:
    real = Table.commit

    def commit(self: Table, writes: Any, then: Callable[[], None], _refused: Any) -> None:
        real(self, writes, then, lambda _why: then())

    patch.setattr(Table, "commit", commit)


@planted
def client_says_again_whatever_is_refused(patch: MonkeyPatch) -> None:
    real = Sailor.hear_refused

    def refused(self: Sailor, refused: Refused) -> None:
        request = self.waiting.get(refused.seq)
        real(self, refused)
        if request is not None and self.session.state == "in":
            self.waiting[refused.seq] = request
            self.say(request)

    patch.setattr(Sailor, "hear_refused", refused)


@planted
def begins_a_commit_while_another_is_under_way(patch: MonkeyPatch) -> None:
    def go_on(self: Table) -> None:
        while self._waiting and not self._busy:
            self._waiting.popleft()()

    def free(self: Table) -> None:
        self._busy = 0
        self._go_on()

    patch.setattr(Table, "_go_on", go_on)
    patch.setattr(Table, "free", free)


@planted
def takes_the_numbers_of_a_stand_in_for_those_of_the_player(patch: MonkeyPatch) -> None:
    real = at_play._store

    def store(at: Table, taken: Any, given: Any, place: int, seq: int, caller: Any) -> None:
        real(at, taken, given, place, seq, caller)
        at.sitting[place].last = max(at.sitting[place].last, seq)

    patch.setattr(at_play, "_store", store)
