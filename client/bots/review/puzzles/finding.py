"""Looking for puzzles: a game of bots is played, and at each question that may make one its answers are tried.

Most questions are no puzzle, and are dropped after a few worlds.  What is left is judged twice, by other worlds each
time, and is a puzzle where both judgements agree: one answer, better than every other by GAP of winning chance.  A
third judgement, in worlds in which ships stand where players put them, must agree too: what hangs on habits is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct, json
from msgspec.structs import replace

from ironbottom.catalog import cards_by_id
from ironbottom.flow import Game
from ironbottom.printed import CardSet
from ironbottom.questions import Answer
from ironbottom.record import answer_from_json
from ironbottom.rules import new_game
from ironbottom.sight import view as view_of
from ironbottom.views import View
from ironbottom.wire.answers import plain
from ironbottom.words import SIDES, Side
from ironbottom.worlds import InformationSet

from ...registry import made
from .asking import KIND_OF, worth_trials
from .estimating import AskedOdds, estimate
from .solving.kinds import KINDS, LANDING, ODDS
from .trying import GAP, ROLLOUTS, RankedAnswer, TrialGround, Trials, chance_of, gap

MOST = 8  # answers of one puzzle
SCREENS = ((4, 0.05), (12, 0.07), (40, 0.09), (100, 0.095))  # worlds, and the gap that must be left after them
SEATS = (("light", "light"), ("mate", "light"), ("mate", "mate"), ("light", "ensign"))  # who plays, by number of a game
EACH = {LANDING: 2, ODDS: 2}  # puzzles of one kind out of one game: those that are many
RARE = 3  # of the others


class TriedAnswer(Struct, frozen=True):
    """One answer with what both judgements found."""

    answer: Any  # as JSON
    chance: float
    behind: float
    error: float


class FoundPuzzle(Struct, frozen=True):
    """A position that makes a puzzle, as the command keeps it."""

    kind: str
    seed: str  # of the series
    game: int
    n: int  # answers of that game before it
    view: View
    answers: tuple[TriedAnswer, ...]  # the best first
    rollouts: int  # of each judgement
    habits: tuple[int, ...] = ()  # what each of the bots would answer: its place among the answers
    estimate: AskedOdds | None = None


class Source(NamedTuple):
    """The games of a series."""

    seed: str
    cards: CardSet
    kinds: frozenset[str] = frozenset(KINDS)  # that are looked for

    def chance(self, n: int) -> Random:
        return Random(sha256(f"ironbottom puzzles\n{self.seed}\n{n}".encode()).digest())


def puzzles_of(source: Source, n: int) -> list[FoundPuzzle]:
    """What the n-th game gives."""
    return [*Finder(source).look(n)]


def judged_again(cards: CardSet, puzzles: Sequence[FoundPuzzle]) -> list[FoundPuzzle]:
    """Those of them that are still puzzles, with what two judgements by the worlds and values of today find."""
    finder = Finder(Source("", cards))
    return [again for one in puzzles if (again := finder.again(one)) is not None]


class Finder:
    """Looks through the games of one series."""

    def __init__(self, source: Source) -> None:
        self.source, self.table = source, TrialGround(source.cards)
        self.by_id = cards_by_id(source.cards)

    def look(self, n: int) -> Iterator[FoundPuzzle]:
        """Play a game to its end, and give its puzzles."""
        source, rng, had = self.source, self.source.chance(n), dict[str, int]()
        game = new_game(source.cards, rng.randbytes(32), log=False)
        names = SEATS[n % len(SEATS)]
        seats = {side: made(name, source.cards, rng) for side, name in zip(SIDES, names, strict=True)}
        count = 0
        while game.asked:
            side = next(iter(game.asked))
            view = view_of(game, side)
            full = {kind for kind in KINDS if had.get(kind, 0) >= EACH.get(kind, RARE)} | (KINDS.keys() - source.kinds)
            for found in self._at(view, game.step(side), (n, count), full):
                had[found.kind] = had.get(found.kind, 0) + 1
                yield found
            game.take(side, self._answer(game, side, view, names[side], seats))
            count += 1

    def _answer(self, game: Game, side: Side, view: View, name: str, seats: Any) -> Answer:
        return self.table.player.choose(game, side) if name == "light" else seats[side].choose(view)

    def _at(self, view: View, step: str, at: tuple[int, int], full: set[str]) -> Iterator[FoundPuzzle]:
        """What one question gives; kinds of which there are enough are not looked for."""
        question, seed = view.question, self.source.seed
        assert question is not None
        rng = chance_of(view, "look")
        kind, here = KIND_OF.get(step), None
        if question.odds and ODDS not in full and (guess := estimate(view, rng)) and (here := self.table.here(view)):
            yield FoundPuzzle(ODDS, seed, *at, view, (), 0, estimate=guess)
        if kind is None or kind in full or (here := here or self.table.here(view)) is None:
            return
        answers = worth_trials(self.table, self.by_id, view, here.sample(rng), rng)[:MOST]
        if len(answers) < 2:
            return
        judged = self._judged(view, answers)
        if judged is not None:
            tried = tuple(map(_tried, judged))
            yield FoundPuzzle(kind, seed, *at, view, tried, ROLLOUTS, self._habits(judged, answers))

    def _judged(self, view: View, answers: list[Answer]) -> list[RankedAnswer] | None:
        """All answers by both judgements; None where it is no puzzle."""
        here = self.table.here(view)
        assert here is not None
        enough = -(-ROLLOUTS // len(answers))
        found = _passed(self.table.trials(here, answers, "first"), (*SCREENS, (enough, GAP)), enough)
        if found is None:
            return None
        again = self._confirmed(here, answers, found[0].answer, "second")
        if again is None or not self.as_deployed(view, answers, found[0].answer):
            return None
        return both(found, again)

    def as_deployed(self, view: View, answers: list[Answer], best: Answer) -> bool:
        """Whether the same answer is best by as much in worlds in which ships stand where players put them."""
        here = self.table.here(view, as_deployed=True)
        return here is not None and self._confirmed(here, answers, best, "as deployed") is not None

    def _confirmed(
        self, here: InformationSet, answers: list[Answer], best: Answer, label: str
    ) -> list[RankedAnswer] | None:
        """All answers by another judgement; None where that finds another best one, or the best too little ahead."""
        enough = -(-ROLLOUTS // len(answers))
        found = _passed(self.table.trials(here, answers, label), ((enough // 4, GAP - 0.02), (enough, GAP)), enough)
        return None if found is None or found[0].answer != best else found

    def again(self, found: FoundPuzzle) -> FoundPuzzle | None:
        """What comes of a puzzle of before, whose odds are exact; None where it is one no more."""
        if found.estimate is not None:
            return found if self.table.here(found.view) is not None else None
        answers = [answer_from_json(one.answer) for one in found.answers]
        judged = self._judged(found.view, answers) if self.table.here(found.view) is not None else None
        if judged is None:
            return None
        places = {str(one): i for i, each in enumerate(judged) for one in (each.answer, *each.same)}
        habits = [places[str(answers[i])] if i >= 0 else -1 for i in found.habits]
        return replace(found, answers=tuple(map(_tried, judged)), habits=tuple(habits), rollouts=ROLLOUTS)

    def _habits(self, judged: list[RankedAnswer], answers: list[Answer]) -> tuple[int, ...]:
        """Where the first answer, that of the mate, and the last, that of the light player, have come to."""
        places = []
        for answer in (answers[0], answers[-1]):
            places.append(next((i for i, one in enumerate(judged) if answer in (one.answer, *one.same)), -1))
        return tuple(places)


def _passed(trials: Trials, screens: Sequence[tuple[int, float]], enough: int) -> list[RankedAnswer] | None:
    """What trials find in so many worlds; None as soon as the best is not ahead by as much as it must be."""
    found: list[RankedAnswer] = []
    for worlds, least in screens:
        found = trials.go_on(min(worlds, enough))
        if gap(found) < least:
            return None
    return found


def both(first: list[RankedAnswer], second: list[RankedAnswer]) -> list[RankedAnswer]:
    """The mean of two judgements; meanings are those of the first."""
    other = {str(answer): one for one in second for answer in (one.answer, *one.same)}
    found = []
    for one in first:
        twin = other[str(one.answer)]
        error = (one.error**2 + twin.error**2) ** 0.5 / 2
        chance, behind = (one.chance + twin.chance) / 2, (one.behind + twin.behind) / 2
        found.append(RankedAnswer(one.answer, chance, behind, error, one.same))
    return [found[0], *sorted(found[1:], key=lambda one: one.behind)]


def _tried(one: RankedAnswer) -> TriedAnswer:
    answer = json.decode(json.encode(plain(one.answer)))
    return TriedAnswer(answer, round(one.chance, 4), round(one.behind, 4), round(one.error, 4))
