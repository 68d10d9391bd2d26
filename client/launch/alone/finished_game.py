"""A finished game of a file on the screen: looked through, or with its review over it, and played on from there."""

from __future__ import annotations

import asyncio
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from ...bots.review.reading import FinishedTranscript
from ...bots.review.telling import heading
from ...console.errors import UserError
from ...console.output import complain
from ...storage.card_sets import KnownSets
from ...storage.finished_games import FinishedGame, reel
from ...text.people.rungs import USUAL_BOT
from .. import player
from . import what_if_game

if TYPE_CHECKING:
    from ...terminal.app.replay_app import Replaying

APP = "ironbottom.client.terminal.app"
MAKING = "ironbottom.client.terminal.review.making"  # of a review


async def opened(file: str, *, review: bool = False) -> None:
    """The same of a file that was not read yet.  Raises UserError for one that cannot be shown."""
    found = await asyncio.to_thread(reel, file, KnownSets(None))
    if not found.moments or (review and (found.fault or found.cut)):
        raise UserError(found.fault or found.cut)
    await shown(file, found, review=review)


async def shown(
    file: str, found: FinishedGame, cards: str | None = None, *, review: bool = False, bot: str = USUAL_BOT
) -> int:
    """Until it is left; who plays on from a moment of it, against `bot` or another, comes back to that."""
    answers: int | None = None
    while True:
        showing = _review(file, found, cards, answers) if review else _replay(file, found, answers, bot)
        wish = await showing.show()
        if wish is None:
            return player.DONE
        try:
            await what_if_game.wished(file, wish, cards)
        except UserError as error:
            complain(error)
        answers = wish.at


def _replay(file: str, found: FinishedGame, answers: int | None, bot: str) -> Replaying:
    replaying: type[Replaying] = import_module(f"{APP}.replay_app").Replaying
    return replaying(found, leads_on=what_if_game.leads_on(file, found), answers=answers, bot=bot)


def _review(file: str, found: FinishedGame, cards: str | None, answers: int | None) -> Replaying:
    assert found.cards is not None
    game = FinishedTranscript(found.moments, found.cards, (found.names[0], found.names[1]), b"")
    lines = partial(import_module(MAKING).lines, file, cards or "")
    showing: Replaying = import_module(f"{APP}.review_app").ReviewShowing(
        heading(game), found, lines, leads_on=what_if_game.leads_on(file, found), answers=answers
    )
    return showing
