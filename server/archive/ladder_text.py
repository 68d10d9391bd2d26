"""A ladder as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.language import N_, _, counted
from ironbottom.vocabulary import phrase
from ironbottom.wire.cleaning import cells
from ironbottom.wire.ratings import LadderRung

from .ladder import Ladder

WHY = {  # in the order in which it is told
    "unrated": N_("not rated"),
    "practice": N_("practice, or played on from another game"),
    "alone": N_("against oneself, with one key on both sides"),
    "thrown": N_("a toss before it was thrown away"),
    "helped": N_("somebody stood in"),
    "elsewhere": N_("of another server"),
    "twice": N_("the same game again"),
    "unsound": N_("not sound"),
}


def ladder_text(found: Ladder) -> Iterator[str]:
    """Who stands where, what the side is worth, and what did not count."""
    if found.rungs:
        yield _("Ladder of server {server}: {games}").format(
            server=found.server, games=counted("{n} rated game", "{n} rated games", found.games)
        )
        yield ""
        yield from _rows(found.rungs)
        yield ""
        yield _("Points: 1500 is an average player; 200 more win about three games of four. Each player is given two "
                "wins and two defeats against an average one beforehand.")
        yield _("In brackets: 95 per cent of such intervals hold the truth.")
        if found.side is not None:
            points, low, high = found.side
            yield phrase("ratings.side", points=f"{points:+}", low=f"{low:+}", high=f"{high:+}")
    else:
        yield _("No game here counts for a ladder: both players agree to that before they sit down (`host --rated`).")
    left_out = [f"{_(text)}: {found.left_out[why]}" for why, text in WHY.items() if found.left_out.get(why)]
    if left_out:
        yield _("Left out: {what}").format(what="; ".join(left_out))


def _rows(rungs: tuple[LadderRung, ...]) -> Iterator[str]:
    head = ("", _("player"), _("fingerprint"), _("points"), "", _("games"), _("won"), _("drawn"), _("as US"))
    rows = [
        (
            f"{n}", _("{name} (bot)").format(name=rung.name) if rung.bot else rung.name, rung.key, str(rung.points),
            f"({rung.low}-{rung.high})", str(rung.games), str(rung.won), str(rung.drawn), str(rung.as_us),
        )
        for n, rung in enumerate(rungs, 1)
    ]
    widths = [max(map(cells, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        filled = [cell + " " * (width - cells(cell)) for cell, width in zip(row, widths, strict=True)]
        yield "  ".join(filled).rstrip()
