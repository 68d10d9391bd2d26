"""The odds that come with a question, as numbers and a small bar."""

from __future__ import annotations

from collections.abc import Mapping

from ironbottom.language import _
from ironbottom.questions import Chance, Question, Value
from ironbottom.vocabulary import TABLES, phrase

BAR = 10  # signs of a bar


def percent(chance: float) -> str:
    """Whole per cent; never 0 or 100 for what is not certain."""
    if 0 < chance < 0.005:
        return phrase("chance.under")
    if 0.995 < chance < 1:
        return phrase("chance.over")
    return phrase("chance.percent", n=round(100 * chance))


def bar(chance: float) -> str:
    filled = round(BAR * chance)
    return "[" + "#" * filled + "." * (BAR - filled) + "]"


def chances_of(question: Question, card: int | None, value: Value | None) -> list[Chance]:
    """The chances that a row of answers shows: of this card with this value."""
    return [one for one in question.odds if (card is None or one.card == card) and one.value == value]


def reading_of(question: Question, chance: Chance) -> Mapping[str, str]:
    """What the numbers of a chance mean in this decision: success, kill, loss, as far as it has them; in English."""
    table: Mapping[str, Mapping[str, str]] = TABLES["odds"]
    if question.step == "submarines.play" and chance.kill is None:
        return table["blind"]
    return table.get(question.step, table["other"])


def odds_text(question: Question, chance: Chance) -> str:
    """One chance: "62 % [######....] hit, 10 % sunk"."""
    reading = reading_of(question, chance)
    text = _("{percent} {bar} {what}").format(
        percent=percent(chance.success), bar=bar(chance.success), what=_(reading["success"])
    )
    for part, what in ((chance.kill, reading.get("kill")), (chance.loss, reading.get("loss"))):
        if part is not None and what:
            text = _("{odds}, {percent} {what}").format(odds=text, percent=percent(part), what=_(what))
    return text


def in_full(question: Question, chance: Chance) -> str:
    """The same with the hits to be expected."""
    text = odds_text(question, chance)
    return phrase("chance.with_hits", odds=text, hits=f"{chance.hits:.1f}") if chance.hits else text
