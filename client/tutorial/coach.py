"""The coach stands beside a player: at a lesson he says what is wanted, elsewhere he gives the answer of the script.

Before the play runs on he says what has come of it, and waits.  He keeps nothing that matters: what he says of a
question depends on the view that holds it, so a tutorial can be left at any moment and taken up again; then he waits
once more.  Whoever shows the table asks `before` when a question stands, says `go_on` when the player has read what was
said, and asks `check` and `answer` when he has decided.
"""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.catalog import card_set, cards_by_id
from ironbottom.language import _
from ironbottom.questions import Answer, Pick
from ironbottom.views import View
from ironbottom.vocabulary import phrase, word
from ironbottom.words import CardId, Line

from ..text.card_text import values
from ..text.sanitize import printed_name
from .script import CardTexts, Script, ScriptStep, script

TUTOR = "tutor"  # the bot on the other side
SIGHTS = ("unseen", "detected")  # how a card lies: signs on the table, and no figures of the card


class Given(NamedTuple):
    """An answer that the player need not think about: it is given for him."""

    answer: Answer


class Pause(NamedTuple):
    """What has come of an answer, in the reader's language: it is to be read before the play runs on."""

    text: str


class FigureToldOf(NamedTuple):
    """A figure or an icon of a card, and what it is."""

    card: CardId
    field: str  # "hp"; of an event card "transports.army"
    label: str
    value: str  # as the card prints it; "" of the sign for how it lies
    says: str

    @property
    def text(self) -> str:
        """All of it."""
        if not self.value:
            return phrase("coach.sign", label=self.label, says=self.says)
        return phrase("coach.figure", label=self.label, value=self.value, says=self.says)


class CardToldOf(NamedTuple):
    """A card that a lesson points at."""

    card: CardId
    name: str
    figures: tuple[FigureToldOf, ...]


class Lesson(NamedTuple):
    """What is said before a question, in the reader's language."""

    n: int  # from 1
    of: int
    name: str
    seen: str  # what has happened; perhaps nothing
    teaches: str
    goal: str
    hint: str
    rule: str  # the paragraph of the rulebook
    cards: tuple[CardToldOf, ...] = ()
    line: Line | None = None  # that it speaks of

    @property
    def title(self) -> str:
        return phrase("coach.lesson", n=self.n, of=self.of, name=self.name)


class Coach:
    """One tutorial.  `over`: no lesson is to come, and the game is free; `done`: the last has just been learnt."""

    def __init__(self, told: Script | None = None) -> None:
        self.script = told or script()
        self.over = self.done = False
        self._read: set[int] = set()  # keys of the questions whose pause is over

    def before(self, view: View) -> Lesson | Pause | Given | None:
        """What the question in a view is to the player: a lesson, a pause, nothing to think about, or (None) his own
        affair."""
        step = self._step(view)
        if step is None:
            self.over = True
            return None
        found = self._lesson(step)
        if found is not None:
            return found
        pause = next((one for one in self.script.pauses if one.key == step.key), None)
        if pause is not None and pause.key not in self._read:
            return Pause(_(pause.says))
        self._gives(step)
        return Given(step.answer)

    def go_on(self, view: View) -> None:
        """The player has read what was said before this question."""
        step = self._step(view)
        if step is not None:
            self._read.add(step.key)

    def check(self, view: View, answer: Answer) -> str | None:
        """One kind sentence on an answer that the lesson does not want; None: it may be given."""
        step = self._step(view)
        if step is None or _same(view, answer, step.answer):
            return None
        found = self._lesson(step)
        hint = found.hint if found is not None else phrase("coach.wait")
        return phrase("coach.hint", hint=hint)

    def answer(self, view: View, answer: Answer) -> Answer:
        """The answer to send when `check` has nothing against it: that of the script, where there is one."""
        step = self._step(view)
        if step is None:
            return answer
        self._gives(step)
        return step.answer

    def shown(self, view: View) -> Answer | None:
        """What the lesson wants, for a player who asks to have it done for him."""
        step = self._step(view)
        return None if step is None else step.answer

    def ending(self) -> list[str]:
        """What is said when the lessons are over; of what happened in the last one only if it was now."""
        return [phrase("coach.over"), *[_(text) for text in self.script.ending if self.done]]

    def _step(self, view: View) -> ScriptStep | None:
        """The step of the learner's own side for the question in a view; the other side's are the tutor's affair."""
        step = self.script.step(view)
        return step if step is not None and step.side == self.script.side else None

    def _lesson(self, step: ScriptStep) -> Lesson | None:
        lessons = self.script.lessons
        for n, one in enumerate(lessons, 1):
            if one.key == step.key:
                seen, teaches = _(one.seen), _(one.teaches)
                line = None if one.line is None else Line(one.line)
                told = tuple([_told_of(card) for card in one.cards])
                return Lesson(
                    n, len(lessons), _(one.title), seen, teaches, _(one.goal), _(one.hint), one.rule, told, line
                )
        return None

    def _gives(self, step: ScriptStep) -> None:
        last = [one for one in self.script.steps if one.side == self.script.side][-1]
        if step.key == last.key:
            self.over = self.done = True


def _told_of(texts: CardTexts) -> CardToldOf:
    card = cards_by_id(card_set(script().cards))[texts.card]
    printed, found = dict(values(card)), []
    for one in texts.figures:
        lies = one.field in SIGHTS
        label = phrase(f"cards.{one.field}") if lies else word("labels", one.field.rpartition(".")[-1])
        found.append(FigureToldOf(card.id, one.field, label, "" if lies else printed[one.field], _(one.says)))
    return CardToldOf(card.id, printed_name(card), tuple(found))


def _same(view: View, one: Answer, other: Answer) -> bool:
    """Whether two answers are as good: of things that are picked, the order tells nothing here."""
    picked = view.question is not None and isinstance(view.question.shape, Pick)
    if picked and isinstance(one, tuple) and isinstance(other, tuple):
        return sorted(map(str, one)) == sorted(map(str, other))
    return one == other


def coach_beside(bot: str) -> Coach | None:
    """The coach for a game against this bot, if it is the tutor's."""
    return Coach() if bot == TUTOR else None
