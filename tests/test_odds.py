"""§3, §9.2  The odds: against the facts of the rules, exact fractions, a full chain of both sides, and thrown dice."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import accumulate, product
from math import sqrt
from statistics import median
from time import perf_counter
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ironbottom.dice import LIMITED, NONE, NORMAL, Ability, Attempts, Dice, Stream, attempts, roll
from ironbottom.odds import (
    ROUNDS,
    Duel,
    First,
    Thrown,
    at_least,
    duel,
    expected,
    expected_damage,
    first_round,
    gauntlet,
    hits,
    withdrawal,
)

CLOSE = 1e-12
abilities = st.one_of(st.none(), st.integers(0, 20))
hp_left = st.integers(1, 13)
orders: tuple[First | None, ...] = (None, "attack", "defence")


def near(wanted: float | Fraction) -> object:
    """Return what equals any number within 1e-12."""
    return pytest.approx(float(wanted), rel=0, abs=CLOSE)


# Dice that were written down, and everything that they can show


class Written:
    """Dice that fall as they are told."""

    def __init__(self, faces: bytes) -> None:
        self.left = faces

    def faces(self, n: int) -> bytes:
        """Return the next `n` faces."""
        taken, self.left = self.left[:n], self.left[n:]
        return taken

    def copy(self) -> Dice:
        """Return dice that will fall the same."""
        return Written(self.left)


@cache
def throws(thrown: Attempts) -> tuple[tuple[Attempts, int, Fraction], ...]:
    """Return what one throw can leave and hit, and with which probability: every face of every die."""
    every = list(product(range(1, 7), repeat=thrown.dice))
    rolls = [roll(Written(bytes(faces)), thrown) for faces in every]
    ways = Counter((rolled.left, rolled.hits) for rolled in rolls)
    return tuple((left, n, Fraction(k, len(every))) for (left, n), k in ways.items())


# One side


@cache
def series(n: int, limited: bool, size: int) -> tuple[Fraction, ...]:
    """Return the first terms of (3 / (5 - z - z^2))^n, or of (5 / (6 - z))^n, by division and multiplication."""
    if n == 0:
        return (Fraction(1),) + (Fraction(0),) * (size - 1)
    law: list[Fraction] = []
    for k, term in enumerate(series(n - 1, limited, size)):
        if limited:
            law.append((5 * term + (law[k - 1] if k else 0)) / 6)
        else:
            law.append((3 * term + (law[k - 1] if k else 0) + (law[k - 2] if k > 1 else 0)) / 5)
    return tuple(law)


@pytest.mark.parametrize("ability", [None, *range(21)])
def test_one_side_is_exact(ability: Ability) -> None:
    """§3.2, §3.3, §3.4  Every number of hits and every kill within 1e-12 of the fraction."""
    dice = attempts(ability)
    law = series(dice.dice, dice.limited, 41)
    assert hits(ability, 40) == near_all(law)
    below = [Fraction(0), *accumulate(law)]
    for h in range(41):
        assert at_least(ability, h) == near(1 - below[h])
        assert expected_damage(ability, h) == near(h - sum((h - k) * law[k] for k in range(h)))


def near_all(wanted: tuple[Fraction, ...]) -> object:
    """Return what equals a row of numbers, each within 1e-12."""
    return pytest.approx([float(x) for x in wanted], rel=0, abs=CLOSE)


def test_one_normal_attempt() -> None:
    """§3.2  P(0) = 3/5, P(1) = 3/25; kills at 1 to 4 HP as the theory has them, and three attempts at 2 HP."""
    assert hits(1, 1) == near_all((Fraction(3, 5), Fraction(3, 25)))
    kills = (Fraction(2, 5), Fraction(7, 25), Fraction(17, 125), Fraction(52, 625))
    assert tuple(at_least(1, h) for h in range(1, 5)) == near_all(kills)
    assert at_least(3, 2) == near(Fraction(409, 625))


@pytest.mark.parametrize("k", range(1, 21))
def test_mean_and_variance_of_normal_attempts(k: int) -> None:
    """§3.2  k attempts: mean k, variance 8k/3, P(no hit) = 0.6^k."""
    law = hits(k, 300)
    mean = sum(n * chance for n, chance in enumerate(law))
    assert mean == near(k) == near(expected(k))
    assert sum((n - k) ** 2 * chance for n, chance in enumerate(law)) == pytest.approx(8 * k / 3, abs=1e-10)
    assert law[0] == near(Fraction(3, 5) ** k)


def test_a_limited_attempt() -> None:
    """§3.4  A hit with 1/6, a fifth of a hit on average, h hits or more with 6^-h."""
    assert at_least(0, 1) == first_round(0) == near(Fraction(1, 6))
    assert expected(0) == near(Fraction(1, 5))
    assert sum(n * chance for n, chance in enumerate(hits(0, 60))) == near(Fraction(1, 5))
    assert at_least(0, 4) == near(Fraction(1, 6**4))


def test_no_ability_does_nothing() -> None:
    """§3.3  "-" rolls nothing; no hits are certain, and none is never too few."""
    assert hits(None, 2) == (1, 0, 0)
    assert hits(3, -1) == ()
    assert (at_least(None, 0), at_least(None, 1), at_least(4, 0)) == (1, 0, 1)
    assert expected(None) == expected_damage(None, 3) == first_round(None) == withdrawal(None) == 0


def test_withdrawal() -> None:
    """§9.2  1 - (2/3)^speed; a sixth at speed 0, never at "-"."""
    assert withdrawal(0) == near(Fraction(1, 6))
    for speed in range(1, 9):
        assert withdrawal(speed) == near(1 - Fraction(2, 3) ** speed)


@pytest.mark.parametrize("thrown", [NONE, LIMITED, *NORMAL[1:5]])
def test_first_round_is_one_throw(thrown: Attempts) -> None:
    """§3.2, §3.4  The odds of one round are those of every way the dice can fall."""
    assert first_round(thrown) == near(sum(chance for _, n, chance in throws(thrown) if n))


@given(st.sampled_from([LIMITED, *NORMAL[:5]]), st.integers(1, 15))
def test_a_roll_is_a_throw_and_a_roll_of_what_it_leaves(thrown: Attempts, h: int) -> None:
    """§3.1  The odds of a roll are the mean of the odds after its first throw, with the attempts in mid-roll."""
    assert at_least(thrown, h) == near(sum(float(p) * at_least(left, h - n) for left, n, p in throws(thrown)))


@given(abilities)
def test_odds_before_a_roll_are_odds_of_its_attempts(ability: Ability) -> None:
    """§3.1  An ability and the attempts that it gives are the same."""
    dice = attempts(ability)
    assert hits(ability, 9) == hits(dice, 9)
    assert (expected(ability), first_round(ability)) == (expected(dice), first_round(dice))


@given(abilities)
def test_a_law_sums_to_one(ability: Ability) -> None:
    """§3.1  Every roll ends with some number of hits."""
    law = hits(ability, 300)
    assert sum(law) == near(1)
    assert min(law) >= 0


@given(st.integers(0, 19), st.integers(1, 40))
def test_more_ability_or_fewer_hp_never_hurt(ability: int, h: int) -> None:
    """§3.2  Kill odds rise with the ability and fall with the HP; damage grows with both."""
    assert at_least(None, h) <= at_least(ability, h) <= at_least(ability + 1, h) + CLOSE
    assert at_least(ability, h + 1) <= at_least(ability, h) <= 1
    assert expected_damage(ability, h) <= expected_damage(ability + 1, h) + CLOSE
    assert expected_damage(ability, h) <= expected_damage(ability, h + 1) + CLOSE
    assert expected_damage(ability, h) <= min(h, expected(ability)) + CLOSE


# Two sides: the full chain


class Mode(NamedTuple):
    """How an exchange goes: the last three of what `duel` is asked."""

    first: First | None
    counter: bool
    spent_withdraw: bool


MODES = [Mode(first, counter, leave) for first in orders for counter in (True, False) for leave in (True, False)]


class Exchange(NamedTuple):
    """The state of an exchange at the start of a round; HP are those left."""

    attack: Attempts
    attacker_hp: int
    defence: Attempts
    defender_hp: int


def is_over(at: Exchange, mode: Mode) -> bool:
    """R-43: is there no further round?"""
    spent = (at.attack.dice == 0, at.defence.dice == 0)
    if at.attacker_hp == 0 or at.defender_hp == 0 or all(spent):
        return True
    return any(spent) if mode.spent_withdraw else mode.counter and spent[0]


def one_round(at: Exchange, mode: Mode) -> Iterator[tuple[Exchange, Fraction]]:
    """Return what a round can lead to, told as the rules tell it: by turns, or together (R-3)."""
    if mode.first is None:
        for (a, n, p), (d, m, q) in product(throws(at.attack), throws(at.defence)):
            yield Exchange(a, max(0, at.attacker_hp - m), d, max(0, at.defender_hp - n)), p * q
    elif mode.first == "attack":
        for a, n, p in throws(at.attack):
            now = at._replace(attack=a, defender_hp=max(0, at.defender_hp - n))
            for d, m, q in throws(at.defence) if now.defender_hp else ((at.defence, 0, Fraction(1)),):
                yield now._replace(defence=d, attacker_hp=max(0, at.attacker_hp - m)), p * q
    else:
        for d, m, q in throws(at.defence):
            now = at._replace(defence=d, attacker_hp=max(0, at.attacker_hp - m))
            for a, n, p in throws(at.attack) if now.attacker_hp else ((at.attack, 0, Fraction(1)),):
                yield now._replace(attack=a, defender_hp=max(0, at.defender_hp - n)), p * q


@cache
def chain(at: Exchange, mode: Mode) -> tuple[Fraction, ...]:
    """Return P(attacker down), P(defender down), P(both), and the mean HP that either loses from here on.

    A round may leave everything as it was; what it changes never comes back, so the recursion ends.
    """
    if is_over(at, mode):
        return (Fraction(at.attacker_hp == 0), Fraction(at.defender_hp == 0), both_down(at), Fraction(0), Fraction(0))
    stays, total = Fraction(0), [Fraction(0)] * 5
    for then, chance in one_round(at, mode):
        if then == at:
            stays += chance
            continue
        lost = (0, 0, 0, at.attacker_hp - then.attacker_hp, at.defender_hp - then.defender_hp)
        for i, (later, now) in enumerate(zip(chain(then, mode), lost, strict=True)):
            total[i] += chance * (later + now)
    return tuple(x / (1 - stays) for x in total)


def both_down(at: Exchange) -> Fraction:
    """Return 1 if nobody is left, else 0."""
    return Fraction(at.attacker_hp == at.defender_hp == 0)


SMALL = [NONE, LIMITED, *NORMAL[1:4]]


@pytest.mark.parametrize("mode", MODES)
def test_duel_is_the_full_chain(mode: Mode) -> None:
    """R-3, R-4, R-43  Up to 3 dice and 3 HP a side, every mode: each of the odds within 1e-12 of the exact fraction."""
    worst = 0.0
    for attack, defence, ours, theirs in product(SMALL, SMALL, (1, 2, 3), (1, 2, 3)):
        odds = duel(attack, ours, defence, theirs, *mode)
        exact = chain(Exchange(attack, ours, defence, theirs), mode)
        worst = max(worst, *(abs(found - float(wanted)) for found, wanted in zip(odds[:5], exact, strict=True)))
    assert worst < CLOSE


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("start", [(3, 2, 2, 3), (2, 1, 3, 2), (0, 1, 2, 3), (3, 3, 0, 1), (2, 2, None, 2)])
def test_rounds_are_those_of_the_full_chain(start: tuple[Ability, int, Ability, int], mode: Mode) -> None:
    """R-3, R-4, R-43  Round by round for six rounds: who goes down in it, and whether there is another."""
    attack, ours, defence, theirs = start
    odds = duel(*start, *mode)
    now = {Exchange(attempts(attack), ours, attempts(defence), theirs): Fraction(1)}
    for found in odds.rounds[:6]:
        then: Counter[Exchange] = Counter()
        for at, chance in now.items():
            for after, p in one_round(at, mode) if not is_over(at, mode) else ():
                then[after] += chance * p  # type: ignore[assignment]  # a Counter may count in fractions
        ends = Counter[tuple[bool, bool]]()
        now = {at: Fraction(p) for at, p in then.items() if not is_over(at, mode)}
        down = [sum(p for at, p in then.items() if gone(at)) for gone in (ours_gone, theirs_gone, both_down)]
        assert not ends
        assert found == near_all((*map(Fraction, down), sum(now.values(), Fraction(0))))


def ours_gone(at: Exchange) -> bool:
    """Is the attacker down?"""
    return at.attacker_hp == 0


def theirs_gone(at: Exchange) -> bool:
    """Is the defender down?"""
    return at.defender_hp == 0
