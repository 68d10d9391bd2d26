"""The rules, one module per section of RULEBOOK.md; they may touch the state, the flow and what is below, and no view.

Importing this package teaches the flow what event cards do.
"""

from __future__ import annotations

from ironbottom.editions import NEWEST, Edition
from ironbottom.flow import Game
from ironbottom.printed import CardSet
from ironbottom.rules import s21_event_cards
from ironbottom.rules.s10_setup import opening
from ironbottom.rules.s12_turn import Match

Game.law = s21_event_cards.EventLaw()


def new_game(
    cards: CardSet, seed: bytes, *, ask_sides: bool = False, log: bool = True, edition: Edition = NEWEST, bid: int = 0
) -> Game:
    """A game at its first question.  `seed` (32 bytes) decides every shuffle, die and token, and must stay secret.

    `bid`: what Japan was bought for, where the sides are settled already (§23.18).
    """
    return Game(opening(cards, seed, edition), [Match(ask_sides=ask_sides, bid=bid)], log=log)
