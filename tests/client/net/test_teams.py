"""§26  A seat of two who share a side: what is ours, what our partner's, and a server that seats a stranger."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from ironbottom.catalog import card_set
from ironbottom.client.console.errors import UserError
from ironbottom.client.net.seat_session import Numbers, SeatSession
from ironbottom.client.net.session_events import Updated
from ironbottom.client.plain.partners import command_lines, partner_lines
from ironbottom.client.plain.reader import PlainReader
from ironbottom.client.storage.evidence_log import EvidenceLog
from ironbottom.client.storage.identity import Identity
from ironbottom.keys import new_key, public_bytes, sign
from ironbottom.proof.seeds import game_id
from ironbottom.windows import Command
from ironbottom.wire.messages import Commit, SeatedPartner, Table, Toss
from ironbottom.wire.signing import TOSS, commitment
from ironbottom.wire.teams import (
    JOINS,
    InvitePartner,
    Partner,
    Partners,
    invitation,
    invitation_key,
    joined_parts,
    partners_mark,
)
from ironbottom.wire.terms import Terms

from ..support.sessions import ME, said
from ..support.table import ID, KEYS, SERVER, SERVER_PUBLIC, SHARE, seat, seated, update

PAT = Identity(new_key(), "Pat")
WORDS = b"w" * 16
TERMS = Terms(teams=(0,))


def vouched(commands: Command = "air", *, by: Identity = ME, who: Identity = PAT) -> Partner:
    """Pat, as Ann has invited him."""
    made, key = invitation(by.key, SERVER_PUBLIC, ID, WORDS, commands), invitation_key(WORDS)
    joined = sign(key, JOINS, *joined_parts(SERVER_PUBLIC, ID, who.public))
    return Partner(who.name, who.public, False, commands, made.invitation, made.signature, joined)


def team_toss(partner: Partner | None) -> Toss:
    partners: Partners = (partner, None)
    game = game_id(SERVER_PUBLIC, KEYS, ID, 1, "1", "cards", (), partners_mark(partners))
    bound = commitment(game, SHARE)
    return Toss(ID, game, bound, 1, "1", "cards", KEYS, (), sign(SERVER, TOSS, game, bound), partners)


def standing(partner: Partner | None, game: bytes = b"") -> Table:
    there = None if partner is None else SeatedPartner(
        partner.name, partner.key, partner.commands, True, False, False, False
    )
    seats = (seat("Ann", 0, key=KEYS[0]), seat("Bob", 1, key=KEYS[1]))
    return Table(ID, "playing" if game else "open", TERMS, seats, game, 1, 0, partners=(there, None))


def session_of(me: Identity, partner: Partner | None = None, folder: Path | None = None) -> SeatSession:
    session = SeatSession(me, SERVER_PUBLIC, ID, Numbers(), EvidenceLog(folder))
    session.hear(replace(seated(), partner=True) if me is PAT else seated())
    session.hear(standing(partner))
    return session


def in_game(me: Identity, commands: Command) -> tuple[SeatSession, Updated]:
    """The first question, of window 1, is there."""
    partner = vouched(commands)
    session = session_of(me, partner)
    session.hear(team_toss(partner))
    session.drain()
    session.hear(standing(partner, team_toss(partner).game))
    heard = session.hear(update(1))
    return session, next(event for event in heard if isinstance(event, Updated))


def test_who_took_the_seat_tosses_and_his_partner_does_not() -> None:
    """§26.3"""
    session = session_of(ME, vouched())
    session.hear(team_toss(vouched()))
    said(session, Commit)
    partner = session_of(PAT, vouched())
    assert partner.partner
    assert partner.hear(team_toss(vouched())) == []
    assert partner.drain() == []


STRANGER = Identity(new_key(), "Mallory")


@pytest.mark.parametrize(
    "partner",
    [None, replace(vouched(), key=STRANGER.public), vouched(by=STRANGER, who=STRANGER),
     replace(vouched(), commands="fleet"), replace(vouched(), key=KEYS[1])],
    ids=["none", "another key", "his own invitation", "another command", "the other player"],
)
def test_a_partner_whom_nobody_invited_ends_it(partner: Partner | None) -> None:
    """§26.3  The server names a game with a partner whose key nobody vouches for."""
    session = session_of(ME, vouched())
    with pytest.raises(UserError, match="nobody invited"):
        session.hear(team_toss(partner))
    assert not any(isinstance(one, Commit) for one in session.drain())


def test_a_partner_where_the_terms_have_none_ends_it() -> None:
    session = session_of(ME, vouched())
    session.hear(replace(standing(vouched()), terms=Terms()))
    with pytest.raises(UserError, match="nobody invited"):
        session.hear(team_toss(vouched()))


def test_a_toss_that_does_not_name_us_as_partner_ends_it() -> None:
    other = vouched(who=STRANGER)
    session = session_of(PAT, vouched())
    with pytest.raises(UserError):
        session.hear(team_toss(other))


@pytest.mark.parametrize(("commands", "asked"), [("air", "Ann"), ("fleet", "Pat")])
def test_a_question_is_for_the_one_whose_window_it_is(commands: Command, asked: str) -> None:
    """§26.2"""
    for me in (ME, PAT):
        session, told = in_game(me, commands)
        mine = me.name == asked or (me is ME and asked == "Ann")
        assert (session.question is not None) is mine
        assert (told.view.question is not None) is mine
        assert session.partner_asked == ("" if mine else asked)


def test_both_are_told_who_decides_what() -> None:
    ann, _told = in_game(ME, "air")
    pat, told = in_game(PAT, "air")
    assert (ann.commands, pat.commands) == ("fleet", "air")
    assert command_lines(ann) == ["You command the fleet, Pat the airplanes: each of you is asked what is his (§26)."]
    assert command_lines(pat) == ["You command the airplanes, Ann the fleet: each of you is asked what is his (§26)."]
    reader = PlainReader(card_set("core@1"))
    reader.seat.partner = pat.partner_asked
    lines = reader.update(told.view, told.events)
    assert "Your partner Ann is asked: keep the fleet or draw it anew (window 1)." in lines
    assert not any("You (US) are asked" in line for line in lines)


def test_news_of_a_partner_are_told() -> None:
    session = session_of(ME)
    assert session.lacks_partner
    waits, there = standing(None), standing(vouched())
    assert partner_lines(session, waits, None) == ["Your side is shared: waiting for your partner."]
    assert partner_lines(session, there, waits) == ["Pat is your partner, and commands the airplanes."]
    assert there.partners
    assert there.partners[0] is not None
    away = replace(there, partners=(replace(there.partners[0], here=False), None))
    assert "Pat" in partner_lines(session, away, there)[0]
    assert partner_lines(session, there, away) == ["Pat is back."]
    assert partner_lines(session_of(ME), replace(there, terms=Terms()), None) == []


def test_an_invitation_is_asked_for_under_our_signature() -> None:
    session = session_of(ME)
    session.invite_partner(WORDS, "air")
    request = said(session, InvitePartner)
    assert request.invitation == public_bytes(invitation_key(WORDS))
