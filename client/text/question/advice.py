"""What an adviser has found, in words; what its answers are called is the reader's own affair."""

from __future__ import annotations

from ironbottom.phrases import in_row
from ironbottom.questions import Question
from ironbottom.vocabulary import phrase
from ironbottom.wire.advising import Advice, AdvisedAnswer
from ironbottom.wire.answers import answer as understood

from ..naming import Naming
from ..sanitize import sanitize
from .menu import menu_of, said


def advised_text(question: Question, naming: Naming, advised: AdvisedAnswer) -> str:
    """An answer as its reader calls it, and that there is more to it where it is the first step of several."""
    text = said(menu_of(question, naming), understood(advised.answer)) or phrase("rows.nothing")
    if not advised.then:
        return text
    return in_row([text, phrase("advice.goes_on", n=len(advised.then))])


def advice_rows(question: Question, naming: Naming, advice: Advice) -> list[tuple[str, str]]:
    """Of each answer what it is and wins, and why; the best first."""
    return [
        (in_row([_chance_text(question, naming, one), _behind_text(one, best=n == 0)]), sanitize(one.why))
        for n, one in enumerate(advice.answers)
    ]


def advice_lines(question: Question, naming: Naming, advice: Advice) -> list[str]:
    """The same as lines with numbers, and how it was found."""
    if not advice.answers:
        return [phrase("advice.nothing")]
    lines = []
    for n, (what, why) in enumerate(advice_rows(question, naming, advice), 1):
        lines += [f"{n}  {what}", f"   {why}"]
    return [phrase("advice.title"), *lines, phrase("advice.tried", n=advice.worlds)]


def blunder_text(question: Question, naming: Naming, advice: Advice) -> str:
    """The gentle question before an answer that loses much."""
    given, better = advice.given, advice.answers[0]
    assert given is not None
    return phrase(
        "advice.blunder", answer=advised_text(question, naming, given), loss=_points(given.behind),
        error=_points(given.unsure), better=advised_text(question, naming, better), why=sanitize(better.why),
    )


def _chance_text(question: Question, naming: Naming, one: AdvisedAnswer) -> str:
    answer = advised_text(question, naming, one)
    return phrase("advice.row", answer=answer, chance=_points(one.chance), error=_points(one.error))


def _behind_text(one: AdvisedAnswer, *, best: bool) -> str:
    if best:
        return phrase("advice.best")
    return phrase("advice.behind", loss=_points(one.behind), error=_points(one.unsure))


def _points(chance: float) -> str:
    """Per cent, in whole numbers."""
    return str(round(100 * chance))
