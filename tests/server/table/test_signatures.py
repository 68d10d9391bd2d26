"""Players sign their answers, the server signs the heads that they saw, and in the end the whole transcript."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from ironbottom.keys import public_bytes, sign, signed
from ironbottom.proof.chain import head_after, read
from ironbottom.proof.entries import Closed, Countersigned
from ironbottom.proof.verify import check
from ironbottom.server.table.countersign import LAST_WORD
from ironbottom.server.table.live_game import BLOCK, LIMIT
from ironbottom.wire.messages import Countersign, Receipt, Rematch, Seated, Update
from ironbottom.wire.signing import CLOSED, COUNTERSIGN, RECEIPT, countersigned, digest
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import KEY, SEED, ServerUnderTest, card_sets

TERMS = Terms(side="us", seed=SEED)


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def bodies(server: ServerUnderTest, player: WirePlayer, kind: type, game: int = 1) -> list[Any]:
    entries = [read(line) for line in server.disk.lines(player.table, game)]
    return [entry.body for entry in entries if isinstance(entry.body, kind)]


def deploys(server: ServerUnderTest, ada: WirePlayer, ben: WirePlayer, answers: int) -> None:
    """Ada moves her ships to and fro, which nobody else sees."""
    if ada.question.window == "1":
        ada.answer("keep")
        ben.answer("keep")
        server.run(0.1)
    for _n in range(answers):
        assert server.answered(ada, ada.answer(ada.other_than(("done",))), 0.05) == "ok"


def countersign(player: WirePlayer, **changes: Any) -> int:
    """What a client says when it signs, with something changed perhaps."""
    update = player.last(Update)
    digests = b"".join([digest(player.game, number, answer) for number, answer in player.own])
    said = {"game": player.game, "head": update.head, "first": player.signed, "digests": digests, "key": player.key}
    said |= changes
    parts = countersigned(said["game"], said["head"], said["first"], said["digests"])
    signature = changes.get("signature") or sign(said["key"], COUNTERSIGN, *parts)
    return player.ask(Countersign, player.table, said["head"], said["first"], said["digests"], signature)


def test_a_player_is_asked_to_sign_after_so_many_answers(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    deploys(server, ada, ben, BLOCK - 2)
    assert not any(update.sign for update in ada.all(Update))
    deploys(server, ada, ben, 1)
    assert ada.last(Update).sign
    countersign(ada)
    server.run(0.1)
    receipt = ada.last(Receipt)
    assert receipt.head == ada.last(Update).head
    assert signed(public_bytes(KEY), receipt.signature, RECEIPT, ada.game, receipt.head)
    (entry,) = bodies(server, ada, Countersigned)
    assert (entry.first, len(entry.digests), entry.receipt) == (0, 16 * BLOCK, receipt.signature)
    assert (ada.signed, ada.own) == (BLOCK, [])
    deploys(server, ada, ben, 1)
    assert not ada.last(Update).sign


def test_who_never_signs_may_not_go_on_for_ever(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    deploys(server, ada, ben, LIMIT - 1)
    number = ada.have
    refused = ada.answer(("done",))
    server.run(0.1)
    assert ada.refusal(refused).code == "sign"
    assert (ada.last(Update).number, ada.last(Update).sign) == (number, True)  # once more, to be signed
    countersign(ada)
    server.run(0.1)
    assert server.answered(ada, ada.answer(("done",))) == "ok"


WRONG: dict[str, tuple[str, Callable[[WirePlayer, WirePlayer], dict[str, Any]]]] = {
    "another's key": ("signature", lambda ada, ben: {"key": ben.key}),
    "no signature": ("signature", lambda ada, ben: {"signature": bytes(64)}),
    "another game": ("signature", lambda ada, ben: {"game": bytes(32)}),
    "a head that was not seen": ("stale", lambda ada, ben: {"head": bytes(32)}),
    "too few before": ("stale", lambda ada, ben: {"first": 1}),
    "an answer that was not given": ("stale", lambda ada, ben: {"digests": bytes(16)}),
    "nothing": ("stale", lambda ada, ben: {"digests": b""}),
    "half a digest": ("stale", lambda ada, ben: {"digests": digest(ada.game, *ada.own[0])[:8]}),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_does_not_fit_is_refused(server: ServerUnderTest, what: str) -> None:
    ada, ben = server.seated(TERMS)
    deploys(server, ada, ben, 5)
    code, changes = WRONG[what]
    assert server.answered(ada, countersign(ada, **changes(ada, ben))) == code
    assert bodies(server, ada, Countersigned) == []
    assert server.answered(ada, countersign(ada)) == "ok"


def test_a_part_may_be_signed(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    deploys(server, ada, ben, 5)
    digests = b"".join([digest(ada.game, number, answer) for number, answer in ada.own])
    assert server.answered(ada, countersign(ada, digests=digests[:32])) == "ok"
    assert (ada.signed, len(ada.own)) == (2, 4)
    assert server.answered(ada, countersign(ada)) == "ok"
    assert [entry.first for entry in bodies(server, ada, Countersigned)] == [0, 2]


def test_the_same_signature_counts_once(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    deploys(server, ada, ben, 5)
    request = ada.waiting[countersign(ada)]
    server.run(0.1)
    ada.say(request)
    ada.say(replace(request, seq=ada.seq + 5))
    server.run(0.1)
    assert len(bodies(server, ada, Countersigned)) == 1


def test_what_is_signed_outlives_a_restart(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    deploys(server, ada, ben, 5)
    countersign(ada)
    server.run(0.1)
    deploys(server, ada, ben, 3)
    own = [*ada.own]
    server.restart(ada, ben)
    assert (ada.last(Seated).signed, [*ada.last(Seated).unsigned]) == (6, own)
    assert server.answered(ada, countersign(ada)) == "ok"


def test_the_transcript_is_closed_when_both_have_signed(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    deploys(server, ada, ben, 3)
    ada.auto = ben.auto = True
    ben.resign()
    server.run(1.0)
    assert server.live_game(ada).closed
    lines = server.disk.lines(ada.table, 1)
    head = ada.game
    for line in lines[:-1]:
        head = head_after(head, line)
    (closed,) = bodies(server, ada, Closed)
    assert closed.head == head
    assert signed(public_bytes(KEY), closed.signature, CLOSED, ada.game, head)
    verdict = check([line + b"\n" for line in lines], card_sets().values())
    assert verdict.ok
    assert not any("not signed" in note.lower() for note in verdict.notes)


def test_who_does_not_sign_in_the_end_holds_it_up_for_a_while_only(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    deploys(server, ada, ben, 3)
    ben.auto = True
    ben.resign()
    server.run(LAST_WORD - 0.5)
    assert not server.live_game(ada).closed
    server.run(1.0)
    assert server.live_game(ada).closed
    assert server.answered(ada, countersign(ada)) == "not-yet"
    verdict = check([line + b"\n" for line in server.disk.lines(ada.table, 1)], card_sets().values())
    assert verdict.ok
    assert any(note.startswith("Not signed by Ada: 4 of 4 answers") for note in verdict.notes)


def test_it_is_closed_after_a_restart_too(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    ben.resign()
    server.run(1.0)
    server.restart(ada)
    server.run(LAST_WORD + 1)
    assert server.live_game(ada).closed
    assert len(bodies(server, ada, Closed)) == 1


def test_no_head_of_one_game_is_signed_in_the_next(server: ServerUnderTest) -> None:
    """It would be a head that its transcript does not have: the server would look as if it had forked the history."""
    ada, ben = server.seated(Terms(side="us"))
    old = ada.last(Update).head
    ben.resign()
    server.run(LAST_WORD + 1)
    ada.ask(Rematch, ada.table)
    ben.ask(Rematch, ben.table)
    server.until(lambda: ada.have == 1 and not ada.over)
    ada.answer("keep")
    server.run(0.1)
    assert server.answered(ada, countersign(ada, head=old)) == "stale"
    assert server.answered(ada, countersign(ada)) == "ok"


def test_what_others_answer_for_a_player_is_not_his_to_sign(server: ServerUnderTest) -> None:
    ada, _ben = server.seated(replace(TERMS, absent="clock", bank=5))
    server.run(20.0)
    assert ada.have > 1
    assert server.live_game(ada).signing[0].unsigned == ()
