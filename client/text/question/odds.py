"""The odds that come with a question, as numbers and a small bar."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.language import N_, _
from ironbottom.questions import Chance, Question, Value

BAR = 10  # signs of a bar


class OddsReading(NamedTuple):
    """What the numbers of a chance mean in one kind of decision."""

    success: str
    kill: str = ""
    loss: str = ""


DOWN = OddsReading(N_("shot down"), loss=N_("itself lost"))
STRIKE = OddsReading(N_("hit"), N_("finished"), N_("itself lost"))
GUNS = OddsReading(N_("hit"), N_("sunk"))
SHORE = OddsReading(N_("hit"), N_("base silenced"), N_("itself lost"))
ARMY = OddsReading(N_("hit"), N_("base taken"), N_("itself lost"))

READINGS: dict[str, OddsReading] = {
    "reconnaissance.search": OddsReading(N_("something found, if nobody meets it")),
    "search-rounds.aim": DOWN,
    "submarines.play": OddsReading(N_("found and hit"), N_("sunk"), N_("itself lost")),
    "air-control.aim": DOWN,
    "intercept-combat.aim": DOWN,
    "air-attack.declare": STRIKE,
    "attacks.choose": STRIKE,
    "strike.go_on": STRIKE,
    "sea-rounds.check": OddsReading(N_("withdrawn")),
    "sea-rounds.aim": GUNS,
    "bombardment.choose": SHORE,
    "barrage.go_on": SHORE,
    "going-ashore.name": ARMY._replace(loss=N_("itself lost off the base")),
    "land-combat.choose": ARMY,
}
OTHER = OddsReading(N_("success"), N_("finished"), N_("itself lost"))
FOUND_ONLY = N_("found")  # by a submarine that does not know its target


def percent(chance: float) -> str:
    """Whole per cent; never 0 or 100 for what is not certain."""
    if 0 < chance < 0.005:
        return _("under 1 %")
    if 0.995 < chance < 1:
        return _("over 99 %")
    return _("{n} %").format(n=round(100 * chance))


def bar(chance: float) -> str:
    filled = round(BAR * chance)
    return "[" + "#" * filled + "." * (BAR - filled) + "]"


def chances_of(question: Question, card: int | None, value: Value | None) -> list[Chance]:
    """The chances that a row of answers shows: of this card with this value."""
    return [one for one in question.odds if (card is None or one.card == card) and one.value == value]


def odds_text(question: Question, chance: Chance) -> str:
    """One chance: "62 % [######....] hit, 10 % sunk"."""
    reading = READINGS.get(question.step, OTHER)
    success = reading.success
    if question.step == "submarines.play" and chance.kill is None:
        success = FOUND_ONLY
    text = _("{percent} {bar} {what}").format(
        percent=percent(chance.success), bar=bar(chance.success), what=_(success)
    )
    for part, what in ((chance.kill, reading.kill), (chance.loss, reading.loss)):
        if part is not None and what:
            text = _("{odds}, {percent} {what}").format(odds=text, percent=percent(part), what=_(what))
    return text


def in_full(question: Question, chance: Chance) -> str:
    """The same with the hits to be expected."""
    text = odds_text(question, chance)
    return _("{odds}; {hits} hits expected").format(odds=text, hits=f"{chance.hits:.1f}") if chance.hits else text
