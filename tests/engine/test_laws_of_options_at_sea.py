"""What holds in every game with the optional rules of combat at sea, landings and fuel (§23), whatever is played."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ironbottom.catalog import card_set
from ironbottom.events import Aimed, Rolled
from ironbottom.flow import Game
from ironbottom.position import from_text, to_text
from ironbottom.rules import new_game
from ironbottom.rules.s18_sea_combat import SeaRounds
from ironbottom.sight import question
from ironbottom.variant import varied
from ironbottom.words import SIDES, Side
from tests.support.lengths import so_many
from tests.support.players import at_random, cards_in, eager, finish, printed_cards, questions, seed, window_of

WORDS = ("long-lance", "night-column", "radar", "semper-fi", "screening", "pursuit", "fuel:24")
CHUNKS = 6
GAMES = so_many("OPTION_LAWS", 30, 600)
WRITTEN = 0.01  # at how many questions the position is written down and read again


def drawn(number: int) -> tuple[Game, Random]:
    """A game with some of the rules, or with all of them."""
    rng = Random(f"options at sea {number}")
    words = WORDS if number % 3 == 0 else tuple([word for word in WORDS if rng.random() < 0.4])
    return new_game(varied(card_set("core" if number % 2 else "full"), words), seed(number)), rng


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_positions_are_sound_and_can_be_written_down(chunk: int) -> None:
    """§23.1, §23.2, §23.4, §23.8, §23.9, §23.10, §23.13  No card is lost, no row out of order, every default legal."""
    for number in range(chunk, GAMES, CHUNKS):
        g, rng = drawn(number)
        us, jp = [rng.choice((eager, eager, at_random))(rng) for _ in SIDES]
        for side in questions(g, us, jp, rng):
            assert g.state.check() == []
            assert g.asked[side].shape.fault(g.default(side)) is None
            if rng.random() < WRITTEN:
                question(g, side)  # with its odds
                text = to_text(g)
                again = from_text(text, g.state.cards)
                assert to_text(again) == text
                assert {s: asked.shape for s, asked in again.asked.items()} == {s: a.shape for s, a in g.asked.items()}
                if window_of(g, side) != "0":
                    assert all(cards_in(g, s) == printed_cards(g, s) for s in SIDES)
        assert g.outcome is not None


def test_fuel_only_ever_falls_and_never_below_nothing() -> None:
    """§23.13"""
    for number in range(4):
        rng = Random(number)
        g = new_game(varied(card_set("full"), ["fuel:12"]), seed(number))
        left = 12
        for _ in questions(g, eager(rng), eager(rng), rng):
            (effect,) = [e for e in g.state.in_force if e.does == "fuel"]
            assert 0 <= effect.n <= left
            left = effect.n
        assert left < 12


def test_a_screened_formation_is_aimed_at_only_when_its_screen_is() -> None:
    """§23.9  In every round of every segment of some games, by the aims that were carried out."""
    seen = 0
    for number in range(4):
        rng = Random(number)
        g = new_game(varied(card_set("full"), ["screening"]), seed(number))
        for _ in questions(g, eager(rng), eager(rng), rng):
            top = g.stack[-1]
            if isinstance(top, SeaRounds) and top.aims:
                seen += 1
                for side in SIDES:
                    left = [f.token for f in top.firing(g, side) if f.token not in {aim[1] for aim in top.aims}]
                    aimed = {target for who, _, target in top.aims if who is side}
                    theirs = [f for f in top.targets(g, side) if not f.transports]
                    broken = any(g.forces[side.enemy].formations[target].transports for target in aimed)
                    uncovered = [f for f in theirs if not is_carrier(f.lead) and f.token not in aimed]
                    assert not broken or len(uncovered) <= len(left)
    assert seen > 0


def is_carrier(card: object) -> bool:
    return str(getattr(card, "type", "")).startswith("CV")


def test_each_rule_comes_to_pass() -> None:
    """§23.1, §23.4, §23.10  Games of the eager player reach torpedoes, radar and pursuit."""
    met: Counter[str] = Counter()
    for number in range(12):
        rng = Random(number)
        g = new_game(varied(card_set("full"), WORDS), seed(number))
        finish(g, eager(rng), eager(rng), rng)
        events = g.events or ()
        met.update({e.ability for e in events if isinstance(e, Rolled)})
        met["aimed"] += sum([isinstance(e, Aimed) for e in events])
        assert all(e.side is Side.US for e in events if isinstance(e, Rolled) and e.ability == "radar")
        if {"radar", "pursuit", "torp", "army"} <= set(met):
            return
    raise AssertionError(f"only {met}")
