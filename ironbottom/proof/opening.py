"""The first position of a game: dealt from its seed, or where a what-if left another game."""

from __future__ import annotations

from ironbottom.editions import EDITIONS
from ironbottom.flow import Game
from ironbottom.language import _
from ironbottom.position import from_text
from ironbottom.printed import CardSet
from ironbottom.proof.entries import Begun
from ironbottom.rules import new_game


class NoOpening(ValueError):
    """A game cannot begin as it says; why, as a sentence without its end."""


def first_position(begun: Begun, seed: bytes, cards: CardSet) -> Game:
    """§10  The game at its first question.  Raises NoOpening for a what-if that begins nowhere, and for nothing else.

    What a file says of a position is looked at as a whole: cards that lie where none can lie are refused.
    """
    edition = EDITIONS[begun.engine]
    if begun.branch is None:
        return new_game(cards, seed, edition=edition, bid=max(begun.bids))
    try:
        game = from_text(begun.branch.position, cards)
        faults = game.state.check()
    except Exception as error:  # also a rule that fails on what somebody has put into a file
        text = _("the position that it begins with cannot be read ({why})")
        raise NoOpening(text.format(why=str(error)[:120].rstrip(". "))) from error
    if faults or game.outcome is not None or not game.asked or game.state.edition is not edition:
        raise NoOpening(_("nobody can be asked in the position that it begins with"))
    game.events, game.mixes = [], []
    return game
