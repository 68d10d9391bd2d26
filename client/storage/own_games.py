"""The transcripts of finished games on this computer, the newest first, by their first and last entries."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from ironbottom.language import _
from ironbottom.phrases import ending
from ironbottom.proof.chain import read
from ironbottom.proof.entries import Begun, Ended
from ironbottom.proof.transcript import ENDING
from ironbottom.vocabulary import phrase
from ironbottom.words import Side

TAIL = 12  # entries from the end among which its outcome is looked for: signatures follow it
LARGEST = 1 << 24  # bytes: no transcript comes near


class OwnGame(NamedTuple):
    """One of them."""

    path: Path
    at: datetime  # its end
    names: tuple[str, str]  # who played the US and Japan
    winner: int | None  # None: a draw
    reason: str
    points: tuple[int, int]
    what_if: bool  # it began at a moment of another, and counts as none


def own_games(folder: Path) -> list[OwnGame]:
    """All that can be read; what is none, or not over, is left out."""
    found = [_game(path) for path in folder.glob(f"*{ENDING}")]
    return sorted([one for one in found if one is not None], key=lambda one: one.at, reverse=True)


def line(one: OwnGame) -> str:
    """When it ended, who played it, and how it ended."""
    over = ending(None if one.winner is None else Side(one.winner), one.reason, one.points)
    who = _("{us} (US) against {jp} (Japan): {ending}").format(us=one.names[0], jp=one.names[1], ending=over)
    mark = f"{phrase('whatif.short')}: " if one.what_if else ""
    return f"{one.at:%Y-%m-%d}  {mark}{who}"


def _game(path: Path) -> OwnGame | None:
    try:
        if path.stat().st_size > LARGEST:
            return None
        lines = path.read_bytes().splitlines()
        begun = read(lines[0]).body
        ended = next((body for line in lines[:-TAIL:-1] if isinstance(body := read(line).body, Ended)), None)
    except (OSError, ValueError, IndexError, RecursionError):
        return None
    if not isinstance(begun, Begun) or ended is None:
        return None
    us, jp = [begun.players[place].names for place in (begun.us, 1 - begun.us)]
    at = datetime.fromtimestamp(ended.at).astimezone()
    return OwnGame(path, at, (us, jp), ended.winner, ended.reason, ended.points, begun.branch is not None)
