"""A puzzle as its file has it, and what must be true of one."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from ironbottom.language import Reader, _
from ironbottom.questions import Answer
from ironbottom.views import View
from ironbottom.wire.answers import answer as from_wire

from .kinds import KINDS, ODDS

FORMAT = 1
GAP = 0.10  # chance of winning by which the best answer is better than every other
FEWEST = 2  # answers
Share = Annotated[float, Meta(ge=0, le=1)]
Words = dict[str, str]  # by language


class PuzzleAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the answers to choose from.  Of odds only its words count."""

    words: Words
    answer: Any = None  # to the question, as on the wire
    chance: Share | None = None  # of winning, for who is asked
    behind: Share = 0.0  # how much less than the best
    error: Share = 0.0  # one standard error of that
    why: Words = {}

    @property
    def given(self) -> Answer:
        """The answer as its question takes it; the keys of a table are words in a file."""
        read = self.answer
        return from_wire({int(key): value for key, value in read.items()} if isinstance(read, dict) else read)


class PuzzleSource(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a position was found."""

    seed: str
    game: int
    n: int  # answers of that game before it


class HandWords(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wrote about a puzzle who looked at it."""

    place: int  # in the order in which a newcomer sees them
    title: Words
    situation: Words


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """A position with one best answer; it holds nothing but what the seat sees which is asked."""

    format: int
    id: str
    kind: str
    rating: int  # Elo to begin with
    set: str  # of cards
    source: PuzzleSource
    view: View
    answers: tuple[PuzzleAnswer, ...]
    best: int  # place among the answers
    rollouts: int  # of each of two judgements; 0: exact
    ask: Words = {}  # what the question is about; of odds, what is to be estimated
    exact: Share | None = None  # of odds: what it is
    part: tuple[Any, ...] = ()  # of odds: card, value and which chance of that
    hand: HandWords | None = None

    def fault(self) -> str | None:
        """What is wrong with it, as a sentence; None: nothing."""
        if self.format != FORMAT:
            return _("its format is {found}; this version reads {format}").format(found=self.format, format=FORMAT)
        if self.kind not in KINDS:
            return _("there is no kind {found}").format(found=repr(self.kind[:20]))
        if self.view.question is None or self.view.viewer is not self.view.question.side:
            return _("its view holds no question of its own")
        if not (len(self.answers) >= FEWEST and 0 <= self.best < len(self.answers)):
            return _("its best answer is not among its answers")
        return self._odds_fault() if self.kind == ODDS else self._answers_fault()

    def _odds_fault(self) -> str | None:
        if self.exact is None or min(len(self.answers) - 1, int(self.exact * len(self.answers))) != self.best:
            return _("what is to be estimated does not lie in the band of its best answer")
        return _("it shows the odds that are to be estimated") if self.question.odds else None

    def _answers_fault(self) -> str | None:
        for i, one in enumerate(self.answers):
            if one.chance is None or self.question.fault(one.given) is not None:
                return _("answer {n} is not legal").format(n=i + 1)
            if i != self.best and one.behind < GAP:
                return _("answer {n} is not worse than the best by {gap}").format(n=i + 1, gap=GAP)
        return None

    @property
    def question(self) -> Any:
        assert self.view.question is not None
        return self.view.question


def in_language(words: Words) -> str:
    """In the reader's language; in English where there is no other."""
    return words.get(Reader.language.split("_")[0], "") or words.get("en", "")
