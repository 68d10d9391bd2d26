"""Which cards the games of a training have: sets, with optional rules now and then; battles, as they are and varied.

A battle is varied by its last turn, its points from the start and what counts in it, so that the value learns what
these are worth, not which of ten battles it sees; those who make their own get as true a value.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from ironbottom.battle import SCORES, Battle
from ironbottom.battle_sheet import battle_names, battle_text, read_battle
from ironbottom.catalog import card_set
from ironbottom.options import OPTIONAL_RULES, SEPARATOR, OptionalRule, OptionError, options
from ironbottom.printed import CardSet
from ironbottom.variant import varied
from ironbottom.words import SIDES, Side

from ....storage.card_sets import chosen
from .exploring import Games

RULES = (1, 2, 3, 4)  # optional rules at a time
CHOICES = 48  # of optional rules; a set with them is made once
VARIED = 300  # ways in which each battle is varied: of a few the net would learn by heart who wins
MADE = 512  # battles that a process keeps
TURNS, POINTS, COUNTS = (2, 5), (0, 4), (1, 6)  # of a varied battle: least and most
COUNTED = 0.4  # how often a thing counts in it


class WholeGames(NamedTuple):
    """Games of these sets: one that is named twice is played twice as often."""

    seed: str
    sets: tuple[str, ...]
    optional: float = 0.0  # the share that has optional rules

    def games(self, n: int) -> Games:
        """What decides the n-th."""
        rng = _chance(self.seed, "set", n)
        name, number = rng.choice(self.sets), rng.randrange(CHOICES)
        words = _rules(self.seed, number) if rng.random() < self.optional else ()
        return Games(self.seed, _with_rules(name, words))

    @property
    def cards(self) -> dict[str, str]:
        """The names and fingerprints of the sets, as the file of weights has them."""
        return _marked(self.sets)


class Battles(NamedTuple):
    """Games of the battles of the project."""

    seed: str
    varied: float = 0.0  # the share that is not as it is

    def games(self, n: int) -> Games:
        """What decides the n-th."""
        rng = _chance(self.seed, "battle", n)
        name, way = rng.choice(battle_names()), rng.randrange(VARIED)
        return Games(self.seed, _battle(name, self.seed, way if rng.random() < self.varied else None))

    @property
    def cards(self) -> dict[str, str]:
        """The names and fingerprints of the sets that the battles are of."""
        return _marked([read_battle(battle_text(name)).set for name in battle_names()])


def _marked(names: Iterable[str]) -> dict[str, str]:
    known = [*dict.fromkeys(names)]
    return {"set": " ".join(known), "cards": " ".join([chosen(name).fingerprint for name in known])}


Mixture = WholeGames | Battles


def _chance(seed: str, what: str, n: int) -> Random:
    return Random(sha256(f"ironbottom training\n{seed}\n{what} {n}".encode()).digest())


@lru_cache(CHOICES)
def _rules(seed: str, number: int) -> tuple[str, ...]:
    """Some optional rules that may be agreed upon together."""
    rng = _chance(seed, "rules", number)
    while True:
        words = [_word(rule, rng) for rule in rng.sample(OPTIONAL_RULES, rng.choice(RULES))]
        try:
            return options(words).words
        except OptionError:  # two of them exclude each other
            continue


def _word(rule: OptionalRule, rng: Random) -> str:
    """With any figure from half the usual one to twice as much."""
    if not rule.most:
        return rule.word
    return f"{rule.word}{SEPARATOR}{rng.randint(max(rule.least, rule.usual // 2), min(rule.most, 2 * rule.usual))}"


@lru_cache(4 * CHOICES)
def _with_rules(name: str, words: tuple[str, ...]) -> CardSet:
    return varied(chosen(name), words)


@lru_cache(MADE)
def _battle(name: str, seed: str, way: int | None) -> CardSet:
    """A battle as it is, or varied in one of its ways."""
    battle = read_battle(battle_text(name))
    if way is not None:
        battle = _otherwise(battle, _chance(seed, name, way))
    return varied(card_set(battle.set), (), battle)


def _otherwise(battle: Battle, rng: Random) -> Battle:
    scores = tuple([(word, rng.randint(*COUNTS)) for word in SCORES if rng.random() < COUNTED])
    us, jp = [replace(battle.side(side), lead=rng.randint(*POINTS)) for side in SIDES]
    turns, ties, first = rng.randint(*TURNS), Side(rng.randrange(2)), Side(rng.randrange(2))
    return replace(battle, scores=scores, us=us, jp=jp, turns=turns, ties=ties, first=first)
