"""The toss: three parties bind themselves to their shares before anybody shows his; every step outlives a restart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec
import pytest
from twisted.logger import capturedLogs

from ironbottom.editions import NEWEST
from ironbottom.keys import public_bytes, sign, signed
from ironbottom.proof.chain import read
from ironbottom.proof.entries import Begun
from ironbottom.proof.seeds import game_id
from ironbottom.record import ENGINE
from ironbottom.server.table import toss as tossing_
from ironbottom.server.table.stored_table import StoredToss as KeptToss
from ironbottom.server.table.stored_table import from_bytes
from ironbottom.wire.messages import Commit, Leave, Reveal, Toss, Tossed, Update
from ironbottom.wire.signing import COMMIT, REVEAL, TOSS, TOSSED, commitment
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import Pipe, ServerUnderTest


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def tossing(server: ServerUnderTest) -> tuple[WirePlayer, WirePlayer]:
    """Two players who have been told of the toss, and do nothing by themselves."""
    ada, ben = WirePlayer("Ada", 1), WirePlayer("Ben", 2)
    for player in (ada, ben):
        player.tosses = player.auto = False
    server.table(ada, ben, Terms(reach="open"))
    server.until(lambda: bool(ada.all(Toss) and ben.all(Toss)))
    return ada, ben


def kept(server: ServerUnderTest, player: WirePlayer) -> KeptToss:
    toss = server.lobby.tables[player.table].stored.toss
    assert toss is not None
    return toss


def commits(player: WirePlayer) -> int:
    server, share = player.file.tosses[player.game]
    return player.commit(server, share)


def reveals(player: WirePlayer) -> int:
    return player.reveal(player.file.tosses[player.game][1], player.last(Tossed).commitments)


def test_the_steps_in_their_order(server: ServerUnderTest) -> None:
    ada, ben = tossing(server)
    assert ada.last(Toss).commitment == commitment(ada.game, kept(server, ada).share)
    assert server.answered(ada, commits(ada)) == "ok"
    assert (ada.all(Tossed), ben.all(Tossed)) == ([], [])
    assert server.answered(ben, commits(ben)) == "ok"
    assert ada.last(Tossed) == ben.last(Tossed)
    assert ada.last(Tossed).commitments == (
        ada.last(Toss).commitment, *[commitment(ada.game, player.file.tosses[ada.game][1]) for player in (ada, ben)]
    )
    assert server.answered(ben, reveals(ben)) == "ok"
    assert ada.all(Update) == []
    assert server.answered(ada, reveals(ada)) == "ok"
    assert (ada.have, ben.have) == (1, 1)


def test_no_share_is_told_before_it_may_be_known(server: ServerUnderTest) -> None:
    """The server's is not told before the end; a player's only to the server."""
    ada, ben = tossing(server)
    for player in (ada, ben):
        commits(player)
        server.run(0.1)
    for player in (ada, ben):
        reveals(player)
        server.run(0.1)
    server_share = kept(server, ada).share
    shares = [player.file.tosses[ada.game][1] for player in (ada, ben)]
    sent = [bytes_of(server.pipes[0]), bytes_of(server.pipes[1])]
    assert not any(share in each for share in (server_share, *shares) for each in sent)


def bytes_of(pipe: Pipe) -> bytes:
    return b"".join([data for _at, data in pipe.sent])


def test_a_step_out_of_turn(server: ServerUnderTest) -> None:
    ada, ben = tossing(server)
    commits(ada)
    server.run(0.1)
    early = ada.reveal(ada.file.tosses[ada.game][1], (bytes(32), bytes(32), bytes(32)))
    assert server.answered(ada, early) == "toss"
    assert "when both players have committed" in ada.refusal(early).text
    commits(ben)
    server.run(0.1)
    for player in (ada, ben):
        assert server.answered(player, reveals(player)) == "ok"
    assert server.answered(ada, reveals(ada)) == "not-yet"
    assert server.answered(ada, commits(ada)) == "not-yet"


def test_who_is_bound_stays_bound(server: ServerUnderTest) -> None:
    ada, _ben = tossing(server)
    assert server.answered(ada, commits(ada)) == "ok"
    assert server.answered(ada, commits(ada)) == "ok"  # the same again
    other = ada.commit(ada.last(Toss).commitment, bytes(32))
    assert server.answered(ada, other) == "toss"
    assert ada.refusal(other).text == "You have committed to another share before."


def test_every_step_is_signed(server: ServerUnderTest) -> None:
    ada, ben = tossing(server)
    share = ada.file.tosses[ada.game][1]
    bound, theirs = commitment(ada.game, share), ada.last(Toss).commitment
    for signature in (
        bytes(64), sign(ben.key, COMMIT, ada.game, theirs, bound), sign(ada.key, REVEAL, ada.game, theirs, bound),
        sign(ada.key, COMMIT, bytes(32), theirs, bound), sign(ada.key, COMMIT, ada.game, bytes(32), bound),
    ):
        assert server.answered(ada, ada.ask(Commit, ada.table, bound, signature)) == "toss"
    for player in (ada, ben):
        commits(player)
        server.run(0.1)
    told = ada.last(Tossed).commitments
    good = sign(ada.key, REVEAL, ada.game, *told)
    for wrong, signature in (
        (share, bytes(64)), (share, sign(ben.key, REVEAL, ada.game, *told)), (bytes(32), good),
        (share, sign(ada.key, REVEAL, ada.game, told[0], told[2], told[1])),
    ):
        assert server.answered(ada, ada.ask(Reveal, ada.table, wrong, signature)) == "toss"
    assert server.answered(ada, ada.ask(Reveal, ada.table, share, good)) == "ok"


@pytest.mark.parametrize("steps", range(5))
def test_a_restart_after_each_step(server: ServerUnderTest, steps: int) -> None:
    ada, ben = tossing(server)
    order: list[Any] = [(commits, ada), (commits, ben), (reveals, ada), (reveals, ben)]
    for step, player in order[:steps]:
        step(player)
        server.run(0.1)
    before = kept(server, ada)
    server.restart(ada, ben)
    assert kept(server, ada) == before
    if steps < 4:
        assert ada.last(Toss) == ben.last(Toss)
        assert len(ada.all(Tossed)) == (1 if steps >= 2 else 0)
    for step, player in order[steps:]:
        assert server.answered(player, step(player)) == "ok"
    assert (ada.have, ben.have) == (1, 1)
    begun = read(server.disk.lines(ada.table, 1)[0]).body
    assert isinstance(begun, Begun)
    assert [player.share for player in begun.players] == [each.file.tosses[ada.game][1] for each in (ada, ben)]


def test_a_step_that_is_not_stored_is_not_taken(server: ServerUnderTest) -> None:
    ada, ben = tossing(server)
    commits(ada)
    commits(ben)
    server.run(0.1)
    reveals(ada)
    server.run(0.1)
    server.disk.full = True
    assert server.answered(ben, reveals(ben)) == "not-stored"
    assert ben.all(Update) == []
    server.disk.full = False
    server.run(10.0)
    assert server.answered(ben, reveals(ben)) == "ok"
    assert (ada.have, ben.have) == (1, 1)


def test_the_first_entry_holds_the_whole_toss(server: ServerUnderTest) -> None:
    ada, ben = tossing(server)
    for step in (commits, reveals):
        for player in (ada, ben):
            step(player)
            server.run(0.1)
    begun = read(server.disk.lines(ada.table, 1)[0]).body
    assert isinstance(begun, Begun)
    assert begun.game == ada.game
    assert (begun.commitment, *[player.commitment for player in begun.players]) == ada.last(Tossed).commitments
    assert kept(server, ada).share not in msgspec.json.encode(begun)


# tosses in vain


def half_way(server: ServerUnderTest) -> tuple[WirePlayer, WirePlayer]:
    """Both are bound, and Ada has shown her share."""
    ada, ben = tossing(server)
    for player in (ada, ben):
        commits(player)
        server.run(0.1)
    assert server.answered(ada, reveals(ada)) == "ok"
    return ada, ben


def test_the_first_step_is_signed_and_named_by_all_that_it_hangs_on(server: ServerUnderTest) -> None:
    ada, ben = tossing(server)
    toss = ada.last(Toss)
    keys = (public_bytes(ada.key), public_bytes(ben.key))
    assert (toss.number, toss.engine, toss.players, toss.thrown) == (1, ENGINE, keys, ())
    assert toss.game == game_id(ada.server, keys, ada.table, 1, ENGINE, toss.cards)
    assert signed(ada.server, toss.signature, TOSS, toss.game, toss.commitment)
    for player in (ada, ben):
        commits(player)
        server.run(0.1)
    tossed = ben.last(Tossed)
    assert signed(ada.server, tossed.signature, TOSSED, toss.game, *tossed.commitments)
    for place, key in enumerate(keys):
        parts = (toss.game, toss.commitment, tossed.commitments[1 + place])
        assert signed(key, tossed.committed[place], COMMIT, *parts)


def test_before_a_share_is_shown_a_seat_is_free_again(server: ServerUnderTest) -> None:
    ada, ben = tossing(server)
    commits(ada)
    server.run(0.1)
    assert server.answered(ben, ben.ask(Leave, ben.table)) == "ok"
    assert server.lobby.tables[ada.table].stored.seats[1] is None
    assert server.lobby.tables[ada.table].stored.thrown == ()


@pytest.mark.parametrize("who", [0, 1])
def test_once_a_share_is_shown_seats_are_kept(server: ServerUnderTest, who: int) -> None:
    """Whoever leaves then could have looked at the deal: the toss waits for him, as a game does."""
    both = half_way(server)
    ada, ben = both
    assert server.answered(both[who], both[who].ask(Leave, ada.table)) == "ok"
    table = server.lobby.tables[ada.table]
    assert None not in table.stored.seats
    assert table.stored.status == "tossing"
    server.back(both[who])
    assert server.answered(ben, reveals(ben)) == "ok"
    assert (ada.have, ben.have) == (1, 1)


def other_rules(server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch, *players: WirePlayer) -> list[str]:
    """The server starts again with rules of another edition alone; what its log says of it."""
    server.kill()
    monkeypatch.setattr(tossing_, "ENGINE", "99")
    monkeypatch.setattr(tossing_, "EDITIONS", {"99": NEWEST})
    with capturedLogs() as said:
        server.start()
        server.back(*players)
    return [str(event.get("log_format")) for event in said]


def test_a_toss_that_is_thrown_away_is_told_of_and_logged(
    server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben = half_way(server)
    before, told = kept(server, ada), ada.last(Tossed)
    said = other_rules(server, monkeypatch, ada, ben)
    assert "a toss was thrown away after a share had been shown, at table {table}" in said
    toss = ben.last(Toss)
    (thrown,) = toss.thrown
    assert (thrown.game, thrown.number, thrown.engine) == (before.game, 1, ENGINE)
    assert (thrown.commitment, *[one.commitment for one in thrown.players]) == told.commitments
    assert signed(ada.server, thrown.signature, TOSS, thrown.game, thrown.commitment)
    assert [one.share for one in thrown.players] == [ada.file.tosses[before.game][1], b""]
    assert toss.game == game_id(ada.server, toss.players, ada.table, 1, "99", toss.cards, toss.thrown)
    server.restart(ada, ben)
    assert ben.last(Toss).thrown == (thrown,)


def test_nobody_is_told_the_server_s_share_of_it_and_the_next_is_another(
    server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben = half_way(server)
    before = kept(server, ada)
    sent = [*server.pipes]
    other_rules(server, monkeypatch, ada, ben)
    server.run(1.0)
    after = kept(server, ada)
    assert after.share != before.share
    assert not any(share in bytes_of(pipe) for share in (before.share, after.share) for pipe in (*sent, *server.pipes))


def as_before(body: bytes) -> bytes:
    """A table as a version wrote it that kept no more of a toss."""
    raw = json.loads(body[9:])
    for name in ("number", "engine", "cards", "keys"):
        del raw["toss"][name]
    del raw["thrown"]
    text = json.dumps(raw, separators=(",", ":")).encode()
    return b"%08x " % crc32(text) + text


def test_a_toss_that_an_older_version_began_goes_on(server: ServerUnderTest) -> None:
    ada, ben = half_way(server)
    server.kill()
    body = as_before(server.disk.bodies()[0])
    server.disk.store.execute("UPDATE tables SET body = ?", (body,))
    server.start()
    server.back(ada, ben)
    assert ada.last(Toss).thrown == ()
    assert server.answered(ben, reveals(ben)) == "ok"
    assert (ada.have, ben.have) == (1, 1)


def test_a_toss_that_an_older_version_began_is_not_forgotten(
    server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It did not note the rules and the cards: the rest is told of."""
    ada, ben = half_way(server)
    server.kill()
    body = as_before(server.disk.bodies()[0])
    server.disk.store.execute("UPDATE tables SET body = ?", (body,))
    other_rules(server, monkeypatch, ada, ben)
    (thrown,) = ada.last(Toss).thrown
    assert (thrown.engine, thrown.cards) == ("", "")
    assert [bool(one.share) for one in thrown.players] == [True, False]


@pytest.mark.parametrize(("name", "shares", "status"), [("shown", 1, "tossing"), ("left", 1, "open")])
def test_tables_that_an_older_version_wrote_are_read(name: str, shares: int, status: str) -> None:
    """Written by the version before: in the middle of a toss, and when a player had left it."""
    rows = json.loads((Path(__file__).parent / "tables-before-tosses.json").read_text())
    found = from_bytes(rows[name].encode())
    assert found.toss is not None
    assert sum(map(bool, found.toss.shares)) == shares
    assert (found.status, found.thrown, found.toss.number) == (status, (), 0)
    assert tossing_.shown(found)
