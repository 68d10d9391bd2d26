"""A review as whoever shows it is told it."""

from __future__ import annotations

from functools import cache

from msgspec import convert

from ironbottom.client.bots.review.serving import whole
from ironbottom.client.bots.review.telling import heading
from ironbottom.client.storage.finished_games import FinishedGame
from ironbottom.client.terminal.review.told import MakerLine, ShownReview

from .reviewed import short_review


@cache
def told_review() -> tuple[FinishedGame, str, tuple[MakerLine, ...]]:
    """A short game, its heading, and what the maker of its review says."""
    game, review = short_review()
    shown = convert(whole(game, review), ShownReview, strict=False)
    lines = (MakerLine(curve=review.curve), MakerLine(done=30, all=120), MakerLine(whole=shown))
    return FinishedGame(game.moments, game.cards, game.names, ""), heading(game), lines
