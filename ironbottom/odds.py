"""§3, §9.2  Exact odds: of one side's roll, of a withdrawal check, and of two sides that fire at each other.

Which of them belong to a question (a search, a strike, a landing) says question_odds.py.

Nothing is simulated.  Let z count hits.  By the table of §3.2 an attempt that is rolled out gives
G(z) = 1/2 + (1 + z + z^2)/6 * G(z), so G(z) = 3 / (5 - z - z^2); a limited one (§3.4) gives
Z(z) = 5/6 + z/6 * Z(z), so Z(z) = 5 / (6 - z).  Attempts are independent: n of them give the n-th power.

Everywhere an ability is a printed number, 0 for limited, None for "-"; what is left in mid-roll is given as
`Attempts`.  Probabilities are from 0 to 1 and, like expected numbers, correct to 1e-12.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import mul
from typing import Literal, NamedTuple

from ironbottom.dice import Ability, Attempts, attempts

Thrown = Ability | Attempts
First = Literal["attack", "defence"]

ROUNDS = 60  # n attempts outlast them with a chance of at most n / 2^60


def _dice(thrown: Thrown) -> Attempts:
    return thrown if isinstance(thrown, Attempts) else attempts(thrown)


def _split(thrown: Thrown) -> tuple[int, bool]:
    dice = _dice(thrown)
    return dice.dice, dice.limited


def hits(thrown: Thrown, most: int) -> tuple[float, ...]:
    """§3.2, §3.4  P(a full roll hits exactly k times), for k = 0 to `most`.

    Normal attempts: F = G^n satisfies (5 - z - z^2) F' = n (1 + 2z) F, which compared term by term is
    5 (k+1) f[k+1] = (k+n) f[k] + (k-1+2n) f[k-1].  Limited ones: Z^n is the negative binomial law, for one die the
    geometric (5/6) (1/6)^k.
    """
    n, limited = _split(thrown)
    before, now = 0.0, (5 / 6 if limited else 3 / 5) ** n
    law = []
    for k in range(most + 1):
        law.append(now)
        following = (k + n) * now / 6 if limited else ((k + n) * now + (k - 1 + 2 * n) * before) / 5
        before, now = now, following / (k + 1)
    return tuple(law)


@lru_cache(1 << 14)
def at_least(thrown: Thrown, h: int) -> float:
    """§3.2, §4.1  P(a full roll hits `h` times or more): the odds that it brings down a target with `h` HP left.

    One minus the first `h` terms of `hits`.  That the roll ends when the target is down (R-43) changes nothing here.
    """
    return max(0.0, 1.0 - sum(hits(thrown, h - 1)))


def expected(thrown: Thrown) -> float:
    """§3.2, §3.4  The mean number of hits of a full roll: G'(1) = 1 for each attempt, Z'(1) = 1/5 for a limited one."""
    n, limited = _split(thrown)
    return n / 5 if limited else float(n)


def expected_damage(thrown: Thrown, hp: int) -> float:
    """§4.1, R-41  The mean damage of a full roll at a target with `hp` HP left; hits beyond that are lost.

    E min(S, hp) = hp - sum over k < hp of (hp - k) P(S = k).
    """
    return hp - sum((hp - k) * chance for k, chance in enumerate(hits(thrown, hp - 1)))


def first_round(thrown: Thrown) -> float:
    """§3.2, §3.4  P(one round hits at least once): 1 - (2/3)^n, as two faces of six hit; limited, 1 - (5/6)^n."""
    n, limited = _split(thrown)
    return 1 - (5 / 6 if limited else 2 / 3) ** n


def withdrawal(speed: Ability) -> float:
    """§9.2  P(a withdrawal check succeeds): one throw of `speed` dice, any 5 or 6; at 0 one die, a 6; "-" never.

    Those are the faces that hit, so these are the odds of a first round.
    """
    return first_round(speed)


class Round(NamedTuple):
    """What one round of an exchange can bring: probabilities seen from before the first round."""

    attacker_down: float  # in this round, alone or with the defender
    defender_down: float  # in this round, alone or with the attacker
    both: float  # both in this round
    goes_on: float  # there is another round after this one


class Duel(NamedTuple):
    """The odds of an exchange: probabilities, and mean damage in HP."""

    attacker_down: float  # alone or with the defender
    defender_down: float  # alone or with the attacker
    both: float  # down in the same round
    attacker_damage: float  # what the attacker suffers
    defender_damage: float  # what the defender suffers


class _Fire(NamedTuple):
    """One side's fire at a target, as if nothing ever stopped it but the target's end."""

    up: tuple[float, ...]  # P(target not down after round t), t = 0 to ROUNDS
    spent: tuple[float, ...]  # P(that, and no attempts are left)
    down: tuple[float, ...]  # P(target goes down in round t), t = 1 to ROUNDS
    damage: tuple[float, ...]  # mean damage in round t
    at_start: tuple[float, ...]  # P(target up when round t begins), t = 1 to ROUNDS
    at_end: tuple[float, ...]  # P(target up when round t ends)
    armed_at_start: tuple[float, ...]  # P(target up when round t begins, and attempts left then)
    armed_at_end: tuple[float, ...]  # P(target up when round t ends, and attempts left when it began)


def _round_before(law: Iterable[float], limited: bool) -> Iterator[float]:
    """Put a round in front: G -> 1/2 + (1 + z + z^2)/6 G, or Z -> 5/6 + z/6 Z; of a law cut off at some power."""
    start = 5 / 6 if limited else 1 / 2
    before = last = 0.0
    for now in law:
        yield start + (last if limited else now + last + before) / 6
        start, before, last = 0.0, last, now


def _power(law: Sequence[float], n: int) -> list[float]:
    """The n-th power of a series whose constant term is not 0, to the same length.

    F = P^n satisfies P F' = n P' F; term by term: k p[0] f[k] = sum over j = 1 to k of ((n+1) j - k) p[j] f[k-j].
    """
    power = [law[0] ** n]
    for k in range(1, len(law)):
        terms = sum([((n + 1) * j - k) * law[j] * power[k - j] for j in range(1, k + 1)])
        power.append(terms / (k * law[0]))
    return power


@lru_cache(1024)
def _fire(thrown: Attempts, hp: int) -> _Fire:
    """The rounds of a full roll.

    After t rounds an attempt has the law G_t, with G_0 = 1, and the part of it that is lost has D_t, with D_0 = 0; both
    get from t to t + 1 by a round in front.  n attempts have the powers.
    """
    n, limited = thrown.dice, thrown.limited
    law, lost = [1.0] + [0.0] * (hp - 1), [0.0] * hp
    up, spent, suffered = [1.0], [0.0 if n else 1.0], [0.0]
    for _ in range(ROUNDS):
        law, lost = list(_round_before(law, limited)), list(_round_before(lost, limited))
        total = _power(law, n)
        up.append(sum(total))
        spent.append(sum(_power(lost, n)))
        suffered.append(hp - sum([(hp - k) * chance for k, chance in enumerate(total)]))
    down = tuple([max(0.0, before - after) for before, after in pairwise(up)])
    damage = tuple([after - before for before, after in pairwise(suffered)])
    start, end = tuple(up[:-1]), tuple(up[1:])
    armed_at_start, armed_at_end = [tuple(_minus(there, spent[:-1])) for there in (start, end)]
    return _Fire(tuple(up), tuple(spent), down, damage, start, end, armed_at_start, armed_at_end)


def _minus(a: Iterable[float], b: Iterable[float]) -> list[float]:
    return [x - y for x, y in zip(a, b, strict=True)]


def _times(a: Iterable[float], b: Iterable[float]) -> list[float]:
    return list(map(mul, a, b))


@lru_cache(1024)
def duel(
    attack: Thrown,
    attacker_hp: int,
    defence: Thrown,
    defender_hp: int,
    first: First | None = None,
    counter: bool = True,
    spent_withdraw: bool = False,
) -> Duel:
    """§3.7, §3.8, §3.9, §17.3(4), R-3, R-4, R-43  The exact odds of an attacker against a defender, round by round.

    HP are those left.  `first` rolls before the other in each round, and who is down does not roll (a torpedo attack:
    "defence"); without it both roll from the state before the round.  A round that has begun is rolled by all who are
    up.  With `counter` the defence is counter-fire and ends when the attacker has no attempts left (air attack,
    submarine, bombardment); without it both fight on until both are spent (sea combat).  With `spent_withdraw` either
    withdraws after a round that leaves it without attempts (air control combat, §17.2(3)(a)).  Not for interceptors on
    an airplane, whose counter-fire is fresh each round (R-50): see `gauntlet`.
    """
    ours, theirs = _both_fires(attack, attacker_hp, defence, defender_hp)
    attacker_rolls = _lets_roll(theirs, first == "defence", spent_withdraw)
    defender_rolls = _lets_roll(ours, first == "attack", counter or spent_withdraw)
    return Duel(
        sum(map(mul, theirs.down, defender_rolls)),
        sum(map(mul, ours.down, attacker_rolls)),
        0.0 if first else sum(map(mul, ours.down, theirs.down)),
        sum(map(mul, theirs.damage, defender_rolls)),
        sum(map(mul, ours.damage, attacker_rolls)),
    )


def duel_rounds(
    attack: Thrown,
    attacker_hp: int,
    defence: Thrown,
    defender_hp: int,
    first: First | None = None,
    counter: bool = True,
    spent_withdraw: bool = False,
) -> tuple[Round, ...]:
    """The same exchange round by round: the first, the second, ... ROUNDS of them.  Takes what `duel` takes."""
    ours, theirs = _both_fires(attack, attacker_hp, defence, defender_hp)
    attacker_spent = ours.spent if counter or spent_withdraw else None
    defender_spent = theirs.spent if spent_withdraw else None
    attacker_down = _times(theirs.down, _lets_roll(ours, first == "attack", attacker_spent is not None))
    defender_down = _times(ours.down, _lets_roll(theirs, first == "defence", defender_spent is not None))
    both = [0.0] * ROUNDS if first else _times(ours.down, theirs.down)
    goes_on = _goes_on(ours, theirs, attacker_spent, defender_spent)
    return tuple(map(Round, attacker_down, defender_down, both, goes_on))


def _both_fires(attack: Thrown, attacker_hp: int, defence: Thrown, defender_hp: int) -> tuple[_Fire, _Fire]:
    """Both sides' fire, each as if it were alone.

    Damage lowers no attempts of the fight (R-4), so until something stops it each side's fire goes its own way: given
    that both are still there in round t, what the one has thrown is independent of what the other has.  The odds are
    therefore sums over rounds of products of one-sided ones; the product of the two sums would be wrong.
    """
    if attacker_hp < 1 or defender_hp < 1:
        raise ValueError(f"both must have HP left, not {attacker_hp} and {defender_hp}")
    return _fire(_dice(attack), defender_hp), _fire(_dice(defence), attacker_hp)


def _lets_roll(fire: _Fire, goes_first: bool, armed: bool) -> Sequence[float]:
    """P(this fire leaves its target a throw in round t), t = 1 to ROUNDS: the target is up when its turn comes, and,
    with `armed`, this side had attempts when the round began (without them it could not hit in it)."""
    if armed:
        return fire.armed_at_end if goes_first else fire.armed_at_start
    return fire.at_end if goes_first else fire.at_start


def _goes_on(
    ours: _Fire, theirs: _Fire, attacker_spent: Sequence[float] | None, defender_spent: Sequence[float] | None
) -> list[float]:
    """P(both are up after round t and nothing else has ended the exchange), t = 1 to ROUNDS."""
    both_up = _times(
        _minus(ours.up, attacker_spent) if attacker_spent else ours.up,
        _minus(theirs.up, defender_spent) if defender_spent else theirs.up,
    )
    if attacker_spent is None and defender_spent is None:
        both_up = _minus(both_up, _times(ours.spent, theirs.spent))
    return both_up[1:]


class Gauntlet(NamedTuple):
    """The odds of a round in which interceptors fire at one airplane, one after the other."""

    survives: float  # P(the airplane is still there after the last of them)
    shot_down: tuple[float, ...]  # P(it shoots this interceptor down), in their order


def gauntlet(anti_air: Thrown, interceptors: Sequence[Thrown]) -> Gauntlet:
    """§15.2(3), §17.2(4)(c), R-50  One round of interceptors' fire at an airplane that meets them with `anti_air`.

    Each exchange is simultaneous and one hit is enough (§4.2), so the airplane survives if every interceptor's round
    fails: the product of 1 - P(hit).  The j-th meets what is maintained of the Anti-Air.  A normal attempt is there
    with 2^(1-j) and then hits with 1/3, so n of them fail with (1 - 2^(1-j) / 3)^n; a limited one is there and hits
    with 6^-j.
    """
    n, limited = _split(anti_air)
    survives, shot_down = 1.0, []
    for j, interceptor in enumerate(interceptors, start=1):
        hit = 6.0**-j if limited else 2.0 ** (1 - j) / 3
        shot_down.append(survives * (1 - (1 - hit) ** n))
        survives *= 1 - first_round(interceptor)
    return Gauntlet(survives, tuple(shot_down))
