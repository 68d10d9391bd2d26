"""A seat without a connection: what it does by itself, what it notices, and what is left for who sits there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ironbottom.client.console.errors import UserError
from ironbottom.client.net.seat_session import Numbers, SeatSession
from ironbottom.client.net.session_events import AnswerTaken, ChatHeard, Denied, NewGame, Past, TossBroken, Updated
from ironbottom.client.storage.evidence_log import EvidenceLog
from ironbottom.client.storage.identity import Identity
from ironbottom.client.storage.seat_store import Known
from ironbottom.keys import sign, signed
from ironbottom.proof.kept import Began, BoundShare, OutcomeShown, Revealed, ShownUpdate, WentOn, read
from ironbottom.proof.transcript import KeptReceipt as Kept
from ironbottom.views import SeenOutcome
from ironbottom.wire.answers import plain
from ironbottom.wire.messages import (
    Commit,
    Countersign,
    Leave,
    Missed,
    Ok,
    Orders,
    Receipt,
    Refused,
    Rematch,
    Reply,
    Resign,
    Resume,
    Reveal,
    Said,
    Say,
    Toss,
    Tossed,
)
from ironbottom.wire.orders import StandingOrder
from ironbottom.wire.shown import events_shown, view_shown
from ironbottom.wire.signing import (
    COMMIT,
    COUNTERSIGN,
    ORDERS,
    RESIGNS,
    REVEAL,
    TOSSED,
    commitment,
    countersigned,
    digest,
    ordered,
)
from ironbottom.words import Side

from ..support.table import (
    ANN,
    BOB,
    COMMITMENT,
    GAME,
    HEAD,
    ID,
    OTHER_GAME,
    SERVER,
    SERVER_PUBLIC,
    THEIRS,
    TOKEN,
    VIEWS,
    in_vain,
    looking,
    receipt,
    seat,
    seated,
    table,
    toss,
    tossed,
    update,
)

ME = Identity(ANN, "Ann")
QUESTION = VIEWS[Side.US].question
assert QUESTION is not None
ANSWER = QUESTION.shape.first()


def at_table(folder: Path | None = None) -> SeatSession:
    """A new seat at a table where nobody else sits."""
    guest = SeatSession(ME, SERVER_PUBLIC, ID, Numbers(), EvidenceLog(folder))
    guest.hear(seated())
    guest.hear(table("open", b"", seats=(seat("Ann"), seat("", key=b""))))
    return guest


def asked(folder: Path | None = None) -> SeatSession:
    """A seat in a game, with its first question."""
    guest = at_table(folder)
    guest.hear(table())
    guest.hear(update(1))
    return guest


def restarted(folder: Path, known: Known) -> SeatSession:
    """The same seat in another process."""
    return SeatSession(ME, SERVER_PUBLIC, ID, Numbers(), EvidenceLog(folder), token=TOKEN, known=known)


def said(guest: SeatSession, kind: type) -> Any:
    """The one thing that a guest has to say."""
    (request,) = guest.drain()
    assert isinstance(request, kind)
    return request


def test_the_toss_binds_us_and_shows_what_bound_us() -> None:
    guest = at_table()
    guest.hear(toss())
    commit = said(guest, Commit)
    assert signed(ME.public, commit.signature, COMMIT, GAME, COMMITMENT, commit.commitment)
    guest.hear(Ok(commit.seq))
    guest.hear(tossed(commit))
    reveal = said(guest, Reveal)
    assert commitment(GAME, reveal.share) == commit.commitment
    assert signed(ME.public, reveal.signature, REVEAL, GAME, COMMITMENT, commit.commitment, THEIRS)


def test_reminders_of_the_toss_are_not_answered_twice() -> None:
    guest = at_table()
    guest.hear(toss())
    commit = said(guest, Commit)
    guest.hear(toss())
    guest.hear(tossed(commit))
    said(guest, Reveal)
    guest.hear(toss())
    guest.hear(tossed(commit))
    assert guest.drain() == []


@pytest.mark.parametrize("code", ["toss", "not-yet"])
def test_a_step_that_came_too_late_for_its_toss_is_no_harm(code: str) -> None:
    """The other seat was given up and taken anew while our commitment was under way: there is another toss by now."""
    guest = at_table()
    guest.hear(toss())
    late = said(guest, Commit)
    other = toss(2)
    guest.hear(other)
    commit = said(guest, Commit)
    assert guest.hear(Refused(late.seq, code, "The signature does not fit the commitment.")) == []
    assert signed(ME.public, commit.signature, COMMIT, other.game, other.commitment, commit.commitment)
    guest.hear(other)
    assert guest.drain() == []


def test_a_step_of_this_toss_that_is_called_foul_is_the_end() -> None:
    guest = at_table()
    guest.hear(toss())
    with pytest.raises(UserError, match="does not fit"):
        guest.hear(Refused(said(guest, Commit).seq, "toss", "The signature does not fit the commitment."))


def test_a_step_that_could_not_be_written_down_is_done_again() -> None:
    guest = at_table()
    guest.hear(toss())
    first = said(guest, Commit)
    guest.hear(Refused(first.seq, "not-stored", ""))
    guest.hear(toss())
    assert said(guest, Commit).commitment == first.commitment


def test_the_share_is_the_same_after_a_restart(tmp_path: Path) -> None:
    guest = at_table(tmp_path)
    guest.hear(toss())
    before = said(guest, Commit)
    again = restarted(tmp_path, Known(GAME))
    again.returning()
    again.hear(seated(last=before.seq))
    again.hear(toss())
    assert said(again, Commit).commitment == before.commitment


def test_a_server_that_draws_its_share_anew_is_left(tmp_path: Path) -> None:
    guest = at_table(tmp_path)
    guest.hear(toss())
    with pytest.raises(UserError, match="drawn its part of the toss again"):
        guest.hear(toss(server=b"x" * 32))


@pytest.mark.parametrize("wrong", [0, 1, 2])
def test_a_toss_that_is_told_otherwise_is_left(wrong: int) -> None:
    """The server's commitment must be the one from before, and ours must be ours."""
    guest = at_table()
    guest.hear(toss())
    commit = said(guest, Commit)
    three = [COMMITMENT, commit.commitment, THEIRS]
    three[wrong] = b"x" * 32
    told = replace(tossed(commit), commitments=tuple(three), signature=sign(SERVER, TOSSED, GAME, *three))
    with pytest.raises(UserError, match="another one than this client took part in"):
        guest.hear(told)


@pytest.mark.parametrize("wrong", [
    {"number": 2}, {"engine": "2"}, {"cards": "others"}, {"players": (bytes(32), bytes(32))}, {"signature": bytes(64)},
])
def test_a_toss_that_the_server_did_not_sign_so_is_left(wrong: dict[str, Any]) -> None:
    """Its name follows from all of it, and the signature is over the name."""
    with pytest.raises(UserError, match="another one than this client took part in"):
        at_table().hear(replace(toss(), **wrong))


def test_a_toss_without_a_signature_is_left() -> None:
    with pytest.raises(UserError, match="does not sign its part of the toss"):
        at_table().hear(Toss(ID, GAME, COMMITMENT))


def test_the_other_player_s_commitment_is_under_his_signature() -> None:
    guest = at_table()
    guest.hear(toss())
    both = tossed(said(guest, Commit))
    with pytest.raises(UserError, match="another one than this client took part in"):
        guest.hear(replace(both, committed=(both.committed[0], bytes(64))))


def shown(guest: SeatSession) -> tuple[Commit, Reveal]:
    """We have shown our share."""
    guest.hear(toss())
    commit = said(guest, Commit)
    guest.hear(Ok(commit.seq))
    guest.hear(tossed(commit))
    reveal = said(guest, Reveal)
    guest.hear(Ok(reveal.seq))
    return commit, reveal


def test_a_share_is_shown_once_only(tmp_path: Path) -> None:
    """Not even to a process that has forgotten it: the other player's commitment stands in our own record."""
    commit, _reveal = shown(at_table(tmp_path))
    again = restarted(tmp_path, Known(GAME))
    again.returning()
    again.hear(seated(last=99))
    again.hear(toss())
    said(again, Commit)
    right = tossed(commit)
    theirs = commitment(GAME, b"x" * 32)
    three = (COMMITMENT, commit.commitment, theirs)
    committed = (commit.signature, sign(BOB, COMMIT, GAME, COMMITMENT, theirs))
    other = Tossed(ID, GAME, three, committed, sign(SERVER, TOSSED, GAME, *three))
    with pytest.raises(UserError, match="another one than this client took part in"):
        again.hear(other)
    again.hear(right)
    said(again, Reveal)


def test_no_other_toss_after_our_share_was_shown(tmp_path: Path) -> None:
    """Who sits here is asked, once for each; nothing is said to the server before he decides."""
    guest = at_table(tmp_path)
    vain = in_vain(toss(), *shown(guest))
    second = toss(1, (vain,))
    assert guest.hear(second) == [TossBroken(began=False)]
    guest.hear(second)
    guest.hear(table("tossing", second.game))
    assert guest.drain() == []
    again = restarted(tmp_path, Known(second.game))
    again.returning()
    again.hear(seated(last=99))
    assert again.hear(second) == [TossBroken(began=False)], "another process asks again"
    again.toss_again()
    assert said(again, Commit).commitment != vain.players[0].commitment
    assert [type(step) for step in again.tosses.steps] == [Toss, BoundShare, Tossed, Revealed, Toss, WentOn, BoundShare]


def test_a_server_that_hides_a_toss_is_left(tmp_path: Path) -> None:
    """Another number makes another game, and another share; so does another key of the other player."""
    shown(at_table(tmp_path))
    for second in (toss(2), toss(7)):
        again = restarted(tmp_path, Known(GAME))
        again.returning()
        again.hear(seated(last=99))
        with pytest.raises(UserError, match="hides that a toss of this table came to nothing"):
            again.hear(second)
        again.toss_again()
        assert again.drain() == []


def test_a_game_that_was_thrown_away_after_it_had_begun(tmp_path: Path) -> None:
    """The server must name it; then who sits here decides."""
    guest = at_table(tmp_path)
    vain = in_vain(toss(), *shown(guest))
    guest.hear(table())
    guest.hear(update(1))
    with pytest.raises(UserError, match="hides that a toss of this table came to nothing"):
        guest.hear(toss(2))
    second = toss(2, (vain,))
    assert guest.hear(second) == [TossBroken(began=True)]
    assert guest.drain() == []


@pytest.mark.parametrize("asked", [True, False], ids=["asked for", "not asked for"])
def test_another_game_after_one_that_was_played_out(tmp_path: Path, *, asked: bool) -> None:
    """It needs no question where who sits here has asked for it: that a game is over is the server's word."""
    guest = at_table(tmp_path)
    shown(guest)
    guest.hear(table())
    over = replace(VIEWS[Side.US], question=None, outcome=SeenOutcome(Side.US, "time-up", (3, 2)))
    guest.hear(update(1, shown=over))
    if asked:
        guest.rematch()
        assert [type(request) for request in guest.drain()] == [Rematch]
        assert guest.hear(toss(2)) == [NewGame(toss(2).game)]
        said(guest, Commit)
    else:
        assert guest.hear(toss(2)) == [NewGame(toss(2).game), TossBroken(began=False, over=True)]
        assert guest.drain() == []


def test_a_game_that_ended_before_wishes_were_noted_needs_none(tmp_path: Path) -> None:
    """A client of before wrote down no wish: what it kept is not held against the server."""
    guest = at_table(tmp_path)
    shown(guest)
    guest.hear(table())
    guest.hear(update(1))
    guest.tosses.keep(OutcomeShown(GAME))
    assert guest.hear(toss(2)) == [NewGame(toss(2).game)]
    said(guest, Commit)


def test_a_toss_that_came_to_nothing_before_anybody_knew_a_share_is_no_harm() -> None:
    """The other player has left, and somebody else has come: nobody can know the deal."""
    guest = at_table()
    guest.hear(toss())
    said(guest, Commit)
    assert guest.hear(toss(2)) == []
    said(guest, Commit)


def test_what_is_shown_stands_in_our_own_record(tmp_path: Path) -> None:
    guest = at_table(tmp_path)
    shown(guest)
    guest.hear(table())
    guest.hear(update(1))
    guest.hear(Missed(ID, 2, ((), ())))
    guest.hear(update(3))
    with guest.record.of(GAME).open("rb") as file:
        lines = read(file)
    assert [type(line) for line in lines[:6]] == [Toss, BoundShare, Tossed, Revealed, Began, Began]
    assert lines[5] == Began(GAME, 0)
    nothing = [events_shown(GAME, n, ()) for n in (1, 2, 3)]
    views = [view_shown(GAME, n, VIEWS[Side.US]) for n in (1, 3)]
    assert lines[6:] == (
        ShownUpdate(1, nothing[0], views[0]),
        ShownUpdate(2, nothing[1]),
        ShownUpdate(3, nothing[2]),
        ShownUpdate(3, None, views[1]),
    )


def test_an_answer_names_its_update_and_is_told_when_it_is_kept() -> None:
    guest = asked()
    guest.answer(ANSWER)
    assert guest.question is None
    reply = said(guest, Reply)
    assert (reply.update, reply.answer) == (1, plain(ANSWER))
    assert guest.waits
    assert guest.hear(Ok(reply.seq)) == [AnswerTaken(ANSWER)]
    assert not guest.waits


def test_a_question_that_is_answered_is_not_put_again() -> None:
    """An update that crosses our answer shows what happened, and no question."""
    guest = asked()
    guest.answer(ANSWER)
    (news,) = guest.hear(update(2))
    assert isinstance(news, Updated)
    assert news.view.question is None


def test_an_answer_that_came_too_late_is_given_again_to_the_same_question() -> None:
    guest = asked()
    guest.answer(ANSWER)
    first = said(guest, Reply)
    guest.hear(update(2))
    assert guest.hear(Refused(first.seq, "stale", "")) == []
    assert guest.hear(update(2)) == []
    assert said(guest, Reply).update == 2


def test_an_answer_to_another_question_is_told_as_refused() -> None:
    guest = asked()
    guest.answer(ANSWER)
    first = said(guest, Reply)
    guest.hear(Refused(first.seq, "stale", "too late"))
    assert QUESTION is not None
    other = replace(VIEWS[Side.US], question=replace(QUESTION, prompt="Another one?"))
    denied, changed = guest.hear(update(2, shown=other))
    assert isinstance(denied, Denied)
    assert denied.refused.text == "too late"
    assert isinstance(changed, Updated)
    assert changed.view.question == other.question
    assert guest.drain() == []


def test_who_was_overtaken_by_an_order_hears_the_question_that_stands_now() -> None:
    """The update that answered for him came first, without its question; the refusal puts it."""
    guest = asked()
    guest.answer(ANSWER)
    first = said(guest, Reply)
    assert QUESTION is not None
    other = replace(VIEWS[Side.US], question=replace(QUESTION, prompt="Another one?"))
    guest.hear(update(2, shown=other))
    denied, changed = guest.hear(Refused(first.seq, "stale", "too late"))
    assert isinstance(denied, Denied)
    assert isinstance(changed, Updated)
    assert (changed.view.question, changed.events, changed.number) == (other.question, (), 2)
    assert guest.drain() == []


def test_a_refusal_leaves_the_question_open() -> None:
    guest = asked()
    guest.answer(ANSWER)
    reply = said(guest, Reply)
    (denied,) = guest.hear(Refused(reply.seq, "illegal", "choose one", "10.3"))
    assert isinstance(denied, Denied)
    assert guest.question is not None


def test_refusals_of_others_on_the_same_connection_are_not_ours() -> None:
    guest = asked()
    assert guest.hear(Refused(999, "no-table", "There is none.")) == []


def test_answers_are_signed_when_it_is_asked_for(tmp_path: Path) -> None:
    guest = asked(tmp_path)
    guest.answer(ANSWER)
    reply = said(guest, Reply)
    guest.hear(Ok(reply.seq))
    guest.hear(update(2, sign_=True))
    request = said(guest, Countersign)
    marks = digest(GAME, 1, plain(ANSWER))
    assert (request.head, request.first, request.digests) == (HEAD, 0, marks)
    assert signed(ME.public, request.signature, COUNTERSIGN, *countersigned(GAME, HEAD, 0, marks))
    guest.hear(receipt(request))
    with guest.record.of(GAME).open("rb") as file:
        (kept,) = [line for line in read(file) if isinstance(line, Kept)]
    assert (kept.game, kept.head) == (GAME, HEAD)


def test_the_next_signature_goes_on_behind_the_last() -> None:
    guest = asked()
    for number in (1, 2):
        guest.answer(ANSWER)
        guest.hear(Ok(said(guest, Reply).seq))
        guest.hear(update(number + 1, sign_=True))
        request = said(guest, Countersign)
        assert request.first == number - 1
        assert request.digests == digest(GAME, number, plain(ANSWER))
        guest.hear(receipt(request))


def test_what_is_asked_for_while_a_signature_is_under_way_is_signed_afterwards() -> None:
    guest = asked()
    guest.answer(ANSWER)
    guest.hear(Ok(said(guest, Reply).seq))
    guest.hear(update(2, sign_=True))
    first = said(guest, Countersign)
    guest.answer(ANSWER)
    guest.hear(Ok(said(guest, Reply).seq))
    guest.hear(update(3, sign_=True))
    assert guest.drain() == []
    guest.hear(receipt(first))
    assert said(guest, Countersign).digests == digest(GAME, 2, plain(ANSWER))


def test_a_resignation_is_signed_like_an_answer() -> None:
    guest = asked()
    guest.resign()
    guest.hear(Ok(said(guest, Resign).seq))
    guest.hear(update(2, sign_=True))
    assert said(guest, Countersign).digests == digest(GAME, 1, RESIGNS)


def test_standing_orders_are_signed_with_their_number() -> None:
    guest = asked()
    orders = (StandingOrder("23", "withdraw-at", 1),)
    guest.order(orders)
    request = said(guest, Orders)
    assert (request.orders, guest.orders) == (orders, orders)
    assert signed(ME.public, request.signature, ORDERS, *ordered(GAME, request.seq, orders))


def test_a_receipt_with_a_wrong_signature_is_no_receipt() -> None:
    guest = asked()
    guest.answer(ANSWER)
    guest.hear(Ok(said(guest, Reply).seq))
    guest.hear(update(2, sign_=True))
    request = said(guest, Countersign)
    with pytest.raises(UserError, match="not signed with its key"):
        guest.hear(Receipt(request.seq, ID, GAME, HEAD, bytes(64)))


def test_no_answer_is_signed_that_was_not_given(tmp_path: Path) -> None:
    """After a restart the server says what we answered; our own record says whether it is true."""
    guest = asked(tmp_path)
    guest.answer(ANSWER)
    reply = said(guest, Reply)
    known = Known(GAME, 1)
    true = restarted(tmp_path, known)
    true.returning()
    true.hear(seated(last=reply.seq, number=2, unsigned=((1, plain(ANSWER)),)))
    true.hear(table())
    true.hear(Missed(ID, 1, ((), ())))
    true.hear(update(2, sign_=True))
    said(true, Countersign)
    forged = restarted(tmp_path, known)
    forged.returning()
    forged.hear(seated(last=reply.seq, number=2, unsigned=((1, 999),)))
    forged.hear(table())
    forged.hear(Missed(ID, 1, ((), ())))
    with pytest.raises(UserError, match="an answer that this client did not give"):
        forged.hear(update(2, sign_=True))


def test_after_a_loss_what_was_not_done_is_said_again() -> None:
    guest = asked()
    guest.chat("hello")
    chat = said(guest, Say)
    guest.answer(ANSWER)
    reply = said(guest, Reply)
    resume = guest.returning()
    assert isinstance(resume, Resume)
    assert (resume.have, resume.token) == (1, TOKEN)
    assert resume.seq > reply.seq
    guest.leave()
    assert guest.drain() == [], "nothing is said before the seat is taken"
    guest.hear(seated(resume.seq, last=chat.seq, number=1))
    again = guest.drain()
    assert again[0] == reply
    assert isinstance(again[1], Leave)
    assert len(again) == 2


def test_what_was_done_before_a_loss_is_not_said_again() -> None:
    guest = asked()
    guest.answer(ANSWER)
    reply = said(guest, Reply)
    guest.returning()
    guest.hear(seated(9, last=reply.seq, number=2, unsigned=((1, plain(ANSWER)),)))
    guest.hear(table())
    assert guest.hear(Missed(ID, 2, ((),))) == [Past(((),))]
    (news,) = guest.hear(update(2))
    assert isinstance(news, Updated)
    assert news.view.question == QUESTION
    assert guest.drain() == []


def test_an_answer_that_was_dropped_with_the_connection_is_given_again() -> None:
    """A later request was carried out, the answer (which had to wait its least time) was not: the update tells."""
    guest = asked()
    guest.answer(ANSWER)
    reply = said(guest, Reply)
    guest.returning()
    guest.hear(seated(9, last=reply.seq + 1, number=1))
    guest.hear(table())
    guest.hear(update(1))
    again = said(guest, Reply)
    assert again.update == 1
    assert again.seq > reply.seq + 1


def test_a_server_that_has_fewer_updates_lost_history() -> None:
    guest = asked()
    guest.hear(update(2))
    guest.returning()
    guest.hear(seated(9, number=1))
    with pytest.raises(UserError, match="lost history"):
        guest.hear(table())


def test_a_server_that_forgot_what_it_acknowledged_lost_history(tmp_path: Path) -> None:
    guest = asked(tmp_path)
    guest.answer(ANSWER)
    guest.hear(Ok(said(guest, Reply).seq))
    again = restarted(tmp_path, guest.known)
    again.returning()
    with pytest.raises(UserError, match="lost history"):
        again.hear(seated(last=0, number=5))


def test_another_game_begins_at_one_again() -> None:
    guest = asked()
    guest.hear(update(2))
    assert guest.hear(table("tossing", OTHER_GAME))[0] == NewGame(OTHER_GAME)
    (news,) = guest.hear(update(1))
    assert isinstance(news, Updated)


def test_who_comes_back_into_another_game_asks_for_all_of_it() -> None:
    guest = asked()
    guest.hear(update(2))
    guest.returning()
    guest.hear(seated(9, number=1))
    guest.hear(table("playing", OTHER_GAME))
    assert said(guest, Resume).have == 0


def test_a_gap_between_updates_is_asked_for() -> None:
    guest = asked()
    assert guest.hear(update(4)) == []
    assert said(guest, Resume).have == 1


def test_missed_updates_that_we_have_are_left_out() -> None:
    guest = asked()
    guest.hear(update(2))
    assert guest.hear(Missed(ID, 2, ((), ()))) == [Past(((),))]
    assert guest.number == 3


def test_who_looks_on_is_told_what_happened_before_and_nothing_twice() -> None:
    """From the deal on, again whenever he comes; of another game all of it."""
    guest = SeatSession(ME, SERVER_PUBLIC, ID, Numbers(), EvidenceLog(None), place=-1)
    watch = guest.returning()
    guest.hear(looking(watch.seq, number=2))
    guest.hear(table())
    assert guest.hear(Missed(ID, 1, ((), ()))) == [Past(((), ()))]
    guest.hear(update(2))
    again = guest.returning()
    guest.hear(looking(again.seq, number=3))
    guest.hear(table())
    assert guest.hear(Missed(ID, 1, ((), (), ()))) == [Past(((),))]
    guest.hear(update(3))
    guest.hear(looking(guest.returning().seq, number=1))
    guest.hear(table("playing", OTHER_GAME))
    assert guest.hear(Missed(ID, 1, ((),))) == [Past(((),))]


def test_chat_is_heard_once() -> None:
    guest = at_table()
    line = Said(ID, 1, 1, "Bob", "hello", 0, 0)
    assert guest.hear(line) == [ChatHeard(line)]
    assert guest.hear(line) == []


def test_chat_that_was_heard_before_is_not_fresh_to_who_comes_back(tmp_path: Path) -> None:
    """Another process is told the last lines once more, also those of a game before."""
    guest = at_table()
    old, new = [Said(ID, n, 1, "Bob", f"line {n}", 0, 0) for n in (1, 2)]
    guest.hear(old)
    guest = restarted(tmp_path, guest.known)
    guest.hear(seated())
    guest.hear(table("playing", OTHER_GAME))
    assert guest.hear(old) == [ChatHeard(old, fresh=False)]
    assert guest.hear(new) == [ChatHeard(new)]
    assert guest.hear(old) == []
    assert guest.known.chat == 2


def test_clocks_are_told_by_side() -> None:
    guest = at_table()
    guest.hear(table(seats=(seat("Ann", int(Side.JP)), seat("Bob", int(Side.US)))))
    (news,) = guest.hear(replace(update(1), clocks=(1000, 2000)))
    assert isinstance(news, Updated)
    assert news.clocks == (2000, 1000)


def test_a_refused_return_ends_it() -> None:
    guest = asked()
    resume = guest.returning()
    with pytest.raises(UserError, match="not yours"):
        guest.hear(Refused(resume.seq, "no-seat", "That seat is not yours."))


def test_who_stands_in_answers_and_does_nothing_else() -> None:
    guest = SeatSession(ME, SERVER_PUBLIC, ID, Numbers(), EvidenceLog(None))
    guest.hear(replace(seated(number=5), token=b""))
    guest.hear(table())
    (news,) = guest.hear(update(5, sign_=True))
    assert isinstance(news, Updated)
    guest.answer(ANSWER)
    guest.hear(Ok(said(guest, Reply).seq))
    guest.hear(update(6, sign_=True))
    assert guest.drain() == []
    with pytest.raises(UserError, match="sends another"):
        guest.returning()
