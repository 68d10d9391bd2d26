"""§3, §9.2  The odds: against the facts of the rules, exact fractions, a full chain of both sides, and thrown dice."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
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
    at_least,
    duel,
    duel_rounds,
    expected,
    expected_damage,
    first_round,
    gauntlet,
    hits,
    withdrawal,
)
from tests.support.lengths import some

CLOSE = 1e-12
abilities = st.one_of(st.none(), st.integers(0, 20))
hp_left = st.integers(1, 13)
orders: tuple[First | None, ...] = (None, "attack", "defence")


def near(wanted: float | Fraction) -> object:
    """Return what equals any number within 1e-12."""
    return pytest.approx(float(wanted), rel=0, abs=CLOSE)


# Dice that were written down, and everything that they can show


class WrittenDice:
    """Dice that fall as they are told."""

    def __init__(self, faces: bytes) -> None:
        self.left = faces

    def faces(self, n: int) -> bytes:
        """Return the next `n` faces."""
        taken, self.left = self.left[:n], self.left[n:]
        return taken

    def copy(self) -> Dice:
        """Return dice that will fall the same."""
        return WrittenDice(self.left)


@cache
def throws(thrown: Attempts) -> tuple[tuple[Attempts, int, Fraction], ...]:
    """Return what one throw can leave and hit, and with which probability: every face of every die."""
    every = list(product(range(1, 7), repeat=thrown.dice))
    rolls = [roll(WrittenDice(bytes(faces)), thrown) for faces in every]
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


class ExchangeState(NamedTuple):
    """The state of an exchange at the start of a round; HP are those left."""

    attack: Attempts
    attacker_hp: int
    defence: Attempts
    defender_hp: int


def is_over(at: ExchangeState, mode: Mode) -> bool:
    """R-43: is there no further round?"""
    spent = (at.attack.dice == 0, at.defence.dice == 0)
    if at.attacker_hp == 0 or at.defender_hp == 0 or all(spent):
        return True
    return any(spent) if mode.spent_withdraw else mode.counter and spent[0]


def one_round(at: ExchangeState, mode: Mode) -> Iterator[tuple[ExchangeState, Fraction]]:
    """Return what a round can lead to, told as the rules tell it: by turns, or together (R-3)."""
    if mode.first is None:
        for (a, n, p), (d, m, q) in product(throws(at.attack), throws(at.defence)):
            yield ExchangeState(a, max(0, at.attacker_hp - m), d, max(0, at.defender_hp - n)), p * q
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
def chain(at: ExchangeState, mode: Mode) -> tuple[Fraction, ...]:
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


def both_down(at: ExchangeState) -> Fraction:
    """Return 1 if nobody is left, else 0."""
    return Fraction(at.attacker_hp == at.defender_hp == 0)


SMALL = [NONE, LIMITED, *NORMAL[1:4]]


@pytest.mark.parametrize("mode", some(MODES, 6))
def test_duel_is_the_full_chain(mode: Mode) -> None:
    """R-3, R-4, R-43  Up to 3 dice and 3 HP a side, every mode: each of the odds within 1e-12 of the exact fraction."""
    worst = 0.0
    for attack, defence, ours, theirs in product(SMALL, SMALL, (1, 2, 3), (1, 2, 3)):
        odds = duel(attack, ours, defence, theirs, *mode)
        exact = chain(ExchangeState(attack, ours, defence, theirs), mode)
        worst = max(worst, *(abs(found - float(wanted)) for found, wanted in zip(odds[:5], exact, strict=True)))
    assert worst < CLOSE


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("start", [(3, 2, 2, 3), (2, 1, 3, 2), (0, 1, 2, 3), (3, 3, 0, 1), (2, 2, None, 2)])
def test_rounds_are_those_of_the_full_chain(start: tuple[Ability, int, Ability, int], mode: Mode) -> None:
    """R-3, R-4, R-43  Round by round for six rounds: who goes down in it, and whether there is another."""
    attack, ours, defence, theirs = start
    now = {ExchangeState(attempts(attack), ours, attempts(defence), theirs): Fraction(1)}
    for found in duel_rounds(*start, *mode)[:6]:
        then: defaultdict[ExchangeState, Fraction] = defaultdict(Fraction)
        for at, chance in now.items():
            for after, p in () if is_over(at, mode) else one_round(at, mode):
                then[after] += chance * p
        now = dict(then)
        exact = (
            total(now, lambda at: at.attacker_hp == 0),
            total(now, lambda at: at.defender_hp == 0),
            total(now, lambda at: at.attacker_hp == at.defender_hp == 0),
            total(now, lambda at: not is_over(at, mode)),
        )
        assert found == near_all(exact)


def total(law: dict[ExchangeState, Fraction], wanted: Callable[[ExchangeState], bool]) -> Fraction:
    """Return the probability of the states that are wanted."""
    return sum((p for at, p in law.items() if wanted(at)), Fraction(0))


# Two sides: laws


@given(abilities, hp_left)
def test_a_target_that_does_not_fire_meets_the_whole_roll(ability: Ability, hp: int) -> None:
    """R-43  Against "-" the rounds add up to the odds of one side's roll, whoever goes first."""
    for first in orders:
        odds = duel(ability, 1, None, hp, first)
        assert odds.defender_down == near(at_least(ability, hp))
        assert odds.defender_damage == near(expected_damage(ability, hp))
        assert odds.attacker_down == odds.attacker_damage == 0


@pytest.mark.parametrize("n", [1, 7, 20, 63])
def test_rounds_of_a_large_roll_are_exact(n: int) -> None:
    """§3.2  Many attempts at many HP: hits after t rounds are (1/2 + (1 + z + z^2)/6 (1/2 + ...))^n, by fractions."""
    hp, six = 40, Fraction(1, 6)
    law, down = [Fraction(1)] + [Fraction(0)] * (hp - 1), 0.0
    for found in duel_rounds(NORMAL[n], 1, NONE, hp)[:5]:
        one, two = [Fraction(0), *law], [Fraction(0), Fraction(0), *law]
        law = [(a + b + c) * six for a, b, c in zip(law, one, two, strict=False)]
        law[0] += Fraction(1, 2)
        down += found.defender_down
        assert down == near(1 - sum(to_the(law, n)))


def to_the(law: list[Fraction], n: int) -> list[Fraction]:
    """Return the n-th power of a series, to the same length, by squaring."""
    if n == 1:
        return law
    half = to_the(law, n // 2)
    square = times(half, half)
    return times(square, law) if n % 2 else square


def times(a: list[Fraction], b: list[Fraction]) -> list[Fraction]:
    """Return the product of two series, to the same length."""
    return [sum((a[j] * b[k - j] for j in range(k + 1)), Fraction(0)) for k in range(len(a))]


@given(abilities, hp_left, abilities, hp_left, st.sampled_from(MODES))
def test_odds_of_two_sides_are_odds(attack: Ability, ours: int, defence: Ability, theirs: int, mode: Mode) -> None:
    """R-3, R-43  Rounds add up to the whole, nothing goes on for ever, and nobody does better than unopposed."""
    odds = duel(attack, ours, defence, theirs, *mode)
    rounds = duel_rounds(attack, ours, defence, theirs, *mode)
    for i, whole in enumerate(odds[:3]):
        assert sum(found[i] for found in rounds) == near(whole)
    assert len(rounds) == ROUNDS
    assert rounds[-1].goes_on == near(0)
    assert min(min(found) for found in rounds) >= -CLOSE
    assert odds.both <= min(odds.attacker_down, odds.defender_down) + CLOSE
    assert odds.attacker_down + odds.defender_down - odds.both <= 1 + CLOSE
    assert odds.attacker_down <= at_least(defence, ours) + CLOSE
    assert odds.defender_down <= at_least(attack, theirs) + CLOSE
    if mode.first:
        assert odds.both == 0


@given(abilities, hp_left, abilities, hp_left, st.sampled_from([m for m in MODES if m.spent_withdraw or not m.counter]))
def test_without_counter_fire_sides_can_change_places(a: Ability, x: int, d: Ability, y: int, mode: Mode) -> None:
    """§17.2(3), §18.4(a)  In air control and sea combat only the names tell attacker and defender apart."""
    other: dict[First | None, First | None] = {None: None, "attack": "defence", "defence": "attack"}
    there, back = duel(a, x, d, y, *mode), duel(d, y, a, x, *mode._replace(first=other[mode.first]))
    assert there[:5] == pytest.approx([back[i] for i in (1, 0, 2, 4, 3)], rel=0, abs=CLOSE)


@given(abilities, hp_left, abilities, hp_left, st.sampled_from(orders))
def test_who_rolls_first_is_better_off(a: Ability, x: int, d: Ability, y: int, first: First | None) -> None:
    """§17.3(4)(c)  Anti-Air that goes first never costs the defender, and spares the attacker nothing."""
    together, after = duel(a, x, d, y), duel(a, x, d, y, "defence")
    assert after.defender_down <= together.defender_down + CLOSE
    assert after.attacker_down >= together.attacker_down - CLOSE
    counter, apart = duel(a, x, d, y, first, counter=True), duel(a, x, d, y, first, counter=False)
    assert counter.attacker_down <= apart.attacker_down + CLOSE
    assert counter.defender_down == near(apart.defender_down)


def test_counter_fire_is_lost_with_the_attack() -> None:
    """R-43  Spent attackers are left alone, spent counter-fire does not end the attack: one die each at 1 HP.

    Both sides keep a die and hit with 1/3, keep it and miss with 1/6, lose it with 1/2.
    """
    with_counter, without = duel(1, 1, 1, 1), duel(1, 1, 1, 1, counter=False)
    hit, keep, lose, later = Fraction(1, 3), Fraction(1, 6), Fraction(1, 2), Fraction(2, 5)
    changes = 1 - keep * keep
    # Whoever keeps the die when the other has lost it hits later with 2/5; an attacker that lost it is not shot at.
    assert with_counter.attacker_down == near(hit / changes)
    assert with_counter.defender_down == near((hit + keep * lose * later) / changes)
    assert without.attacker_down == without.defender_down == near((hit + keep * lose * later) / changes)


def test_duel_wants_hp() -> None:
    """§4.1  Who has no HP left is gone already."""
    with pytest.raises(ValueError, match="HP left"):
        duel(1, 0, 1, 1)


def test_the_published_duels() -> None:
    """R-4  Both fight on until both are spent: the numbers of the theory, and not those of the naive product."""
    for fight, ours, theirs in [
        ((3, 3, 2, 4), 0.2756, 0.3116),
        ((4, 1, 3, 5), 0.7768, 0.1415),
        ((5, 4, 5, 4), 0.4885, 0.4885),
        ((8, 6, 6, 5), 0.2912, 0.6955),
    ]:
        odds = duel(*fight, counter=False)
        assert (odds.attacker_down, odds.defender_down) == pytest.approx((ours, theirs), abs=5e-5)


# Interceptors


def run_gauntlet(anti_air: Attempts, interceptors: tuple[Attempts, ...]) -> tuple[Fraction, list[Fraction]]:
    """Return what `gauntlet` does, by the full chain of one round."""
    if not interceptors:
        return Fraction(1), []
    survives, down = Fraction(0), [Fraction(0)] * len(interceptors)
    for (left, n, p), (_, m, q) in product(throws(anti_air), throws(interceptors[0])):
        down[0] += p * q * (n > 0)
        if m == 0:
            later, others = run_gauntlet(left, interceptors[1:])
            survives += p * q * later
            down[1:] = [x + p * q * y for x, y in zip(down[1:], others, strict=True)]
    return survives, down


@pytest.mark.parametrize("anti_air", SMALL)
@pytest.mark.parametrize("interceptors", [(), (2,), (1, 0), (2, 2, 1), (0, 3, 1)])
def test_gauntlet_is_the_full_chain(anti_air: Attempts, interceptors: tuple[int, ...]) -> None:
    """§15.2(3), R-50  Full Anti-Air for the first, what is maintained for the next; nobody fires at what is down."""
    odds = gauntlet(anti_air, interceptors)
    survives, down = run_gauntlet(anti_air, tuple(attempts(n) for n in interceptors))
    assert odds.survives == near(survives)
    assert odds.shot_down == near_all(tuple(down))


# Thrown dice


def fight_out(dice: Dice, at: ExchangeState, mode: Mode) -> ExchangeState:
    """Return how an exchange ends when it is fought with dice."""
    while not is_over(at, mode):
        attack, ours, defence, theirs = at
        for turn in ("defence", "attack") if mode.first == "defence" else ("attack", "defence"):
            alive = ours if turn == "attack" else theirs
            if mode.first and not alive:
                continue
            thrown = roll(dice, attack if turn == "attack" else defence)
            if turn == "attack":
                attack, theirs = thrown.left, max(0, theirs - thrown.hits)
            else:
                defence, ours = thrown.left, max(0, ours - thrown.hits)
        at = ExchangeState(attack, ours, defence, theirs)
    return at


@pytest.mark.parametrize("mode", MODES[:-1:2] + MODES[-1:])
def test_duel_agrees_with_thrown_dice(mode: Mode) -> None:
    """R-4, R-43  Too large for the full chain: 6 dice at 5 HP against 5 dice at 6 HP, 4000 times with a fixed seed."""
    trials, dice = 4000, Stream.of(b"odds", str(mode))
    start = ExchangeState(NORMAL[6], 6, NORMAL[5], 5)
    ends = [fight_out(dice, start, mode) for _ in range(trials)]
    odds = duel(*start, *mode)
    found = (
        sum(at.attacker_hp == 0 for at in ends),
        sum(at.defender_hp == 0 for at in ends),
        sum(at.attacker_hp == at.defender_hp == 0 for at in ends),
    )
    for count, chance in zip(found, odds[:3], strict=True):
        assert abs(count - trials * chance) <= 4 * sqrt(trials * chance * (1 - chance))
    lost = sum(start.defender_hp - at.defender_hp for at in ends) / trials
    assert abs(lost - odds.defender_damage) <= 4 * start.defender_hp / 2 / sqrt(trials)


# Speed


def seconds(work: Callable[[], object], repeats: int) -> float:
    """Return the time of one piece of work: the median of five goes of so many repeats."""
    goes = []
    for _ in range(5):
        begun = perf_counter()
        for _ in range(repeats):
            work()
        goes.append((perf_counter() - begun) / repeats)
    return median(goes)


def simulated(dice: random.Random, n: int, hp: int) -> bool:
    """Return whether n normal attempts bring down hp, as a simulation would find out."""
    hit = 0
    while n and hit < hp:
        faces = [dice.randrange(6) for _ in range(n)]
        hit += sum(max(0, face - 3) for face in faces)
        n = sum(face > 2 for face in faces)
    return hit >= hp


def simulated_duel(dice: random.Random, n: int, ours: int, m: int, theirs: int) -> tuple[bool, bool]:
    """Return who is down, of two that fire together until both are spent, as a simulation would find out."""
    while (n or m) and ours > 0 and theirs > 0:
        attack, defence = [dice.randrange(6) for _ in range(n)], [dice.randrange(6) for _ in range(m)]
        theirs -= sum(max(0, face - 3) for face in attack)
        ours -= sum(max(0, face - 3) for face in defence)
        n, m = sum(face > 2 for face in attack), sum(face > 2 for face in defence)
    return ours <= 0, theirs <= 0


def test_kill_odds_are_a_thousand_times_faster_than_10000_trials() -> None:
    """Measured without the cache; 200 trials stand for 10000."""
    dice = random.Random(1)
    slow = 10_000 * seconds(lambda: simulated(dice, 8, 6), 200)
    assert slow / seconds(lambda: at_least.__wrapped__(8, 6), 1000) > 1000
    assert slow / seconds(lambda: at_least(8, 6), 1000) > 10_000


def test_duels_are_five_hundred_times_faster_than_10000_trials() -> None:
    """Measured without the cache of duels, the fire of each side being known; 200 trials stand for 10000."""
    dice = random.Random(1)
    slow = 10_000 * seconds(lambda: simulated_duel(dice, 8, 6, 6, 5), 200)

    def fresh() -> Duel:
        return duel.__wrapped__(8, 6, 6, 5, None, False, False)

    assert slow / seconds(fresh, 100) > 500
    assert slow / seconds(lambda: duel(8, 6, 6, 5, None, False, False), 1000) > 10_000
