"""How much of a result was luck: every die, draw and deal against what chance gives on the mean.

A game is followed answer by answer.  Where chance spoke after an answer, the same answer is given a few times more in
the same position with fresh chance; the value that came less the mean of those is luck, and that mean less the value
before is what the answer did.  Summed up they are the result:

    start + luck + skill = result

Luck is 0 on the mean whatever the value is (control variates as in AIVAT, Burch, Schmid, Moravcik, Morrill and Bowling
2018; GNU Backgammon calls it the same), because the fresh chances come from a seed of their own and are as likely as
those that came.  So a result less its luck is as true on the mean as the result itself, and varies less.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from random import Random
from statistics import fmean
from typing import NamedTuple, Protocol

from ironbottom.dice import Stream, dealt_anew
from ironbottom.flow import Game
from ironbottom.questions import Answer
from ironbottom.rules import new_game
from ironbottom.state import State
from ironbottom.words import SIDES, Side

TRIALS, DEALS = 16, 48  # fresh chances for an answer, and for the deal
DEAL, CARDS = "deal", "cards"
KINDS = (DEAL, CARDS, "searches", "submarines", "air", "sea", "landings", "other")
OTHER = "other"
_KINDS = {
    "searches": ("8", "9", "10", "11", "12", "12a", "13"), "submarines": ("14",),
    "air": ("20.1", "20.2", "20.3", "21", "22", "23", "24", "25"),
    "sea": ("16", "16a", "18", "19", "26", "27", "28", "29"),
    "landings": ("30", "31", "31a", "31b"),
}
KIND_OF = {window: kind for kind, windows in _KINDS.items() for window in windows}

ByKind = tuple[tuple[str, float], ...]
Fresh = Callable[[State, Random, bool], None]  # deals anew what is still to come, with the dice or without


class OfGame(Protocol):
    """What positions of a game are worth to the US, from 0 to 1."""

    def of_game(self, game: Game) -> float: ...


class LuckEntry(NamedTuple):
    """One answer, as the chance that the US wins saw it.  Luck and skill count for the US."""

    n: int  # answers before it
    turn: int
    side: Side  # who answered
    window: str
    skill: float
    luck: ByKind = ()  # by kind; empty where chance said nothing


class Reckoning(NamedTuple):
    """A whole game: start + luck + skill = result."""

    start: float
    result: float  # 1.0 where the US won; of an unfinished game its value
    luck: dict[str, float]  # by kind, for the US
    luck_by: tuple[float, float]  # by who had answered when it came, the deal apart
    skill: tuple[float, float]  # what the answers of US and JP did, for the US

    @property
    def adjusted(self) -> float:
        """The result without its luck; it may lie outside of 0 to 1."""
        return self.result - sum(self.luck.values())


class Accounts:
    """Follows a game from its first question on."""

    def __init__(
        self, value: OfGame, game: Game, seed: bytes, trials: int = TRIALS, deals: int = DEALS,
        fresh: Fresh | None = None,
    ) -> None:
        self.value, self.seed, self.trials, self.fresh = value, seed, trials, fresh or refresh
        cards, edition = game.state.cards, game.state.edition
        others = [new_game(cards, self._bytes(f"deal {k}"), log=False, edition=edition) for k in range(deals)]
        self.start, self.now = fmean(map(value.of_game, others)), value.of_game(game)
        self.deal = self.now - self.start
        self.entries: list[LuckEntry] = []

    def answer(self, game: Game, side: Side, answer: Answer) -> LuckEntry:
        """Let the game take an answer, and note what it did.  Raises what `Game.answer` raises."""
        before, window, turn, n = game.clone(), game.window(side), game.state.turn, game.answers
        game.answer(side, answer)
        value, chances = self.value.of_game(game), spoke(before.state, game.state)
        expected, luck = self._luck(before, (side, answer), value, chances) if chances else (value, ())
        entry = LuckEntry(n, turn, side, window, expected - self.now, luck)
        self.now = value
        self.entries.append(entry)
        return entry

    def _luck(
        self, before: Game, given: tuple[Side, Answer], value: float, chances: Spoke
    ) -> tuple[float, ByKind]:
        """The mean of fresh chances; and luck by kind, dice before cards, as they came."""
        kind = KIND_OF.get(before.window(given[0]), OTHER)
        rng = Random(self._bytes(f"answer {before.answers}"))
        expected = self._mean(before, given, rng, True)
        if not chances.cards:
            return expected, ((kind, value - expected),)
        if not chances.dice:
            return expected, ((CARDS, value - expected),)
        between = self._mean(before, given, rng, False)
        return expected, ((kind, between - expected), (CARDS, value - between))

    def _mean(self, before: Game, given: tuple[Side, Answer], rng: Random, dice: bool) -> float:
        return fmean([self._trial(before, given, rng, dice) for _ in range(self.trials)])

    def _trial(self, before: Game, given: tuple[Side, Answer], rng: Random, dice: bool) -> float:
        trial = before.clone()
        self.fresh(trial.state, rng, dice)
        trial.answer(*given)
        return self.value.of_game(trial)

    def reckoning(self) -> Reckoning:
        """What it has come to so far."""
        luck = dict.fromkeys(KINDS, 0.0)
        luck[DEAL] = self.deal
        by, skill = [0.0, 0.0], [0.0, 0.0]
        for entry in self.entries:
            skill[entry.side] += entry.skill
            for kind, amount in entry.luck:
                luck[kind] += amount
                by[entry.side] += amount
        return Reckoning(self.start, self.now, luck, (by[0], by[1]), (skill[0], skill[1]))

    def _bytes(self, label: str) -> bytes:
        return sha256(b"ironbottom luck\n" + self.seed + label.encode()).digest()


class Spoke(NamedTuple):
    """Which chance was asked."""

    dice: bool
    cards: bool

    def __bool__(self) -> bool:
        return self.dice or self.cards


def spoke(before: State, after: State) -> Spoke:
    """Which chance the answer between these two asked."""
    cards = any(
        a.air_deck is not b.air_deck or a.fleet_deck is not b.fleet_deck or a.fleets is not b.fleets
        for a, b in zip(before.forces, after.forces, strict=True)
    )
    return Spoke(before.dice != after.dice, cards)


def refresh(state: State, rng: Random, dice: bool = True) -> None:
    """Chance that is to come is dealt anew: dice, the order of the decks, what decks are shuffled by.

    Nobody has seen the order of a deck, so every order of what it holds is as likely as any other.
    """
    if dice:
        state.dice = dealt_anew(state.dice, Stream(rng.randbytes(32)))
    for side in SIDES:
        forces = state.forces[side]
        air, fleet = list(forces.air_deck), list(forces.fleet_deck)
        rng.shuffle(air)
        rng.shuffle(fleet)
        forces.air_deck, forces.fleet_deck = tuple(air), tuple(fleet)
        forces.fleets = Stream(rng.randbytes(32))
