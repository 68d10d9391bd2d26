"""Games with optional rules (§23) about what is known: the sets of rules that are tried, and such games by number."""

from __future__ import annotations

from functools import cache
from random import Random

from ironbottom.catalog import card_set
from ironbottom.flow import Game
from ironbottom.printed import CardSet
from ironbottom.rules import new_game
from ironbottom.variant import varied
from ironbottom.words import SIDES
from tests.support.heard_games import KINDS, HeardGame
from tests.support.players import seed

HIDDEN = "read-their-mail", "coast-watchers", "reserve-carrier", "bid", "decoys:2"
ABOUT_KNOWLEDGE: tuple[tuple[str, ...], ...] = (*[(word,) for word in HIDDEN], ("open-table",), HIDDEN)


@cache
def cards_with(words: tuple[str, ...], name: str = "full") -> CardSet:
    """A set with these rules."""
    return varied(card_set(name), words)


def game_with(words: tuple[str, ...], number: int) -> Game:
    """The game of this number with these rules: odd ones of the core set; some ask for sides."""
    return new_game(cards_with(words, "core" if number % 2 else "full"), seed(number), ask_sides=number % 3 == 0)


def heard_with(words: tuple[str, ...], number: int) -> HeardGame:
    """The same, heard by both sides."""
    rng = Random(number)
    players = {side: KINDS[(number + side * (1 + number // 4)) % len(KINDS)](rng) for side in SIDES}
    return HeardGame(game_with(words, number), players, rng)
