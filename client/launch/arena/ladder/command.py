"""The command `arena --ladder`: plays everybody against everybody, keeps the games as they come, and tells of them."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterator
from functools import partial

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ironbottom.catalog import CardError
from ironbottom.language import _

from ....bots.registry import BotFault, Maker, maker
from ....console.errors import UserError
from ....console.interrupts import as_interrupts, code_of
from ....console.output import complain, say
from ....console.pictures import plottable
from ....storage.card_sets import fought
from ..in_process import aside
from ..workers import as_they_come
from .figures import LadderTable, as_json, table_of
from .kept_games import KeptGames, file_of
from .plot import plot
from .report import COLUMNS, draw, report
from .round_robin import LadderGame, Meeting, RoundRobin, complete, play_meeting

DONE, FAILED, USAGE = 0, 1, 2
FEWEST = 2  # players

Took = Callable[[LadderGame], None]


def run(args: argparse.Namespace) -> int:
    """Play what is still to be played, and print; a game that fails is 1, players that do not do are 2."""
    try:
        _suits(args.ladder)
        picture = None if args.plot is None else plottable(args.plot)
        table = RoundRobin(tuple(args.ladder), args.seed, fought(args.set, args.battle, args.options))
        kept = None if args.out is None else KeptGames(file_of(args.out), table)
    except (CardError, UserError) as error:
        complain(error)
        return getattr(error, "exit_code", FAILED)
    try:
        games, code = _played(args, table, kept)
    finally:
        if kept is not None:
            kept.close()
    found = table_of(complete(games, args.games), table.players)
    _tell(args, table, found)
    if picture is not None:
        try:
            plot(found, picture)
        except UserError as error:
            complain(error)
            return FAILED
    return code


class _Unsuited(UserError):
    """Players of whom no ladder can be made."""

    exit_code = USAGE


def _suits(players: list[str]) -> None:
    """Raises UserError: BotFault for a bot that there is not, or that nobody can read."""
    known: dict[Maker, str] = {}
    for player in players:
        if (other := known.setdefault(maker(player), player)) != player or players.count(player) > 1:
            text = _("{player} and {other} are the same bot: name each player of a ladder once.")
            raise _Unsuited(text.format(player=player, other=other))
    if len(players) < FEWEST:
        raise _Unsuited(_("A ladder needs two players at least: name more of them behind --ladder."))


def _played(args: argparse.Namespace, table: RoundRobin, kept: KeptGames | None) -> tuple[list[LadderGame], int]:
    """All games, those from before too; what was played before Ctrl-C, a signal or a failure counts."""
    games = [] if kept is None else list(kept.games)
    before = {game.meeting for game in games}
    asked = list(table.meetings(args.games))
    left = [meeting for meeting in asked if meeting not in before]
    console, code = Console(stderr=True), DONE
    columns = (TextColumn(_("games")), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=len(asked), completed=len(asked) - len(left))
        try:
            with as_interrupts():
                for game in _results(args, table, left):
                    games.append(game)
                    if kept is not None:
                        kept.add(game)
                    progress.advance(task)
        except KeyboardInterrupt as interrupt:
            code = code_of(interrupt)
        except UserError as error:
            complain(error)
            code = USAGE if isinstance(error, BotFault) else FAILED
    done = len(complete(games, args.games))
    if done < len(asked):
        complain(_("Stopped after {n} of {games} games.").format(n=done, games=len(asked)))
        if kept is not None:
            complain(_("{path} has them: the same command goes on.").format(path=kept.path))
    return games, code


def _results(args: argparse.Namespace, table: RoundRobin, left: list[Meeting]) -> Iterator[LadderGame]:
    play = partial(play_meeting, table)
    jobs = min(args.jobs or os.cpu_count() or 1, len(left))
    if jobs > 1 or (args.cluster and left):
        yield from (game for _n, game in as_they_come(play, left, jobs, args.cluster))
    else:
        yield from (aside(play, meeting) for meeting in left)


def _tell(args: argparse.Namespace, table: RoundRobin, found: LadderTable) -> None:
    if args.json:
        cards = table.cards
        asked = {"players": list(table.players), "seed": args.seed, "set": cards.name, "cards": cards.fingerprint,
                 "games": args.games}
        print(json.dumps(as_json(found, asked), indent=2))
        return
    say([*report(found, args.seed, table.cards.name), ""])
    draw(found, Console(width=COLUMNS))
