"""§23.13  The payment of fuel tells nothing that the table does not tell: two runs, and leaks that are planted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from ironbottom.catalog import card_set
from ironbottom.printed import ShipCard
from ironbottom.questions import Answer
from ironbottom.rules import new_game
from ironbottom.rules.s23_fuel import Key, Layout, Start, fuel_left, layout
from ironbottom.state import Forces
from ironbottom.variant import varied
from ironbottom.words import FRONT, Side
from tests.secrecy.reading import Leaked
from tests.secrecy.runs import WatchedGame
from tests.support.lengths import so_many
from tests.support.players import eager, seed

GAMES = so_many("FUEL_GAMES", 2, 60)
MOST = so_many("FUEL_ANSWERS", 300, 20_000)  # of each game
FOUND = range(3, 15)  # games in which a planted leak must be found
SPARE = 4  # fuel that is needed to change places, one step after the other


class RationedGame(WatchedGame):
    """Where fuel is too short to change places, nobody does."""

    def segments(self, side: Side, window: str, answer: Answer) -> None:
        if side is Side.US or fuel_left(self.g.state) >= SPARE:
            super().segments(side, window, answer)


def rationed(number: int) -> RationedGame:
    rng = Random(number)
    cards = varied(card_set("core" if number % 2 else "full"), [f"fuel:{(60, 30, 12)[number % 3]}"])
    return RationedGame(new_game(cards, seed(number)), eager(rng), eager(rng), rng)


def played(numbers: range) -> Iterator[RationedGame]:
    for number in numbers:
        game = rationed(number)
        game.play(MOST)
        yield game


@pytest.mark.parametrize("number", range(GAMES))
def test_two_worlds_pay_the_same(number: int) -> None:
    """§23.13, §7.4, §22.5  Other ships in the same places, places exchanged, steps taken back: the same payment."""
    done = Counter[str]()
    for game in played(range(number, number + 1)):
        done += game.others
        assert game.questions["5"] > 1
        assert fuel_left(game.g.state) < game.g.state.cards.options.fuel
    assert done["mixed"] > 0
    assert done["taken back"] > 0


def heavy_oil(mp: pytest.MonkeyPatch) -> None:
    """An unseen battleship in FRONT burns one more."""
    right = Start.cost
    heavy: set[Key] = {c.id for c in card_set("full").jp.fleet if isinstance(c, ShipCard) and c.type == "BB"}

    def cost(self: Start, now: Layout) -> int:
        unseen = [key for key, line in now.items() if key not in self.open and line in FRONT]
        return right(self, now) + len(heavy.intersection(unseen))

    mp.setattr(Start, "cost", cost)


def by_every_card(mp: pytest.MonkeyPatch) -> None:
    """Each unseen card pays for its own move: who changes places is found out."""
    right = Start.__init__

    def start(self: Start, before: Forces) -> None:
        right(self, before)
        self.open = layout(before)
        self.unseen = Counter()

    mp.setattr(Start, "__init__", start)


@pytest.mark.parametrize("leak", [heavy_oil, by_every_card])
def test_a_planted_leak_is_found(leak: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """§23.13, §22"""
    assert callable(leak)
    leak(monkeypatch)
    with pytest.raises(Leaked):
        for _ in played(FOUND):
            pass
