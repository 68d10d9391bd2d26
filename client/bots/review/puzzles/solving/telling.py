"""A puzzle in words: what it is, what one may answer, and what an answer was worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ironbottom.language import _, counted
from ironbottom.phrases import prompt_phrase, side_name
from ironbottom.vocabulary import phrase

from .....text.question.menu import RULING
from .....text.question.odds import bar, percent
from .kinds import KINDS, ODDS
from .progress import PuzzleProgress
from .puzzle import Puzzle, in_language


def title(puzzle: Puzzle) -> str:
    """Its name, or what it is about; and its rating."""
    name = in_language(puzzle.hand.title) if puzzle.hand is not None else _(KINDS[puzzle.kind])
    return _("Puzzle {id}: {title} (rating {rating})").format(id=puzzle.id, title=name, rating=puzzle.rating)


def situation(puzzle: Puzzle) -> list[str]:
    """What somebody wrote about it, and what is asked."""
    told = [in_language(puzzle.hand.situation)] if puzzle.hand is not None else []
    question = puzzle.question
    prompt = RULING.sub("", prompt_phrase(question))
    side = side_name(question.side)
    if puzzle.kind == ODDS:
        text = _("You are {side}, and are asked: {prompt}").format(side=side, prompt=prompt)
        return [*told, text, in_language(puzzle.ask)]
    text = _("You are {side}: {prompt}").format(side=side, prompt=prompt)
    about = [in_language(puzzle.ask)] if in_language(puzzle.ask) else []
    return [*told, text, *about, phrase("puzzle.which")]


def choices(puzzle: Puzzle) -> Iterator[str]:
    """The answers by number."""
    for n, one in enumerate(puzzle.answers, 1):
        yield f"  {n} {in_language(one.words)}"


def verdict(puzzle: Puzzle, chosen: int) -> Iterator[str]:
    """Right or not, what each answer is worth, and why the best is."""
    yield _("Right!") if chosen == puzzle.best else phrase("puzzle.wrong", n=puzzle.best + 1)
    best, given = puzzle.answers[puzzle.best], puzzle.answers[chosen]
    if puzzle.kind == ODDS:
        yield in_language(best.why)
        return
    for n, one in enumerate(puzzle.answers, 1):
        assert one.chance is not None
        mark = phrase("rows.between") + _("yours") if n - 1 == chosen else ""
        text, error = _("  {n} wins {chance} {bar} ± {error}{mark}"), _("{n} %").format(n=f"{100 * one.error:.1f}")
        yield text.format(n=n, chance=percent(one.chance), bar=bar(one.chance), error=error, mark=mark)
    yield phrase("puzzle.speaks", n=puzzle.best + 1, why=in_language(best.why))
    if chosen != puzzle.best and given.why != best.why:  # of a choice of action all are said in one
        yield phrase("puzzle.speaks", n=chosen + 1, why=in_language(given.why))
    text = _("Tried in worlds that look like this table, {n} times, twice; ± is one standard error of the difference.")
    yield text.format(n=puzzle.rollouts)


def standing(now: PuzzleProgress, of: Sequence[Puzzle]) -> str:
    """How a player stands; what he has tried is counted among these puzzles."""
    ids = {one.id for one in of}
    own = [one for one in now.attempts if one.id in ids]
    tried = counted("{n} puzzle tried", "{n} puzzles tried", len(own))
    text = _("Your rating: {rating}.  {tried} of {all}, {solved} solved at once.")
    solved = sum(one.solved for one in own)
    return text.format(rating=round(now.rating), tried=tried, all=len(of), solved=solved)
