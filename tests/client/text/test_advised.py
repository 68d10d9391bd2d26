"""Advice in words: an answer, its chance and what it is behind stand in one row, with the marks of the language."""

from __future__ import annotations

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.text.naming import Naming
from ironbottom.client.text.question.advice import advice_rows
from ironbottom.language import speak
from ironbottom.questions import Choose
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.vocabulary import phrase
from ironbottom.wire.advising import Advice, AdvisedAnswer
from ironbottom.wire.answers import plain
from ironbottom.words import Side
from tests.support.languages import english

__all__ = ["english"]  # after each test the next one hears English


@pytest.mark.parametrize(("language", "comma"), [("en", ", "), ("ja", "、")])
def test_marks_are_those_of_the_language(language: str, comma: str) -> None:
    speak(language)
    cards = card_set("core")
    seen = view(new_game(cards, bytes(32)), Side.US)
    naming = Naming(cards)
    naming.see(seen)
    question = seen.question
    assert question is not None
    assert isinstance(question.shape, Choose)
    answer, other = map(plain, question.shape.options)  # keep the fleet, or draw anew
    answers = (
        AdvisedAnswer(answer, (answer,), 0.61, 0.02, 0.0, 0.0, "why"),
        AdvisedAnswer(other, (), 0.5, 0.02, 0.11, 0.03, "why"),
    )
    first, second = [row for row, _why in advice_rows(question, naming, Advice(1, "T", 1, answers, 64))]
    assert comma + phrase("advice.goes_on", n=1) in first
    assert first.endswith(comma + phrase("advice.best"))
    assert second.endswith(comma + phrase("advice.behind", loss="11", error="3"))
    assert language == "en" or not {",", ";", ":"} & set(first + second)
