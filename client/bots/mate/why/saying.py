"""What things are called in a reason, and how its figures are written.

Face-down cards have letters where a player sees the table (`text/naming.py`), and who gives a reason cannot know which:
here they are told by what they are and where.
"""

from __future__ import annotations

from ironbottom.language import _
from ironbottom.phrases import line_name
from ironbottom.questions import Answer, Place, Question, Value
from ironbottom.views import SeenFormation
from ironbottom.vocabulary import amount, phrase
from ironbottom.words import CardId

from ....text.question.odds import percent
from ....text.sanitize import NamedCard, printed_name
from ..table import SeenTable

__all__ = ["airplanes", "card", "formations", "half", "named", "pairs", "percent", "placed", "row", "vp", "ways"]

MANY = 1_000


def vp(value: float) -> str:
    """Victory points, or what counts as such."""
    return f"{round(value, 1) + 0.0:.1f}"  # no "-0.0"


def ways(question: Question) -> str:
    """How many answers are legal; what is not counted soon is said to be many."""
    shape = question.shape
    n = MANY if isinstance(shape, Place) else shape.count()
    return str(n) if n < MANY else _("more than {n}").format(n=MANY)


def airplanes(n: int) -> str:
    return amount("airplanes", n)


def formations(n: int) -> str:
    return amount("formations", n)


def card(table: SeenTable, value: Value) -> str:
    """A card of the hand."""
    found = table.cards.get(CardId(str(value)))
    return phrase("cards.unknown") if found is None else _short(found)


def _short(thing: NamedCard) -> str:
    """Its name without what stands in brackets, as the ships of a division."""
    return printed_name(thing).split(" (")[0].split("（")[0]


def half(table: SeenTable, value: Value) -> str:
    """An event card by its transports or its submarine; any other by itself."""
    found = table.event(str(value))
    ship = None if found is None else found.transports or found.submarine
    return card(table, value) if ship is None else _short(ship)


def named(table: SeenTable, token: int) -> str:
    """Anything on the table."""
    f = table.ships.get(token) or table.enemy_ships.get(token)
    if f is not None:
        return _formation(table, f)
    base = table.bases.get(token) or table.enemy_bases.get(token)
    if base is not None:
        return card(table, base.card)
    a = table.airplanes.get(token) or table.enemy_airplanes.get(token)
    if a is not None:
        return phrase("cards.an_unseen_airplane") if a.card is None else card(table, a.card)
    return phrase("cards.unknown")


def placed(table: SeenTable, token: int) -> str:
    """The same, an unseen formation with its line."""
    f = table.enemy_ships.get(token)
    if f is None or f.lead is not None:
        return named(table, token)
    return phrase("cards.in_line", card=named(table, token), line=line_name(f.line))


def _formation(table: SeenTable, f: SeenFormation) -> str:
    if f.lead is None:
        return _("an unseen pair") if f.pair else _("an unseen formation")
    if f.escort is None:
        return half(table, f.lead)
    return phrase("cards.with_escort", leader=half(table, f.lead), escort=card(table, f.escort))


def pairs(answer: Answer) -> dict[int, Value]:
    """An answer that gives each card something."""
    if isinstance(answer, dict):
        return answer
    found: dict[int, Value] = {}
    for pair in answer if isinstance(answer, tuple) else ():
        assert isinstance(pair, tuple)
        key, value = pair
        assert isinstance(key, int)
        assert isinstance(value, int | str | tuple)
        found[key] = value
    return found


def row(answer: Answer) -> tuple[Value, ...]:
    """An answer that is a list of cards, or a step."""
    found: list[Value] = []
    for value in answer if isinstance(answer, tuple) else ():
        assert isinstance(value, int | str)
        found.append(value)
    return tuple(found)
