"""A ladder for people: a table, who won against whom, and bars, in 80 columns and without a need for colours."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from ironbottom.language import _, counted
from ironbottom.phrases import side_name
from ironbottom.strength import Estimate
from ironbottom.vocabulary import word
from ironbottom.words import SIDES

from ....bots.registry import short
from ....text.card_text import clipped, padded, table, width
from ....text.sanitize import to_ascii
from ..series import estimated
from ..standing import Share
from .figures import LadderRow, LadderTable

COLUMNS = 80
LONGEST = 14  # columns of a name
ABREAST = 8  # columns of who won against whom
STEPS = (1, 2, 5)  # the Elo points between two marks of the scale: such numbers, and ten times as many, and so on
POINT, LINE, ENDS, OPEN, ZERO = "●", "─", "├┤", "◂▸", "┊"


def names_of(players: Sequence[str]) -> dict[str, str]:
    """What each is called in a table: by its class alone, where no other has that name."""
    called = [clipped(short(player), LONGEST) for player in players]
    return {
        player: name if called.count(name) == 1 else f"{clipped(name, LONGEST - 3)} {n}"
        for n, (player, name) in enumerate(zip(players, called, strict=True), 1)
    }


def report(found: LadderTable, seed: str, cards: str) -> list[str]:
    """All but the bars."""
    names = names_of([row.player for row in found.rows])
    title = _("{players} players, {games}, {deals}, {set} set, seed {seed}")
    games, deals = counted("{n} game", "{n} games", found.games), counted("{n} deal", "{n} deals", found.deals)
    lines = [title.format(players=len(found.rows), games=games, deals=deals, set=cards, seed=seed), ""]
    lines += _ranks(found, names)
    lines += [*_crosses(found, names), ""]
    if found.side is not None:
        lines.append(_("the US side is worth {points} Elo ({low} to {high})").format(**estimated(found.side)))
    lines.append(_("mean length {turns:.1f} turns").format(turns=found.turns))
    lines += [_("{n} ended: {reason}").format(n=n, reason=word("endings", why)) for why, n in found.reasons.items()]
    for row in found.rows:
        if row.faults:
            own = counted("{n} fault of its own", "{n} faults of its own", row.faults)
            lines.append(_("{name}: {faults}, which it survived").format(name=names[row.player], faults=own))
    return lines


def _ranks(found: LadderTable, names: dict[str, str]) -> list[str]:
    sides = [side_name(side) for side in SIDES]  # with which each has won so much
    head = ["", _("player"), "Elo", _("95 %"), _("games"), _("won"), *sides, _("ms")]
    rows = [
        [
            str(rank), names[row.player], *_elo(row.strength), str(row.games), _percent(row.won, row.games),
            _percent(row.as_us.won, row.as_us.games), _percent(row.as_jp.won, row.as_jp.games),
            "" if row.pace is None else f"{1000 * row.pace:.2f}",
        ]
        for rank, row in enumerate(found.rows, 1)
    ]
    return table(head, rows)


def _elo(found: Estimate | None) -> tuple[str, str]:
    if found is None:
        return "?", ""
    if found.low == found.high == found.points:
        return "0", _("the zero")
    low, high = ["∞" if one is None else f"{one:+.0f}" for one in (found.low, found.high)]
    return f"{found.points:+.0f}", f"{'-' if found.low is None else ''}{low} … {high}"


def _crosses(found: LadderTable, names: dict[str, str]) -> list[str]:
    """What each has won against each, in per cent, by their ranks; so many beside each other."""
    lines: list[str] = []
    for first in range(0, len(found.rows), ABREAST):
        others = found.rows[first : first + ABREAST]
        head = ["", _("won against"), *[str(first + n) for n, _row in enumerate(others, 1)]]
        rows = [
            [str(rank), names[row.player], *[_against(row, other.player) for other in others]]
            for rank, row in enumerate(found.rows, 1)
        ]
        lines += ["", *table(head, rows)]
    return lines


def _against(row: LadderRow, other: str) -> str:
    share = row.against.get(other, Share(0, 0, 0, 0, 0))
    return "-" if other == row.player or not share.games else f"{100 * share.rate:.1f}"


def _percent(won: int, games: int) -> str:
    return f"{100 * won / games:.1f}" if games else "-"


def draw(found: LadderTable, console: Console) -> None:
    """Bars: from each player's lower to his upper bound, and where he is thought to be."""
    rows = [(row.player, row.strength) for row in found.rows if row.strength is not None]
    names = names_of([row.player for row in found.rows])
    shown = [(names[player], strength) for player, strength in rows]
    if found.side is not None:
        shown.append((_("US side"), found.side))
    if len(rows) < 2:
        return
    edge = max([width(name) for name, _strength in shown])
    room = min(COLUMNS, console.width) - edge - 3
    low, high, step = scale([strength for _, strength in shown], room)
    for name, strength in shown:
        bar = _bar(strength, low, high, room)
        console.print(Text(to_ascii(f"{padded(name, edge)}  {bar}"), no_wrap=True), highlight=False)
    console.print(Text(to_ascii(f"{' ' * edge}  {_marks(low, high, step, room)}"), no_wrap=True), highlight=False)


def scale(found: Sequence[Estimate], room: int) -> tuple[float, float, int]:
    """From where to where, and from mark to mark: whole steps around all that is bounded."""
    values = [0.0, *[one for each in found for one in each if one is not None]]
    span = max(max(values) - min(values), 10.0)
    step = next(n * 10**k for k in range(9) for n in STEPS if n * 10**k * max(1, room // 10) >= span)
    low, high = (min(values) // step) * step, -(-max(values) // step) * step
    return low, max(high, low + step), step


def _bar(one: Estimate, low: float, high: float, room: int) -> str:
    cells = [" "] * room

    def at(value: float) -> int:
        return round((value - low) / (high - low) * (room - 1))

    cells[at(0)] = ZERO
    begin, end = 0 if one.low is None else at(one.low), room - 1 if one.high is None else at(one.high)
    cells[begin : end + 1] = LINE * (end + 1 - begin)
    cells[begin] = OPEN[0] if one.low is None else ENDS[0]
    cells[end] = OPEN[1] if one.high is None else ENDS[1]
    cells[at(one.points)] = POINT
    return "".join(cells).rstrip()


def _marks(low: float, high: float, step: int, room: int) -> str:
    """The numbers under the bars, as far as they find room."""
    line = ""
    for n in range(round((high - low) / step) + 1):
        value = low + n * step
        text = f"{value:+.0f}" if value else "0"
        begin = round((value - low) / (high - low) * (room - 1)) - len(text) // 2
        begin = max(0, min(begin, room - len(text)))
        if not line or begin > len(line):
            line = line.ljust(begin) + text
    return line
