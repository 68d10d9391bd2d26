"""No world hangs on a secret: two games that differ only in what a seat must not know deal it the same ones.

Whole games are played twice, with other cards where none came to light. A seat that hears both, each by a memory of its
own, deals itself the same worlds, byte for byte, in both; and a bot that plays by such worlds answers the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from ironbottom import sight
from ironbottom.events import AnyEvent
from ironbottom.flow import Game
from ironbottom.position import to_text
from ironbottom.printed import CardSet
from ironbottom.questions import Answer, Rng
from ironbottom.rules import new_game
from ironbottom.rules.s10_setup import opening
from ironbottom.rules.s12_turn import Match
from ironbottom.words import SIDES, Side
from ironbottom.worlds import Memory, Worlds
from tests.secrecy.laid import laid
from tests.secrecy.leaks import LEAKS
from tests.secrecy.reading import Leaked
from tests.secrecy.twins import twin
from tests.secrecy.wholes import Script, cards_of_game, exchanged, first_run
from tests.support.heard_games import HeardGame, heard
from tests.support.lengths import WORLDS, some
from tests.support.players import eager, seed

MOST = 1_500  # answers of a game that is played twice
EVERY = 7  # of these questions one deals a world


class SeatDeals:
    """What a seat deals itself in the course of a game, as text; and what a bot would do there."""

    def __init__(self, cards: CardSet, side: Side) -> None:
        self.memory, self.worlds, self.side = Memory.of(cards, side), Worlds(cards), side
        self.texts: list[str] = []
        self.answers: list[Answer] = []

    def hear(self, g: Game) -> None:
        self.memory.hear(sight.seen(g.events or (), self.side), sight.view(g, self.side))

    def deal(self, g: Game, n: int) -> None:
        if self.side in g.asked and n % EVERY == 0:
            world = self.worlds.sample(sight.view(g, self.side), self.memory, Random(n))
            self.texts.append(to_text(world))
            self.answers.append(tried(world, self.side, Random(n)))


def tried(world: Game, side: Side, rng: Rng) -> Answer:
    """What a bot makes of a world: the better of two answers, by the VP of this world's next turn."""
    options = [world.default(side), world.asked[side].shape.guess(rng)]
    return max(options, key=lambda answer: ahead(world.after(side, answer), side, rng))


def ahead(world: Game, side: Side, rng: Rng) -> int:
    for _ in range(20):
        for asked in list(world.asked)[:1]:
            world.answer(asked, world.asked[asked].shape.guess(rng))
    return world.forces[side].points - world.forces[side.enemy].points


def run(number: int, script: Script, viewer: Side, hidden: set[str] | None = None) -> tuple[SeatDeals, int]:
    """The game of this script, with the enemy's cards that never came to light elsewhere; what the viewer deals."""
    state, changed = opening(cards_of_game(number), seed(number)), 0
    if hidden is not None:
        forces, rng = state.forces[viewer.enemy], Random(number)
        forces.air_deck, n = exchanged(forces.air_deck, hidden, rng)
        forces.fleet_deck, changed = exchanged(forces.fleet_deck, hidden, rng)
        changed += n
    g, dealt = Game(state, [Match()]), SeatDeals(cards_of_game(number), viewer)
    dealt.hear(g)
    for n, (side, answer) in enumerate(script):
        dealt.deal(g, n)
        g = g.after(side, answer)
        if side is viewer:
            dealt.memory.answered(answer)
        dealt.hear(g)
    return dealt, changed


@pytest.mark.parametrize("number", some(range(12), 3))
def test_other_secrets_deal_the_same_worlds(number: int) -> None:
    """§22  Over a whole game: memories, worlds and what a bot would answer."""
    reel = first_run(number, MOST)
    for viewer in SIDES:
        once, _ = run(number, reel.script, viewer)
        again, changed = run(number, reel.script, viewer, reel.named[viewer.enemy])
        assert changed > 0
        assert len(once.texts) > 10
        assert msgspec.json.encode(once.memory) == msgspec.json.encode(again.memory)
        assert once.texts == again.texts
        assert once.answers == again.answers


def dealt_alike(g: Game, viewer: Side, memory: Memory, rng: Random) -> None:
    """Raises Leaked where the world of a twin game is another one."""
    other, worlds, chance = twin(g, viewer.enemy, rng), Worlds(g.state.cards), rng.random()
    one, two = [to_text(worlds.sample(sight.view(x, viewer), memory, Random(chance))) for x in (g, other)]
    if one != two:
        raise Leaked("two games that differ only in secrets deal different worlds")


def twice(number: int, most: int) -> int:
    """A game, at some of whose questions its twins are dealt from; how many."""
    rng, held = Random(number), 0
    game = HeardGame(new_game(cards_of_game(number), seed(number)), {s: eager(rng) for s in SIDES}, rng)
    for side, shown in game.questions(most):
        if not game.g.state.setting_up and shown.turn and rng.random() < 0.15:
            dealt_alike(game.g, side, game.memories[side], rng)
            held += 1
    return held


def test_twins_deal_the_same_worlds() -> None:
    """§22.7  At single questions, with more that differs than a whole script allows."""
    assert sum(twice(number, 500) for number in range(max(2, WORLDS // 2))) > 100


def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that told more would make other worlds: then the test above fails, as it should."""
    LEAKS["the face of an unseen formation"](monkeypatch)
    with pytest.raises((Leaked, AttributeError)):
        sum(twice(number, 500) for number in range(4))


DECOYS: dict[str, dict[str, Any]] = {
    "Drew": {"cards": ("us/wildcat",)}, "Discarded": {"cards": ("jp/zeke", "us/wildcat")},
    "Reinforced": {"cards": ("us/wasp",)}, "ExpressLoaded": {"token": 7, "card": "jp/eighth-fleet"},
}


def with_decoys(events: Iterable[AnyEvent], viewer: Side) -> list[AnyEvent]:
    """What a seat hears, with a decoy wherever something is kept from it."""
    found: list[AnyEvent] = []
    for e in events:
        decoys = DECOYS.get(type(e).__name__)
        hidden = decoys is not None and getattr(e, "side", None) is not viewer
        found.append(replace(e, **decoys) if hidden and decoys is not None else e)
    return found


def test_no_memory_takes_a_decoy() -> None:
    """Whatever stands in the secret fields of the other side's events: no memory reads them."""
    planted = 0
    for number in range(4):
        game = heard(number)
        fooled = {side: Memory.of(game.g.state.cards, side) for side in SIDES}
        while game.g.asked:
            side = game.rng.choice(list(game.g.asked))
            answer = game.players[side](game.g, side)
            fooled[side].answered(answer)
            after = game.g.after(side, answer)
            for viewer, memory in fooled.items():
                told = sight.seen(after.events or (), viewer)
                decoys = with_decoys(told, viewer)
                planted += decoys != told
                memory.hear(decoys, sight.view(after, viewer))
            game.give(side, answer)
            for viewer, memory in fooled.items():
                assert memory.told is game.memories[viewer].told
        for viewer in SIDES:
            assert msgspec.json.encode(fooled[viewer]) == msgspec.json.encode(game.memories[viewer])
    assert planted > 50


def test_worlds_are_dealt_where_a_memory_comes_late() -> None:
    """A seat that was not there from the beginning knows less; what it sees is the same all the same."""
    asked = Counter[str]()
    for number in some(range(12), 4):
        table, rng = laid(number), Random(number)
        g, worlds = table.g, Worlds(table.g.state.cards)
        memories = {side: Memory.of(g.state.cards, side) for side in SIDES}
        for _ in range(120):
            assert g.events is not None
            for side, memory in memories.items():
                memory.hear(sight.seen(g.events, side), sight.view(g, side))
            g.events.clear()
            if not g.asked:
                break
            side = rng.choice(list(g.asked))
            before = sight.view(g, side)
            assert before.question is not None
            assert sight.view(worlds.sample(before, memories[side], rng), side) == before
            asked[before.question.window] += 1
            answer = table.players[side](g, side)
            g.answer(side, answer)
            memories[side].answered(answer)
    assert len(asked) > 15
