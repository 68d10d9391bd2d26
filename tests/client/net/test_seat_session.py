"""A seat without a connection: what it does by itself, what it notices, and what is left for who sits there."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from ironbottom.client.console.errors import UserError
from ironbottom.client.net.seat_session import Numbers, SeatSession
from ironbottom.client.net.session_events import AnswerTaken, ChatHeard, Denied, NewGame, Past, Updated
from ironbottom.client.storage.evidence_log import EvidenceLog
from ironbottom.client.storage.seat_store import Known
from ironbottom.keys import signed
from ironbottom.proof.kept import Began, BoundShare, Revealed, ShownUpdate, read
from ironbottom.proof.transcript import KeptReceipt as Kept
from ironbottom.wire.answers import plain
from ironbottom.wire.messages import (
    Countersign,
    Leave,
    Missed,
    Ok,
    Orders,
    Receipt,
    Refused,
    Reply,
    Resign,
    Resume,
    Said,
    Say,
    Toss,
    Tossed,
)
from ironbottom.wire.orders import StandingOrder
from ironbottom.wire.shown import events_shown, view_shown
from ironbottom.wire.signing import COUNTERSIGN, ORDERS, RESIGNS, countersigned, digest, ordered
from ironbottom.words import Side

from ..support.sessions import ANSWER, ME, QUESTION, asked, at_table, restarted, said, shown
from ..support.table import (
    GAME,
    HEAD,
    ID,
    OTHER_GAME,
    SERVER_PUBLIC,
    TOKEN,
    VIEWS,
    looking,
    receipt,
    seat,
    seated,
    table,
    update,
)


def test_what_is_shown_stands_in_our_own_record(tmp_path: Path) -> None:
    session = at_table(tmp_path)
    shown(session)
    session.hear(table())
    session.hear(update(1))
    session.hear(Missed(ID, 2, ((), ())))
    session.hear(update(3))
    with session.record.of(GAME).open("rb") as file:
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
    session = asked()
    session.answer(ANSWER)
    assert session.question is None
    reply = said(session, Reply)
    assert (reply.update, reply.answer) == (1, plain(ANSWER))
    assert session.waits
    assert session.hear(Ok(reply.seq)) == [AnswerTaken(ANSWER)]
    assert not session.waits


def test_a_question_that_is_answered_is_not_put_again() -> None:
    """An update that crosses our answer shows what happened, and no question."""
    session = asked()
    session.answer(ANSWER)
    (event,) = session.hear(update(2))
    assert isinstance(event, Updated)
    assert event.view.question is None


def test_an_answer_that_came_too_late_is_given_again_to_the_same_question() -> None:
    session = asked()
    session.answer(ANSWER)
    first = said(session, Reply)
    session.hear(update(2))
    assert session.hear(Refused(first.seq, "stale", "")) == []
    assert session.hear(update(2)) == []
    assert said(session, Reply).update == 2


def test_an_answer_to_another_question_is_told_as_refused() -> None:
    session = asked()
    session.answer(ANSWER)
    first = said(session, Reply)
    session.hear(Refused(first.seq, "stale", "too late"))
    assert QUESTION is not None
    other = replace(VIEWS[Side.US], question=replace(QUESTION, prompt="Another one?"))
    denied, changed = session.hear(update(2, shown=other))
    assert isinstance(denied, Denied)
    assert denied.refused.text == "too late"
    assert isinstance(changed, Updated)
    assert changed.view.question == other.question
    assert session.drain() == []


def test_who_was_overtaken_by_an_order_hears_the_question_that_stands_now() -> None:
    """The update that answered for him came first, without its question; the refusal puts it."""
    session = asked()
    session.answer(ANSWER)
    first = said(session, Reply)
    assert QUESTION is not None
    other = replace(VIEWS[Side.US], question=replace(QUESTION, prompt="Another one?"))
    session.hear(update(2, shown=other))
    denied, changed = session.hear(Refused(first.seq, "stale", "too late"))
    assert isinstance(denied, Denied)
    assert isinstance(changed, Updated)
    assert (changed.view.question, changed.events, changed.number) == (other.question, (), 2)
    assert session.drain() == []


@pytest.mark.parametrize("update_first", [True, False])
def test_what_nobody_was_asked_for_is_not_told_as_refused(*, update_first: bool) -> None:
    """The only legal answer goes out by itself, and an order of ours was quicker: the new question, and no word."""
    session = asked()
    session.answer(ANSWER, asked=False)
    assert QUESTION is not None
    other = replace(VIEWS[Side.US], question=replace(QUESTION, prompt="Another one?"))
    late = Refused(said(session, Reply).seq, "stale", "too late"), update(2, shown=other)
    heard = [event for one in (reversed(late) if update_first else late) for event in session.hear(one)]
    assert {type(event) for event in heard} == {Updated}
    assert isinstance(heard[-1], Updated)
    assert heard[-1].view.question == other.question
    assert session.question == other.question


def test_a_refusal_leaves_the_question_open() -> None:
    session = asked()
    session.answer(ANSWER)
    reply = said(session, Reply)
    (denied,) = session.hear(Refused(reply.seq, "illegal", "choose one", "10.3"))
    assert isinstance(denied, Denied)
    assert session.question is not None


def test_refusals_of_others_on_the_same_connection_are_not_ours() -> None:
    session = asked()
    assert session.hear(Refused(999, "no-table", "There is none.")) == []


def test_answers_are_signed_when_it_is_asked_for(tmp_path: Path) -> None:
    session = asked(tmp_path)
    session.answer(ANSWER)
    reply = said(session, Reply)
    session.hear(Ok(reply.seq))
    session.hear(update(2, sign_=True))
    request = said(session, Countersign)
    marks = digest(GAME, 1, plain(ANSWER))
    assert (request.head, request.first, request.digests) == (HEAD, 0, marks)
    assert signed(ME.public, request.signature, COUNTERSIGN, *countersigned(GAME, HEAD, 0, marks))
    session.hear(receipt(request))
    with session.record.of(GAME).open("rb") as file:
        (kept,) = [line for line in read(file) if isinstance(line, Kept)]
    assert (kept.game, kept.head) == (GAME, HEAD)


def test_the_next_signature_goes_on_behind_the_last() -> None:
    session = asked()
    for number in (1, 2):
        session.answer(ANSWER)
        session.hear(Ok(said(session, Reply).seq))
        session.hear(update(number + 1, sign_=True))
        request = said(session, Countersign)
        assert request.first == number - 1
        assert request.digests == digest(GAME, number, plain(ANSWER))
        session.hear(receipt(request))


def test_what_is_asked_for_while_a_signature_is_under_way_is_signed_afterwards() -> None:
    session = asked()
    session.answer(ANSWER)
    session.hear(Ok(said(session, Reply).seq))
    session.hear(update(2, sign_=True))
    first = said(session, Countersign)
    session.answer(ANSWER)
    session.hear(Ok(said(session, Reply).seq))
    session.hear(update(3, sign_=True))
    assert session.drain() == []
    session.hear(receipt(first))
    assert said(session, Countersign).digests == digest(GAME, 2, plain(ANSWER))


def test_a_resignation_is_signed_like_an_answer() -> None:
    session = asked()
    session.resign()
    session.hear(Ok(said(session, Resign).seq))
    session.hear(update(2, sign_=True))
    assert said(session, Countersign).digests == digest(GAME, 1, RESIGNS)


def test_standing_orders_are_signed_with_their_number() -> None:
    session = asked()
    orders = (StandingOrder("23", "withdraw-at", 1),)
    session.order(orders)
    request = said(session, Orders)
    assert (request.orders, session.orders) == (orders, orders)
    assert signed(ME.public, request.signature, ORDERS, *ordered(GAME, request.seq, orders))


def test_a_receipt_with_a_wrong_signature_is_no_receipt() -> None:
    session = asked()
    session.answer(ANSWER)
    session.hear(Ok(said(session, Reply).seq))
    session.hear(update(2, sign_=True))
    request = said(session, Countersign)
    with pytest.raises(UserError, match="not signed with its key"):
        session.hear(Receipt(request.seq, ID, GAME, HEAD, bytes(64)))


def test_no_answer_is_signed_that_was_not_given(tmp_path: Path) -> None:
    """After a restart the server says what we answered; our own record says whether it is true."""
    session = asked(tmp_path)
    session.answer(ANSWER)
    reply = said(session, Reply)
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
    session = asked()
    session.chat("hello")
    chat = said(session, Say)
    session.answer(ANSWER)
    reply = said(session, Reply)
    resume = session.returning()
    assert isinstance(resume, Resume)
    assert (resume.have, resume.token) == (1, TOKEN)
    assert resume.seq > reply.seq
    session.leave()
    assert session.drain() == [], "nothing is said before the seat is taken"
    session.hear(seated(resume.seq, last=chat.seq, number=1))
    again = session.drain()
    assert again[0] == reply
    assert isinstance(again[1], Leave)
    assert len(again) == 2


def test_what_was_done_before_a_loss_is_not_said_again() -> None:
    session = asked()
    session.answer(ANSWER)
    reply = said(session, Reply)
    session.returning()
    session.hear(seated(9, last=reply.seq, number=2, unsigned=((1, plain(ANSWER)),)))
    session.hear(table())
    assert session.hear(Missed(ID, 2, ((),))) == [Past(((),))]
    (event,) = session.hear(update(2))
    assert isinstance(event, Updated)
    assert event.view.question == QUESTION
    assert session.drain() == []


def test_an_answer_that_was_dropped_with_the_connection_is_given_again() -> None:
    """A later request was carried out, the answer (which had to wait its least time) was not: the update tells."""
    session = asked()
    session.answer(ANSWER)
    reply = said(session, Reply)
    session.returning()
    session.hear(seated(9, last=reply.seq + 1, number=1))
    session.hear(table())
    session.hear(update(1))
    again = said(session, Reply)
    assert again.update == 1
    assert again.seq > reply.seq + 1


def test_a_server_that_has_fewer_updates_lost_history() -> None:
    session = asked()
    session.hear(update(2))
    session.returning()
    session.hear(seated(9, number=1))
    with pytest.raises(UserError, match="lost history"):
        session.hear(table())


def test_a_server_that_forgot_what_it_acknowledged_lost_history(tmp_path: Path) -> None:
    session = asked(tmp_path)
    session.answer(ANSWER)
    session.hear(Ok(said(session, Reply).seq))
    again = restarted(tmp_path, session.known)
    again.returning()
    with pytest.raises(UserError, match="lost history"):
        again.hear(seated(last=0, number=5))


def test_another_game_begins_at_one_again() -> None:
    session = asked()
    session.hear(update(2))
    assert session.hear(table("tossing", OTHER_GAME))[0] == NewGame(OTHER_GAME)
    (event,) = session.hear(update(1))
    assert isinstance(event, Updated)


def test_who_comes_back_into_another_game_asks_for_all_of_it() -> None:
    session = asked()
    session.hear(update(2))
    session.returning()
    session.hear(seated(9, number=1))
    session.hear(table("playing", OTHER_GAME))
    assert said(session, Resume).have == 0


def test_a_gap_between_updates_is_asked_for() -> None:
    session = asked()
    assert session.hear(update(4)) == []
    assert said(session, Resume).have == 1


def test_missed_updates_that_we_have_are_left_out() -> None:
    session = asked()
    session.hear(update(2))
    assert session.hear(Missed(ID, 2, ((), ()))) == [Past(((),))]
    assert session.number == 3


def test_who_looks_on_is_told_what_happened_before_and_nothing_twice() -> None:
    """From the deal on, again whenever he comes; of another game all of it."""
    session = SeatSession(ME, SERVER_PUBLIC, ID, Numbers(), EvidenceLog(None), place=-1)
    watch = session.returning()
    session.hear(looking(watch.seq, number=2))
    session.hear(table())
    assert session.hear(Missed(ID, 1, ((), ()))) == [Past(((), ()))]
    session.hear(update(2))
    again = session.returning()
    session.hear(looking(again.seq, number=3))
    session.hear(table())
    assert session.hear(Missed(ID, 1, ((), (), ()))) == [Past(((),))]
    session.hear(update(3))
    session.hear(looking(session.returning().seq, number=1))
    session.hear(table("playing", OTHER_GAME))
    assert session.hear(Missed(ID, 1, ((),))) == [Past(((),))]


def test_chat_is_heard_once() -> None:
    session = at_table()
    line = Said(ID, 1, 1, "Bob", "hello", 0, 0)
    assert session.hear(line) == [ChatHeard(line)]
    assert session.hear(line) == []


def test_chat_that_was_heard_before_is_not_fresh_to_who_comes_back(tmp_path: Path) -> None:
    """Another process is told the last lines once more, also those of a game before."""
    session = at_table()
    old, new = [Said(ID, n, 1, "Bob", f"line {n}", 0, 0) for n in (1, 2)]
    session.hear(old)
    session = restarted(tmp_path, session.known)
    session.hear(seated())
    session.hear(table("playing", OTHER_GAME))
    assert session.hear(old) == [ChatHeard(old, fresh=False)]
    assert session.hear(new) == [ChatHeard(new)]
    assert session.hear(old) == []
    assert session.known.chat == 2


def test_clocks_are_told_by_side() -> None:
    session = at_table()
    session.hear(table(seats=(seat("Ann", int(Side.JP)), seat("Bob", int(Side.US)))))
    (event,) = session.hear(replace(update(1), clocks=(1000, 2000)))
    assert isinstance(event, Updated)
    assert event.clocks == (2000, 1000)


def test_a_refused_return_ends_it() -> None:
    session = asked()
    resume = session.returning()
    with pytest.raises(UserError, match="not yours"):
        session.hear(Refused(resume.seq, "no-seat", "That seat is not yours."))


def test_who_stands_in_answers_and_does_nothing_else() -> None:
    session = SeatSession(ME, SERVER_PUBLIC, ID, Numbers(), EvidenceLog(None))
    session.hear(replace(seated(number=5), token=b""))
    session.hear(table())
    (event,) = session.hear(update(5, sign_=True))
    assert isinstance(event, Updated)
    session.answer(ANSWER)
    session.hear(Ok(said(session, Reply).seq))
    session.hear(update(6, sign_=True))
    assert session.drain() == []
    with pytest.raises(UserError, match="sends another"):
        session.returning()
