"""The script of the tutorial: which answer belongs to which question, and the lessons.

Nobody counts answers.  A question is known by a key, a number made of what it asks and of the table as it stands; so
whoever comes back to a game in the middle, and the bot on the other side, find their place by what they see.  The page
of the browser reads the same file, and makes the same keys (client/web/tutorial/script.js).
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from ironbottom.questions import Answer
from ironbottom.views import View
from ironbottom.wire.answers import Plain, answer
from ironbottom.words import CardId

FILE = ("web", "tutorial", "lesson.json")  # made by `python -m tests.tools.lesson --update`
ASKS = ("side", "window", "step", "about", "card", "line", "shape", "plays")  # what of a question a key is made of
SHOWS = ("turn", "us", "jp", "lying")  # and what of the table
BASIS, PRIME = 0x811C9DC5, 0x01000193  # of FNV-1a with 32 bits


class ScriptStep(Struct, frozen=True):
    """An answer of the script, to the question with this key."""

    side: int
    key: int
    given: Plain

    @property
    def answer(self) -> Answer:
        return answer(self.given)


class FigureText(Struct, frozen=True):
    """What a figure or an icon of a card is, in English."""

    field: str  # as in the file of the cards; of an event card "transports.army"
    says: str


class CardTexts(Struct, frozen=True):
    """A card that a lesson points at, and what it explains there."""

    card: CardId
    figures: tuple[FigureText, ...]


class PauseText(Struct, frozen=True):
    """What is said, in English, before the play runs on."""

    key: int  # of the question that it stands before
    says: str


class Texts(Struct, frozen=True):
    """What a lesson says, in English."""

    key: int  # of the question that it stands before
    name: str
    title: str
    seen: str
    teaches: str
    goal: str
    hint: str
    rule: str
    cards: tuple[CardTexts, ...] = ()
    line: int | None = None  # that it speaks of


class Script(Struct, frozen=True):
    """The whole tutorial."""

    seed: str  # hexadecimal digits
    cards: str
    side: int  # of who learns
    steps: tuple[ScriptStep, ...]
    lessons: tuple[Texts, ...]
    pauses: tuple[PauseText, ...]
    ending: tuple[str, ...]

    def step(self, view: View) -> ScriptStep | None:
        """The answer to the question in a view; None: it is none of the script."""
        if view.question is None:
            return None
        key, fault = key_of(view), view.question.shape.fault
        return next((step for step in self.steps if step.key == key and fault(step.answer) is None), None)


def key_of(view: View) -> int:
    """The number by which the question in a view is known: the same here and on the page, in every language."""
    seen = [{name: getattr(view.question, name) for name in ASKS}, {name: getattr(view, name) for name in SHOWS}]
    text = json.dumps(msgspec.to_builtins(seen, str_keys=True), sort_keys=True, separators=(",", ":"))
    key = BASIS
    for letter in text.encode():
        key = (key ^ letter) * PRIME & 0xFFFFFFFF
    return key


@cache
def script() -> Script:
    """The script as it was made."""
    return msgspec.json.decode(files("ironbottom.client").joinpath(*FILE).read_bytes(), type=Script)
