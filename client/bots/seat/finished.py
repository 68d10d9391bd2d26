"""Whether a game is really over: what a bot looks at before it agrees to another one.

That a game is over is at first the server's word.  Whoever has seen a deal that he dislikes could show an outcome that
nobody played for, and have another toss.  So a bot fetches the transcript and checks it: its seed is bound, the outcome
follows from it, and every answer of the bot's side is one that the bot has signed.
"""

from __future__ import annotations

import asyncio
from functools import partial
from io import BytesIO

from ironbottom.keys import fingerprint
from ironbottom.language import _
from ironbottom.printed import CardSet
from ironbottom.proof.kept import Line, read
from ironbottom.proof.transcript import lines
from ironbottom.proof.verify import Facts, check
from ironbottom.views import SeenOutcome

from ...console.errors import UserError
from ...net import downloads
from ...net.reconnecting_client import ReconnectingClient
from ...net.seat_session import SeatSession
from .bot_seat import Proof


class NotPlayedOut(UserError):
    """The transcript does not show the game that the bot has played."""


def proof(client: ReconnectingClient, session: SeatSession, cards: CardSet) -> Proof:
    """The check of whichever game was played last at a seat."""
    return partial(_played_out, client, session, cards)


async def _played_out(client: ReconnectingClient, session: SeatSession, cards: CardSet, outcome: SeenOutcome) -> None:
    try:
        text = await downloads.transcript(client, session.table, session.game)
    except TimeoutError:
        raise NotPlayedOut(_("its transcript was not closed in time.")) from None
    await asyncio.to_thread(check_outcome, text, cards, session.me.public, outcome, _record(session))


def _record(session: SeatSession) -> tuple[Line, ...] | None:
    """What the bot was shown, if that is kept."""
    path = session.record.of(session.game)
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return read(file)


def check_outcome(
    transcript: bytes, cards: CardSet, key: bytes, outcome: SeenOutcome, record: tuple[Line, ...] | None = None
) -> None:
    """Whether that outcome was played for by whoever has this key.  Raises NotPlayedOut with the reason."""
    verdict = check(lines(BytesIO(transcript)), [cards], record=record)
    if not verdict.ok or verdict.facts is None:
        raise NotPlayedOut(_("its transcript is not sound: {what}").format(what=verdict.sentence))
    facts = verdict.facts
    winner = "" if outcome.winner is None else outcome.winner.name
    if (facts.winner, facts.reason, facts.points) != (winner, outcome.reason, outcome.points):
        raise NotPlayedOut(_("its transcript has another outcome than was shown."))
    if not _own_answers(facts, fingerprint(key)):
        raise NotPlayedOut(_("its transcript has answers of the bot that the bot has not signed."))


def _own_answers(facts: Facts, key: str) -> bool:
    """Whether everything that was answered for a player was answered, and signed, by himself."""
    own = [player for player in facts.players if player.key == key]
    return bool(own) and all(
        set(player.answers) <= {"player"} and player.signed == player.answers.get("player", 0) for player in own
    )
