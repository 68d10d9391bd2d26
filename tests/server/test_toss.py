"""The toss: three parties bind themselves to their shares before anybody shows his; every step outlives a restart."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ironbottom.keys import sign
from ironbottom.proof.chain import read
from ironbottom.proof.entries import Begun
from ironbottom.server.kept import Toss as KeptToss
from ironbottom.wire.messages import Commit, Reveal, Terms, Toss, Tossed, Update
from ironbottom.wire.signing import COMMIT, REVEAL, commitment
from tests.server.house import House, Pipe
from tests.server.player import Player


@pytest.fixture
def house() -> House:
    return House()


def tossing(house: House) -> tuple[Player, Player]:
    """Two players who have been told of the toss, and do nothing by themselves."""
    ada, ben = Player("Ada", 1), Player("Ben", 2)
    for player in (ada, ben):
        player.tosses = player.auto = False
    house.table(ada, ben, Terms(reach="open"))
    house.until(lambda: bool(ada.all(Toss) and ben.all(Toss)))
    return ada, ben


def kept(house: House, player: Player) -> KeptToss:
    toss = house.hall.tables[player.table].kept.toss
    assert toss is not None
    return toss


def commits(player: Player) -> int:
    server, share = player.file.tosses[player.game]
    return player.commit(server, share)


def reveals(player: Player) -> int:
    return player.reveal(player.file.tosses[player.game][1], player.last(Tossed).commitments)


def test_the_steps_in_their_order(house: House) -> None:
    ada, ben = tossing(house)
    assert ada.last(Toss).commitment == commitment(ada.game, kept(house, ada).share)
    assert house.answered(ada, commits(ada)) == "ok"
    assert (ada.all(Tossed), ben.all(Tossed)) == ([], [])
    assert house.answered(ben, commits(ben)) == "ok"
    assert ada.last(Tossed) == ben.last(Tossed)
    assert ada.last(Tossed).commitments == (
        ada.last(Toss).commitment, *[commitment(ada.game, player.file.tosses[ada.game][1]) for player in (ada, ben)]
    )
    assert house.answered(ben, reveals(ben)) == "ok"
    assert ada.all(Update) == []
    assert house.answered(ada, reveals(ada)) == "ok"
    assert (ada.have, ben.have) == (1, 1)


def test_no_share_is_told_before_it_may_be_known(house: House) -> None:
    """The server's is not told before the end; a player's only to the server."""
    ada, ben = tossing(house)
    for player in (ada, ben):
        commits(player)
        house.run(0.1)
    for player in (ada, ben):
        reveals(player)
        house.run(0.1)
    server = kept(house, ada).share
    shares = [player.file.tosses[ada.game][1] for player in (ada, ben)]
    sent = [bytes_of(house.pipes[0]), bytes_of(house.pipes[1])]
    assert not any(share in each for share in (server, *shares) for each in sent)


def bytes_of(pipe: Pipe) -> bytes:
    return b"".join([data for _at, data in pipe.sent])


def test_a_step_out_of_turn(house: House) -> None:
    ada, ben = tossing(house)
    commits(ada)
    house.run(0.1)
    early = ada.reveal(ada.file.tosses[ada.game][1], (bytes(32), bytes(32), bytes(32)))
    assert house.answered(ada, early) == "toss"
    assert "when both players have committed" in ada.refusal(early).text
    commits(ben)
    house.run(0.1)
    for player in (ada, ben):
        assert house.answered(player, reveals(player)) == "ok"
    assert house.answered(ada, reveals(ada)) == "not-yet"
    assert house.answered(ada, commits(ada)) == "not-yet"


def test_who_is_bound_stays_bound(house: House) -> None:
    ada, _ben = tossing(house)
    assert house.answered(ada, commits(ada)) == "ok"
    assert house.answered(ada, commits(ada)) == "ok"  # the same again
    other = ada.commit(ada.last(Toss).commitment, bytes(32))
    assert house.answered(ada, other) == "toss"
    assert ada.refusal(other).text == "You have committed to another share before."


def test_every_step_is_signed(house: House) -> None:
    ada, ben = tossing(house)
    share = ada.file.tosses[ada.game][1]
    bound, server = commitment(ada.game, share), ada.last(Toss).commitment
    for signature in (
        bytes(64), sign(ben.key, COMMIT, ada.game, server, bound), sign(ada.key, REVEAL, ada.game, server, bound),
        sign(ada.key, COMMIT, bytes(32), server, bound), sign(ada.key, COMMIT, ada.game, bytes(32), bound),
    ):
        assert house.answered(ada, ada.ask(Commit, ada.table, bound, signature)) == "toss"
    for player in (ada, ben):
        commits(player)
        house.run(0.1)
    told = ada.last(Tossed).commitments
    good = sign(ada.key, REVEAL, ada.game, *told)
    for wrong, signature in (
        (share, bytes(64)), (share, sign(ben.key, REVEAL, ada.game, *told)), (bytes(32), good),
        (share, sign(ada.key, REVEAL, ada.game, told[0], told[2], told[1])),
    ):
        assert house.answered(ada, ada.ask(Reveal, ada.table, wrong, signature)) == "toss"
    assert house.answered(ada, ada.ask(Reveal, ada.table, share, good)) == "ok"


@pytest.mark.parametrize("steps", range(5))
def test_a_restart_after_each_step(house: House, steps: int) -> None:
    ada, ben = tossing(house)
    order: list[Any] = [(commits, ada), (commits, ben), (reveals, ada), (reveals, ben)]
    for step, player in order[:steps]:
        step(player)
        house.run(0.1)
    before = kept(house, ada)
    house.restart(ada, ben)
    assert kept(house, ada) == before
    if steps < 4:
        assert ada.last(Toss) == ben.last(Toss)
        assert len(ada.all(Tossed)) == (1 if steps >= 2 else 0)
    for step, player in order[steps:]:
        assert house.answered(player, step(player)) == "ok"
    assert (ada.have, ben.have) == (1, 1)
    begun = read(house.disk.lines(ada.table, 1)[0]).body
    assert isinstance(begun, Begun)
    assert [player.share for player in begun.players] == [each.file.tosses[ada.game][1] for each in (ada, ben)]


def test_a_step_that_is_not_stored_is_not_taken(house: House) -> None:
    ada, ben = tossing(house)
    commits(ada)
    commits(ben)
    house.run(0.1)
    reveals(ada)
    house.run(0.1)
    house.disk.full = True
    assert house.answered(ben, reveals(ben)) == "not-stored"
    assert ben.all(Update) == []
    house.disk.full = False
    house.run(10.0)
    assert house.answered(ben, reveals(ben)) == "ok"
    assert (ada.have, ben.have) == (1, 1)


def test_the_first_entry_holds_the_whole_toss(house: House) -> None:
    ada, ben = tossing(house)
    for step in (commits, reveals):
        for player in (ada, ben):
            step(player)
            house.run(0.1)
    begun = read(house.disk.lines(ada.table, 1)[0]).body
    assert isinstance(begun, Begun)
    assert begun.game == ada.game
    assert (begun.commitment, *[player.commitment for player in begun.players]) == ada.last(Tossed).commitments
    assert kept(house, ada).share not in msgspec.json.encode(begun)
