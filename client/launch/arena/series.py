"""The command `arena`: plays a series over the network or in this process, and prints what it tells of two bots."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ironbottom.catalog import CardError
from ironbottom.language import N_, _, counted
from ironbottom.strength import Estimate
from ironbottom.vocabulary import word

from ...bots.registry import BotFault, maker
from ...console.errors import UserError
from ...console.interrupts import Stopped, as_interrupts, code_of
from ...console.output import complain, say
from ...console.signals import Signals
from ...storage.card_sets import fought
from ..table_options import cards_folder, cards_name
from .adjusted import Adjusted, adjusted
from .in_process import Result, Series, play_series
from .over_network import Arena
from .standing import Elo, Pace, Share, Sides, Standing, sides, standing

DONE, FAILED, USAGE = 0, 1, 2
TABLES = 4  # at a time, over the network

LUCK = {
    "deal": N_("the deal"), "cards": N_("cards drawn"), "searches": N_("searches"), "submarines": N_("submarines"),
    "air": N_("in the air"), "sea": N_("at sea"), "landings": N_("landings"), "other": N_("the rest"),
}

Done = Callable[[Result], None]


def run(args: argparse.Namespace) -> int:
    """Play and print; a game that fails is 1, a bot that there is not 2."""
    try:
        if maker(args.a) is maker(args.b):
            args.b = args.a  # one bot under two names: it meets itself
    except BotFault as fault:
        complain(fault)
        return USAGE
    if args.fast and args.out:
        complain(_("--fast leaves no transcripts: leave --out away, or play without --fast."))
        return USAGE
    try:
        series = Series(args.a, args.b, args.seed, fought(args.set, args.battle, args.options), args.luck)
        out = None if args.out is None else _made(args.out)
    except (CardError, UserError) as error:
        complain(error)
        return FAILED
    results, code = _played(args, series, out)
    if code == FAILED and not results:
        return code
    table, fitted, apart = standing(results, args.a), sides(results, args.a), adjusted(results, args.a)
    if args.json:
        print(json.dumps(as_json(args, results, table, fitted, apart), indent=2))
    else:
        say([*report(args, table, fitted), *luck_lines(args.a, apart)])
    return code


def _made(name: str) -> Path:
    """The folder for the transcripts, empty of those of another run.  Raises UserError."""
    text = _("{path}: found no folder to write to ({why}); allowed is a folder of your own.")
    if not name:
        raise UserError(text.format(path="--out", why=_("it has no name")))
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise UserError(
            text.format(path=name, why=getattr(error, "strerror", None) or _("it cannot be made"))
        ) from None
    if next(folder.glob("game-*.ibss"), None) is not None:
        text = _("{path}: found the games of an earlier run; allowed is a folder without any.")
        raise UserError(text.format(path=folder))
    return folder


def _played(args: argparse.Namespace, series: Series, out: Path | None) -> tuple[list[Result], int]:
    """The games in their order; what was played before Ctrl-C, a signal or a failure counts."""
    results: list[Result] = []
    console = Console(stderr=True)
    columns = (TextColumn(_("games")), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    code = DONE
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=args.games)

        def done(result: Result) -> None:
            results.append(result)
            progress.advance(task)

        try:
            _play(args, series, out, done)
        except KeyboardInterrupt as interrupt:
            code = code_of(interrupt)
        except UserError as error:
            complain(error)
            code = FAILED
    if len(results) < args.games:
        complain(_("Stopped after {n} of {games} games.").format(n=len(results), games=args.games))
    return sorted(results), code


def _play(args: argparse.Namespace, series: Series, out: Path | None, done: Done) -> None:
    if args.fast:
        with as_interrupts():
            for result in play_series(series, args.games, args.jobs or os.cpu_count() or 1, args.cluster):
                done(result)
        return
    arena = Arena(series, args.games, args.jobs or TABLES, done)
    with Signals() as signals:
        try:
            asyncio.run(signals.awaited(arena.play(cards_name(args.set), cards_folder(args.set), out)))
        except asyncio.CancelledError:
            raise Stopped(signals.heard) from None


def as_json(
    args: argparse.Namespace, results: list[Result], table: Standing, fitted: Sides, apart: Adjusted | None
) -> dict[str, Any]:
    """The figures for programs."""
    return {
        "a": args.a, "b": args.b, "seed": args.seed, "set": args.set, "battle": args.battle,
        "options": args.options, "fast": args.fast,
        "games": [
            {
                "n": one.n + 1, "seed": one.seed, "us": one.us, "jp": one.jp, "winner": one.winner.name,
                "reason": one.reason, "points": one.points, "turns": one.turns, "decisions": one.decisions,
            }
            for one in results
        ],
        "deals": table.deals, "pairs": table.pairs._asdict(),
        "overall": None if table.overall is None else table.overall._asdict(),
        "as_us": table.as_us._asdict(), "as_jp": table.as_jp._asdict(),
        "elo": None if table.elo is None else table.elo._asdict(),
        "sides": {name: None if one is None else one._asdict() for name, one in fitted._asdict().items()},
        "margin": table.margin, "turns": table.turns, "reasons": table.reasons,
        "pace": {name: pace._asdict() for name, pace in zip((args.a, args.b), table.pace, strict=False)},
        "faults": table.faults, "luck": None if apart is None else apart._asdict(),
    }


def report(args: argparse.Namespace, table: Standing, fitted: Sides) -> list[str]:
    """The figures for people."""
    title = _("{a} against {b}, {games} games, seed {seed}")
    lines = [title.format(a=args.a, b=args.b, games=table.games, seed=args.seed), _deals_line(args.a, table), ""]
    lines += _alone_lines(args.a, table) if table.overall is None else _both_lines(args.a, table, table.overall)
    lines += _side_lines(fitted)
    lines.append(_("mean length {turns:.1f} turns").format(turns=table.turns))
    for reason, n in table.reasons.items():
        lines.append(_("{n} ended: {reason}").format(n=n, reason=word("endings", reason)))
    for name, pace, faults in zip((args.a, args.b), table.pace, table.faults, strict=False):
        lines += _pace_lines(name, pace, faults)
    return lines


def _deals_line(name: str, table: Standing) -> str:
    deals = counted("{n} deal", "{n} deals", table.deals)
    if table.overall is None:
        return _("{deals}: a bot that meets itself gets another one for each game").format(deals=deals)
    lost, split, won = table.pairs
    text = _("{deals}, {pairs} of them played from both sides: {name} won both games of {won}, one of {split}, none of "
             "{lost}")
    return text.format(deals=deals, pairs=table.pairs.played, name=name, won=won, split=split, lost=lost)


def _both_lines(name: str, table: Standing, overall: Share) -> list[str]:
    shares = ((_("overall"), overall), (_("as US"), table.as_us), (_("as Japan"), table.as_jp))
    return [
        *[_share_line(label, name, share) for label, share in shares], *([_elo_line(table.elo)] if table.elo else []),
        _("mean margin {margin:+.1f} VP").format(margin=table.margin),
    ]


def _alone_lines(name: str, table: Standing) -> list[str]:
    """Against itself: who has which side is all the difference."""
    margin = _("mean margin of the US {margin:+.1f} VP").format(margin=table.margin)
    return [_share_line(_("as US"), name, table.as_us), margin]


def _share_line(label: str, name: str, share: Share) -> str:
    text = _("{label}: {name} wins {won} of {games}, {rate:.1f} % ({low:.1f} to {high:.1f} % with 95 % confidence)")
    return text.format(
        label=label, name=name, won=share.won, games=share.games, rate=100 * share.rate, low=100 * share.low,
        high=100 * share.high,
    )


def _elo_line(found: Elo) -> str:
    difference, low, high = [_points(one) for one in found]
    return _("Elo difference {difference} ({low} to {high})").format(difference=difference, low=low, high=high)


def _side_lines(fitted: Sides) -> list[str]:
    """Skill and side apart."""
    lines: list[str] = []
    if fitted.strength is not None:
        text = _("with the sides taken out: Elo difference {points} ({low} to {high})")
        lines.append(text.format(**estimated(fitted.strength)))
    if fitted.side is not None:
        lines.append(_("the US side is worth {points} Elo ({low} to {high})").format(**estimated(fitted.side)))
    return lines


def estimated(found: Estimate) -> dict[str, str]:
    """The parts of a sentence."""
    return {name: _points(value) for name, value in found._asdict().items()}


def _points(value: float | None) -> str:
    return _("without bound") if value is None else f"{value:+.0f}"


def luck_lines(name: str, apart: Adjusted | None) -> list[str]:
    """The share of the first player without his luck; nothing where nobody reckoned it."""
    if apart is None:
        return []
    text = _("without luck: {name} wins {rate:.1f} % ({low:.1f} to {high:.1f} % with 95 % confidence)")
    rate, low, high = [100 * one for one in (apart.rate, apart.low, apart.high)]
    lines = [text.format(name=name, rate=rate, low=low, high=high)]
    if apart.worth is not None:
        games = counted("{n} game with its luck", "{n} games with their luck", apart.worth)
        lines.append(_("that tells as much as {games}").format(games=games))
    text = _("luck of {name}, in games of a hundred: {kinds}")
    kinds = ", ".join([f"{_(LUCK[kind])} {100 * amount:+.1f}" for kind, amount in apart.luck.items()])
    return [*lines, text.format(name=name, kinds=kinds)]


def _pace_lines(name: str, pace: Pace, faults: int) -> list[str]:
    lines: list[str] = []
    if pace.median is not None and pace.slowest is not None:
        text = _("{name}: {decisions}, median {median:.2f} ms, slowest {slowest:.0f} ms")
        median, slowest = 1000 * pace.median, 1000 * pace.slowest
        decisions = counted("{n} decision", "{n} decisions", pace.decisions)
        lines.append(text.format(name=name, decisions=decisions, median=median, slowest=slowest))
    if faults:
        own = counted("{n} fault of its own", "{n} faults of its own", faults)
        lines.append(_("{name}: {faults}, which it survived").format(name=name, faults=own))
    return lines
