"""Found positions as the puzzles that are shipped: with words in every language, a rating, their answers mixed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from hashlib import sha256
from math import exp, log10

from msgspec import json
from msgspec.structs import replace

from ironbottom.catalog import cards_by_id
from ironbottom.language import LANGUAGES, Reader, _, speak
from ironbottom.phrases import listed
from ironbottom.printed import CardSet
from ironbottom.questions import Answer, Chance, Question
from ironbottom.record import answer_from_json
from ironbottom.vocabulary import TABLES, phrase

from ....text.naming import Naming
from ....text.question.menu import menu_of
from ....text.question.odds import in_full, percent
from ...mate.table import SeenTable
from ...mate.why import why
from ..wording import answer_text
from .estimating import BANDS, AskedOdds
from .finding import FoundPuzzle
from .solving.kinds import ODDS
from .solving.puzzle import FORMAT, HandWords, Puzzle, PuzzleAnswer, PuzzleSource, Words

SHOWN = 6  # answers of one puzzle: the best and those that come next
TEMPTING = 0.12  # chance of winning by which an answer looks better to a player who guesses
MISSED = 150  # points for each bot that misses it
LEAST, MOST = 700, 2200


def puzzle_of(found: FoundPuzzle, cards: CardSet, hand: HandWords | None = None) -> Puzzle:
    """The puzzle that is shipped."""
    id_ = sha256(f"{found.kind} {found.seed} {found.game} {found.n}".encode()).hexdigest()[:6]
    source = PuzzleSource(found.seed, found.game, found.n)
    if found.estimate is not None:
        return _of_odds(found, found.estimate, f"{found.kind}-{id_}", source, cards, hand)
    tried = sorted(found.answers[:SHOWN], key=lambda one: sha256(f"{id_} {one.answer}".encode()).digest())
    answers = tuple([
        PuzzleAnswer(_answer_words(found, cards, answer_from_json(one.answer)), one.answer, one.chance, one.behind,
                     one.error, _why_words(found, cards, answer_from_json(one.answer)))
        for one in tried
    ])
    return Puzzle(
        FORMAT, f"{found.kind}-{id_}", found.kind, difficulty(found), cards.name, source, found.view, answers,
        tried.index(found.answers[0]), found.rollouts, in_every(lambda: _about(found, cards)), hand=hand,
    )


def difficulty(found: FoundPuzzle) -> int:
    """Elo to begin with: by how tempting the other answers are, and which bots fall for them."""
    pulls = [exp(-one.behind / TEMPTING) for one in found.answers[:SHOWN]]
    solves = pulls[0] / sum(pulls)
    missed = sum(place != 0 for place in found.habits)
    return round(max(LEAST, min(MOST, 1150 + 400 * log10((1 - solves) / solves) + MISSED * missed)))


def _of_odds(
    found: FoundPuzzle, guess: AskedOdds, id_: str, source: PuzzleSource, cards: CardSet, hand: HandWords | None
) -> Puzzle:
    question = found.view.question
    assert question is not None
    of = next(one for one in question.odds if one.card == guess.card and _value(one) == _as_json(guess.value))
    why_words = in_every(lambda: _exactly(question, of, guess))
    bands = tuple([PuzzleAnswer(in_every(partial(_band, i)), why=why_words) for i in range(BANDS)])
    ask = in_every(lambda: _asked(found, cards, guess))
    view = replace(found.view, question=replace(question, odds=()))
    edge = min(abs(guess.chance - n / BANDS) for n in range(BANDS + 1))
    rating = round(1300 - 2500 * edge + (150 if guess.part != "success" else 0))
    part = (guess.card, guess.value, guess.part)
    best, exact = guess.band, guess.chance
    return Puzzle(FORMAT, id_, ODDS, rating, cards.name, source, view, bands, best, 0, ask, exact, part, hand)


def _about(found: FoundPuzzle, cards: CardSet) -> str:
    """What the question is about, where it is about single cards."""
    question, naming = found.view.question, _naming(found, cards)
    assert question is not None
    if not question.about:
        return ""
    return phrase("asked.about", cards=listed([naming.placed(token) for token in question.about]))


def _value(chance: Chance) -> object:
    return _as_json(chance.value)


def _as_json(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _band(i: int) -> str:
    return _("{low} to {high}").format(low=percent(i / BANDS), high=percent((i + 1) / BANDS))


def _exactly(question: Question, of: Chance, guess: AskedOdds) -> str:
    text = _("Exactly {chance}: {odds}.")
    return text.format(chance=_("{n} %").format(n=f"{100 * guess.chance:.1f}"), odds=in_full(question, of))


def _asked(found: FoundPuzzle, cards: CardSet, guess: AskedOdds) -> str:
    question, naming = found.view.question, _naming(found, cards)
    assert question is not None
    table = TABLES["odds"].get(question.step, TABLES["odds"]["other"])
    what, card = _(table[guess.part]), naming.placed(guess.card)
    if guess.value is None:
        return _("{card}: how likely is this: {what}?").format(card=card, what=what)
    value = tuple(guess.value) if isinstance(guess.value, list) else guess.value
    named = {one.value: one.name for one in (*menu_of(question, naming).values, *menu_of(question, naming).things)}
    target = named.get(value) or phrase("cards.unknown")
    return _("{card} against {target}: how likely is this: {what}?").format(card=card, target=target, what=what)


def _naming(found: FoundPuzzle, cards: CardSet) -> Naming:
    naming = Naming(cards)
    naming.see(found.view)
    return naming


def _answer_words(found: FoundPuzzle, cards: CardSet, answer: Answer) -> Words:
    question = found.view.question
    assert question is not None
    return in_every(lambda: answer_text(menu_of(question, _naming(found, cards)), answer))


def _why_words(found: FoundPuzzle, cards: CardSet, answer: Answer) -> Words:
    question = found.view.question
    assert question is not None
    return in_every(lambda: why(SeenTable(found.view, question, cards_by_id(cards)), answer))


def in_every(say: Callable[[], str]) -> Words:
    """The same words in each language."""
    before, said = Reader.language, {}
    try:
        for language in LANGUAGES:
            speak(language)
            said[language] = say()
    finally:
        speak(before)
    return said


def lines(puzzles: Iterable[Puzzle]) -> bytes:
    """A file of them."""
    return b"".join([json.encode(one) + b"\n" for one in puzzles])
