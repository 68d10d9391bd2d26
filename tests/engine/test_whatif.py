"""A game played on from a moment of another: what stays, what is new, and that nothing hidden comes along."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import msgpack

from ironbottom.catalog import card_set
from ironbottom.flow import Game
from ironbottom.position import from_text, to_text
from ironbottom.questions import Answer
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.whatif import LeftGame, NoMoment
from ironbottom.words import SIDES, Side
from ironbottom.worlds import Memory, Worlds
from tests.support.lengths import some

CARDS = card_set("core")
SEED, OTHER = bytes(range(32)), bytes(32)


def played(seed: bytes) -> list[tuple[Side, Answer]]:
    """The answers of a whole game, by chance."""
    rng, game, answers = Random(seed), new_game(CARDS, seed), list[tuple[Side, Answer]]()
    while game.asked:
        side = rng.choice([*game.asked])
        answers.append((side, game.asked[side].shape.guess(rng)))
        game = game.after(*answers[-1])
    return answers


GAMES = {seed: played(seed) for seed in (bytes([n]) * 32 for n in range(1, 3))}
MOMENTS = [(seed, at) for seed, answers in GAMES.items() for at in range(0, len(answers), 41)]


def left(seed: bytes, at: int, knows: Side | None = None) -> LeftGame:
    """A game that is to be left after so many answers, or where that side is asked next."""
    there = LeftGame(new_game(CARDS, seed), knows)
    for n, given in enumerate(GAMES[seed]):
        if n >= at and there.ready:
            break
        there.answer(*given)
    return there


@pytest.mark.parametrize(("seed", "at"), some(MOMENTS, 8))
def test_the_same_answers_give_the_same_game(seed: bytes, at: int) -> None:
    there = left(seed, at)
    theirs, ours = there.game, from_text(there.position(SEED, fresh=False), CARDS)
    for given in GAMES[seed][at:]:
        theirs, ours = theirs.after(*given), ours.after(*given)
        assert msgpack.encode(theirs.events) == msgpack.encode(ours.events)
    assert to_text(ours) == to_text(theirs)


@pytest.mark.parametrize(("seed", "at"), some(MOMENTS, 8))
def test_fresh_chance_changes_nothing_that_lies_there(seed: bytes, at: int) -> None:
    there = left(seed, at)
    ours = [from_text(there.position(chance, fresh=True), CARDS) for chance in (SEED, SEED, OTHER)]
    assert to_text(ours[0]) == to_text(ours[1]) != to_text(ours[2])
    for side in SIDES:
        assert view(ours[0], side) == view(ours[2], side) == view(there.game, side)
        decks = [sorted([card.id for card in game.forces[side].air_deck]) for game in (*ours, there.game)]
        assert decks == [decks[0]] * 4
        assert [game.forces[side].hand for game in ours] == [there.game.forces[side].hand] * 3


@pytest.mark.parametrize("knows", SIDES)
@pytest.mark.parametrize(("seed", "at"), some(MOMENTS, 8))
def test_what_a_side_knew_is_all_that_stays(seed: bytes, at: int, knows: Side) -> None:
    """Two runs: behind the same view lie other cards, and the same what-if comes of them."""
    there = left(seed, at, knows)
    if not there.ready:
        with pytest.raises(NoMoment):
            there.position(SEED, fresh=True)
        return
    text = there.position(SEED, fresh=True)
    assert view(from_text(text, CARDS), knows) == view(there.game, knows)
    memory = there._memory
    assert memory is not None
    there.game = other_cards(there.game, memory)
    assert there.position(SEED, fresh=True) == text


def other_cards(game: Game, memory: Memory) -> Game:
    """A game that this side cannot tell from its own."""
    other = Worlds(CARDS).sample(view(game, memory.side), memory, Random(3))
    other.answers = game.answers
    assert to_text(other) != to_text(game)
    return other


def test_a_leak_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A what-if that kept the enemy's true hand where only the knowledge of a side counts."""
    there = left(*MOMENTS[3], Side.US)
    honest = LeftGame._world

    def leaks(self: LeftGame, memory: Memory, seed: bytes) -> Game:
        world = honest(self, memory, seed)
        world.forces[Side.JP].hand = self.game.forces[Side.JP].hand
        return world

    monkeypatch.setattr(LeftGame, "_world", leaks)
    text = there.position(SEED, fresh=True)
    assert there._memory is not None
    there.game = other_cards(there.game, there._memory)
    assert there.position(SEED, fresh=True) != text
