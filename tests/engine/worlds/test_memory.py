"""What a seat remembers: plain data, cheap, and never more than it was shown."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec

from ironbottom.events import Played
from ironbottom.flow import Game
from ironbottom.printed import AirplaneCard, EventCard, ShipCard
from ironbottom.sight import view
from ironbottom.words import SIDES, Side
from ironbottom.worlds import Memory, Worlds
from tests.support.heard_games import heard


def test_a_memory_that_was_sent_deals_the_same_worlds() -> None:
    """As MessagePack and as JSON."""
    for number in range(2):
        game = heard(number)
        for side, shown in game.questions(300):
            memory = game.memories[side]
            packed = msgspec.msgpack.decode(msgspec.msgpack.encode(memory), type=Memory)
            written = msgspec.json.decode(msgspec.json.encode(memory), type=Memory)
            one, two, three = [game.worlds.sample(shown, m, Random(3)) for m in (memory, packed, written)]
            assert one.state == two.state == three.state


def test_what_it_knows_of_the_enemy_is_so() -> None:
    """Ships that were met have not gone back; airplanes of its pile are discarded, events that it counts seen."""
    checked = Counter[str]()
    for number in range(5):
        game = heard(number)
        for side, _ in game.questions():
            if game.rng.random() > 0.1 or game.g.state.setting_up:
                continue
            memory, forces = game.memories[side], game.g.forces[side.enemy]
            deck = {card.id for card in forces.fleet_deck}
            assert not deck & set(memory.met)
            discarded = Counter(card.id for card in forces.discards)
            assert not Counter(memory.pile) - discarded
            buried = len([card for card in forces.discards if isinstance(card, AirplaneCard | EventCard)])
            known = [c for c in memory.accounted[side.enemy] if c not in memory.afloat]
            assert len(memory.pile) + len(known) + len(memory.buried) == buried
            unseen = Counter(card.id for card in (*forces.hand, *forces.air_deck))
            held = {card.id for card in forces.hand if isinstance(card, EventCard)}
            assert not held & set(memory.accounted[side.enemy])
            total = Counter(c.id for c in game.g.state.cards.side(side.enemy).air)
            for card, levels in memory.out.items():
                assert total[card] - unseen[card] >= len(levels)
                checked["airplanes"] += 1
            checked["ships"] += len(memory.met)
    assert min(checked.values()) > 100


def test_it_stays_small() -> None:
    """At the end of a game it is a few kilobytes."""
    sizes = []
    for number in range(4):
        game = heard(number)
        for _ in game.questions():
            pass
        sizes += [len(msgspec.msgpack.encode(memory)) for memory in game.memories.values()]
    assert max(sizes) < 16_000


def test_a_memory_tells_nothing_of_its_own_hand() -> None:
    """It is kept by who sits there; but what it holds of cards is what lay open, or lies in a view of its own."""
    game = heard(6)
    for side, _ in game.questions(800):
        memory, hand = game.memories[side], {card.id for card in game.g.forces[side].hand}
        if memory.veil is None:
            assert not hand & set(memory.accounted[side])


def test_worlds_differ_where_nothing_is_known() -> None:
    """Hidden cards are dealt anew: hands, decks, ships and airplanes; seldom twice the same."""
    differing, asked = Counter[str](), 0
    for number in range(4):
        game = heard(number)
        for side, shown in game.questions():
            if game.rng.random() > 0.1 or game.g.state.setting_up:
                continue
            asked += 1
            one, two = [game.worlds.sample(shown, game.memories[side], game.rng) for _ in range(2)]
            for what in ("hand", "air_deck", "fleet_deck"):
                differing[what] += getattr(one.forces[side.enemy], what) != getattr(two.forces[side.enemy], what)
            differing["own deck"] += one.forces[side].air_deck != two.forces[side].air_deck
            differing["ships"] += unseen_ships(one, side) != unseen_ships(two, side)
            differing["dice"] += one.state.dice.copy().faces(20) != two.state.dice.copy().faces(20)
    assert all(n > asked / 8 for n in differing.values()), (differing, asked)


def unseen_ships(world: Game, side: Side) -> set[str]:
    return {f.lead.id for f in world.forces[side.enemy].formations.values() if not f.detected}


def test_a_play_is_remembered_for_both_sides() -> None:
    game, played = heard(0), Counter[str]()
    for side, _ in game.questions():
        after = game.g.after(side, game.g.default(side))
        played.update([e.card for e in after.events or () if isinstance(e, Played)])
    for side in SIDES:
        assert game.memories[side].accounted[0] == game.memories[side.enemy].accounted[0]
        assert game.memories[side].accounted[1] == game.memories[side.enemy].accounted[1]


def test_a_set_of_ones_own_is_dealt_as_well() -> None:
    """Nothing hangs on the names of cards: whatever set a game has, its worlds are of that set."""
    game = heard(0)
    assert Worlds(game.g.state.cards).cards.name == "full"
    ships = [card for card in game.g.state.cards.jp.fleet if isinstance(card, ShipCard)]
    side, shown = next(iter(game.questions()))
    world = game.worlds.sample(shown, game.memories[side], Random(1))
    assert view(world, side) == shown
    assert {card.id for card in ships} >= {c.id for c in world.forces[1].fleet_deck if isinstance(c, ShipCard)}
