"""Puzzles about odds: what a roll or an exchange of fire promises, exactly, guessed in bands."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import Struct

from ironbottom.questions import Chance
from ironbottom.views import View
from ironbottom.vocabulary import TABLES

BANDS = 5  # equal parts of 0 to 1
EDGE = 0.03  # what is nearer to the edge of a band is not asked
LEAST = 0.04  # what is nearer to nothing, or to certain, is no question
SELDOM = 0.12  # of all questions with odds, so many are asked
STEPS = {
    "sea-rounds.aim", "air-attack.declare", "attacks.choose", "strike.go_on", "bombardment.choose", "barrage.go_on",
    "air-control.aim", "search-rounds.aim", "reconnaissance.search", "submarines.play", "sea-rounds.check",
}


class AskedOdds(Struct, frozen=True):
    """What is to be guessed: one number of one chance of the question."""

    card: int
    value: Any
    part: str  # "success", "kill" or "loss"
    chance: float

    @property
    def band(self) -> int:
        return min(BANDS - 1, int(self.chance * BANDS))


def estimate(view: View, rng: Random) -> AskedOdds | None:
    """One of the chances of its question; None as a rule."""
    question = view.question
    assert question is not None
    if question.step not in STEPS or rng.random() > SELDOM:
        return None
    found = [one for chance in question.odds for one in _parts(chance, question.step) if _asked(one.chance)]
    return rng.choice(found) if found else None


def _parts(chance: Chance, step: str) -> list[AskedOdds]:
    table = TABLES["odds"].get(step, TABLES["odds"]["other"])
    parts = (("success", chance.success), ("kill", chance.kill), ("loss", chance.loss))
    return [AskedOdds(chance.card, chance.value, part, of) for part, of in parts if of is not None and part in table]


def _asked(chance: float) -> bool:
    edges = [abs(chance - n / BANDS) for n in range(1, BANDS)]
    return LEAST < chance < 1 - LEAST and min(edges) > EDGE
