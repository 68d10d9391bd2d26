"""Questions of games between two mates, which are always the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from ironbottom.catalog import card_set
from ironbottom.client.bots.mate import Mate
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.views import View

CARDS = card_set("core")


def asked_views(games: Iterable[int]) -> Iterator[View]:
    """Every question of these games, as its seat sees it."""
    for number in games:
        game, player = new_game(CARDS, number.to_bytes(32, "big"), log=False), Mate(CARDS, Random(1))
        while game.asked:
            side = next(iter(game.asked))
            seen = view(game, side)
            yield seen
            game.answer(side, player.choose(seen))
