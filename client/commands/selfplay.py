"""`ironbottom selfplay`: many games of simple players against each other, and a table of what came of them."""

from __future__ import annotations

import argparse
import json
import os
import signal
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path
from time import monotonic
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from ironbottom.catalog import CardError, cards_by_id
from ironbottom.printed import CardSet
from ironbottom.windows import WINDOWS
from ironbottom.words import CardId

from ..card_face import padded, table
from ..card_sets import CHOICES, chosen
from ..selfplay import PLAYERS, Job, Played, play, summary
from ..terminal import complain, say

DONE, FAILED, STOPPED = 0, 1, 130
SUMMARY = "summary.json"
MOST_GAMES, MOST_JOBS = 10_000_000, 256
CHUNK = 8  # games that a process takes at a time

EXAMPLES = """\
examples:
  ironbottom selfplay --games 1000 --seed 1
  ironbottom selfplay --games 200 --set full --players mixed --out games
  ironbottom selfplay --games 5000 --jobs 2 --json > summary.json

a folder of cards that you typed in yourself, and a record of a game with it:
  ironbottom cards check my-cards
  ironbottom selfplay --games 100 --set my-cards --out games
  ironbottom replay --set my-cards games/game-000001.jsonl
"""

ENDINGS = {"strategic-base": "strategic base lost", "time-up": "airplane deck used up", "resigned": "resigned"}


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = "Let simple players play many games on the bare engine, and sum them up."
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("selfplay", help=about, description=about, epilog=EXAMPLES, formatter_class=raw)
    command.add_argument("--games", type=_games, default=100, metavar="N", help="how many games (default: 100)")
    command.add_argument("--seed", default="1", metavar="S", help="any word; the same seed plays the same games")
    command.add_argument("--jobs", type=_jobs, metavar="J", help="processes (default: one for each processor)")
    command.add_argument("--set", metavar=CHOICES, default="core", help="or a folder of your own (default: core)")
    command.add_argument("--players", choices=PLAYERS, default="random", help="who plays (default: random)")
    command.add_argument("--json", action="store_true", help="print the summary as JSON")
    command.add_argument("--out", metavar="DIR", help="write a record of each game and the summary to this folder")
    command.set_defaults(run=run)


def _between(text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= most and len(text) <= 9):
        raise argparse.ArgumentTypeError(f"found {text[:40]!r}; allowed is a number from 1 to {most}")
    return int(text)


def _games(text: str) -> int:
    return _between(text, MOST_GAMES)


def _jobs(text: str) -> int:
    return _between(text, MOST_JOBS)


def run(args: argparse.Namespace) -> int:
    """Play and print; a game that fails, or a folder that is wrong, makes it 1."""
    try:
        cards = chosen(args.set)
    except CardError as error:
        complain(error)
        return FAILED
    out = args.out or ""
    fault = "" if args.out is None else _made(out)
    if fault:
        complain(f"{out}: found no folder to write to ({fault}); allowed is a folder of your own.")
        return FAILED
    job = Job(0, args.seed, cards, args.players, out, out or ".")
    jobs = args.jobs or min(os.cpu_count() or 1, 1 + args.games // 25)
    begun = monotonic()
    games = list(_until_stopped(_watched(_played(job, args.games, jobs), args.games)))
    whole, seconds = summary(job, games), monotonic() - begun
    text = json.dumps(whole, indent=2)
    if out:
        (Path(out) / SUMMARY).write_text(text + "\n", encoding="utf-8")
    print(text) if args.json else say(report(whole, cards, seconds))
    for failure in whole["failures"]:
        complain(failure)
    if len(games) < args.games:
        complain(f"stopped after {len(games)} of {args.games} games.")
        return STOPPED
    return FAILED if whole["failures"] else DONE


def _until_stopped(games: Iterator[Played]) -> Iterator[Played]:
    """The games until somebody presses Ctrl-C: what was played so far is summed up all the same."""
    try:
        yield from games
    except KeyboardInterrupt:
        return


def _made(out: str) -> str:
    """Make the folder, or say why it cannot be written to: better now than after the games."""
    if not out:
        return "it has no name"
    try:
        Path(out).mkdir(parents=True, exist_ok=True)
        if next(Path(out).glob("game-*.jsonl"), None) is not None:
            return "it holds the games of an earlier run"
        (Path(out) / SUMMARY).write_text("", encoding="utf-8")
    except (OSError, ValueError) as error:
        return getattr(error, "strerror", None) or "it cannot be made"
    return ""


def _played(job: Job, games: int, jobs: int) -> Iterator[Played]:
    """All games in the order of their numbers, whichever process plays them."""
    numbered = (job._replace(n=n) for n in range(1, games + 1))
    if jobs == 1:
        yield from map(play, numbered)
        return
    with Pool(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap(play, numbered, chunksize=CHUNK)


class _Speed(ProgressColumn):
    """Games per second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:.1f} games/s")


def _watched(games: Iterator[Played], total: int) -> Iterator[Played]:
    """The same games, with a progress bar on a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), _Speed(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield from progress.track(games, total=total)


def report(whole: dict[str, Any], cards: CardSet, seconds: float) -> list[str]:
    """The summary for people."""
    games = whole["games"] - len(whole["failures"])
    speed = f"{whole['games'] / seconds:.1f} games/s" if seconds > 0 else ""
    about = f"{whole['games']} games, {whole['set']} set, {whole['players']} players, seed {whole['seed']}"
    lines = [f"{about}: {seconds:.1f} s, {speed}", ""]
    rows = [(f"{side} wins", n) for side, n in whole["wins"].items()]
    rows += [(ENDINGS[reason], n) for reason, n in whole["reasons"].items()]
    lines += [f"{label:<24}{n:>9}  {_share(n, games):>7}" for label, n in rows]
    lines += ["", f"{'':<24}{'mean':>9}{'least':>9}{'most':>9}"]
    spreads = [("turns", whole["turns"]), ("decisions", whole["decisions"])]
    spreads += [(f"VP of {side}", spread) for side, spread in whole["points"].items()]
    lines += [f"{label:<24}{s['mean']:>9.1f}{s['min']:>9}{s['max']:>9}" for label, s in spreads]
    lines += ["", *_windows(whole, games), "", *_events(whole, cards, games)]
    if whole["failures"]:
        lines += ["", f"{len(whole['failures'])} games failed"]
    return lines


def _share(n: int, of: int) -> str:
    return f"{100 * n / of:.1f} %" if of else ""


def _each(n: int, games: int) -> str:
    return padded(f"{n / games:.2f}" if games else "", 8, ">")


def _windows(whole: dict[str, Any], games: int) -> list[str]:
    rows = [
        [window, WINDOWS[window].decides, padded(str(n), 9, ">"), _each(n, games)]
        for window, n in whole["windows"].items()
    ]
    never = [f"{window} ({WINDOWS[window].decides})" for window in whole["never_reached"]]
    lines = table(["", "Decision window", "    times", "per game"], rows)
    return [*lines, "", f"Never reached: {', '.join(never)}." if never else "Every window was reached."]


def _events(whole: dict[str, Any], card_set: CardSet, games: int) -> list[str]:
    cards = cards_by_id(card_set)
    rows = [
        [cards[CardId(card)].side.name, cards[CardId(card)].name, padded(str(n), 9, ">"), _each(n, games)]
        for card, n in whole["events"].items()
    ]
    return table(["", "Event card", "    times", "per game"], rows)
