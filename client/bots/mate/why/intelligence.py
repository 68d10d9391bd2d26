"""Why the enemy's mail is read, and a carrier taken from the reserve (§23)."""

from __future__ import annotations

from ironbottom.language import _
from ironbottom.options import USUAL_BID
from ironbottom.phrases import line_name
from ironbottom.questions import Answer
from ironbottom.words import OWN_LINES

from .. import clock, intelligence, worth
from ..table import SeenTable, as_token, line_of
from .saying import airplanes, formations, row, vp


def bid(table: SeenTable, answer: Answer) -> str:
    """Window 0a."""
    text = _("{usual} VP for the US make the game even between players as good as each other; {n} are offered.")
    return text.format(usual=USUAL_BID, n=answer)


def mail(table: SeenTable, answer: Answer) -> str:
    """Window 16a."""
    line = line_of(answer) if isinstance(answer, int) else None
    if line is None:
        most = max([intelligence.strange(table, one) for one in OWN_LINES[table.enemy]])
        text = _("The mail is kept for another turn: no line holds more than {formations} that are not known.")
        return text.format(formations=formations(most))
    text = _("In the {line} lie {formations} that are not known.")
    return text.format(line=line_name(line), formations=formations(intelligence.strange(table, line)))


def look(table: SeenTable, answer: Answer) -> str:
    """Window 16a, which ones."""
    chosen = [table.enemy_ships[token] for token in map(as_token, row(answer)) if token in table.enemy_ships]
    text = _("Those that are looked at may be worth {vp} VP together.")
    return text.format(vp=vp(sum([worth.ship(table, f) for f in chosen])))


def decoy(table: SeenTable, answer: Answer) -> str:
    """Window 12a."""
    text = _("What was found is worth {vp} VP; a decoy is for what is worth {least} or more.")
    return text.format(vp=vp(intelligence.at_stake(table)), least=vp(intelligence.HIDES))


def reserve(table: SeenTable, answer: Answer) -> str:
    """Window 4a."""
    text = _("{airplanes} for carriers in the hand, {turns} turns left, and 2 VP for Japan.")
    return text.format(airplanes=airplanes(intelligence.waiting(table)), turns=clock.turns_left(table))
