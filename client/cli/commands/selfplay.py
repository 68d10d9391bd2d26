"""`ironbottom selfplay`: many games of simple players against each other, and a table of what came of them."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from ironbottom.catalog import CardError, cards_by_id
from ironbottom.language import N_, _, counted
from ironbottom.phrases import window_phrase
from ironbottom.printed import CardSet
from ironbottom.words import CardId

from ...console.errors import UserError
from ...console.interrupts import as_interrupts, code_of
from ...console.output import complain, say
from ...launch.arena.selfplay import PLAYERS, Job, SelfplayGame, play, summary
from ...launch.arena.workers import spread
from ...launch.table_options import add_cluster, add_special
from ...storage.card_sets import CHOICES, fought
from ...text.card_text import padded, table, width
from . import ABOUT

DONE, FAILED, USAGE = 0, 1, 2
SUMMARY = "summary.json"
MOST_GAMES, MOST_JOBS = 10_000_000, 256

EXAMPLES = N_("""\
examples:
  ironbottom selfplay --games 1000 --seed 1
  ironbottom selfplay --games 200 --set full --players mixed --out games
  ironbottom selfplay --games 5000 --jobs 2 --json > summary.json

optional rules and battles:
  ironbottom selfplay --games 100 --option long-lance --option fuel:24
  ironbottom selfplay --games 100 --battle cape-esperance

a folder of cards that you typed in yourself, and a record of a game with it:
  ironbottom cards check my-cards
  ironbottom selfplay --games 100 --set my-cards --out games
  ironbottom replay --set my-cards games/game-000001.jsonl
""")

WINS = {"US": N_("US wins"), "JP": N_("JP wins")}
ENDINGS = {
    "strategic-base": N_("strategic base lost"), "time-up": N_("airplane deck used up"),
    "sudden-death": N_("sudden death"), "resigned": N_("resigned"),
}
POINTS = {"US": N_("VP of US"), "JP": N_("VP of JP")}


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = _(ABOUT["selfplay"])
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("selfplay", help=about, description=about, epilog=_(EXAMPLES), formatter_class=raw)
    command.add_argument("--games", type=_games, default=100, metavar="N", help=_("how many games (default: 100)"))
    command.add_argument("--seed", default="1", metavar="S", help=_("any word; the same seed plays the same games"))
    command.add_argument("--jobs", type=_jobs, metavar="J", help=_("processes (default: one for each processor)"))
    command.add_argument("--set", metavar=CHOICES, default="core", help=_("or a folder of your own (default: core)"))
    add_special(command)
    command.add_argument("--players", choices=PLAYERS, default="random", help=_("who plays (default: random)"))
    add_cluster(command)
    command.add_argument("--json", action="store_true", help=_("print the summary as JSON"))
    command.add_argument("--out", metavar="DIR", help=_("write a record of each game and the summary to this folder"))
    command.set_defaults(run=run)


def _between(text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= most and len(text) <= 9):
        wrong = _("found {text}; allowed is a number from 1 to {most}")
        raise argparse.ArgumentTypeError(wrong.format(text=repr(text[:40]), most=most))
    return int(text)


def _games(text: str) -> int:
    return _between(text, MOST_GAMES)


def _jobs(text: str) -> int:
    return _between(text, MOST_JOBS)


def run(args: argparse.Namespace) -> int:
    """Play and print; a game that fails, or a folder that is wrong, makes it 1."""
    if args.cluster and args.out is not None:
        complain(_("--cluster keeps no records, whose folder is on this computer: leave --out or --cluster away."))
        return USAGE
    try:
        cards = fought(args.set, args.battle, args.options)
    except CardError as error:
        complain(error)
        return FAILED
    out = args.out or ""
    if fault := "" if args.out is None else _made(out):
        none = _("{folder}: found no folder to write to ({why}); allowed is a folder of your own.")
        complain(none.format(folder=out, why=fault))
        return FAILED
    job = Job(0, args.seed, cards, args.players, out, out or ".")
    jobs = args.jobs or min(os.cpu_count() or 1, 1 + args.games // 25)
    begun = monotonic()
    games, stopped = _until_stopped(_watched(_played(job, args.games, jobs, args.cluster), args.games))
    whole, seconds = summary(job, games), monotonic() - begun
    text = json.dumps(whole, indent=2)
    if out:
        whole["failures"] += _summed_up(Path(out) / SUMMARY, text)
    print(text) if args.json else say(report(whole, cards, seconds))
    for failure in whole["failures"]:
        complain(failure)
    if len(games) < args.games:
        complain(_("stopped after {n} of {games} games.").format(n=len(games), games=args.games))
        return stopped
    return FAILED if whole["failures"] else DONE


def _summed_up(path: Path, text: str) -> list[str]:
    """Write the summary down; what failed."""
    try:
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        failure = _("The summary cannot be written to {path} ({why}): make room there, or give another --out.")
        return [failure.format(path=path, why=error.strerror)]
    return []


def _until_stopped(games: Iterator[SelfplayGame]) -> tuple[list[SelfplayGame], int]:
    """The games until Ctrl-C or a signal, and its exit code: what was played so far is summed up all the same."""
    played: list[SelfplayGame] = []
    code = DONE
    try:
        with as_interrupts():
            for game in games:
                played.append(game)
    except KeyboardInterrupt as interrupt:
        code = code_of(interrupt)
    except UserError as error:  # who played for us is gone
        complain(error)
        code = FAILED
    return played, code


def _made(out: str) -> str:
    """Make the folder, or say why it cannot be written to: better now than after the games."""
    if not out:
        return _("it has no name")
    try:
        Path(out).mkdir(parents=True, exist_ok=True)
        if next(Path(out).glob("game-*.jsonl"), None) is not None:
            return _("it holds the games of an earlier run")
        (Path(out) / SUMMARY).write_text("", encoding="utf-8")
    except (OSError, ValueError) as error:
        return getattr(error, "strerror", None) or _("it cannot be made")
    return ""


def _played(job: Job, games: int, jobs: int, cluster: str = "") -> Iterator[SelfplayGame]:
    """All games in the order of their numbers, whichever process plays them."""
    nth, numbers = partial(_nth, job), range(1, games + 1)
    return spread(nth, numbers, jobs, cluster) if jobs > 1 or cluster else map(nth, numbers)


def _nth(job: Job, n: int) -> SelfplayGame:
    return play(job._replace(n=n))


class _Speed(ProgressColumn):
    """Games per second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else _per_second(speed))


def _per_second(speed: float) -> str:
    return _("{n} games/s").format(n=f"{speed:.1f}")


def _watched(games: Iterator[SelfplayGame], total: int) -> Iterator[SelfplayGame]:
    """The same games, with a progress bar on a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn(_("games")), BarColumn(), MofNCompleteColumn(), _Speed(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield from progress.track(games, total=total)


def report(whole: dict[str, Any], cards: CardSet, seconds: float) -> list[str]:
    """The summary for people."""
    games = whole["games"] - len(whole["failures"])
    speed = _per_second(whole["games"] / seconds) if seconds > 0 else ""
    about = _("{games} games, {set} set, {players} players, seed {seed}: {seconds} s, {speed}").format(
        games=whole["games"], set=whole["set"], players=whole["players"], seed=whole["seed"],
        seconds=f"{seconds:.1f}", speed=speed,
    )
    rows = [(_(WINS[side]), n) for side, n in whole["wins"].items()]
    rows += [(_(ENDINGS[reason]), n) for reason, n in whole["reasons"].items()]
    spreads = [(_("turns"), whole["turns"]), (_("decisions"), whole["decisions"])]
    spreads += [(_(POINTS[side]), spread) for side, spread in whole["points"].items()]
    edge = max(24, *[width(label) for label, figure in (*rows, *spreads)])
    lines = [about, "", *[f"{padded(label, edge)}{n:>9}  {_share(n, games):>7}" for label, n in rows]]
    head = "".join([padded(label, 9, ">") for label in (_("mean"), _("least"), _("most"))])
    lines += ["", padded("", edge) + head]
    lines += [f"{padded(label, edge)}{s['mean']:>9.1f}{s['min']:>9}{s['max']:>9}" for label, s in spreads]
    lines += ["", *_windows(whole, games), "", *_events(whole, cards, games)]
    if whole["failures"]:
        lines += ["", counted("{n} game failed", "{n} games failed", len(whole["failures"]))]
    return lines


def _share(n: int, of: int) -> str:
    return f"{100 * n / of:.1f} %" if of else ""


def _counts(about: str, rows: list[tuple[str, str, int]], games: int) -> list[str]:
    """How often each came, in all and per game."""
    times, each = padded(_("times"), 9, ">"), _("per game")
    cells = [
        [name, text, padded(str(n), width(times), ">"), padded(f"{n / games:.2f}" if games else "", width(each), ">")]
        for name, text, n in rows
    ]
    return table(["", about, times, each], cells)


def _windows(whole: dict[str, Any], games: int) -> list[str]:
    rows = [(window, window_phrase(window), n) for window, n in whole["windows"].items()]
    never = [f"{window} ({window_phrase(window)})" for window in whole["never_reached"]]
    missing = _("Never reached: {windows}.").format(windows=", ".join(never))
    return [*_counts(_("Decision window"), rows, games), "", missing if never else _("Every window was reached.")]


def _events(whole: dict[str, Any], card_set: CardSet, games: int) -> list[str]:
    cards = cards_by_id(card_set)
    rows = [(cards[CardId(card)].side.name, cards[CardId(card)].name, n) for card, n in whole["events"].items()]
    return _counts(_("Event card"), rows, games)
