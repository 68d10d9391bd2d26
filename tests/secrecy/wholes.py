"""Whole games twice: the same public script, other cards where none came to light; and what leaves each time."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from random import Random
from typing import Any

from msgspec import Struct

from ironbottom import sight
from ironbottom.catalog import card_set
from ironbottom.flow import Game
from ironbottom.printed import AnyCard, BaseCard, CardSet, ShipCard
from ironbottom.questions import Answer, Move
from ironbottom.rules.s10_setup import opening
from ironbottom.rules.s12_turn import Match
from ironbottom.words import SIDES, Side
from tests.secrecy.reading import EVERYBODY, Eyes, in_the_open, leaves, told
from tests.secrecy.runs import PRIVATE, private_step
from tests.support.players import Player, at_random, eager, seed, window_of

Script = list[tuple[Side, Answer]]


class Reel(Struct):
    """What left in a whole game."""

    updates: dict[Eyes, list[tuple[tuple[bytes, bytes], tuple[bytes, bytes, tuple[str, ...]]]]]
    asked: list[tuple[tuple[Side, str], ...]]  # the windows that opened, and for whom
    named: dict[Side, set[str]]  # cards that came to light, or that the side named in an answer
    script: Script

    def take(self, g: Game) -> None:
        """An update leaves where something is told or looks otherwise than before."""
        for eyes in EVERYBODY if g.outcome is None else ():  # §22.8: the end opens everything
            update, before = (told(g, eyes), leaves(g, eyes)), self.updates[eyes]
            if update[0][1] != b"[]" or not before or before[-1][1] != update[1]:
                before.append(update)
        for side in SIDES:
            self.named[side].update(in_the_open(g))
        waiting = sight.view(g, None).waiting
        if not self.asked or self.asked[-1] != waiting:
            self.asked.append(waiting)

    def lengths(self, eyes: Eyes) -> list[tuple[int, int, int, int]]:
        return [(len(a), len(b), len(c), len(d)) for (a, b), (c, d, _) in self.updates[eyes]]


def empty() -> Reel:
    return Reel({eyes: [] for eyes in EVERYBODY}, [], {side: set() for side in SIDES}, [])


def first_run(number: int, most: int) -> Reel:
    """A game, and which cards came to light in it.  Nobody draws a fleet anew: that would undo the other world's."""
    rng, reel = Random(number), empty()
    g = Game(opening(cards_of_game(number), seed(number)), [Match()])
    player: Player = eager(rng) if number % 3 == 0 else at_random(rng)
    reel.take(g)
    while g.asked and len(reel.script) < most:
        side = rng.choice(list(g.asked))
        answer = "keep" if window_of(g, side) == "1" else player(g, side)
        reel.named[side].update(words_in(answer))
        reel.script.append((side, answer))
        g = g.after(side, answer)
        reel.take(g)
    return reel


def cards_of_game(number: int) -> CardSet:
    return card_set("core" if number % 2 else "full")


def words_in(answer: Any) -> Iterator[str]:
    if isinstance(answer, str):
        yield answer
    elif isinstance(answer, tuple):
        for item in answer:
            yield from words_in(item)


def second_run(number: int, reel: Reel, secret: Side, rng: Random) -> tuple[Reel, int]:
    """The same script with other cards of `secret`, and private steps taken back; and how many cards are others."""
    again, state = empty(), opening(cards_of_game(number), seed(number))
    forces, hidden = state.forces[secret], reel.named[secret]
    changed = 0
    forces.air_deck, n = exchanged(forces.air_deck, hidden, rng)
    changed += n
    forces.fleet_deck, n = exchanged(forces.fleet_deck, hidden, rng)
    changed += n
    g = Game(state, [Match()])
    again.take(g)
    for side, answer in reel.script:
        if side is secret and window_of(g, side) in PRIVATE and rng.random() < 0.3:
            g = there_and_back(g, side, rng, again)
        g = g.after(side, answer)
        again.take(g)
    return again, changed


def there_and_back(g: Game, side: Side, rng: Random, reel: Reel) -> Game:
    """A private step more, and back; nothing of either is to leave."""
    step = private_step(g, side, rng)
    if step is None or not isinstance(g.asked[side].shape, Move):
        return g
    for answer in (step, ("undo",)):
        g = g.after(side, answer)
        reel.take(g)
    return g


def exchanged(cards: tuple[Any, ...], named: set[str], rng: Random) -> tuple[tuple[Any, ...], int]:
    """The deck with the cards that never came to light in other places, each for one that the script can't tell."""
    places: dict[Hashable, list[int]] = {}
    for i, card in enumerate(cards):
        if card.id not in named:
            places.setdefault(kind(card), []).append(i)
    deck = list(cards)
    for there in places.values():
        to = list(there)
        rng.shuffle(to)
        for i, j in zip(there, to, strict=True):
            deck[i] = cards[j]
    return tuple(deck), sum(a.id != b.id for a, b in zip(deck, cards, strict=True))


def kind(card: AnyCard) -> Hashable:
    """What a script shows of a card that never comes to light: of a ship where it may stand, and what it carries."""
    if isinstance(card, ShipCard):
        return card.vp, card.values.icon, card.values.icons, card.attached is None
    return card.vp if isinstance(card, BaseCard) else "air"
