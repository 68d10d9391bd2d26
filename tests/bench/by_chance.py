"""What exact odds are measured against: simulation in plain Python, and the same sums in fractions."""

from __future__ import annotations

from fractions import Fraction
from random import Random


def throw(left: int, limited: bool, random: Random) -> tuple[int, int]:
    """§3.2, §3.4  One throw: hits, and attempts that are maintained."""
    hits = kept = 0
    for _ in range(left):
        drawn = random.random()
        if limited:
            if drawn >= 5 / 6:
                hits += 1
                kept += 1
        elif drawn >= 1 / 2:
            kept += 1
            if drawn >= 5 / 6:
                hits += 2
            elif drawn >= 2 / 3:
                hits += 1
    return hits, kept


def kill(random: Random, trials: int, ability: int, hp: int) -> float:
    """How often a full roll brings down a target."""
    limited = ability == 0
    down = 0
    for _ in range(trials):
        left, hits = ability or 1, 0
        while left and hits < hp:
            more, left = throw(left, limited, random)
            hits += more
        down += hits >= hp
    return down / trials


def duel(random: Random, trials: int, attack: int, attacker_hp: int, defence: int, defender_hp: int) -> float:
    """§17.3(4)  How often an attacker brings down a defender that fires back, both at once in every round."""
    down = 0
    for _ in range(trials):
        ours, theirs = attack or 1, defence or 1
        our_hp, their_hp = attacker_hp, defender_hp
        while ours and our_hp > 0 and their_hp > 0:
            hits, ours = throw(ours, attack == 0, random)
            suffered, theirs = throw(theirs, defence == 0, random)
            their_hp -= hits
            our_hp -= suffered
        down += their_hp <= 0
    return down / trials


def exactly(ability: int, hp: int) -> Fraction:
    """P(a full roll hits `hp` times or more), in fractions: one attempt by its table, n of them by convolution."""
    one = [Fraction(5, 6) if ability == 0 else Fraction(3, 5)]
    for k in range(1, hp):
        # G(z) = 1/2 + (1 + z + z^2)/6 G(z), or Z(z) = 5/6 + z/6 Z(z), compared term by term
        two_before = one[k - 2] if k > 1 else Fraction(0)
        one.append(one[k - 1] / 6 if ability == 0 else (one[k - 1] + two_before) / 5)
    law = [Fraction(1), *[Fraction(0)] * (hp - 1)]
    for _ in range(ability or 1):
        law = [sum((law[j] * one[k - j] for j in range(k + 1)), Fraction(0)) for k in range(hp)]
    return 1 - sum(law, Fraction(0))
