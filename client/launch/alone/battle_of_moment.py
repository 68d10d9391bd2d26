"""A battle of one's own, made of a moment of a finished game: `ironbottom battles new`."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from ironbottom.battle import Battle
from ironbottom.battle_from import BattleWish, battle_from, beginning
from ironbottom.battle_sheet import read_battle
from ironbottom.battle_written import written
from ironbottom.language import _
from ironbottom.record import RecordedMoment

from ...console.errors import UserError
from ...console.output import complain, say
from ...storage.atomic_files import write_first
from .what_if_game import moment, moments_of

LONGEST = 40  # letters of a name
_NO_NAME = re.compile(r"[^a-z0-9]+")


class MomentBattle(NamedTuple):
    """A battle, and what of its moment it could not say, in one sentence."""

    battle: Battle
    moved: str


def run(args: argparse.Namespace) -> None:
    """Make it and write it, to a file or to the output.  Raises UserError and CardError."""
    file, at = where(args.begin)
    wish = BattleWish(args.turns, " ".join(args.title.split()), None if args.decks is None else args.decks == "yes")
    made = of_moment(moments_of(file, args.set), at, wish, Path(args.out).stem if args.out else "")
    text = written(made.battle)
    read_battle(text, args.out or "battle")
    if made.moved:
        complain(made.moved)
    if args.out is None:
        print(text, end="")
        return
    if not write_first(Path(args.out), text.encode()):
        raise UserError(_("{file}: found a file already; allowed is the name of a new one.").format(file=args.out))
    ways = _("{file}: a battle of {turns} turns.  Play it: ironbottom play --battle {file}  Change it: ironbottom "
             "battles edit {file}")
    say([ways.format(file=args.out, turns=made.battle.turns)])


def where(begin: str) -> tuple[str, int]:
    """The file and the moment of `--from`, as in game.ibss@131.  Raises UserError."""
    file, at, number = begin.rpartition("@")
    if not at or not file or not (number.isascii() and number.isdigit() and len(number) < 7):
        text = _("--from: found {found}; allowed is a file and a moment of it, like game.ibss@131.")
        raise UserError(text.format(found=repr(begin[:80])))
    return file, int(number)


def of_moment(moments: list[RecordedMoment], at: int, wish: BattleWish, name: str = "") -> MomentBattle:
    """The battle that begins at a moment, or with the turn next to it.  Raises UserError."""
    at = moment(moments, at, None, "--from ...@")
    games = [one.game for one in moments if one.game.outcome is None]
    found = beginning(games, at)
    if found is None:
        raise UserError(_("--from: the game was over before its first turn; allowed is a game with turns."))
    battle = battle_from(games[found.at], wish)
    moved = ""
    if found.at != at:
        text = _("A battle begins with a turn: this one with turn {turn}, at {at} instead of {wished}.")
        moved = text.format(turn=found.turn, at=found.at, wished=at)
    return MomentBattle(replace(battle, name=named(name or wish.title) or battle.name), moved)


def named(text: str) -> str:
    """A text as the name of a battle; empty where no letter of it may stand in one."""
    return _NO_NAME.sub("-", text.lower()).strip("-")[:LONGEST].rstrip("-")
