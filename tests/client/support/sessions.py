"""Seats without a connection: new ones, in a toss, in a game, and in another process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ironbottom.client.net.seat_session import Numbers, SeatSession
from ironbottom.client.storage.evidence_log import EvidenceLog
from ironbottom.client.storage.identity import Identity
from ironbottom.client.storage.seat_store import Known
from ironbottom.wire.messages import Commit, Ok, Reveal
from ironbottom.words import Side

from .table import ANN, ID, SERVER_PUBLIC, TOKEN, VIEWS, seat, seated, table, toss, tossed, update

ME = Identity(ANN, "Ann")
QUESTION = VIEWS[Side.US].question
assert QUESTION is not None
ANSWER = QUESTION.shape.first()


def at_table(folder: Path | None = None) -> SeatSession:
    """A new seat at a table where nobody else sits."""
    session = SeatSession(ME, SERVER_PUBLIC, ID, Numbers(), EvidenceLog(folder))
    session.hear(seated())
    session.hear(table("open", b"", seats=(seat("Ann"), seat("", key=b""))))
    return session


def asked(folder: Path | None = None) -> SeatSession:
    """A seat in a game, with its first question."""
    session = at_table(folder)
    session.hear(table())
    session.hear(update(1))
    return session


def restarted(folder: Path, known: Known) -> SeatSession:
    """The same seat in another process."""
    return SeatSession(ME, SERVER_PUBLIC, ID, Numbers(), EvidenceLog(folder), token=TOKEN, known=known)


def said(session: SeatSession, kind: type) -> Any:
    """The one thing that a session has to say."""
    (request,) = session.drain()
    assert isinstance(request, kind)
    return request


def shown(session: SeatSession) -> tuple[Commit, Reveal]:
    """We have shown our share."""
    session.hear(toss())
    commit = said(session, Commit)
    session.hear(Ok(commit.seq))
    session.hear(tossed(commit))
    reveal = said(session, Reveal)
    session.hear(Ok(reveal.seq))
    return commit, reveal
