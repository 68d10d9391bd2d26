"""Where a game stands, in words: the section, events that work on, dice that are kept, what an answer means."""

from __future__ import annotations

from msgspec.structs import replace

from ironbottom.dice import Attempts
from ironbottom.language import N_, _
from ironbottom.phrases import line_name, side_name
from ironbottom.views import SeenEffect, SeenOutcome, View
from ironbottom.vocabulary import TABLES, amount, phrase, word
from ironbottom.wire.cleaning import clean_name
from ironbottom.wire.messages import Scene, Table
from ironbottom.wire.whatif import Knows, WhatIf
from ironbottom.words import SIDES, Side

ADMIRAL = "envelope"  # the name of the bot
ALL = 99  # VP that nobody is ahead by: what a game counts that ends at once
LEVELS = {  # of victory against him, best first, and the VP that one must be ahead by; the page has them too
    N_("a triumph"): 12, N_("a success"): 4, N_("a draw"): -3, N_("a setback"): -10, N_("a rout"): -ALL,
}
AT_ONCE = N_("Who eliminates a strategic base, or whose opponent resigns, has a triumph; the other one a rout.")


def all_open(scene: Scene) -> View:
    """The table of a scene with each half as its owner saw it, and nobody asked."""
    return replace(scene.us, viewer=None, jp=scene.jp.jp, waiting=(), question=None)


def dice_left(attempts: Attempts) -> str:
    """What may still be rolled."""
    if not attempts.dice:
        return phrase("dice.none_left")
    return phrase("dice.one_limited") if attempts.limited else phrase("dice.left", dice=amount("dice", attempts.dice))


def meaning(step: str, answer: str) -> str:
    """A word that is an answer, as people say it."""
    special = TABLES["meanings"].get(step, {}).get(answer)
    return _(special) if special else word("words", answer)


def section_name(view: View) -> str:
    """Where in the turn the game is: the innermost section that has a name, with its line."""
    named = [tag for tag in view.sections if tag in TABLES["sections"]]
    if view.outcome is not None:
        return phrase("section.over")
    if not named:
        return phrase("section.between")
    where = word("sections", named[-1])
    fought = next((lying for lying in reversed(view.lying) if lying.part), None)
    if fought is not None:
        part, weapon = word("parts", fought.part), word("weapons", fought.weapon)
        where = phrase("section.in_part", section=where, part=part, weapon=weapon)
    return where if view.line is None else phrase("section.over_line", section=where, line=line_name(view.line))


def effect_text(effect: SeenEffect, card: str) -> str:
    """An event that works on; `card` is what its token is called."""
    line = line_name(effect.line) if effect.line is not None else ""
    return word("effects", effect.does).format(side=side_name(effect.side), n=effect.n, line=line, card=card)


def viewpoint(viewer: Side | None) -> tuple[Side, Side]:
    """Whose lines lie at the bottom, and whose above; a spectator sits on the US side."""
    mine = SIDES[0] if viewer is None else viewer
    return mine, mine.enemy


def whatif_line(whatif: WhatIf) -> str:
    """A table of a what-if says by this what it is."""
    names = " – ".join(map(clean_name, whatif.names)) or _("table {table}").format(table=whatif.table)
    answers = amount("answers", whatif.at)
    return phrase("whatif.line", names=names, answers=answers, cards=cards_of(whatif.knows), dice=dice_of(whatif.fresh))


def cards_of(knows: Knows) -> str:
    """How the cards lie that not everybody sees."""
    return {"all": phrase("whatif.all"), "us": phrase("whatif.us"), "jp": phrase("whatif.jp")}[knows]


def dice_of(fresh: bool) -> str:
    """Which chance is to come."""
    return phrase("whatif.fresh") if fresh else phrase("whatif.same")


def level(outcome: SeenOutcome, side: Side) -> str:
    """The level of victory against the admiral in the envelope: a key of `LEVELS`."""
    lead = outcome.points[side] - outcome.points[side.enemy]
    if outcome.reason in TABLES["lost_by"]:
        lead = ALL if outcome.winner is side else -ALL
    return next(name for name, least in LEVELS.items() if lead >= least)


def level_line(outcome: SeenOutcome, table: Table | None, side: Side | None) -> str:
    """The line of an end screen; "" where the opponent was another one."""
    if table is None or side is None:
        return ""
    if not any(seat.bot and seat.name == ADMIRAL and seat.side == side.enemy for seat in table.seats):
        return ""
    return phrase("seat.level", level=_(level(outcome, side)))


def level_rows() -> list[tuple[str, str]]:
    """Each level and what it takes, for a list."""
    said = _("your VP less his: {vp} or more")
    return [
        (_(name), _("fewer than that") if least == -ALL else said.format(vp=f"{least:+d}"))
        for name, least in LEVELS.items()
    ]
