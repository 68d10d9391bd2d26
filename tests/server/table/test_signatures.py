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
from ironbottom.wire.messages import Countersign, Receipt, Rematch, Seated, Terms, Update
from ironbottom.wire.signing import CLOSED, COUNTERSIGN, RECEIPT, countersigned, digest
from tests.server.support.house import KEY, SEED, House, card_sets
from tests.server.support.player import Player

TERMS = Terms(side="us", seed=SEED)


@pytest.fixture
def house() -> House:
    return House()


def bodies(house: House, player: Player, kind: type, game: int = 1) -> list[Any]:
    return [entry.body for line in house.disk.lines(player.table, game) if isinstance((entry := read(line)).body, kind)]


def deploys(house: House, ada: Player, ben: Player, answers: int) -> None:
    """Ada moves her ships to and fro, which nobody else sees."""
    if ada.question.window == "1":
        ada.answer("keep")
        ben.answer("keep")
        house.run(0.1)
    for _n in range(answers):
        assert house.answered(ada, ada.answer(ada.other_than(("done",))), 0.05) == "ok"


def countersign(player: Player, **changes: Any) -> int:
    """What a client says when it signs, with something changed perhaps."""
    update = player.last(Update)
    digests = b"".join([digest(player.game, number, answer) for number, answer in player.own])
    said = {"game": player.game, "head": update.head, "first": player.signed, "digests": digests, "key": player.key}
    said |= changes
    parts = countersigned(said["game"], said["head"], said["first"], said["digests"])
    signature = changes.get("signature") or sign(said["key"], COUNTERSIGN, *parts)
    return player.ask(Countersign, player.table, said["head"], said["first"], said["digests"], signature)


def test_a_player_is_asked_to_sign_after_so_many_answers(house: House) -> None:
    ada, ben = house.seated(TERMS)
    deploys(house, ada, ben, BLOCK - 2)
    assert not any(update.sign for update in ada.all(Update))
    deploys(house, ada, ben, 1)
    assert ada.last(Update).sign
    countersign(ada)
    house.run(0.1)
    receipt = ada.last(Receipt)
    assert receipt.head == ada.last(Update).head
    assert signed(public_bytes(KEY), receipt.signature, RECEIPT, ada.game, receipt.head)
    (entry,) = bodies(house, ada, Countersigned)
    assert (entry.first, len(entry.digests), entry.receipt) == (0, 16 * BLOCK, receipt.signature)
    assert (ada.signed, ada.own) == (BLOCK, [])
    deploys(house, ada, ben, 1)
    assert not ada.last(Update).sign


def test_who_never_signs_may_not_go_on_for_ever(house: House) -> None:
    ada, ben = house.seated(TERMS)
    deploys(house, ada, ben, LIMIT - 1)
    number = ada.have
    refused = ada.answer(("done",))
    house.run(0.1)
    assert ada.refusal(refused).code == "sign"
    assert (ada.last(Update).number, ada.last(Update).sign) == (number, True)  # once more, to be signed
    countersign(ada)
    house.run(0.1)
    assert house.answered(ada, ada.answer(("done",))) == "ok"


WRONG: dict[str, tuple[str, Callable[[Player, Player], dict[str, Any]]]] = {
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
def test_what_does_not_fit_is_refused(house: House, what: str) -> None:
    ada, ben = house.seated(TERMS)
    deploys(house, ada, ben, 5)
    code, changes = WRONG[what]
    assert house.answered(ada, countersign(ada, **changes(ada, ben))) == code
    assert bodies(house, ada, Countersigned) == []
    assert house.answered(ada, countersign(ada)) == "ok"


def test_a_part_may_be_signed(house: House) -> None:
    ada, ben = house.seated(TERMS)
    deploys(house, ada, ben, 5)
    digests = b"".join([digest(ada.game, number, answer) for number, answer in ada.own])
    assert house.answered(ada, countersign(ada, digests=digests[:32])) == "ok"
    assert (ada.signed, len(ada.own)) == (2, 4)
    assert house.answered(ada, countersign(ada)) == "ok"
    assert [entry.first for entry in bodies(house, ada, Countersigned)] == [0, 2]


def test_the_same_signature_counts_once(house: House) -> None:
    ada, ben = house.seated(TERMS)
    deploys(house, ada, ben, 5)
    request = ada.waiting[countersign(ada)]
    house.run(0.1)
    ada.say(request)
    ada.say(replace(request, seq=ada.seq + 5))
    house.run(0.1)
    assert len(bodies(house, ada, Countersigned)) == 1


def test_what_is_signed_outlives_a_restart(house: House) -> None:
    ada, ben = house.seated(TERMS)
    deploys(house, ada, ben, 5)
    countersign(ada)
    house.run(0.1)
    deploys(house, ada, ben, 3)
    own = [*ada.own]
    house.restart(ada, ben)
    assert (ada.last(Seated).signed, [*ada.last(Seated).unsigned]) == (6, own)
    assert house.answered(ada, countersign(ada)) == "ok"


def test_the_transcript_is_closed_when_both_have_signed(house: House) -> None:
    ada, ben = house.seated(TERMS)
    deploys(house, ada, ben, 3)
    ada.auto = ben.auto = True
    ben.resign()
    house.run(1.0)
    assert house.playing(ada).closed
    lines = house.disk.lines(ada.table, 1)
    head = ada.game
    for line in lines[:-1]:
        head = head_after(head, line)
    (closed,) = bodies(house, ada, Closed)
    assert closed.head == head
    assert signed(public_bytes(KEY), closed.signature, CLOSED, ada.game, head)
    verdict = check([line + b"\n" for line in lines], card_sets().values())
    assert verdict.ok
    assert not any("not signed" in note.lower() for note in verdict.notes)


def test_who_does_not_sign_in_the_end_holds_it_up_for_a_while_only(house: House) -> None:
    ada, ben = house.seated(TERMS)
    deploys(house, ada, ben, 3)
    ben.auto = True
    ben.resign()
    house.run(LAST_WORD - 0.5)
    assert not house.playing(ada).closed
    house.run(1.0)
    assert house.playing(ada).closed
    assert house.answered(ada, countersign(ada)) == "not-yet"
    verdict = check([line + b"\n" for line in house.disk.lines(ada.table, 1)], card_sets().values())
    assert verdict.ok
    assert any(note.startswith("Not signed by Ada: 4 of 4 answers") for note in verdict.notes)


def test_it_is_closed_after_a_restart_too(house: House) -> None:
    ada, ben = house.seated(TERMS)
    ben.resign()
    house.run(1.0)
    house.restart(ada)
    house.run(LAST_WORD + 1)
    assert house.playing(ada).closed
    assert len(bodies(house, ada, Closed)) == 1


def test_no_head_of_one_game_is_signed_in_the_next(house: House) -> None:
    """It would be a head that its transcript does not have: the server would look as if it had forked the history."""
    ada, ben = house.seated(Terms(side="us"))
    old = ada.last(Update).head
    ben.resign()
    house.run(LAST_WORD + 1)
    ada.ask(Rematch, ada.table)
    ben.ask(Rematch, ben.table)
    house.until(lambda: ada.have == 1 and not ada.over)
    ada.answer("keep")
    house.run(0.1)
    assert house.answered(ada, countersign(ada, head=old)) == "stale"
    assert house.answered(ada, countersign(ada)) == "ok"


def test_what_others_answer_for_a_player_is_not_his_to_sign(house: House) -> None:
    ada, _ben = house.seated(replace(TERMS, absent="clock", bank=5))
    house.run(20.0)
    assert ada.have > 1
    assert house.playing(ada).signing[0].unsigned == ()
