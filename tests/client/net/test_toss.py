"""A player's part in the toss: he is bound before he sees anything, and shows his share once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ironbottom.client.console.errors import UserError
from ironbottom.client.net.session_events import NewGame, TossBroken
from ironbottom.client.storage.seat_store import Known
from ironbottom.keys import sign, signed
from ironbottom.proof.kept import BoundShare, OutcomeShown, Revealed, WentOn
from ironbottom.views import SeenOutcome
from ironbottom.wire.messages import Commit, Ok, Refused, Rematch, Reveal, Toss, Tossed
from ironbottom.wire.signing import COMMIT, REVEAL, TOSSED, commitment
from ironbottom.words import Side

from ..support.sessions import ME, at_table, restarted, said, shown
from ..support.table import (
    BOB,
    COMMITMENT,
    GAME,
    ID,
    SERVER,
    THEIRS,
    VIEWS,
    in_vain,
    seated,
    table,
    toss,
    tossed,
    update,
)


def test_the_toss_binds_us_and_shows_what_bound_us() -> None:
    session = at_table()
    session.hear(toss())
    commit = said(session, Commit)
    assert signed(ME.public, commit.signature, COMMIT, GAME, COMMITMENT, commit.commitment)
    session.hear(Ok(commit.seq))
    session.hear(tossed(commit))
    reveal = said(session, Reveal)
    assert commitment(GAME, reveal.share) == commit.commitment
    assert signed(ME.public, reveal.signature, REVEAL, GAME, COMMITMENT, commit.commitment, THEIRS)


def test_reminders_of_the_toss_are_not_answered_twice() -> None:
    session = at_table()
    session.hear(toss())
    commit = said(session, Commit)
    session.hear(toss())
    session.hear(tossed(commit))
    said(session, Reveal)
    session.hear(toss())
    session.hear(tossed(commit))
    assert session.drain() == []


@pytest.mark.parametrize("code", ["toss", "not-yet"])
def test_a_step_that_came_too_late_for_its_toss_is_no_harm(code: str) -> None:
    """The other seat was given up and taken anew while our commitment was under way: there is another toss by now."""
    session = at_table()
    session.hear(toss())
    late = said(session, Commit)
    other = toss(2)
    session.hear(other)
    commit = said(session, Commit)
    assert session.hear(Refused(late.seq, code, "The signature does not fit the commitment.")) == []
    assert signed(ME.public, commit.signature, COMMIT, other.game, other.commitment, commit.commitment)
    session.hear(other)
    assert session.drain() == []


def test_a_step_of_this_toss_that_is_called_foul_is_the_end() -> None:
    session = at_table()
    session.hear(toss())
    with pytest.raises(UserError, match="does not fit"):
        session.hear(Refused(said(session, Commit).seq, "toss", "The signature does not fit the commitment."))


def test_a_step_that_could_not_be_written_down_is_done_again() -> None:
    session = at_table()
    session.hear(toss())
    first = said(session, Commit)
    session.hear(Refused(first.seq, "not-stored", ""))
    session.hear(toss())
    assert said(session, Commit).commitment == first.commitment


def test_the_share_is_the_same_after_a_restart(tmp_path: Path) -> None:
    session = at_table(tmp_path)
    session.hear(toss())
    before = said(session, Commit)
    again = restarted(tmp_path, Known(GAME))
    again.returning()
    again.hear(seated(last=before.seq))
    again.hear(toss())
    assert said(again, Commit).commitment == before.commitment


def test_a_server_that_draws_its_share_anew_is_left(tmp_path: Path) -> None:
    session = at_table(tmp_path)
    session.hear(toss())
    with pytest.raises(UserError, match="drawn its part of the toss again"):
        session.hear(toss(server=b"x" * 32))


@pytest.mark.parametrize("wrong", [0, 1, 2])
def test_a_toss_that_is_told_otherwise_is_left(wrong: int) -> None:
    """The server's commitment must be the one from before, and ours must be ours."""
    session = at_table()
    session.hear(toss())
    commit = said(session, Commit)
    three = [COMMITMENT, commit.commitment, THEIRS]
    three[wrong] = b"x" * 32
    told = replace(tossed(commit), commitments=tuple(three), signature=sign(SERVER, TOSSED, GAME, *three))
    with pytest.raises(UserError, match="another one than this client took part in"):
        session.hear(told)


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
    session = at_table()
    session.hear(toss())
    both = tossed(said(session, Commit))
    with pytest.raises(UserError, match="another one than this client took part in"):
        session.hear(replace(both, committed=(both.committed[0], bytes(64))))


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
    session = at_table(tmp_path)
    vain = in_vain(toss(), *shown(session))
    second = toss(1, (vain,))
    assert session.hear(second) == [TossBroken(began=False)]
    session.hear(second)
    session.hear(table("tossing", second.game))
    assert session.drain() == []
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
    session = at_table(tmp_path)
    vain = in_vain(toss(), *shown(session))
    session.hear(table())
    session.hear(update(1))
    with pytest.raises(UserError, match="hides that a toss of this table came to nothing"):
        session.hear(toss(2))
    second = toss(2, (vain,))
    assert session.hear(second) == [TossBroken(began=True)]
    assert session.drain() == []


@pytest.mark.parametrize("asked", [True, False], ids=["asked for", "not asked for"])
def test_another_game_after_one_that_was_played_out(tmp_path: Path, *, asked: bool) -> None:
    """It needs no question where who sits here has asked for it: that a game is over is the server's word."""
    session = at_table(tmp_path)
    shown(session)
    session.hear(table())
    over = replace(VIEWS[Side.US], question=None, outcome=SeenOutcome(Side.US, "time-up", (3, 2)))
    session.hear(update(1, shown=over))
    if asked:
        session.rematch()
        assert [type(request) for request in session.drain()] == [Rematch]
        assert session.hear(toss(2)) == [NewGame(toss(2).game)]
        said(session, Commit)
    else:
        assert session.hear(toss(2)) == [NewGame(toss(2).game), TossBroken(began=False, over=True)]
        assert session.drain() == []


def test_a_game_that_ended_before_wishes_were_noted_needs_none(tmp_path: Path) -> None:
    """A client of before wrote down no wish: what it kept is not held against the server."""
    session = at_table(tmp_path)
    shown(session)
    session.hear(table())
    session.hear(update(1))
    session.tosses.keep(OutcomeShown(GAME))
    assert session.hear(toss(2)) == [NewGame(toss(2).game)]
    said(session, Commit)


def test_a_toss_that_came_to_nothing_before_anybody_knew_a_share_is_no_harm() -> None:
    """The other player has left, and somebody else has come: nobody can know the deal."""
    session = at_table()
    session.hear(toss())
    said(session, Commit)
    assert session.hear(toss(2)) == []
    said(session, Commit)
